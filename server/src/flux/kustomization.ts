import { readObject, wrongTypeCode, type ObjectReader } from '../delivery/objectReader.ts';
import type { Placed, PlacedEntry } from '../delivery/placed.ts';
import { isSelected } from '../kubernetes/gvk.ts';
import type { Resource } from '../kustomize/resource.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { readCrossReference, readReference, type ObjectReference } from './reference.ts';

/**
 * A Kustomization of Flux, as it stands in the repository: what is absent is `undefined` or empty, defaults are those of
 * who reads. Each value says where it was written.
 * Source: fluxcd/kustomize-controller api v1.9.6 v1/kustomization_types.go.
 */
export interface FluxKustomization {
  readonly resource: Resource;
  readonly name: string;
  readonly namespace: string;
  /** Where the object stands. */
  readonly at: SourcePointer;
  readonly path: Placed<string> | undefined;
  readonly sourceRef: ObjectReference | undefined;
  readonly edit: KustomizationEdit;
  readonly commonMetadata: CommonMetadata;
  readonly postBuild: PostBuild;
  readonly dependsOn: readonly FluxDependency[];
  readonly suspend: Placed<boolean> | undefined;
  readonly prune: Placed<boolean> | undefined;
  readonly deletionPolicy: Placed<string> | undefined;
  readonly force: Placed<boolean> | undefined;
  readonly wait: Placed<boolean> | undefined;
  readonly interval: Placed<string> | undefined;
  readonly retryInterval: Placed<string> | undefined;
  readonly timeout: Placed<string> | undefined;
  readonly serviceAccountName: Placed<string> | undefined;
  readonly kubeConfig: KubeConfigReference | undefined;
  readonly decryption: Decryption | undefined;
  readonly healthChecks: readonly ObjectReference[];
  /** Which fields drift is not looked for in. */
  readonly ignore: readonly IgnoreRule[];
  /** What is wrong with fields that are read before the build. */
  readonly problems: readonly Problem[];
}

/** What the controller writes into the kustomization file before the build. */
export interface KustomizationEdit {
  /** An empty text clears the namespace of the file. */
  readonly targetNamespace: Placed<string> | undefined;
  readonly namePrefix: Placed<string> | undefined;
  readonly nameSuffix: Placed<string> | undefined;
  readonly patches: readonly FluxPatch[];
  /** Fields of older versions of the API, which the controller still takes. */
  readonly patchesStrategicMerge: readonly Placed<ResourceNode>[];
  readonly patchesJson6902: readonly FluxJsonPatch[];
  readonly images: readonly FluxImage[];
  readonly components: readonly Placed<string>[];
  readonly ignoreMissingComponents: boolean;
  readonly buildMetadata: readonly Placed<string>[];
}

/** One entry of `patches:`. Source: fluxcd/pkg/apis/kustomize v1.21.0 kustomize_types.go `Patch`. */
export interface FluxPatch {
  readonly at: SourcePointer;
  readonly patch: Placed<string> | undefined;
  readonly target: FluxSelector | undefined;
}

/** One entry of `patchesJson6902:`. Source: kustomize_types.go `JSON6902Patch`. */
export interface FluxJsonPatch {
  readonly at: SourcePointer;
  readonly operations: Placed<ResourceNode> | undefined;
  readonly target: FluxSelector;
}

/** Which objects a patch is for; `''` selects any. Source: kustomize_types.go `Selector`. */
export interface FluxSelector {
  readonly at: SourcePointer;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly annotationSelector: string;
  readonly labelSelector: string;
}

/** One entry of `images:`. Source: kustomize_types.go `Image`. */
export interface FluxImage {
  readonly at: SourcePointer;
  readonly name: Placed<string> | undefined;
  readonly newName: Placed<string> | undefined;
  readonly newTag: Placed<string> | undefined;
  readonly digest: Placed<string> | undefined;
}

/** Labels and annotations that every object gets after the build. */
export interface CommonMetadata {
  readonly labels: readonly PlacedEntry[];
  readonly annotations: readonly PlacedEntry[];
}

/** What is replaced in the text of each built object. */
export interface PostBuild {
  /** `undefined` where the object has no `postBuild`: then nothing is looked at. */
  readonly at: SourcePointer | undefined;
  readonly strategy: Placed<string> | undefined;
  readonly substitute: readonly PlacedEntry[];
  readonly substituteFrom: readonly SubstituteReference[];
  /** What is wrong with it; it only matters where there is an object to substitute in. */
  readonly problems: readonly Problem[];
}

/** A ConfigMap or Secret in the namespace of the Kustomization; another kind is not looked at. */
export interface SubstituteReference {
  readonly at: SourcePointer;
  readonly kind: string;
  readonly name: string;
  readonly optional: boolean;
}

/** Another Kustomization that must be ready first. */
export interface FluxDependency extends ObjectReference {
  readonly readyExpr: Placed<string> | undefined;
}

/** Another cluster than the controller's own. */
export interface KubeConfigReference {
  readonly at: SourcePointer;
  readonly secret: Placed<string> | undefined;
  readonly key: Placed<string> | undefined;
  readonly configMap: Placed<string> | undefined;
}

/** How Secrets are decrypted; never a key. */
export interface Decryption {
  readonly at: SourcePointer;
  readonly provider: Placed<string> | undefined;
  readonly secret: Placed<string> | undefined;
  readonly serviceAccountName: Placed<string> | undefined;
}

/** JSON pointers into objects. */
export interface IgnoreRule {
  readonly paths: readonly Placed<string>[];
  readonly target: FluxSelector | undefined;
}

/** The type of Flux's Kustomizations, in any version. */
export const fluxKustomizationType = {
  group: 'kustomize.toolkit.fluxcd.io',
  version: '',
  kind: 'Kustomization',
} as const;

/** Reads an object as a Kustomization of Flux; `undefined` where it is none. */
export function readFluxKustomization(resource: Resource): FluxKustomization | undefined {
  const { id } = resource;
  if (!isSelected(id, fluxKustomizationType)) return undefined;
  const problems: Problem[] = [];
  const report = (found: Problem): void => void problems.push(found);
  const object = readObject(resource, report);
  const spec = object.map('spec');
  const edit = readEdit(spec);
  reportNulls(spec, fieldsOfEdit, report);
  const silent = readObject(resource, () => undefined).map('spec');
  const kubeConfig = silent?.map('kubeConfig');
  const decryption = silent?.map('decryption');
  return {
    resource,
    name: id.name,
    namespace: id.namespace,
    at: object.at,
    path: spec?.text('path'),
    sourceRef: readCrossReference(silent?.map('sourceRef'), id.namespace),
    edit,
    commonMetadata: {
      labels: spec?.map('commonMetadata')?.textMap('labels') ?? [],
      annotations: spec?.map('commonMetadata')?.textMap('annotations') ?? [],
    },
    postBuild: readPostBuild(resource),
    dependsOn: (silent?.list('dependsOn') ?? []).map((entry) => ({
      ...readReference(entry, 'Kustomization', id.namespace),
      readyExpr: entry.text('readyExpr'),
    })),
    suspend: silent?.flag('suspend'),
    prune: silent?.flag('prune'),
    deletionPolicy: silent?.text('deletionPolicy'),
    force: silent?.flag('force'),
    wait: silent?.flag('wait'),
    interval: silent?.text('interval'),
    retryInterval: silent?.text('retryInterval'),
    timeout: silent?.text('timeout'),
    serviceAccountName: silent?.text('serviceAccountName'),
    kubeConfig: kubeConfig && {
      at: kubeConfig.at,
      secret: kubeConfig.map('secretRef')?.text('name'),
      key: kubeConfig.map('secretRef')?.text('key'),
      configMap: kubeConfig.map('configMapRef')?.text('name'),
    },
    decryption: decryption && {
      at: decryption.at,
      provider: decryption.text('provider'),
      secret: decryption.map('secretRef')?.text('name'),
      serviceAccountName: decryption.text('serviceAccountName'),
    },
    healthChecks: (silent?.list('healthChecks') ?? []).map((entry) =>
      readReference(entry, '', id.namespace),
    ),
    ignore: (silent?.list('ignore') ?? []).map((rule) => ({
      paths: rule.texts('paths'),
      target: readSelector(rule.map('target')),
    })),
    problems,
  };
}

const fieldsOfEdit = [
  'targetNamespace',
  'namePrefix',
  'nameSuffix',
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'images',
  'components',
  'buildMetadata',
];

/** Source: fluxcd/pkg/kustomize v1.41.0 kustomize_generator.go `GenerateManifest`. */
function readEdit(spec: ObjectReader | undefined): KustomizationEdit {
  return {
    targetNamespace: spec?.text('targetNamespace'),
    namePrefix: spec?.text('namePrefix'),
    nameSuffix: spec?.text('nameSuffix'),
    patches: (spec?.list('patches') ?? []).map((entry) => ({
      at: entry.at,
      patch: entry.text('patch'),
      target: readSelector(entry.map('target')),
    })),
    patchesStrategicMerge: (spec?.list('patchesStrategicMerge') ?? []).map(({ node, at }) => ({
      value: node,
      at,
    })),
    patchesJson6902: (spec?.list('patchesJson6902') ?? []).map((entry) => {
      const operations = entry.field('patch');
      return {
        at: entry.at,
        operations: operations && { value: operations.node, at: operations.at },
        target: readSelector(entry.map('target')) ?? { ...anyTarget, at: entry.at },
      };
    }),
    images: (spec?.list('images') ?? []).map((entry) => ({
      at: entry.at,
      name: entry.text('name'),
      newName: entry.text('newName'),
      newTag: entry.text('newTag'),
      digest: entry.text('digest'),
    })),
    components: spec?.texts('components') ?? [],
    ignoreMissingComponents: readQuietFlag(spec, 'ignoreMissingComponents'),
    buildMetadata: spec?.texts('buildMetadata') ?? [],
  };
}

const anyTarget = {
  group: '',
  version: '',
  kind: '',
  name: '',
  namespace: '',
  annotationSelector: '',
  labelSelector: '',
};

function readSelector(entry: ObjectReader | undefined): FluxSelector | undefined {
  if (entry === undefined) return undefined;
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

/** A flag of which a wrong type counts as false. Source: kustomize_generator.go `getNestedBool`. */
function readQuietFlag(spec: ObjectReader | undefined, name: string): boolean {
  const node = spec?.field(name)?.node;
  return node?.kind === 'scalar' && node.tag === '!!bool' && /^true$/i.test(node.value);
}

/** Source: fluxcd/pkg/kustomize v1.41.0 kustomize_varsub.go `SubstituteVariables`, `getSubstituteFrom`. */
function readPostBuild(resource: Resource): PostBuild {
  const problems: Problem[] = [];
  const report = (found: Problem): void => void problems.push(found);
  const postBuild = readObject(resource, report).map('spec')?.map('postBuild');
  reportNulls(postBuild, ['substitute', 'substituteFrom'], report);
  return {
    at: postBuild?.at,
    strategy: postBuild?.text('substituteStrategy'),
    substitute: postBuild?.textMap('substitute') ?? [],
    substituteFrom: (postBuild?.list('substituteFrom') ?? []).map((entry) => ({
      at: entry.at,
      kind: entry.text('kind')?.value ?? '',
      name: entry.text('name')?.value ?? '',
      optional: entry.flag('optional')?.value ?? false,
    })),
    problems,
  };
}

/** A null of a field that the library reads by its type is an error there, and for the API server too. */
function reportNulls(
  reader: ObjectReader | undefined,
  names: readonly string[],
  report: (found: Problem) => void,
): void {
  if (reader?.node.kind !== 'map') return;
  const { keys } = reader.node;
  for (const name of names) {
    if (!keys.includes(name) || reader.field(name) !== undefined) continue;
    const field = `${reader.path}.${name}`;
    report(problem(wrongTypeCode, { field, expected: 'value', found: 'null' }, reader.at));
  }
}
