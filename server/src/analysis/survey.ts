import { isRead, isReadAsFollowed, type Application } from '../delivery/application.ts';
import { sureFailures } from '../layers/compareRenders.ts';
import { configQuery } from '../layers/config/configFile.ts';
import { weigh } from '../layers/config/weigh.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import type { Reader } from '../query/database.ts';
import { diagnosticRow, type Severity } from '../text/diagnostics.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { deliveredFindings, isAdopted, problemsOfFleet } from './fleetProblems.ts';
import { locateProblem, type LocatedProblem } from './locatedProblem.ts';

/** Why something is not exact, by what would close it. */
export type OpenKind =
  | 'clusters'
  | 'generators'
  | 'charts'
  | 'repositories'
  | 'revisions'
  | 'artifacts'
  | 'undelivered'
  | 'folders'
  | 'programs'
  | 'encrypted'
  | 'broken'
  | 'other';

/** What there is to survey. */
export interface SurveyScope {
  readonly clusters: number;
  /** The keys of applications, to be asked some at a time. */
  readonly applications: readonly string[];
  /** For each generator that may make more applications, why. */
  readonly openGenerators: readonly OpenKind[];
}

/** How many clusters and applications there are. */
export function surveyScope(analysis: Analysis): Answer<SurveyScope> {
  return analysis.ask((reader) => {
    const { applications, openGenerators } = reader.get(fleetQuery, '');
    return {
      clusters: reader.get(clustersQuery, '').length,
      applications: applications.map(({ key }) => key),
      openGenerators: openGenerators.map(({ reasons }) => kindOf(reasons[0]?.code ?? '')),
    };
  });
}

/** Whether the outputs of some applications are known, in the same order; `undefined` for each that is. */
export function surveyApplications(
  analysis: Analysis,
  keys: readonly string[],
): Answer<readonly (OpenKind | undefined)[]> {
  return analysis.ask((reader) => {
    const wanted = new Set(keys);
    return reader
      .get(fleetQuery, '')
      .applications.filter(({ key }) => wanted.has(key))
      .map((application) => openKindOf(application, reader));
  });
}

function openKindOf(application: Application, reader: Reader): OpenKind | undefined {
  const { certainty, why, sources } = application;
  if (certainty === 'open') return kindOf(why.code);
  const [missing] = sources.filter(
    (source) => isRead(source) && source.path !== undefined && !source.pathExists,
  );
  if (missing !== undefined) return 'folders';
  const { gaps, failures } = reader.get(unitOutputQuery, application.key);
  // What lacks objects may fail for the sake of them.
  if (sureFailures(failures, gaps).some(({ code }) => diagnosticRow(code).severity === 'error'))
    return 'broken';
  const [gap] = gaps;
  if (gap !== undefined) return gapKinds[gap.kind];
  if (sources.some((source) => source.isHere && !isReadAsFollowed(source))) return 'revisions';
  return sources.every(isRead) ? undefined : kindOf(why.code);
}

const gapKinds: Readonly<
  Record<'remote' | 'chart' | 'exec' | 'file' | 'ciphertext' | 'cluster' | 'content', OpenKind>
> = {
  remote: 'repositories',
  chart: 'charts',
  exec: 'programs',
  file: 'other',
  ciphertext: 'encrypted',
  cluster: 'clusters',
  content: 'repositories',
};

const kindByCode: ReadonlyMap<string, OpenKind> = new Map([
  ['applicationset.all-clusters-open', 'clusters'],
  ['applicationset.clusters-open', 'clusters'],
  ['applicationset.server-unknown', 'clusters'],
  ['cluster.none', 'clusters'],
  ['cluster.unknown', 'clusters'],
  ['cluster.unregistered', 'clusters'],
  ['cluster.kubeconfig-unknown', 'clusters'],
  ['applicationset.cluster-decision', 'generators'],
  ['applicationset.plugin', 'generators'],
  ['applicationset.pull-request', 'generators'],
  ['applicationset.scm-provider', 'generators'],
  ['applicationset.outside', 'generators'],
  ['application.resource-set', 'generators'],
  ['applicationset.git-elsewhere', 'repositories'],
  ['source.elsewhere', 'repositories'],
  ['source.missing', 'repositories'],
  ['applicationset.git-other-revision', 'revisions'],
  ['source.other-revision', 'revisions'],
  ['source.chart', 'charts'],
  ['artifact.unknown', 'artifacts'],
  ['artifact.mixed', 'artifacts'],
  ['application.undelivered', 'undelivered'],
  ['application.unlisted', 'undelivered'],
  ['source.no-folder', 'folders'],
  ['source.left-out', 'folders'],
]);

function kindOf(code: string): OpenKind {
  return kindByCode.get(code) ?? 'other';
}

/**
 * What looks wrong about clusters, owners, configuration, recorded reasons and deliveries, what weighs most first, and of equal weight
 * one of each kind before another of the same. `today` is `YYYY-MM-DD`.
 */
export function surveyFindings(
  analysis: Analysis,
  today: string,
): Answer<readonly LocatedProblem[]> {
  return analysis.ask((reader) => {
    const config = reader.get(configQuery, '');
    const found = [...problemsOfFleet(reader), ...deliveredFindings(reader)];
    const weighed = found.flatMap((problem) => {
      if (isAdopted(reader, problem)) return [];
      const severity = weigh({ code: problem.code, file: problem.at?.file }, config, today);
      return severity === 'off' ? [] : [{ ...locateProblem(reader, problem), severity }];
    });
    return mixed(weighed);
  });
}

const weights: Readonly<Record<Severity, number>> = {
  error: 0,
  warning: 1,
  information: 2,
  hint: 3,
};

function mixed(findings: readonly LocatedProblem[]): readonly LocatedProblem[] {
  const seen = new Map<string, number>();
  return findings
    .map((finding) => {
      const earlier = seen.get(finding.code) ?? 0;
      seen.set(finding.code, earlier + 1);
      return { finding, weight: weights[finding.severity], earlier };
    })
    .sort((a, b) => a.weight - b.weight || a.earlier - b.earlier)
    .map(({ finding }) => finding);
}
