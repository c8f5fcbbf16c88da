import { buildKey, builtQuery, type Built } from '../kustomize/build.ts';
import { fileObjectsQuery } from '../kustomize/objects.ts';
import { Resource } from '../kustomize/resource.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { layersQuery } from './layers.ts';
import type { MentioningFiles } from './mentions.ts';
import { directReadersQuery } from './namedFiles.ts';

/**
 * The objects that come out where files mention something: as the roots render them that nobody builds on, or as a file has
 * them that no root reads. `mentioning` finds the files that may matter.
 */
export function topObjects(reader: Reader, mentioning: MentioningFiles): readonly Resource[] {
  const files = mentioning(reader);
  if (files.length === 0) return [];
  const readers = reader.get(directReadersQuery, '');
  const rendered = topBuilds(reader, files).flatMap(({ resources }) => resources);
  const alone = files
    .filter((file) => !readers.has(file))
    .flatMap((file) =>
      reader
        .get(fileObjectsQuery, file)
        .nodes.map((node) => new Resource(node, { file, inside: [], root: '' })),
    );
  return [...rendered, ...alone];
}

/** What stands in the way of `topObjects`: whether a root does not build, and whether one lacks what is not in the tree. */
export function topGaps(
  reader: Reader,
  mentioning: MentioningFiles,
): { readonly fails: boolean; readonly lacks: boolean } {
  const builds = topBuilds(reader, mentioning(reader));
  return {
    fails: builds.some(({ failures }) => failures.length > 0),
    lacks: builds.some(({ gaps }) => gaps.length > 0),
  };
}

/** The roots that `topObjects` builds, to be built one after the other (`topBuild`). */
export function topRootsOf(reader: Reader, files: readonly FileId[]): readonly FileId[] {
  // Who names what in the whole tree is not asked for the sake of no file.
  if (files.length === 0) return [];
  const readers = reader.get(directReadersQuery, '');
  return topRoots(
    files.flatMap((file) => readers.get(file) ?? []),
    reader,
  );
}

/** What a root on top renders to, as an entry of the fleet does. */
export function topBuild(reader: Reader, root: FileId): Built {
  return reader.get(builtQuery, buildKey(root, { restrictions: 'none', reorder: 'none' }));
}

function topBuilds(reader: Reader, files: readonly FileId[]): readonly Built[] {
  return topRootsOf(reader, files).map((root) => topBuild(reader, root));
}

/** The roots that build on some roots and that nobody builds on, sorted. */
function topRoots(roots: readonly FileId[], reader: Reader): readonly FileId[] {
  const users = new Map(reader.get(layersQuery, '').map((layer) => [layer.root, layer.users]));
  const seen = new Set<FileId>();
  const queue = [...roots];
  for (const root of queue) {
    if (seen.has(root)) continue;
    seen.add(root);
    queue.push(...(users.get(root) ?? []));
  }
  return [...seen].filter((root) => (users.get(root) ?? []).length === 0).sort();
}
