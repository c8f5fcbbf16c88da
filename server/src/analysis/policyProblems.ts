import type { Reader } from '../query/database.ts';
import { problem, type Problem } from '../text/problem.ts';
import { groupBy } from '../util/groupBy.ts';
import type { Analysis } from './analysis.ts';
import { mapAnswer, type Answer } from './answer.ts';
import { questionOf, worldsQuery } from './askedCluster.ts';
import { clusterBreachesQuery, policyClusters, type PlacedBreach } from './clusterPolicy.ts';
import { samePlaceKey } from './policyGroups.ts';

/** The clusters that rules are asked about, by their keys, to be prepared one after the other (`policyParts`). */
export function policyKeys(analysis: Analysis): Answer<readonly string[]> {
  return mapAnswer(policyClusters(analysis), (all) => all.map(({ key }) => key));
}

/** The rules that what is delivered breaks, each once at its line, with the clusters. Asks about every cluster. */
export function policyProblems(reader: Reader): readonly Problem[] {
  const breaches = [...reader.get(worldsQuery, '').keys()].flatMap(
    (key) => reader.get(clusterBreachesQuery, questionOf(key, undefined)).breaches,
  );
  return problemsOfBreaches(breaches);
}

/** Breaches, each once at its line, with the clusters. */
export function problemsOfBreaches(breaches: readonly PlacedBreach[]): readonly Problem[] {
  return [...groupBy(breaches, placeKey).values()].flatMap(toProblem);
}

function placeKey(breach: PlacedBreach): string {
  return `${JSON.stringify(breach.at)} ${samePlaceKey(breach)}`;
}

/** How many clusters are told by name. */
const most = 3;

function toProblem(members: readonly PlacedBreach[]): readonly Problem[] {
  const [first] = [...members].sort((a, b) => (a.resource < b.resource ? -1 : 1));
  if (first === undefined) return [];
  const clusters = [...new Set(members.flatMap(({ cluster }) => cluster ?? []))].sort();
  const rest = clusters.length - most;
  const shown = [...clusters.slice(0, most), ...(rest > 0 ? [`+${rest}`] : [])].join(', ');
  const id = shown === '' ? first.resource : `${first.resource} (${shown})`;
  return [problem(first.code, { ...first.parameters, id }, first.at)];
}
