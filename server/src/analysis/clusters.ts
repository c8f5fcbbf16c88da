import type { Reason } from '../delivery/reason.ts';
import { configQuery } from '../layers/config/configFile.ts';
import { weigh } from '../layers/config/weigh.ts';
import type { ClusterRow as RowOfTree, Fact } from '../layers/register/clusterRow.ts';
import { clustersQuery, clusterUse } from '../layers/register/fleetClusters.ts';
import { lintClusters } from '../layers/register/lintClusters.ts';
import { registerQuery } from '../layers/register/registerFile.ts';
import type { Reader } from '../query/database.ts';
import type { Problem } from '../text/problem.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { locateProblem, type LocatedProblem } from './locatedProblem.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** One cluster, with the place of every fact. */
export interface ClusterRow extends Omit<RowOfTree, 'facts'> {
  /** By the name of the field; a label's is `labels.KEY`, that of the cluster itself `name`. */
  readonly facts: Readonly<Record<string, ClusterFact>>;
}

/** Where a fact comes from: a place, a reason why it follows, or both. */
export interface ClusterFact {
  readonly certainty: Fact['certainty'];
  readonly at: SourceRange | undefined;
  readonly why: Reason | undefined;
}

/** The clusters of the tree, sorted by name, and what looks wrong about them. */
export interface Clusters {
  readonly clusters: readonly ClusterRow[];
  readonly findings: readonly LocatedProblem[];
}

/** The table of clusters. `today` is `YYYY-MM-DD`, for findings that are silenced until a day. */
export function clusters(analysis: Analysis, today?: string): Answer<Clusters> {
  return analysis.ask((reader) => ({
    clusters: reader.get(clustersQuery, '').map((row) => located(row, reader)),
    findings: clusterFindings(reader, today),
  }));
}

function located(row: RowOfTree, reader: Reader): ClusterRow {
  const facts = Object.entries(row.facts).map(([field, { certainty, at, why }]) => {
    const range = at === undefined ? undefined : rangeOfPointer(reader, at);
    return [field, { certainty, at: range, why }] as const;
  });
  return { ...row, facts: Object.fromEntries(facts) };
}

/** What is wrong in the files of `.strata/` and about clusters, by place; without what the configuration silences. */
function clusterFindings(reader: Reader, today: string | undefined): readonly LocatedProblem[] {
  const config = reader.get(configQuery, '');
  const found: readonly Problem[] = [
    ...config.problems,
    ...reader.get(registerQuery, '').problems,
    ...lintClusters(clusterUse(reader)),
  ];
  return found
    .flatMap((problem) => {
      const severity = weigh({ code: problem.code, file: problem.at?.file }, config, today);
      return severity === 'off' ? [] : [{ ...locateProblem(reader, problem), severity }];
    })
    .sort(byPlace);
}

function byPlace(a: LocatedProblem, b: LocatedProblem): number {
  return (
    compare(a.range?.file ?? '', b.range?.file ?? '') ||
    (a.range?.start.line ?? 0) - (b.range?.start.line ?? 0) ||
    (a.range?.start.column ?? 0) - (b.range?.start.column ?? 0) ||
    compare(a.code, b.code)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
