import type { ClusterGroup, ReadingApplication } from '../analysis/clusterValues.ts';
import { groupBy } from '../util/groupBy.ts';

/**
 * The clusters of a group in few words: those of production by name, others by their environment and number, what is open as
 * `?`. Clusters that come twice, with two applications, are told once.
 */
export function clusterNames({ on }: ClusterGroup, mostNames: number): readonly string[] {
  const production = namesOf(on.filter(({ isProduction }) => isProduction));
  const others = on.filter(({ isProduction }) => !isProduction);
  const byEnvironment = groupBy(others, ({ environment, cluster }) =>
    cluster === undefined ? '?' : (environment ?? cluster),
  );
  const rest = [...byEnvironment].flatMap(([environment, some]) => {
    const names = namesOf(some);
    return names.length < 2 ? names : [`${environment} (${names.length})`];
  });
  const shown = production.slice(0, mostNames);
  const more = production.length - shown.length;
  return [...shown, ...(more > 0 ? [`+${more}`] : []), ...rest];
}

function namesOf(on: readonly ReadingApplication[]): readonly string[] {
  return [...new Set(on.map(({ cluster }) => cluster ?? '?'))];
}

/** How many clusters there are among applications, and how many applications have none that is known. */
export function countClusters(on: readonly ReadingApplication[]): {
  readonly clusters: number;
  readonly open: number;
} {
  const known = on.flatMap(({ cluster }) => cluster ?? []);
  return { clusters: new Set(known).size, open: on.length - known.length };
}
