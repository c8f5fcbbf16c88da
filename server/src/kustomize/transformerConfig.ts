import type { Reader } from '../query/database.ts';
import { problemAt } from '../text/problem.ts';
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
import { reportRead, type StepContext } from './step.ts';
import { syntaxProblem } from './syntaxProblem.ts';

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

/** Where configuration files are read. */
interface ConfigFiles {
  readonly reader: Reader;
  readonly restrictions: LoadRestrictions;
}

/**
 * The fields that the transformers of a kustomization change: the defaults with `configurations:`.
 * Source: kustomize api v0.21.1 internal/plugins/builtinconfig/transformerconfig.go `MakeTransformerConfig`.
 */
export function loadTransformerConfig(
  kustomization: Kustomization,
  files: ConfigFiles,
  context: StepContext,
): TransformerConfig {
  if (kustomization.configurations.length === 0) return defaultTransformerConfig;
  let added = emptyTransformerConfig;
  for (const entry of kustomization.configurations) {
    const config = readConfigFile(entry, files, context);
    if (config !== undefined) added = merge(added, config, entry.ordinal, context);
  }
  const [first] = kustomization.configurations;
  return merge(defaultTransformerConfig, added, first?.ordinal ?? -1, context);
}

/**
 * The fields that `crds:` tell of; they are merged after the others.
 * Source: kustomize api v0.21.1 internal/accumulator/loadconfigfromcrds.go.
 */
export function loadCrdConfig(
  kustomization: Kustomization,
  files: ConfigFiles,
  context: StepContext,
): TransformerConfig {
  let result = emptyTransformerConfig;
  for (const entry of kustomization.crds) {
    const loaded = load(entry, files, context);
    if (loaded === undefined) continue;
    const crds = configFromCrds(loaded.text);
    if ('problem' in crds) {
      context.report.fail(problemAt(crds.problem, pointerTo(context.source, entry.ordinal)));
    } else {
      result = merge(result, crds.config, entry.ordinal, context);
    }
  }
  return result;
}

function merge(
  config: TransformerConfig,
  added: TransformerConfig,
  ordinal: number,
  context: StepContext,
): TransformerConfig {
  const merged = mergeTransformerConfig(config, added);
  if (!('kind' in merged)) return merged;
  context.report.fail(problemAt(merged, pointerTo(context.source, ordinal)));
  return config;
}

function readConfigFile(
  entry: Located<string>,
  files: ConfigFiles,
  context: StepContext,
): TransformerConfig | undefined {
  const loaded = load(entry, files, context);
  if (loaded === undefined) return undefined;
  const { file } = loaded;
  const configuration = readConfiguration(loaded.text);
  for (const found of configuration.problems) context.report.fail(syntaxProblem(found, file));
  const read = readTransformerConfig(configuration.root);
  reportRead(read.problems, { file, inside: [], root: context.root }, context.report);
  return read.config;
}

function load(
  entry: Located<string>,
  { reader, restrictions }: ConfigFiles,
  context: StepContext,
): FileText | undefined {
  const loaded = loadText(reader, context.root, entry.value, restrictions);
  if (loaded.kind === 'problem')
    context.report.fail(problemAt(loaded, pointerTo(context.source, entry.ordinal)));
  return loaded.kind === 'text' ? loaded : undefined;
}
