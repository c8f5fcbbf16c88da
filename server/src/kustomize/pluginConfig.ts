import type { FieldSpec } from './fieldSpecs.ts';
import type {
  ConfigMapArgs,
  HelmChart,
  HelmGlobals,
  Image,
  KeyValue,
  Located,
  PatchOptions,
  ReplacementField,
  Replica,
  SecretArgs,
  Selector,
} from './kustomization.ts';

/**
 * The configuration of a built-in generator or transformer (`apiVersion: builtin`), as a file of `generators:`,
 * `transformers:` or `validators:` gives it. Ordinals are those of the resource's own nodes.
 *
 * Source: kustomize api/internal/builtins and api/internal/plugins/builtinhelpers/builtins.go (v0.21.1).
 */
export type PluginConfig =
  | {
      readonly kind: 'AnnotationsTransformer';
      readonly annotations: readonly KeyValue[];
      readonly fieldSpecs: readonly FieldSpec[];
    }
  | { readonly kind: 'ConfigMapGenerator'; readonly args: ConfigMapArgs }
  | { readonly kind: 'HashTransformer' }
  | {
      readonly kind: 'HelmChartInflationGenerator';
      readonly globals: HelmGlobals;
      readonly chart: HelmChart;
    }
  | IamPolicyGeneratorConfig
  | {
      readonly kind: 'ImageTagTransformer';
      readonly imageTag: Image;
      readonly fieldSpecs: readonly FieldSpec[];
    }
  | {
      readonly kind: 'LabelTransformer';
      readonly labels: readonly KeyValue[];
      readonly fieldSpecs: readonly FieldSpec[];
    }
  | NamespaceTransformerConfig
  | PatchJson6902TransformerConfig
  | PatchStrategicMergeTransformerConfig
  | PatchTransformerConfig
  | PrefixSuffixConfig
  | { readonly kind: 'ReplacementTransformer'; readonly replacements: readonly ReplacementField[] }
  | {
      readonly kind: 'ReplicaCountTransformer';
      readonly replica: Replica;
      readonly fieldSpecs: readonly FieldSpec[];
    }
  | { readonly kind: 'SecretGenerator'; readonly args: SecretArgs }
  | ValueAddTransformerConfig;

/** Source: kustomize api/types/iampolicygenerator.go. */
export interface IamPolicyGeneratorConfig {
  readonly kind: 'IAMPolicyGenerator';
  readonly cloud: Located<string> | undefined;
  readonly kubernetesService: {
    readonly name: Located<string> | undefined;
    readonly namespace: Located<string> | undefined;
  };
  readonly serviceAccount: {
    readonly name: Located<string> | undefined;
    readonly projectId: Located<string> | undefined;
  };
}

/** `namespace` is `metadata.namespace`. Source: kustomize api/internal/builtins/NamespaceTransformer.go. */
export interface NamespaceTransformerConfig {
  readonly kind: 'NamespaceTransformer';
  readonly namespace: Located<string> | undefined;
  readonly fieldSpecs: readonly FieldSpec[];
  readonly unsetOnly: boolean;
  /** As written, '' where it is absent, which means `defaultOnly`. */
  readonly setRoleBindingSubjects: string;
}

/** Source: kustomize api/internal/builtins/PatchJson6902Transformer.go. */
export interface PatchJson6902TransformerConfig {
  readonly kind: 'PatchJson6902Transformer';
  readonly target: Selector | undefined;
  readonly path: Located<string> | undefined;
  readonly jsonOp: Located<string> | undefined;
}

/** Source: kustomize api/internal/builtins/PatchStrategicMergeTransformer.go. */
export interface PatchStrategicMergeTransformerConfig {
  readonly kind: 'PatchStrategicMergeTransformer';
  readonly paths: readonly Located<string>[];
  readonly patches: Located<string> | undefined;
}

/** Source: kustomize api/internal/builtins/PatchTransformer.go. */
export interface PatchTransformerConfig {
  readonly kind: 'PatchTransformer';
  readonly path: Located<string> | undefined;
  readonly patch: Located<string> | undefined;
  readonly target: Selector | undefined;
  readonly options: PatchOptions | undefined;
}

/** The last kind does what the two others do. Source: kustomize api/internal/builtins/PrefixTransformer.go, SuffixTransformer.go. */
export interface PrefixSuffixConfig {
  readonly kind: 'PrefixTransformer' | 'SuffixTransformer' | 'PrefixSuffixTransformer';
  readonly prefix: Located<string> | undefined;
  readonly suffix: Located<string> | undefined;
  readonly fieldSpecs: readonly FieldSpec[];
}

/** Source: kustomize api/internal/builtins/ValueAddTransformer.go. */
export interface ValueAddTransformerConfig {
  readonly kind: 'ValueAddTransformer';
  readonly value: Located<string> | undefined;
  readonly targets: readonly ValueAddTarget[];
  readonly targetFilePath: Located<string> | undefined;
}

/** Where a value is added. Source: kustomize api/internal/builtins/ValueAddTransformer.go. */
export interface ValueAddTarget {
  readonly ordinal: number;
  readonly selector: Selector | undefined;
  readonly fieldPath: string;
  readonly filePathPosition: number;
}
