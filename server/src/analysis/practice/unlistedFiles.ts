import { contentQuery, parentOf } from '../../kustomize/files.ts';
import { fileObjectsQuery } from '../../kustomize/objects.ts';
import { entriesInOrder } from '../../layers/fleet/fleet.ts';
import { directReadersQuery } from '../../layers/namedFiles.ts';
import { isKustomizationFile, rootsInput } from '../../layers/roots.ts';
import { treePathsInput } from '../../layers/treePaths.ts';
import type { Query, Reader } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { groupBy } from '../../util/groupBy.ts';
import { field, rawText } from '../../yaml/nodes.ts';

/**
 * Files of objects beside a kustomization that does not list them (`delivery.unlisted-file`). What somebody applies by hand
 * is none, nor is what a file of the folder names, in a comment or for a plugin.
 */
export function unlistedFiles(reader: Reader): readonly Problem[] {
  const roots = new Set(reader.read(rootsInput, ''));
  const readers = reader.get(directReadersQuery, '');
  const applied = new Set(
    entriesInOrder(reader).flatMap(({ kind, place, unlistedBy }) =>
      kind === 'file' && unlistedBy === undefined ? [place] : [],
    ),
  );
  const unread = reader
    .read(treePathsInput, '')
    .filter(
      (path) =>
        isManifest(path) && roots.has(parentOf(path)) && !readers.has(path) && !applied.has(path),
    );
  const folders = groupBy(reader.read(treePathsInput, ''), parentOf);
  return [...groupBy(unread, parentOf)].flatMap(([folder, paths]) => {
    const named = (folders.get(folder) ?? [])
      .filter((path) => /\.ya?ml$|Kustomization$/.test(path))
      .map((path) => reader.get(namesQuery, path));
    return paths
      .filter((path) => {
        const name = path.slice(path.lastIndexOf('/') + 1);
        return reader.get(holdsObjectQuery, path) && !named.some((names) => names.includes(name));
      })
      .map((path) => problem('delivery.unlisted-file', { path }, { kind: 'file', file: path }));
  });
}

/** The name of an example says that it is not delivered, and files with a dot in front are read by tools. */
function isManifest(path: FileId): boolean {
  return (
    /\.ya?ml$/.test(path) &&
    !isKustomizationFile(path) &&
    !/example|sample|template|(?:^|\/)\.|[.-]bak\b/i.test(path)
  );
}

/** The names of YAML files that a file mentions. */
const namesQuery: Query<FileId, readonly string[]> = {
  name: 'mentionedManifests',
  equals: deepEqual,
  compute: (file, reader) => {
    const content = reader.get(contentQuery, file);
    const text = content?.kind === 'text' ? content.text : '';
    return [...text.matchAll(/[\w.-]+\.ya?ml\b/g)].map(([name]) => name);
  },
};

const holdsObjectQuery: Query<FileId, boolean> = {
  name: 'holdsObject',
  compute: (file, reader) =>
    reader
      .get(fileObjectsQuery, file)
      .nodes.some(
        (node) =>
          rawText(field(node, 'apiVersion')) !== '' &&
          rawText(field(node, 'kind')) !== '' &&
          rawText(field(field(node, 'metadata'), 'name')) !== '',
      ),
};
