import type { StrataConfig } from '../config/configFile.ts';
import { environmentRank } from '../register/environment.ts';
import type { ClusterRow } from '../register/clusterRow.ts';
import { compareBytes } from '../../util/compareBytes.ts';

/** A stage of the fleet with its clusters. */
export interface StageClusters {
  readonly name: string;
  /** Sorted. */
  readonly clusters: readonly string[];
}

/**
 * The stages in the order of promotions: the ladder of the configuration, a cluster being in the first stage that names it,
 * its environment or its wave; else the environments, by the waves of their clusters, or from dev to production. Clusters that are in no stage come
 * last, without a name.
 */
export function stagesOf(
  clusters: readonly ClusterRow[],
  { ladder }: Pick<StrataConfig, 'ladder'>,
): readonly StageClusters[] {
  const stages = new Map<string, string[]>();
  if (ladder.length > 0) for (const { name } of ladder) stages.set(name.value, []);
  else for (const environment of environmentsByWave(clusters)) stages.set(environment, []);
  const rest: string[] = [];
  for (const cluster of clusters) {
    const stage =
      ladder.length > 0
        ? ladder.find((one) => isIn(cluster, one))?.name.value
        : cluster.environment;
    (stage === undefined ? rest : (stages.get(stage) ?? rest)).push(cluster.name);
  }
  return [...stages, ['', rest] as const]
    .filter(([, own]) => own.length > 0)
    .map(([name, own]) => ({ name, clusters: [...own].sort(compareBytes) }));
}

function isIn(cluster: ClusterRow, stage: StrataConfig['ladder'][number]): boolean {
  const { name, aliases, environment, wave } = cluster;
  return (
    stage.clusters.some(({ value }) => value === name || aliases.includes(value)) ||
    stage.environments.some(({ value }) => value === environment) ||
    stage.waves.some(({ value }) => value === wave)
  );
}

function environmentsByWave(clusters: readonly ClusterRow[]): readonly string[] {
  const first = new Map<string, number>();
  for (const { environment, wave } of clusters) {
    if (environment === undefined) continue;
    first.set(environment, Math.min(first.get(environment) ?? Infinity, wave ?? Infinity));
  }
  return [...first]
    .sort(([a, left], [b, right]) =>
      left === right
        ? environmentRank(a) - environmentRank(b) || compareBytes(a, b)
        : left < right
          ? -1
          : 1,
    )
    .map(([environment]) => environment);
}
