import { mentioningFilesQuery } from '../../layers/fleet/declaring.ts';
import type { ClusterRow } from '../../layers/register/clusterRow.ts';
import { clustersQuery } from '../../layers/register/fleetClusters.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { nodeByOrdinal, sourceIndexOf } from '../sourceIndex.ts';

/** A name of a cluster in a file, and what is known of the cluster. */
export interface ClusterMention {
  readonly row: ClusterRow;
  readonly at: SourcePointer;
  /** Where the register, or whatever else tells of it, has the cluster. */
  readonly declaredAt: SourcePointer | undefined;
}

/** The cluster that stands at an offset of a file of a controller or of `.strata/`: by its name, an alias or its address. */
export function clusterAt(
  reader: Reader,
  file: FileId,
  offset: number,
): ClusterMention | undefined {
  if (!namesClusters(reader, file)) return undefined;
  const index = sourceIndexOf(reader, file);
  const ordinal = index?.ordinalAt(offset);
  if (index === undefined || ordinal === undefined) return undefined;
  const node = nodeByOrdinal(index.roots, ordinal);
  return node && mentionOf(reader.get(clustersQuery, ''), node, file);
}

/** Every name of a cluster in files of controllers and of `.strata/`. */
export function clusterMentions(reader: Reader, name: string): readonly ClusterMention[] {
  const rows = reader.get(clustersQuery, '').filter((row) => row.name === name);
  return [...strataFiles(reader), ...reader.get(mentioningFilesQuery, '')].flatMap((file) => {
    const found: ClusterMention[] = [];
    const visit = (node: ResourceNode): void => {
      if (node.kind === 'map') for (const value of node.values) visit(value);
      if (node.kind === 'sequence') for (const item of node.items) visit(item);
      const mention = mentionOf(rows, node, file);
      if (mention !== undefined) found.push(mention);
    };
    for (const node of sourceIndexOf(reader, file)?.roots ?? []) visit(node);
    return found;
  });
}

function mentionOf(
  rows: readonly ClusterRow[],
  node: ResourceNode,
  file: FileId,
): ClusterMention | undefined {
  if (node.kind !== 'scalar' || node.value === '') return undefined;
  const row = rows.find(({ name, aliases, server }) =>
    [name, server, ...aliases].includes(node.value),
  );
  if (row === undefined) return undefined;
  const declaredAt = row.facts['name']?.at;
  return { row, at: { kind: 'node', file, ordinal: node.ordinal }, declaredAt };
}

function namesClusters(reader: Reader, file: FileId): boolean {
  return file.startsWith('.strata/') || reader.get(mentioningFilesQuery, '').includes(file);
}

function strataFiles(reader: Reader): readonly FileId[] {
  return ['.strata/clusters.yaml', '.strata/config.yaml'].filter(
    (file) => sourceIndexOf(reader, file) !== undefined,
  );
}
