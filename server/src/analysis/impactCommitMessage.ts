import type { ApplicationRow } from './impactApplicationRows.ts';
import { applicationWords, toldClusters, type ToldCluster } from './impactClusters.ts';
import type { ImpactDocument } from './impactDocument.ts';
import { groupRoots, nameOf, statusText, words } from './impactGroups.ts';
import type { ResourceRow } from './impactRows.ts';

/** How many lines of each kind there are at most. */
const most = 12;

/**
 * What a change changes, for the message of its commit: a line of sums, and a line for what changes on each cluster. English,
 * as the other reports. Clusters that change alike share a line.
 */
export function impactCommitMessage(document: ImpactDocument, headline: string): string {
  const dangers = [
    ...document.crossings.map(({ message }) => message),
    ...new Set(
      [...document.applications, ...document.roots].flatMap((row) =>
        row.dangers.map(({ message }) => message),
      ),
    ),
  ];
  const clusters = [...grouped(toldClusters(document))].map(
    ([text, names]) => `- ${names.join(', ')}: ${text}`,
  );
  const roots = groupRoots(document).map(({ roots: same, row }) => {
    return `- ${same.map(nameOf).join(', ')}: ${statusText(row, words)}`;
  });
  return [
    `Impact: ${headline}`,
    ...limited(clusters.length > 0 ? clusters : roots),
    ...limited([...new Set(dangers)].map((message) => `! ${message}`)),
    '',
  ].join('\n');
}

/** What changes, each with the clusters where it does. */
function grouped(told: readonly ToldCluster[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { cluster, applications } of told) {
    const name = cluster?.name ?? 'only its controller knows where';
    const text = applications.map((row) => applicationText(row, cluster?.name)).join('; ');
    found.set(text, [...(found.get(text) ?? []), name]);
  }
  return found;
}

function applicationText(row: ApplicationRow, cluster: string | undefined): string {
  const name =
    cluster === undefined
      ? row.name
      : row.name.replace(new RegExp(`[-._]?${escapeWord(cluster)}`), '') || row.name;
  const [first, ...more] = row.resources.filter(({ change }) => change !== 'reordered');
  const objects =
    first === undefined
      ? statusText(row, applicationWords)
      : `${resourceText(first)}${more.length === 0 ? '' : ` and ${more.length} more`}`;
  return `${name} (${objects})`;
}

function resourceText({ kind, name, change }: ResourceRow): string {
  return change === 'changed' ? `${kind}/${name}` : `${kind}/${name} ${change}`;
}

function escapeWord(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function limited(lines: readonly string[]): readonly string[] {
  const rest = lines.length - most;
  return rest > 0 ? [...lines.slice(0, most), `- and ${rest} more`] : lines;
}
