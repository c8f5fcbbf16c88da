import type { ResourceNode } from '../yaml/resourceNode.ts';
import {
  emptyTransformerConfig,
  sortTransformerConfig,
  type FieldSpec,
  type NameBackReference,
  type TransformerConfig,
} from './fieldSpecs.ts';
import { toJson, type JsonOptions, type JsonValue } from './goJson.ts';
import type { Replacement } from './kustomization.ts';
import { EMBEDDED_GVK, fieldSpec, replacement } from './kustomizationCodecs.ts';
import type { KustomizationProblem } from './kustomizationProblem.ts';
import { plainText, type Codec } from './goCodec.ts';
import { list, struct } from './parseGoStruct.ts';
import type { PluginConfig, ValueAddTarget } from './pluginConfig.ts';
import { pluginReaders, valueAddTarget } from './pluginReaders.ts';

/** A plugin configuration as far as it can be read. The build fails where a problem has the severity `error`. */
export interface ReadPluginConfig {
  /** `undefined` for a kind that is no built-in plugin (`SortOrderTransformer` is not one either). */
  readonly config: PluginConfig | undefined;
  readonly problems: readonly KustomizationProblem[];
}

/**
 * Reads the configuration of the built-in plugin `kind` from a resource.
 *
 * kustomize prints the resource and reads it again: unknown fields are let pass, names match in any case, and a number or a
 * boolean becomes a string where a string is wanted, but not in a field that comes from an embedded Go struct (the `literals`
 * of a generator, the `group` of a selector), where it is an error. `env` of a generator is read and then lost, as only a
 * kustomization file has it moved to `envs`. `PrefixTransformer` and `SuffixTransformer` are read by another library: names
 * match exactly, any scalar is a string, and `fieldSpecs` must be there.
 *
 * Source: kustomize api/internal/plugins/loader/loader.go, api/internal/builtins (v0.21.1); sigs.k8s.io/yaml v1.5.0.
 */
export function readPluginConfig(kind: string, resource: ResourceNode): ReadPluginConfig {
  const problems: KustomizationProblem[] = [];
  const config = pluginReaders.get(kind)?.(resource, collect(problems));
  return { config, problems };
}

/**
 * Reads the file that a replacement names by `path:`: one replacement or a list of them. Unknown fields are let pass; numbers
 * and booleans become strings where a string is wanted. The tree is that of `readConfiguration`, `undefined` for an empty file.
 *
 * Source: kustomize api/internal/builtins/ReplacementTransformer.go (v0.21.1), sigs.k8s.io/yaml v1.5.0 `Unmarshal`.
 */
export function readReplacements(root: ResourceNode | undefined): {
  readonly replacements: readonly Replacement[];
  readonly problems: readonly KustomizationProblem[];
} {
  const problems: KustomizationProblem[] = [];
  const report = collect(problems);
  const node = withoutAlias(root);
  // The file is read without a type first, where no number may be infinite.
  const reportNumber = (found: KustomizationProblem): void => {
    if (found.code === 'kustomization.unsupported-number') {
      report(found);
    }
  };
  if (root !== undefined) {
    toJson(root, undefined, {
      version: 2,
      numbers: 'yaml',
      duplicates: 'warn',
      report: reportNumber,
    });
  }
  switch (node?.kind) {
    case 'sequence':
      return { replacements: unmarshal(list(replacement), node, report), problems };
    case 'map':
      return { replacements: [unmarshal(replacement, node, report)], problems };
    default: {
      const ordinal = node?.ordinal ?? -1;
      const isNull = node === undefined || (node.kind === 'scalar' && node.tag === '!!null');
      const found = isNull ? 'null' : 'string';
      const code = 'kustomization.replacement-file-type';
      report({ code, parameters: { found }, ordinal, severity: 'error' });
      return { replacements: [], problems };
    }
  }
}

/**
 * Reads a file of `configurations:`, and sorts it. Unknown fields and equal keys are errors. The tree is that of
 * `readConfiguration`, `undefined` for an empty file, which says nothing.
 *
 * Source: kustomize api/internal/plugins/builtinconfig/loaddefaultconfig.go (v0.21.1), sigs.k8s.io/yaml v1.5.0
 * `UnmarshalStrict`.
 */
export function readTransformerConfig(root: ResourceNode | undefined): {
  /** `undefined` where there is an error. */
  readonly config: TransformerConfig | undefined;
  readonly problems: readonly KustomizationProblem[];
} {
  const problems: KustomizationProblem[] = [];
  if (root === undefined) {
    return { config: emptyTransformerConfig, problems };
  }
  const report = collect(problems);
  const options: JsonOptions = { version: 2, numbers: 'yaml', duplicates: 'refuse', report };
  const json = toJson(root, transformerConfig.target, options);
  const context = { unknownFields: 'refuse', rules: 'json', report } as const;
  const written = transformerConfig.decode(json, transformerConfig.zero, '', context);
  const nameReference = written.nameReference.map(({ fieldSpecs, ...type }): NameBackReference => ({
    ...type,
    referrers: fieldSpecs,
  }));
  const isRight = problems.every(({ severity }) => severity === 'warning');
  const config = isRight ? sortTransformerConfig({ ...written, nameReference }) : undefined;
  return { config, problems };
}

/**
 * Reads the file of a ValueAddTransformer's `targetFilePath`. The tree is that of `readConfiguration`.
 * Source: kustomize api/internal/builtins/ValueAddTransformer.go (v0.21.1).
 */
export function readValueAddTargets(root: ResourceNode | undefined): {
  readonly targets: readonly ValueAddTarget[];
  readonly problems: readonly KustomizationProblem[];
} {
  const problems: KustomizationProblem[] = [];
  const targets =
    root === undefined ? [] : unmarshal(valueAddTargets, root, collect(problems)).targets;
  return { targets, problems };
}

const valueAddTargets = struct({ targets: list(valueAddTarget) });

type WrittenTransformerConfig = Omit<TransformerConfig, 'nameReference'> & {
  readonly nameReference: readonly (Omit<NameBackReference, 'referrers'> & {
    readonly fieldSpecs: readonly FieldSpec[];
  })[];
};

const fieldSpecs = list(fieldSpec);

const transformerConfig: Codec<WrittenTransformerConfig> = struct<WrittenTransformerConfig>({
  namePrefix: fieldSpecs,
  nameSuffix: fieldSpecs,
  namespace: fieldSpecs,
  commonLabels: fieldSpecs,
  labels: fieldSpecs,
  templateLabels: fieldSpecs,
  commonAnnotations: fieldSpecs,
  nameReference: list(
    struct({ group: plainText, version: plainText, kind: plainText, fieldSpecs }, [EMBEDDED_GVK]),
  ),
  varReference: fieldSpecs,
  images: fieldSpecs,
  replicas: fieldSpecs,
});

type Report = (problem: KustomizationProblem) => void;

function collect(problems: KustomizationProblem[]): Report {
  return (problem) => {
    problems.push(problem);
  };
}

/** `yaml.Unmarshal` of sigs.k8s.io/yaml. */
function unmarshal<T>(codec: Codec<T>, node: ResourceNode, report: Report): T {
  const options: JsonOptions = { version: 2, numbers: 'yaml', duplicates: 'warn', report };
  const json: JsonValue = toJson(node, codec.target, options);
  return codec.decode(json, codec.zero, '', { unknownFields: 'ignore', rules: 'json', report });
}

function withoutAlias(node: ResourceNode | undefined): ResourceNode | undefined {
  return node?.kind === 'alias' ? node.target : node;
}
