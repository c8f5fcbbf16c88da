import type { Query } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';

/** Which objects of an application's output have a file in the chain of a field: their places in the output, by file. */
export const citedFilesQuery: Query<string, ReadonlyMap<FileId, readonly number[]>> = {
  name: 'citedFiles',
  droppable: true,
  compute: (key, reader) => {
    const found = new Map<FileId, number[]>();
    for (const [index, resource] of reader.get(unitOutputQuery, key).resources.entries()) {
      const files = new Set([resource.source.file]);
      addFiles(resource.node, files);
      for (const file of files) {
        const known = found.get(file);
        if (known === undefined) found.set(file, [index]);
        else known.push(index);
      }
    }
    return found;
  },
};

function addFiles(node: ResourceNode, files: Set<FileId>): void {
  for (let one: FieldOrigin | undefined = node.origin; one !== undefined; one = one.previous)
    files.add(one.writtenAt.file);
  const children = node.kind === 'map' ? node.values : node.kind === 'sequence' ? node.items : [];
  for (const child of children) addFiles(child, files);
}
