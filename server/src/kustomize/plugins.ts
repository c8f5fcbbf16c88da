import { resourceIdEquals } from '../kubernetes/resourceId.ts';
import { problem, problemAt, type Problem } from '../text/problem.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { addOriginAnnotations, addTransformerAnnotations, type Tracking } from './buildMetadata.ts';
import { absorb } from './generators/absorb.ts';
import { generateConfigMap, generateSecret, type GeneratorFiles } from './generators/generate.ts';
import { generateIamPolicy } from './generators/iamPolicy.ts';
import { inflateChart } from './inflateChart.ts';
import { metadataMap, withMetadataMap } from './metadata.ts';
import type { PluginConfig } from './pluginConfig.ts';
import { readPluginConfig } from './readPluginConfig.ts';
import { describeId, pointerTo, Resource } from './resource.ts';
import { haveSameNodes } from './sameNodes.ts';
import type { Report, StepContext } from './step.ts';
import { addHashes } from './transformers/hash.ts';
import { setImages } from './transformers/images.ts';
import { setEntries } from './transformers/labels.ts';
import { addNamePrefix, addNameSuffix } from './transformers/nameAffixes.ts';
import { setNamespace, type SubjectMode } from './transformers/namespace.ts';
import { applyJson6902, applyPatch, applyStrategicMerges } from './transformers/patches.ts';
import { applyReplacements } from './transformers/replacements.ts';
import { setReplicas } from './transformers/replicas.ts';
import { addValues } from './transformers/valueAdd.ts';

/*
 * `generators:`, `transformers:` and `validators:`: the built-in plugins run, any other one is a program that is never run.
 * Source: kustomize api v0.21.1 internal/plugins/loader/loader.go, internal/plugins/builtinhelpers/builtins.go.
 */

/** Runs generators in order and takes up what they make. */
export function runGeneratorPlugins(
  resources: readonly Resource[],
  plugins: readonly Resource[],
  files: GeneratorFiles,
  context: StepContext,
  tracking: Tracking | undefined,
): readonly Resource[] {
  let result = resources;
  for (const plugin of plugins) {
    const own = ofPlugin(context, plugin);
    const at = pointerTo(plugin.source, plugin.node.ordinal);
    const config = load(plugin, own);
    if (config === undefined) continue;
    const made = generate(config, files, own);
    if ('kind' in made) {
      context.report.fail(problemAt(made, at));
      continue;
    }
    const all = made instanceof Resource ? [made] : made;
    for (const annotated of addOriginAnnotations(all, tracking?.ofPlugin(plugin), undefined))
      result = absorb(result, annotated, context, at);
  }
  return result;
}

/** Runs transformers in order. */
export function runTransformerPlugins(
  resources: readonly Resource[],
  plugins: readonly Resource[],
  files: GeneratorFiles,
  context: StepContext,
  tracking: Tracking | undefined,
): readonly Resource[] {
  let result = resources;
  for (const plugin of plugins) {
    const own = ofPlugin(context, plugin);
    const config = load(plugin, own);
    if (config === undefined) continue;
    const next = transform(
      result,
      config,
      files,
      own,
      pointerTo(plugin.source, plugin.node.ordinal),
    );
    result = addTransformerAnnotations(next, tracking?.ofPlugin(plugin));
  }
  return result;
}

/** Runs validators: transformers that must change nothing but one label, which then stays. Source: kusttarget.go `runValidators`. */
export function runValidatorPlugins(
  resources: readonly Resource[],
  plugins: readonly Resource[],
  files: GeneratorFiles,
  context: StepContext,
): readonly Resource[] {
  let result = resources;
  for (const plugin of plugins) {
    const before = result;
    result = runTransformerPlugins(before, [plugin], files, context, undefined);
    if (isChanged(before, result))
      context.report.fail(
        problem(
          'kustomize.validator-changes',
          { plugin: plugin.id.kind },
          pointerTo(plugin.source, plugin.node.ordinal),
        ),
      );
  }
  return result;
}

function isChanged(before: readonly Resource[], after: readonly Resource[]): boolean {
  return (
    after.length !== before.length ||
    after.some(
      (resource, index) =>
        after.findIndex((other) => resourceIdEquals(resource.id, other.id)) !== index,
    ) ||
    after.some((resource, index) => {
      const old = before[index];
      return old === undefined || !haveSameNodes(old, withoutLabel(resource));
    })
  );
}

/** Source: konfig `ValidatedByLabelKey`. */
function withoutLabel(resource: Resource): Resource {
  const labels = metadataMap(resource.node, 'labels');
  if (!labels.delete('validated-by')) return resource;
  return resource.with(withMetadataMap(resource.node, 'labels', labels, undefined));
}

/** The steps of a plugin stand in its own file; paths in it start at the root that names it. */
function ofPlugin(context: StepContext, plugin: Resource): StepContext {
  return { ...context, source: plugin.source };
}

/** Source: loader.go `loadAndConfigurePlugin`. */
function load(plugin: Resource, context: StepContext): PluginConfig | undefined {
  const { id } = plugin;
  const { report } = context;
  const at = pointerTo(plugin.source, plugin.node.ordinal);
  if (id.group !== '' || id.version !== 'builtin') {
    report.gap(
      { kind: 'exec', detail: describeId(id), at },
      problem('kustomize.external-plugin', { plugin: id.kind }, at),
    );
    return undefined;
  }
  const printed = writeCanonical(plugin.node);
  if ('problem' in printed) {
    const { message, ordinal } = printed.problem;
    report.fail(
      problem('kustomize.yaml-syntax', { message }, pointerTo(plugin.source, Math.max(ordinal, 0))),
    );
    return undefined;
  }
  const { config, problems } = readPluginConfig(id.kind, plugin.node);
  for (const found of problems) {
    const located = problem(found.code, found.parameters, pointerTo(plugin.source, found.ordinal));
    if (found.severity === 'error') report.fail(located);
    else report.note(located);
  }
  if (config === undefined && problems.length === 0)
    report.fail(problem('kustomize.unknown-plugin', { plugin: id.kind }, at));
  return problems.some((found) => found.severity === 'error') ? undefined : config;
}

function generate(
  config: PluginConfig,
  files: GeneratorFiles,
  context: StepContext,
): Resource | readonly Resource[] | Problem {
  switch (config.kind) {
    case 'ConfigMapGenerator':
      return generateConfigMap(config.args, files, context);
    case 'SecretGenerator':
      return generateSecret(config.args, files, context);
    case 'IAMPolicyGenerator':
      return generateIamPolicy(config, context);
    case 'HelmChartInflationGenerator':
      return inflateChart(
        { chart: config.chart, home: config.globals.chartHome, namespace: '' },
        files,
        context,
      );
    default:
      return problem('kustomize.not-a-generator', { plugin: config.kind });
  }
}

const subjectModes: readonly string[] = [
  'defaultOnly',
  'allServiceAccounts',
  'none',
] satisfies readonly SubjectMode[];

function isSubjectMode(mode: string): mode is SubjectMode {
  return subjectModes.includes(mode);
}

function transform(
  resources: readonly Resource[],
  config: PluginConfig,
  files: GeneratorFiles,
  context: StepContext,
  at: Problem['at'],
): readonly Resource[] {
  const none = { value: '', ordinal: -1 };
  switch (config.kind) {
    case 'AnnotationsTransformer':
      return setEntries(resources, config.annotations, config.fieldSpecs, 'annotations', context);
    case 'LabelTransformer':
      return setEntries(resources, config.labels, config.fieldSpecs, 'labels', context);
    case 'HashTransformer':
      return addHashes(resources, context.report);
    case 'ImageTagTransformer':
      return setImages(resources, config.imageTag, config.fieldSpecs, context);
    case 'NamespaceTransformer': {
      const mode =
        config.setRoleBindingSubjects === '' ? 'defaultOnly' : config.setRoleBindingSubjects;
      if (!isSubjectMode(mode))
        return refuse(
          resources,
          problem('kustomize.bad-subject-mode', { mode }),
          at,
          context.report,
        );
      return setNamespace(
        resources,
        config.namespace ?? none,
        config.fieldSpecs,
        { unsetOnly: config.unsetOnly, subjects: mode },
        context,
      );
    }
    case 'PatchTransformer':
      return applyPatch(resources, { ...config, ordinal: 0 }, files, context);
    case 'PatchJson6902Transformer':
      return applyJson6902(
        resources,
        {
          ordinal: 0,
          target: config.target,
          path: config.path,
          patch: config.jsonOp,
          options: undefined,
        },
        files,
        context,
      );
    case 'PatchStrategicMergeTransformer':
      if (config.paths.length === 0 && (config.patches?.value ?? '') === '')
        return refuse(resources, problem('kustomize.patch-without-content'), at, context.report);
      return applyStrategicMerges(
        resources,
        { paths: config.paths, inline: config.patches },
        files,
        context,
      );
    case 'PrefixTransformer':
      return addNamePrefix(resources, config.prefix ?? none, config.fieldSpecs, context);
    case 'SuffixTransformer':
      return addNameSuffix(resources, config.suffix ?? none, config.fieldSpecs, context);
    case 'PrefixSuffixTransformer':
      return addNameSuffix(
        addNamePrefix(resources, config.prefix ?? none, config.fieldSpecs, context),
        config.suffix ?? none,
        config.fieldSpecs,
        context,
      );
    case 'ReplacementTransformer':
      return applyReplacements(resources, config.replacements, files, context);
    case 'ReplicaCountTransformer':
      return setReplicas(resources, config.replica, config.fieldSpecs, context);
    case 'ValueAddTransformer':
      return addValues(resources, config, files, context);
    case 'ConfigMapGenerator':
    case 'SecretGenerator':
    case 'IAMPolicyGenerator':
    case 'HelmChartInflationGenerator':
      return refuse(
        resources,
        problem('kustomize.not-a-transformer', { plugin: config.kind }),
        at,
        context.report,
      );
  }
}

function refuse(
  resources: readonly Resource[],
  found: Problem,
  at: Problem['at'],
  report: Report,
): readonly Resource[] {
  report.fail(problemAt(found, at));
  return resources;
}
