import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { FieldSpec } from './fieldSpecs.ts';
import { toJson } from './goJson.ts';
import type {
  ConfigMapArgs,
  HelmChart,
  HelmGlobals,
  Located,
  ObjectMeta,
  SecretArgs,
} from './kustomization.ts';
import {
  EMBEDDED_GENERATOR_ARGS,
  fieldSpec,
  generatorFields,
  helmChartFields,
  helmGlobalsFields,
  image,
  objectMeta,
  patchOptions,
  replacementField,
  replica,
  selector,
  type Written,
} from './kustomizationCodecs.ts';
import type { KustomizationProblem } from './kustomizationProblem.ts';
import { flag, listedText, plainInteger, plainText, text, type Codec } from './goCodec.ts';
import { list, locatedStruct, optionalList, pointer, struct, textMap } from './parseGoStruct.ts';
import type { PluginConfig, PrefixSuffixConfig, ValueAddTarget } from './pluginConfig.ts';

/** Takes a problem that is found. */
export type Report = (problem: KustomizationProblem) => void;
/** Reads the configuration of one kind of plugin. */
export type PluginReader = (resource: ResourceNode, report: Report) => PluginConfig;

/** Reads a struct from a resource that goes through JSON first. */
function decode<T>(codec: Codec<T>, resource: ResourceNode, report: Report): T {
  const options = { version: 3, numbers: 'json', duplicates: 'warn', report } as const;
  const json = toJson(resource, codec.target, options);
  return codec.decode(json, codec.zero, '', { unknownFields: 'ignore', rules: 'json', report });
}

const fieldSpecs = list(fieldSpec);

const configMapPlugin = locatedStruct<Written<ConfigMapArgs> & { readonly metadata: ObjectMeta }>(
  { ...generatorFields, metadata: objectMeta },
  [{ fields: [], embedded: [EMBEDDED_GENERATOR_ARGS] }],
);

const secretPlugin = locatedStruct<Written<SecretArgs> & { readonly metadata: ObjectMeta }>(
  { ...generatorFields, type: text, metadata: objectMeta },
  [{ fields: ['type'], embedded: [EMBEDDED_GENERATOR_ARGS] }],
);

/** Name and namespace come from `metadata` where they are not given. */
function generatorArgs<Args extends ConfigMapArgs>(
  plugin: Written<Args> & { readonly metadata: ObjectMeta },
): Omit<Written<Args> & { readonly metadata: ObjectMeta }, 'metadata'> {
  const { metadata, ...args } = plugin;
  return {
    ...args,
    name: plugin.name ?? metadata.name,
    namespace: plugin.namespace ?? metadata.namespace,
  };
}

const helmPlugin = locatedStruct<HelmGlobals & HelmChart>(
  { ...helmGlobalsFields, ...helmChartFields },
  [{ fields: Object.keys(helmGlobalsFields) }, { fields: Object.keys(helmChartFields) }],
);

const iamPlugin = struct(
  {
    cloud: text,
    kubernetesService: struct({ name: text, namespace: text }),
    serviceAccount: struct({ name: text, projectId: text }),
  },
  [{ fields: ['cloud', 'kubernetesService', 'serviceAccount'] }],
);

/** Source: kustomize api/internal/builtins/ValueAddTransformer.go. */
export const valueAddTarget: Codec<ValueAddTarget> = locatedStruct<ValueAddTarget>({
  selector: pointer(selector),
  fieldPath: plainText,
  filePathPosition: plainInteger,
});

const annotationsPlugin = struct({ annotations: textMap, fieldSpecs });
const labelPlugin = struct({ labels: textMap, fieldSpecs });
const imagePlugin = struct({ imageTag: image, fieldSpecs });
const replicaPlugin = struct({ replica, fieldSpecs });
const replacementPlugin = struct({ replacements: list(replacementField) });
const namespacePlugin = struct({
  metadata: objectMeta,
  fieldSpecs,
  unsetOnly: flag,
  setRoleBindingSubjects: plainText,
});
const json6902Plugin = struct({ target: pointer(selector), path: text, jsonOp: text });
const strategicMergePlugin = struct({ paths: list(listedText), patches: text });
const patchPlugin = struct({
  path: text,
  patch: text,
  target: pointer(selector),
  options: pointer(patchOptions),
});
const valueAddPlugin = struct({
  value: text,
  targets: list(valueAddTarget),
  targetFilePath: text,
});

/** What go-yaml v3 reads; the two plugins look at their own field each. */
const prefixSuffixPlugin: Codec<{
  readonly prefix: Located<string> | undefined;
  readonly suffix: Located<string> | undefined;
  readonly fieldSpecs: readonly FieldSpec[] | undefined;
}> = struct({ prefix: text, suffix: text, fieldSpecs: optionalList(fieldSpec) });

function prefixSuffixReader(kind: PrefixSuffixConfig['kind']): PluginReader {
  return (resource, report) => {
    const options = { version: 3, numbers: 'json', duplicates: 'warn', report } as const;
    const json = toJson(resource, undefined, options);
    const context = { unknownFields: 'ignore', rules: 'yaml3', report } as const;
    const plugin = prefixSuffixPlugin.decode(json, prefixSuffixPlugin.zero, '', context);
    if (plugin.fieldSpecs === undefined) {
      const parameters = { plugin: kind };
      report({
        code: 'kustomization.plugin-without-field-specs',
        parameters,
        ordinal: resource.ordinal,
        severity: 'error',
      });
    }
    return {
      kind,
      prefix: kind === 'SuffixTransformer' ? undefined : plugin.prefix,
      suffix: kind === 'PrefixTransformer' ? undefined : plugin.suffix,
      fieldSpecs: plugin.fieldSpecs ?? [],
    };
  };
}

/** The readers of all built-in plugins. Source: kustomize api/internal/plugins/builtinhelpers/builtins.go. */
export const pluginReaders: ReadonlyMap<string, PluginReader> = new Map<string, PluginReader>([
  [
    'AnnotationsTransformer',
    (resource, report) => ({
      kind: 'AnnotationsTransformer',
      ...decode(annotationsPlugin, resource, report),
    }),
  ],
  [
    'ConfigMapGenerator',
    (resource, report) => ({
      kind: 'ConfigMapGenerator',
      args: generatorArgs<ConfigMapArgs>(decode(configMapPlugin, resource, report)),
    }),
  ],
  ['HashTransformer', () => ({ kind: 'HashTransformer' })],
  [
    'HelmChartInflationGenerator',
    (resource, report) => {
      const plugin = decode(helmPlugin, resource, report);
      return { kind: 'HelmChartInflationGenerator', globals: plugin, chart: plugin };
    },
  ],
  [
    'IAMPolicyGenerator',
    (resource, report) => ({ kind: 'IAMPolicyGenerator', ...decode(iamPlugin, resource, report) }),
  ],
  [
    'ImageTagTransformer',
    (resource, report) => ({
      kind: 'ImageTagTransformer',
      ...decode(imagePlugin, resource, report),
    }),
  ],
  [
    'LabelTransformer',
    (resource, report) => ({ kind: 'LabelTransformer', ...decode(labelPlugin, resource, report) }),
  ],
  [
    'NamespaceTransformer',
    (resource, report) => {
      const { metadata, ...rest } = decode(namespacePlugin, resource, report);
      return { kind: 'NamespaceTransformer', namespace: metadata.namespace, ...rest };
    },
  ],
  [
    'PatchJson6902Transformer',
    (resource, report) => ({
      kind: 'PatchJson6902Transformer',
      ...decode(json6902Plugin, resource, report),
    }),
  ],
  [
    'PatchStrategicMergeTransformer',
    (resource, report) => ({
      kind: 'PatchStrategicMergeTransformer',
      ...decode(strategicMergePlugin, resource, report),
    }),
  ],
  [
    'PatchTransformer',
    (resource, report) => ({ kind: 'PatchTransformer', ...decode(patchPlugin, resource, report) }),
  ],
  ['PrefixSuffixTransformer', prefixSuffixReader('PrefixSuffixTransformer')],
  ['PrefixTransformer', prefixSuffixReader('PrefixTransformer')],
  [
    'ReplacementTransformer',
    (resource, report) => ({
      kind: 'ReplacementTransformer',
      ...decode(replacementPlugin, resource, report),
    }),
  ],
  [
    'ReplicaCountTransformer',
    (resource, report) => ({
      kind: 'ReplicaCountTransformer',
      ...decode(replicaPlugin, resource, report),
    }),
  ],
  [
    'SecretGenerator',
    (resource, report) => ({
      kind: 'SecretGenerator',
      args: generatorArgs<SecretArgs>(decode(secretPlugin, resource, report)),
    }),
  ],
  ['SuffixTransformer', prefixSuffixReader('SuffixTransformer')],
  [
    'ValueAddTransformer',
    (resource, report) => ({
      kind: 'ValueAddTransformer',
      ...decode(valueAddPlugin, resource, report),
    }),
  ],
]);
