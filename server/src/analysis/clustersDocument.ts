import { englishReason } from '../text/reasonText.ts';
import type { ClusterFact, ClusterRow, Clusters } from './clusters.ts';
import { problemJson } from './problemJson.ts';

/** The table of clusters as JSON has it; see docs/schemas/clusters.schema.json. */
export function clustersJson({ clusters: rows, findings }: Clusters): object {
  return { clusters: rows.map(clusterJson), findings: findings.map(problemJson) };
}

function clusterJson({ facts, ...row }: ClusterRow): object {
  const told = Object.entries(facts).map(
    ([field, fact]) => [field, { certainty: fact.certainty, from: fromText(fact) }] as const,
  );
  return { ...row, facts: Object.fromEntries(told) };
}

/** Where a fact comes from, as `file:line` or as words with it. */
function fromText({ at, why }: ClusterFact): string {
  const place = at === undefined ? '' : `${at.file}:${at.start.line + 1}`;
  if (why === undefined) return place;
  return place === '' ? englishReason(why) : `${englishReason(why)} (${place})`;
}
