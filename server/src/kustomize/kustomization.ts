import type { FieldSpec } from './fieldSpecs.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/**
 * A value and where it stands: `ordinal` is that of its node in the file that it was read from (see
 * `ResourceNode.ordinal`), or −1 for a value that no file holds.
 */
export interface Located<T> {
  readonly value: T;
  readonly ordinal: number;
}

/** One entry of a map of strings; `ordinal` is that of the value (the key's is one less). */
export interface KeyValue {
  readonly key: string;
  readonly value: string;
  readonly ordinal: number;
}

/**
 * A kustomization file after Go's decoding and `FixKustomization`: `bases` stand at the end of `resources`, `imageTags` at
 * the end of `images`, `env` at the end of `envs`, `helmChartInflationGenerator` at the end of `helmCharts`.
 *
 * Go does not tell an absent string, boolean, list or map from an empty one, and nor does this type: an empty string or
 * `false` is `undefined` (or the zero value where the type is plain). Strings that stand in a list or a map are kept even
 * when they are empty. Maps are sorted by key in the order of bytes, as Go's JSON writes them.
 *
 * Source: kustomize api/types/kustomization.go (v0.21.1).
 */
export interface Kustomization {
  readonly apiVersion: Located<string>;
  readonly kind: Located<string>;
  readonly metadata: ObjectMeta | undefined;
  readonly openapi: readonly KeyValue[];

  readonly namePrefix: Located<string> | undefined;
  readonly nameSuffix: Located<string> | undefined;
  readonly namespace: Located<string> | undefined;
  readonly commonLabels: readonly KeyValue[];
  readonly labels: readonly Label[];
  readonly commonAnnotations: readonly KeyValue[];
  readonly patchesStrategicMerge: readonly Located<string>[];
  readonly patchesJson6902: readonly Patch[];
  readonly patches: readonly Patch[];
  readonly images: readonly Image[];
  readonly replacements: readonly ReplacementField[];
  readonly replicas: readonly Replica[];
  readonly vars: readonly Var[];
  readonly sortOptions: SortOptions | undefined;

  readonly resources: readonly Located<string>[];
  readonly components: readonly Located<string>[];
  readonly crds: readonly Located<string>[];

  readonly configMapGenerator: readonly ConfigMapArgs[];
  readonly secretGenerator: readonly SecretArgs[];
  readonly helmGlobals: HelmGlobals | undefined;
  readonly helmCharts: readonly HelmChart[];
  readonly generatorOptions: GeneratorOptions | undefined;
  readonly configurations: readonly Located<string>[];
  readonly generators: readonly Located<string>[];
  readonly transformers: readonly Located<string>[];
  readonly validators: readonly Located<string>[];
  readonly buildMetadata: readonly Located<string>[];
}

/** `metadata:` of a kustomization or a plugin configuration. Source: kustomize api/types/objectmeta.go. */
export interface ObjectMeta {
  readonly name: Located<string> | undefined;
  readonly namespace: Located<string> | undefined;
  readonly labels: readonly KeyValue[];
  readonly annotations: readonly KeyValue[];
}

/** One entry of `labels:`; `ordinal` is that of the entry. Source: kustomize api/types/labels.go. */
export interface Label {
  readonly ordinal: number;
  readonly pairs: readonly KeyValue[];
  readonly includeSelectors: boolean;
  readonly includeTemplates: boolean;
  readonly fields: readonly FieldSpec[];
}

/**
 * Selects resources; each of `group`, `version`, `kind`, `name` and `namespace` is a regular expression that must match as
 * a whole, or '' for any. `ordinal` is that of the map. Source: kustomize api/types/selector.go.
 */
export interface Selector {
  readonly ordinal: number;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly annotationSelector: string;
  readonly labelSelector: string;
}

/**
 * One entry of `patches:` or `patchesJson6902:`, of which `options` is not read for the latter; `ordinal` is that of the
 * entry. Source: kustomize api/types/patch.go.
 */
export interface Patch {
  readonly ordinal: number;
  readonly path: Located<string> | undefined;
  readonly patch: Located<string> | undefined;
  readonly target: Selector | undefined;
  readonly options: PatchOptions | undefined;
}

/** What a patch may change beside the content. Source: kustomize api/types/patchargs.go. */
export interface PatchOptions {
  readonly allowNameChange: boolean;
  readonly allowKindChange: boolean;
}

/** One entry of `images:`; `ordinal` is that of the entry. Source: kustomize api/types/image.go. */
export interface Image {
  readonly ordinal: number;
  readonly name: Located<string> | undefined;
  readonly newName: Located<string> | undefined;
  readonly tagSuffix: Located<string> | undefined;
  readonly newTag: Located<string> | undefined;
  readonly digest: Located<string> | undefined;
}

/** One entry of `replicas:`; `count` is an int64, 0 where it is absent. Source: kustomize api/types/replica.go. */
export interface Replica {
  readonly ordinal: number;
  readonly name: Located<string> | undefined;
  readonly count: Located<bigint>;
}

/** A copy of one value into many fields. `ordinal` is that of the map. Source: kustomize api/types/replacement.go. */
export interface Replacement {
  readonly ordinal: number;
  readonly source: ReplacementSource | undefined;
  /** An empty string is a value here, other than an absent one. */
  readonly sourceValue: Located<string> | undefined;
  readonly targets: readonly (ReplacementTarget | undefined)[];
}

/** One entry of `replacements:`: a replacement, or the path of a file with one or many. Source: replacementfield.go. */
export interface ReplacementField extends Replacement {
  readonly path: Located<string> | undefined;
}

/** The one object, by literal id, and the field that is read. Source: kustomize api/types/replacement.go. */
export interface ReplacementSource {
  readonly ordinal: number;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly fieldPath: Located<string> | undefined;
  readonly options: FieldOptions | undefined;
}

/** The fields that are written. A list item that is `null` is `undefined`. Source: kustomize api/types/replacement.go. */
export interface ReplacementTarget {
  readonly ordinal: number;
  readonly select: Selector | undefined;
  readonly reject: readonly (Selector | undefined)[];
  readonly fieldPaths: readonly Located<string>[];
  readonly options: FieldOptions | undefined;
}

/** How the text of a field is split, and whether a missing field is made. Source: kustomize api/types/replacement.go. */
export interface FieldOptions {
  readonly delimiter: string;
  readonly index: number;
  readonly encoding: string;
  readonly create: boolean;
}

/** One entry of `vars:`; `ordinal` is that of the entry. Source: kustomize api/types/var.go. */
export interface Var {
  readonly ordinal: number;
  readonly name: Located<string> | undefined;
  readonly objref: VarTarget;
  readonly fieldPath: Located<string> | undefined;
}

/** The object of a `vars:` entry, as written; `apiVersion` overrides group and version. Source: api/types/var.go. */
export interface VarTarget {
  readonly apiVersion: string;
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** `sortOptions:`. Source: kustomize api/types/sortoptions.go. */
export interface SortOptions {
  readonly ordinal: number;
  readonly order: Located<string> | undefined;
  readonly legacySortOptions: LegacySortOptions | undefined;
}

/** The kinds that come first and last. Source: kustomize api/types/sortoptions.go. */
export interface LegacySortOptions {
  readonly orderFirst: readonly Located<string>[];
  readonly orderLast: readonly Located<string>[];
}

/** One entry of `configMapGenerator:`. Source: kustomize api/types/generatorargs.go and kvpairsources.go. */
export interface ConfigMapArgs {
  readonly ordinal: number;
  readonly namespace: Located<string> | undefined;
  readonly name: Located<string> | undefined;
  readonly behavior: Located<string> | undefined;
  readonly literals: readonly Located<string>[];
  readonly files: readonly Located<string>[];
  readonly envs: readonly Located<string>[];
  readonly options: GeneratorOptions | undefined;
}

/** One entry of `secretGenerator:`. Source: kustomize api/types/secretargs.go. */
export interface SecretArgs extends ConfigMapArgs {
  readonly type: Located<string> | undefined;
}

/** `generatorOptions:`, or `options:` of one generator. Source: kustomize api/types/generatoroptions.go. */
export interface GeneratorOptions {
  readonly ordinal: number;
  readonly labels: readonly KeyValue[];
  readonly annotations: readonly KeyValue[];
  /** Where `true` stands; `undefined` for false. */
  readonly disableNameSuffixHash: Located<boolean> | undefined;
  /** Where `true` stands; `undefined` for false. */
  readonly immutable: Located<boolean> | undefined;
}

/** `helmGlobals:`. Source: kustomize api/types/helmchartargs.go. */
export interface HelmGlobals {
  readonly ordinal: number;
  readonly chartHome: Located<string> | undefined;
  readonly configHome: Located<string> | undefined;
}

/** One entry of `helmCharts:`. Source: kustomize api/types/helmchartargs.go. */
export interface HelmChart {
  readonly ordinal: number;
  readonly name: Located<string> | undefined;
  readonly version: Located<string> | undefined;
  readonly repo: Located<string> | undefined;
  readonly releaseName: Located<string> | undefined;
  readonly namespace: Located<string> | undefined;
  readonly additionalValuesFiles: readonly Located<string>[];
  readonly valuesFile: Located<string> | undefined;
  /** The map as it stands, in the scalar rules of the configuration file (YAML 1.1). */
  readonly valuesInline: ResourceNode | undefined;
  readonly valuesMerge: Located<string> | undefined;
  readonly includeCRDs: boolean;
  readonly skipHooks: boolean;
  readonly apiVersions: readonly Located<string>[];
  readonly kubeVersion: Located<string> | undefined;
  readonly nameTemplate: Located<string> | undefined;
  readonly skipTests: boolean;
  readonly debug: boolean;
  readonly devel: boolean;
}
