import type { Reader } from '../query/database.ts';
import { problem, problemAt } from '../text/problem.ts';
import { readConfiguration } from '../yaml/readConfiguration.ts';
import { configFromCrds } from './crds.ts';
import {
  defaultTransformerConfig,
  emptyTransformerConfig,
  mergeTransformerConfig,
  type TransformerConfig,
} from './fieldSpecs.ts';
import type { Kustomization, Located } from './kustomization.ts';
import { loadText, type FileText, type LoadRestrictions } from './load.ts';
import { readTransformerConfig } from './readPluginConfig.ts';
import { pointerTo } from './resource.ts';
import type { StepContext } from './step.ts';

/** The defaults as they come out of a merge: merging them again changes nothing (a test holds it). */
export const mergedDefaults = mergeDefaults();

function mergeDefaults(): TransformerConfig {
  const merged = mergeTransformerConfig(emptyTransformerConfig, defaultTransformerConfig);
  return 'kind' in merged ? defaultTransformerConfig : merged;
}

/** The merge of two configurations where it is known without merging, since one side holds nothing but the defaults. */
export function sameAsMerged(
  config: TransformerConfig,
  added: TransformerConfig,
): TransformerConfig | undefined {
  const onlyDefaults =
    added === defaultTransformerConfig ||
    added === mergedDefaults ||
    added === emptyTransformerConfig;
  if (config === emptyTransformerConfig && onlyDefaults)
    return added === emptyTransformerConfig ? config : mergedDefaults;
  return config === mergedDefaults && onlyDefaults ? config : undefined;
}

/**
 * The fields that the transformers of a kustomization change: the defaults, `configurations:` and `crds:`.
 * Source: kustomize api v0.21.1 internal/plugins/builtinconfig, internal/accumulator/loadconfigfromcrds.go.
 */
export function loadTransformerConfig(
  kustomization: Kustomization,
  files: { readonly reader: Reader; readonly restrictions: LoadRestrictions },
  context: StepContext,
): TransformerConfig {
  let config = defaultTransformerConfig;
  const merge = (added: TransformerConfig, ordinal: number): void => {
    const merged = mergeTransformerConfig(config, added);
    if ('kind' in merged)
      context.report.fail(problemAt(merged, pointerTo(context.source, ordinal)));
    else config = merged;
  };
  for (const entry of kustomization.configurations) {
    const loaded = load(entry, files, context);
    if (loaded === undefined) continue;
    const configuration = readConfiguration(loaded.text);
    for (const found of configuration.problems) {
      context.report.fail(
        problem(
          'kustomize.yaml-syntax',
          { message: found.message },
          { kind: 'offset', file: loaded.file, offset: found.offset },
        ),
      );
    }
    const read = readTransformerConfig(configuration.root);
    for (const found of read.problems) {
      context.report.fail(
        problem(found.code, found.parameters, {
          kind: 'node',
          file: loaded.file,
          ordinal: found.ordinal,
        }),
      );
    }
    if (read.config !== undefined) merge(read.config, entry.ordinal);
  }
  for (const entry of kustomization.crds) {
    const loaded = load(entry, files, context);
    if (loaded === undefined) continue;
    const crds = configFromCrds(loaded.text);
    if ('problem' in crds)
      context.report.fail(problemAt(crds.problem, pointerTo(context.source, entry.ordinal)));
    else merge(crds.config, entry.ordinal);
  }
  return config;
}

function load(
  entry: Located<string>,
  { reader, restrictions }: { readonly reader: Reader; readonly restrictions: LoadRestrictions },
  context: StepContext,
): FileText | undefined {
  const loaded = loadText(reader, context.root, entry.value, restrictions);
  if (loaded.kind === 'problem')
    context.report.fail(problemAt(loaded, pointerTo(context.source, entry.ordinal)));
  return loaded.kind === 'text' ? loaded : undefined;
}
