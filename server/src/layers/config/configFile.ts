import type { ObjectReader } from '../../delivery/objectReader.ts';
import type { Placed } from '../../delivery/placed.ts';
import { parentOf } from '../../kustomize/files.ts';
import type { Query, Reader } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { treePathsInput } from '../treePaths.ts';
import { matchCapture } from './capturePattern.ts';
import { checkKeys, choice, type Reporter } from './checkedMap.ts';
import {
  readArtifacts,
  readDeployment,
  readHydrator,
  readPlugins,
  readReleaseDomains,
  readStage,
  readValuesRule,
  type ArtifactRule,
  type DeploymentRule,
  type HydratorRule,
  type PluginRule,
  type ReleaseDomainRule,
  type Stage,
  type ValuesRule,
} from './fleetRules.ts';
import {
  operationsKeys,
  readDriftIgnore,
  readDriftTier,
  readLink,
  readObjectives,
  readSecretRules,
  readSeverities,
  readSilence,
  type DriftIgnore,
  type DriftTier,
  type Objectives,
  type SecretRules,
  type SeverityRule,
  type SignalLink,
  type Silence,
} from './operationsRules.ts';
import { openStrataFile } from './strataFile.ts';

/** Where the facts about the fleet are that its team shares. */
export const configFile = '.strata/config.yaml';

/** What the file says, with what holds where it says nothing. */
export interface StrataConfig {
  readonly deployments: readonly DeploymentRule[];
  readonly values: readonly ValuesRule[];
  /** The order for promotions; empty where it follows from the waves of the register. */
  readonly ladder: readonly Stage[];
  /** In the order of the file; empty where the register tells. */
  readonly releaseDomains: readonly ReleaseDomainRule[];
  readonly artifacts: readonly ArtifactRule[];
  readonly plugins: readonly PluginRule[];
  readonly hydrator: readonly HydratorRule[];
  readonly build: BuildRules;
  readonly slo: Objectives;
  readonly drift: { readonly ignore: readonly DriftIgnore[]; readonly tiers: readonly DriftTier[] };
  readonly links: readonly SignalLink[];
  readonly silence: readonly Silence[];
  readonly secrets: SecretRules;
  readonly severity: readonly SeverityRule[];
  readonly problems: readonly Problem[];
}

/** How each controller builds. */
export interface BuildRules {
  readonly argocd: ControllerBuild;
  readonly flux: ControllerBuild;
  readonly plain: ControllerBuild;
}

/** How a controller builds; `undefined` where the file does not say. */
export interface ControllerBuild {
  readonly loadRestrictions: Placed<'root' | 'none'> | undefined;
  readonly kustomizeVersion: Placed<string> | undefined;
  readonly buildOptions: Placed<string> | undefined;
  readonly helmVersion: Placed<string> | undefined;
}

/** The keys of the file. */
export const configKeys = [
  'deployments',
  'values',
  'ladder',
  'releaseDomains',
  'artifacts',
  'plugins',
  'hydrator',
  'build',
  'slo',
  'drift',
  'links',
  'silence',
  'secrets',
  'severity',
] as const;

/** The keys of `build`, and of one controller in it. */
export const buildKeys = {
  build: ['argocd', 'flux', 'plain'],
  controller: ['loadRestrictions', 'kustomizeVersion', 'buildOptions', 'helmVersion'],
} as const;

/**
 * The configuration of the repository; the defaults where there is none. What is wrong in it is left out and reported, by the
 * `config.*` problems. An edit of comments and white space gives an equal value.
 */
export const configQuery: Query<'', StrataConfig> = {
  name: 'config',
  equals: deepEqual,
  compute: (_key, reader) => {
    const { map, report, problems } = openStrataFile(reader, configFile);
    if (map !== undefined) checkKeys(map, configKeys, report);
    const each = <T>(
      name: string,
      read: (one: ObjectReader, report: Reporter) => readonly T[],
    ): readonly T[] => (map?.list(name) ?? []).flatMap((one) => read(one, report));
    const config = {
      deployments: each('deployments', readDeployment),
      values: each('values', readValuesRule),
      ladder: each('ladder', readStage),
      releaseDomains: readReleaseDomains(map?.map('releaseDomains'), report),
      artifacts: readArtifacts(map?.map('artifacts'), report),
      plugins: readPlugins(map?.map('plugins'), report),
      hydrator: each('hydrator', readHydrator),
      build: readBuild(map?.map('build'), report),
      slo: readObjectives(map?.map('slo'), report),
      drift: readDrift(map?.map('drift'), report),
      links: each('links', readLink),
      silence: each('silence', readSilence),
      secrets: readSecretRules(map?.map('secrets'), report),
      severity: readSeverities(map?.map('severity'), report),
    };
    reportLostCharts(reader, config.values, report);
    return { ...config, problems: problems() };
  },
};

/** Rules for charts that are nowhere: a slip in a path. Only then the paths of the tree are asked for. */
function reportLostCharts(reader: Reader, rules: readonly ValuesRule[], report: Reporter): void {
  if (rules.length === 0) return;
  const folders = chartFolders(reader);
  for (const { chart } of rules) {
    if (folders.some((folder) => matchCapture(chart.value, folder) !== undefined)) continue;
    report(problem('config.no-chart', { pattern: chart.value.text }, chart.at));
  }
}

/** The folders of the tree that hold a chart. */
export function chartFolders(reader: Reader): readonly FileId[] {
  return reader
    .read(treePathsInput, '')
    .flatMap((path) => (/(?:^|\/)Chart\.yaml$/.test(path) ? [parentOf(path)] : []));
}

function readBuild(map: ObjectReader | undefined, report: Reporter): BuildRules {
  if (map !== undefined) checkKeys(map, buildKeys.build, report);
  const of = (name: string): ControllerBuild => {
    const one = map?.map(name);
    if (one !== undefined) checkKeys(one, buildKeys.controller, report);
    return {
      loadRestrictions: one && choice(one, 'loadRestrictions', ['root', 'none'], report),
      kustomizeVersion: one?.text('kustomizeVersion'),
      buildOptions: one?.text('buildOptions'),
      helmVersion: one?.text('helmVersion'),
    };
  };
  return { argocd: of('argocd'), flux: of('flux'), plain: of('plain') };
}

function readDrift(map: ObjectReader | undefined, report: Reporter): StrataConfig['drift'] {
  if (map === undefined) return { ignore: [], tiers: [] };
  checkKeys(map, operationsKeys.drift, report);
  return {
    ignore: map.list('ignore').map((one) => readDriftIgnore(one, report)),
    tiers: map.list('tiers').flatMap((one) => readDriftTier(one, report)),
  };
}
