import type { Query } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { checkKeys, type Reporter } from '../config/checkedMap.ts';
import { openStrataFile, type StrataFile } from '../config/strataFile.ts';
import { readObservedApplication, type ObservedApplication } from './observedApplication.ts';
import { readCluster, type RegisterCluster } from './registerCluster.ts';

/** Where the register is. */
export const registerFile = '.strata/clusters.yaml';

/** What the register says. */
export interface Register {
  /** The clusters that somebody wrote down, in the order of the file; each name once. */
  readonly clusters: readonly RegisterCluster[];
  /** What imports saw (`strata clusters --import`); each name once. */
  readonly observedClusters: readonly RegisterCluster[];
  readonly observedApplications: readonly ObservedApplication[];
  readonly problems: readonly Problem[];
}

/** The keys of the register. */
export const registerKeys = ['clusters', 'observed'] as const;

/** The keys of `observed` in the register. */
export const observedKeys = ['clusters', 'applications'] as const;

/**
 * The register of clusters; empty where there is none. What is wrong in it is left out and reported: the `config.*` problems
 * of files of `.strata/`, `register.bad-label`, `register.duplicate-cluster` and `register.unknown-mirror`. An edit of
 * comments and white space gives an equal value.
 */
export const registerQuery: Query<'', Register> = {
  name: 'register',
  equals: deepEqual,
  compute: (_key, reader) => readRegister(openStrataFile(reader, registerFile)),
};

function readRegister({ map, report, problems }: StrataFile): Register {
  if (map !== undefined) checkKeys(map, registerKeys, report);
  const clusters = (map?.list('clusters') ?? []).flatMap(
    (one) => readCluster(one, 'written', report) ?? [],
  );
  const observed = map?.map('observed');
  if (observed !== undefined) checkKeys(observed, observedKeys, report);
  const observedClusters = (observed?.list('clusters') ?? []).flatMap(
    (one) => readCluster(one, 'observed', report) ?? [],
  );
  const observedApplications = (observed?.list('applications') ?? []).flatMap(
    (one) => readObservedApplication(one, report) ?? [],
  );
  const own = distinct(clusters, report);
  const seen = distinct(observedClusters, report);
  checkMirrors([...own, ...seen], report);
  return { clusters: own, observedClusters: seen, observedApplications, problems: problems() };
}

/** The first cluster of each name; a name, or another name, that is taken is a `register.duplicate-cluster`. */
function distinct(
  clusters: readonly RegisterCluster[],
  report: Reporter,
): readonly RegisterCluster[] {
  const taken = new Set<string>();
  return clusters.filter((cluster) => {
    const { name, aliases } = cluster;
    const isNew = !taken.has(name.value);
    for (const one of isNew ? [name, ...aliases] : [name]) {
      if (taken.has(one.value)) {
        report(problem('register.duplicate-cluster', { name: one.value }, one.at));
      }
      taken.add(one.value);
    }
    return isNew;
  });
}

function checkMirrors(clusters: readonly RegisterCluster[], report: Reporter): void {
  const known = new Set(
    clusters.flatMap(({ name, aliases }) => [name, ...aliases].map(({ value }) => value)),
  );
  for (const { name, mirrors } of clusters) {
    if (mirrors === undefined) continue;
    if (mirrors.value !== name.value && known.has(mirrors.value)) continue;
    report(problem('register.unknown-mirror', { name: mirrors.value }, mirrors.at));
  }
}
