import type { Reader } from '../../query/database.ts';
import { problemAt, type Problem } from '../../text/problem.ts';
import { addOriginAnnotations, type Tracking } from '../buildMetadata.ts';
import { inflateChart } from '../inflateChart.ts';
import type { ConfigMapArgs, GeneratorOptions, KeyValue } from '../kustomization.ts';
import type { LoadRestrictions } from '../load.ts';
import { runGeneratorPlugins } from '../plugins.ts';
import { pointerTo, type Resource } from '../resource.ts';
import type { StepContext } from '../step.ts';
import type { Target } from '../target.ts';
import { absorb } from './absorb.ts';
import { generateConfigMap, generateSecret } from './generate.ts';

/**
 * The generators of a kustomization's own fields, then those of plugins.
 * Source: kustomize api v0.21.1 internal/target/kusttarget.go `runGenerators`.
 */
export function runGenerators(
  target: Target,
  resources: readonly Resource[],
  plugins: readonly Resource[],
  context: StepContext,
  environment: {
    readonly reader: Reader;
    readonly restrictions: LoadRestrictions;
    readonly tracking: Tracking | undefined;
    readonly chartNamespace?: string | undefined;
  },
): readonly Resource[] {
  const { reader, restrictions, tracking } = environment;
  const { report } = context;
  const { kustomization } = target;
  let result = resources;
  const take = (made: Resource | Problem, at: Problem['at'], plugin: string): void => {
    if ('kind' in made) {
      report.fail(problemAt(made, at));
      return;
    }
    const [annotated = made] = addOriginAnnotations(
      [made],
      tracking?.configuredBy(target, plugin),
      undefined,
    );
    result = absorb(result, annotated, context, at);
  };
  const files = { reader, restrictions };
  for (const args of kustomization.configMapGenerator) {
    take(
      generateConfigMap(withGlobalOptions(args, kustomization.generatorOptions), files, context),
      pointerTo(target.source, args.ordinal),
      'ConfigMapGenerator',
    );
  }
  for (const args of kustomization.secretGenerator) {
    take(
      generateSecret(
        { ...withGlobalOptions(args, kustomization.generatorOptions), type: args.type },
        files,
        context,
      ),
      pointerTo(target.source, args.ordinal),
      'SecretGenerator',
    );
  }
  for (const chart of kustomization.helmCharts) {
    const asked = {
      chart,
      home: kustomization.helmGlobals?.chartHome,
      namespace: kustomization.namespace?.value ?? '',
    };
    const namespace = asked.namespace === '' ? (environment.chartNamespace ?? '') : asked.namespace;
    for (const made of inflateChart({ ...asked, namespace }, files, context))
      take(made, pointerTo(target.source, chart.ordinal), 'HelmChartInflationGenerator');
  }
  return runGeneratorPlugins(result, plugins, files, context, tracking);
}

/** Source: api/types/generatoroptions.go `MergeGlobalOptionsIntoLocal`. */
function withGlobalOptions<Args extends ConfigMapArgs>(
  args: Args,
  global: GeneratorOptions | undefined,
): Args {
  if (global === undefined) return args;
  const local = args.options;
  if (local === undefined) return { ...args, options: global };
  return {
    ...args,
    options: {
      ordinal: local.ordinal,
      labels: underlay(local.labels, global.labels),
      annotations: underlay(local.annotations, global.annotations),
      disableNameSuffixHash: local.disableNameSuffixHash ?? global.disableNameSuffixHash,
      immutable: local.immutable ?? global.immutable,
    },
  };
}

function underlay(local: readonly KeyValue[], global: readonly KeyValue[]): readonly KeyValue[] {
  const keys = new Set(local.map((entry) => entry.key));
  return [...local, ...global.filter((entry) => !keys.has(entry.key))];
}
