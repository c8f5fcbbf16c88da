import { clustersQuery } from '../layers/register/fleetClusters.ts';
import type { Analysis } from './analysis.ts';
import { mapAnswer, type Answer } from './answer.ts';

/** What an answer about a cluster says of it. */
export interface ClusterFacts {
  readonly environment?: string | undefined;
  readonly releaseDomain?: string | undefined;
}

/** What is known of each cluster, by name. */
export function clusterFacts(analysis: Analysis): Answer<ReadonlyMap<string, ClusterFacts>> {
  const rows = analysis.ask((reader) => reader.get(clustersQuery, ''));
  return mapAnswer(rows, (all) => new Map(all.map((row) => [row.name, row])));
}
