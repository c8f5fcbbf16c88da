import type { ObjectReader } from '../delivery/objectReader.ts';
import type { Placed, PlacedEntry } from '../delivery/placed.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/*
 * What a source of an Application says beyond its place. What is absent is `undefined`, empty or false.
 * Source: Argo CD 3.2.0 pkg/apis/application/v1alpha1/types.go.
 */

/** What Argo CD writes into the kustomization file before the build. Source: types.go `ApplicationSourceKustomize`. */
export interface ArgoKustomize {
  readonly at: SourcePointer;
  readonly namePrefix: Placed<string> | undefined;
  readonly nameSuffix: Placed<string> | undefined;
  readonly namespace: Placed<string> | undefined;
  /** `[name=]newName[:tag][@digest]`. */
  readonly images: readonly Placed<string>[];
  readonly replicas: readonly ArgoReplica[];
  readonly commonLabels: readonly PlacedEntry[];
  readonly forceCommonLabels: boolean;
  readonly labelWithoutSelector: boolean;
  readonly labelIncludeTemplates: boolean;
  readonly commonAnnotations: readonly PlacedEntry[];
  readonly forceCommonAnnotations: boolean;
  readonly commonAnnotationsEnvsubst: boolean;
  readonly patches: readonly ArgoPatch[];
  readonly components: readonly Placed<string>[];
  readonly ignoreMissingComponents: boolean;
  /** Which of the versions that `argocd-cm` names builds; the default where it is absent. */
  readonly version: Placed<string> | undefined;
  readonly kubeVersion: Placed<string> | undefined;
  readonly apiVersions: readonly Placed<string>[];
}

/** One entry of `replicas:`; `count` is a number or its text. */
export interface ArgoReplica {
  readonly at: SourcePointer;
  readonly name: string;
  readonly count: Placed<string>;
}

/** One entry of `patches:`. Source: types.go `KustomizePatch`. */
export interface ArgoPatch {
  readonly at: SourcePointer;
  readonly path: Placed<string> | undefined;
  readonly patch: Placed<string> | undefined;
  readonly target: ArgoSelector | undefined;
  readonly options: readonly { readonly key: string; readonly value: boolean }[];
}

/** Which objects a patch is for; `''` selects any. Source: types.go `KustomizeSelector`. */
export interface ArgoSelector {
  readonly at: SourcePointer;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly annotationSelector: string;
  readonly labelSelector: string;
}

/** How a chart is rendered. Source: types.go `ApplicationSourceHelm`. */
export interface ArgoHelm {
  readonly at: SourcePointer;
  readonly releaseName: Placed<string> | undefined;
  readonly namespace: Placed<string> | undefined;
  /** Relative to the chart, or `$ref/path` in another source of the application. */
  readonly valueFiles: readonly Placed<string>[];
  readonly ignoreMissingValueFiles: boolean;
  /** YAML in a text; counts only where `valuesObject` is absent. */
  readonly values: Placed<string> | undefined;
  readonly valuesObject: Placed<ResourceNode> | undefined;
  readonly parameters: readonly HelmParameter[];
  readonly fileParameters: readonly {
    readonly at: SourcePointer;
    readonly name: string;
    readonly path: string;
  }[];
  readonly version: Placed<string> | undefined;
  readonly passCredentials: boolean;
  readonly skipCrds: boolean;
  readonly skipTests: boolean;
  readonly skipSchemaValidation: boolean;
  readonly kubeVersion: Placed<string> | undefined;
  readonly apiVersions: readonly Placed<string>[];
}

/** One `--set` of a chart. Source: types.go `HelmParameter`. */
export interface HelmParameter {
  readonly at: SourcePointer;
  readonly name: string;
  readonly value: string;
  readonly forceString: boolean;
}

/** Which files of a folder count. Source: types.go `ApplicationSourceDirectory`. */
export interface ArgoDirectory {
  readonly at: SourcePointer;
  readonly recurse: boolean;
  readonly include: Placed<string> | undefined;
  readonly exclude: Placed<string> | undefined;
  /** Whether `jsonnet` says anything: how files of that language are evaluated. */
  readonly jsonnet: Placed<ResourceNode> | undefined;
}

/** A program of the repo server that renders. Source: types.go `ApplicationSourcePlugin`. */
export interface ArgoPlugin {
  readonly at: SourcePointer;
  /** `undefined` where the plugin is to be found by what it says it can read. */
  readonly name: Placed<string> | undefined;
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly parameters: Placed<ResourceNode> | undefined;
}

/** Reads `kustomize:` of a source. */
export function readKustomizeOptions(reader: ObjectReader): ArgoKustomize {
  return {
    at: reader.at,
    namePrefix: reader.text('namePrefix'),
    nameSuffix: reader.text('nameSuffix'),
    namespace: reader.text('namespace'),
    images: reader.texts('images'),
    replicas: reader.list('replicas').map(readReplica),
    commonLabels: reader.textMap('commonLabels'),
    forceCommonLabels: isOn(reader, 'forceCommonLabels'),
    labelWithoutSelector: isOn(reader, 'labelWithoutSelector'),
    labelIncludeTemplates: isOn(reader, 'labelIncludeTemplates'),
    commonAnnotations: reader.textMap('commonAnnotations'),
    forceCommonAnnotations: isOn(reader, 'forceCommonAnnotations'),
    commonAnnotationsEnvsubst: isOn(reader, 'commonAnnotationsEnvsubst'),
    patches: reader.list('patches').map(readPatch),
    components: reader.texts('components'),
    ignoreMissingComponents: isOn(reader, 'ignoreMissingComponents'),
    version: reader.text('version'),
    kubeVersion: reader.text('kubeVersion'),
    apiVersions: reader.texts('apiVersions'),
  };
}

function readReplica(entry: ObjectReader): ArgoReplica {
  const { node, at } = entry.field('count') ?? { node: undefined, at: entry.at };
  const value = node?.kind === 'scalar' ? node.value : '0';
  return { at: entry.at, name: entry.text('name')?.value ?? '', count: { value, at } };
}

function readPatch(entry: ObjectReader): ArgoPatch {
  const target = entry.map('target');
  const options = entry.map('options');
  const keys = options?.node.kind === 'map' ? options.node.keys : [];
  return {
    at: entry.at,
    path: entry.text('path'),
    patch: entry.text('patch'),
    target: target && readSelector(target),
    options: keys.flatMap((key) => {
      const value = options?.flag(key)?.value;
      return value === undefined ? [] : [{ key, value }];
    }),
  };
}

function readSelector(entry: ObjectReader): ArgoSelector {
  const text = (name: string): string => entry.text(name)?.value ?? '';
  return {
    at: entry.at,
    group: text('group'),
    version: text('version'),
    kind: text('kind'),
    name: text('name'),
    namespace: text('namespace'),
    annotationSelector: text('annotationSelector'),
    labelSelector: text('labelSelector'),
  };
}

/** Reads `helm:` of a source. */
export function readHelmOptions(reader: ObjectReader): ArgoHelm {
  const valuesObject = reader.field('valuesObject');
  return {
    at: reader.at,
    releaseName: reader.text('releaseName'),
    namespace: reader.text('namespace'),
    valueFiles: reader.texts('valueFiles'),
    ignoreMissingValueFiles: isOn(reader, 'ignoreMissingValueFiles'),
    values: reader.text('values'),
    valuesObject: valuesObject && { value: valuesObject.node, at: valuesObject.at },
    parameters: reader.list('parameters').map((entry) => ({
      at: entry.at,
      name: entry.text('name')?.value ?? '',
      value: entry.text('value')?.value ?? '',
      forceString: isOn(entry, 'forceString'),
    })),
    fileParameters: reader.list('fileParameters').map((entry) => ({
      at: entry.at,
      name: entry.text('name')?.value ?? '',
      path: entry.text('path')?.value ?? '',
    })),
    version: reader.text('version'),
    passCredentials: isOn(reader, 'passCredentials'),
    skipCrds: isOn(reader, 'skipCrds'),
    skipTests: isOn(reader, 'skipTests'),
    skipSchemaValidation: isOn(reader, 'skipSchemaValidation'),
    kubeVersion: reader.text('kubeVersion'),
    apiVersions: reader.texts('apiVersions'),
  };
}

/** Reads `directory:` of a source. */
export function readDirectoryOptions(reader: ObjectReader): ArgoDirectory {
  const jsonnet = reader.map('jsonnet');
  return {
    at: reader.at,
    recurse: isOn(reader, 'recurse'),
    include: reader.text('include'),
    exclude: reader.text('exclude'),
    jsonnet: jsonnet && { value: jsonnet.node, at: jsonnet.at },
  };
}

/** Reads `plugin:` of a source. */
export function readPluginOptions(reader: ObjectReader): ArgoPlugin {
  const parameters = reader.field('parameters');
  return {
    at: reader.at,
    name: reader.text('name'),
    env: reader.list('env').map((entry) => ({
      name: entry.text('name')?.value ?? '',
      value: entry.text('value')?.value ?? '',
    })),
    parameters: parameters && { value: parameters.node, at: parameters.at },
  };
}

function isOn(reader: ObjectReader, name: string): boolean {
  return reader.flag(name)?.value === true;
}
