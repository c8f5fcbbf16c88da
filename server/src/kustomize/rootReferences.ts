import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { findFile, findRoot, restrictionsOf, type LoadRestrictions } from './load.ts';
import { loadTarget } from './target.ts';

/** The roots that a root names: bases, components and folders of plugins. */
export const rootReferencesQuery: Query<`${LoadRestrictions}:${FileId}`, readonly FileId[]> = {
  name: 'rootReferences',
  equals: (a, b) => a.length === b.length && a.every((root, index) => root === b[index]),
  compute: (key, reader) => {
    const restrictions: LoadRestrictions = key.startsWith('none:') ? 'none' : 'root';
    const target = loadTarget(reader, key.slice(5), restrictions);
    if (target.kind !== 'target') return [];
    const { kustomization } = target;
    const entries = [
      kustomization.resources,
      kustomization.components,
      kustomization.generators,
      kustomization.transformers,
      kustomization.validators,
    ];
    const result = new Set<FileId>();
    for (const entry of entries.flat()) {
      if (entry.value.includes('\n')) continue;
      if (findFile(reader, target.root, entry.value, 'none').kind === 'file') continue;
      const found = findRoot(reader, target.root, entry.value);
      if (found.kind === 'folder') result.add(found.folder);
    }
    return [...result];
  },
};

/** All roots that a root leads to, itself only where a cycle leads back to it. */
export function closureOf(
  reader: Reader,
  root: FileId,
  restrictions: LoadRestrictions,
): readonly FileId[] {
  const seen = new Set<FileId>();
  const queue: FileId[] = [root];
  for (const current of queue) {
    for (const next of reader.get(
      rootReferencesQuery,
      `${restrictionsOf(current, restrictions)}:${current}`,
    )) {
      if (seen.has(next)) continue;
      seen.add(next);
      queue.push(next);
    }
  }
  return [...seen];
}
