import type { FieldSpec } from './fieldSpecs.ts';
import {
  flag,
  listedText,
  locatedFlag,
  locatedInteger,
  plainInteger,
  plainText,
  text,
  type Codec,
} from './goCodec.ts';
import {
  anyMap,
  list,
  locatedStruct,
  pointer,
  struct,
  textMap,
  type EmbeddedStruct,
  type FieldTable,
} from './parseGoStruct.ts';
import type {
  ConfigMapArgs,
  FieldOptions,
  GeneratorOptions,
  HelmChart,
  HelmGlobals,
  Image,
  Label,
  LegacySortOptions,
  Located,
  ObjectMeta,
  Patch,
  PatchOptions,
  Replacement,
  ReplacementField,
  ReplacementSource,
  ReplacementTarget,
  Replica,
  Selector,
  SortOptions,
  VarTarget,
} from './kustomization.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/** The fields of `resid.Gvk`. Source: kyaml/resid/gvk.go. */
export const EMBEDDED_GVK: EmbeddedStruct = { fields: ['group', 'version', 'kind'] };

/** The fields of `resid.ResId`. Source: kyaml/resid/resid.go. */
export const EMBEDDED_RESOURCE_ID: EmbeddedStruct = {
  fields: ['name', 'namespace'],
  embedded: [EMBEDDED_GVK],
};

/** The fields of `types.GeneratorArgs`. Source: kustomize api/types/generatorargs.go. */
export const EMBEDDED_GENERATOR_ARGS: EmbeddedStruct = {
  fields: ['namespace', 'name', 'behavior', 'options'],
  embedded: [{ fields: ['literals', 'files', 'envs', 'env'] }],
};

const EMBEDDED_REPLACEMENT: EmbeddedStruct = { fields: ['source', 'targets', 'sourceValue'] };

const gvkFields: FieldTable<{ group: string; version: string; kind: string }> = {
  group: plainText,
  version: plainText,
  kind: plainText,
};

/** Source: kustomize api/types/fieldspec.go. */
export const fieldSpec: Codec<FieldSpec> = struct<FieldSpec>(
  { ...gvkFields, path: plainText, create: flag },
  [EMBEDDED_GVK],
);

/** Source: kustomize api/types/objectmeta.go. */
export const objectMeta: Codec<ObjectMeta> = struct<ObjectMeta>({
  name: text,
  namespace: text,
  labels: textMap,
  annotations: textMap,
});

/** Source: kustomize api/types/labels.go. */
export const label: Codec<Label> = locatedStruct<Label>({
  pairs: textMap,
  includeSelectors: flag,
  includeTemplates: flag,
  fields: list(fieldSpec),
});

/** Source: kustomize api/types/selector.go. */
export const selector: Codec<Selector> = locatedStruct<Selector>(
  {
    ...gvkFields,
    name: plainText,
    namespace: plainText,
    annotationSelector: plainText,
    labelSelector: plainText,
  },
  [EMBEDDED_RESOURCE_ID],
);

/** Source: kustomize api/types/patchargs.go. */
export const patchOptions: Codec<PatchOptions> = struct<PatchOptions>({
  allowNameChange: flag,
  allowKindChange: flag,
});

/** Source: kustomize api/types/patch.go. */
export const patch: Codec<Patch> = locatedStruct<Patch>({
  path: text,
  patch: text,
  target: pointer(selector),
  options: pointer(patchOptions),
});

/** Source: kustomize api/types/image.go. */
export const image: Codec<Image> = locatedStruct<Image>({
  name: text,
  newName: text,
  tagSuffix: text,
  newTag: text,
  digest: text,
});

/** Source: kustomize api/types/replica.go. */
export const replica: Codec<Replica> = locatedStruct<Replica>({
  name: text,
  count: locatedInteger,
});

const fieldOptions = struct<FieldOptions>({
  delimiter: plainText,
  index: plainInteger,
  encoding: plainText,
  create: flag,
});

const replacementSource = locatedStruct<ReplacementSource>(
  {
    ...gvkFields,
    name: plainText,
    namespace: plainText,
    fieldPath: text,
    options: pointer(fieldOptions),
  },
  [EMBEDDED_RESOURCE_ID],
);

const replacementTarget = locatedStruct<ReplacementTarget>({
  select: pointer(selector),
  reject: list(pointer(selector)),
  fieldPaths: list(listedText),
  options: pointer(fieldOptions),
});

const replacementFields: FieldTable<Omit<Replacement, 'ordinal'>> = {
  source: pointer(replacementSource),
  targets: list(pointer(replacementTarget)),
  sourceValue: pointer(listedText),
};

/** Source: kustomize api/types/replacement.go. */
export const replacement: Codec<Replacement> = locatedStruct<Replacement>(replacementFields);

/** Source: kustomize api/types/replacementfield.go. */
export const replacementField: Codec<ReplacementField> = locatedStruct<ReplacementField>(
  { ...replacementFields, path: text },
  [EMBEDDED_REPLACEMENT],
);

/** An entry of `vars:` as it is written. Source: kustomize api/types/var.go. */
export interface WrittenVar {
  readonly ordinal: number;
  readonly name: Located<string> | undefined;
  readonly objref: VarTarget;
  readonly fieldref: { readonly fieldPath: Located<string> | undefined };
}

/** Source: kustomize api/types/var.go. */
export const writtenVar: Codec<WrittenVar> = locatedStruct<WrittenVar>({
  name: text,
  objref: struct<VarTarget>(
    { ...gvkFields, apiVersion: plainText, name: plainText, namespace: plainText },
    [EMBEDDED_GVK],
  ),
  fieldref: struct({ fieldPath: text }),
});

/** Source: kustomize api/types/sortoptions.go. */
export const sortOptions: Codec<SortOptions> = locatedStruct<SortOptions>({
  order: text,
  legacySortOptions: pointer(
    struct<LegacySortOptions>({ orderFirst: list(listedText), orderLast: list(listedText) }),
  ),
});

/** Source: kustomize api/types/generatoroptions.go. */
export const generatorOptions: Codec<GeneratorOptions> = locatedStruct<GeneratorOptions>({
  labels: textMap,
  annotations: textMap,
  disableNameSuffixHash: locatedFlag,
  immutable: locatedFlag,
});

/** A generator's entry as it is written, before `env` joins `envs`. Source: api/types/generatorargs.go, secretargs.go. */
export type Written<Args extends ConfigMapArgs> = Args & {
  readonly env: Located<string> | undefined;
};

/** The fields that both generators have. Source: kustomize api/types/generatorargs.go and kvpairsources.go. */
export const generatorFields: FieldTable<Omit<Written<ConfigMapArgs>, 'ordinal'>> = {
  namespace: text,
  name: text,
  behavior: text,
  literals: list(listedText),
  files: list(listedText),
  envs: list(listedText),
  env: text,
  options: pointer(generatorOptions),
};

/** Source: kustomize api/types/helmchartargs.go. */
export const helmGlobalsFields: FieldTable<Omit<HelmGlobals, 'ordinal'>> = {
  chartHome: text,
  configHome: text,
};

/** Source: kustomize api/types/helmchartargs.go. */
export const helmGlobals: Codec<HelmGlobals> = locatedStruct<HelmGlobals>(helmGlobalsFields);

/** Source: kustomize api/types/helmchartargs.go. */
export const helmChartFields: FieldTable<Omit<HelmChart, 'ordinal'>> = {
  name: text,
  version: text,
  repo: text,
  releaseName: text,
  namespace: text,
  additionalValuesFiles: list(listedText),
  valuesFile: text,
  valuesInline: anyMap,
  valuesMerge: text,
  includeCRDs: flag,
  skipHooks: flag,
  apiVersions: list(listedText),
  kubeVersion: text,
  nameTemplate: text,
  skipTests: flag,
  debug: flag,
  devel: flag,
};

/** Source: kustomize api/types/helmchartargs.go. */
export const helmChart: Codec<HelmChart> = locatedStruct<HelmChart>(helmChartFields);

/** An entry of the deprecated `helmChartInflationGenerator:`. Source: kustomize api/types/helmchartargs.go. */
export interface HelmChartArgs {
  readonly ordinal: number;
  readonly chartName: Located<string> | undefined;
  readonly chartVersion: Located<string> | undefined;
  readonly chartRepoUrl: Located<string> | undefined;
  readonly chartHome: Located<string> | undefined;
  readonly chartRepoName: Located<string> | undefined;
  readonly helmBin: Located<string> | undefined;
  readonly helmHome: Located<string> | undefined;
  readonly values: Located<string> | undefined;
  readonly valuesLocal: ResourceNode | undefined;
  readonly valuesMerge: Located<string> | undefined;
  readonly releaseName: Located<string> | undefined;
  readonly releaseNamespace: Located<string> | undefined;
  readonly extraArgs: readonly Located<string>[];
}

/** Source: kustomize api/types/helmchartargs.go. */
export const helmChartArgs: Codec<HelmChartArgs> = locatedStruct<HelmChartArgs>({
  chartName: text,
  chartVersion: text,
  chartRepoUrl: text,
  chartHome: text,
  chartRepoName: text,
  helmBin: text,
  helmHome: text,
  values: text,
  valuesLocal: anyMap,
  valuesMerge: text,
  releaseName: text,
  releaseNamespace: text,
  extraArgs: list(listedText),
});
