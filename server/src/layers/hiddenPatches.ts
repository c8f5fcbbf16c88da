import { joinPath, resolvedQuery } from '../kustomize/files.ts';
import type { Kustomization } from '../kustomize/kustomization.ts';
import type { LoadRestrictions } from '../kustomize/load.ts';
import { fileObjectsQuery, readResourceText } from '../kustomize/objects.ts';
import { describeId, Resource } from '../kustomize/resource.ts';
import { loadTarget, type Target } from '../kustomize/target.ts';
import type { Reader } from '../query/database.ts';
import type { Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { foldersBelow } from './reach.ts';

const codes: ReadonlySet<string> = new Set([
  'kustomize.no-match-for-patch',
  'kustomize.no-match-for-patch-but',
]);

/**
 * The patches of a root, and of all that it builds on, that name an object which is not there. Where a part of the root
 * cannot be had, the object may stand in that part: the patch changes it all the same, though nobody sees how.
 */
export function hiddenPatches(
  reader: Reader,
  root: FileId,
  restrictions: LoadRestrictions,
  failures: readonly Problem[],
): readonly Resource[] {
  const missing = new Set(
    failures.flatMap(({ code, parameters }) => (codes.has(code) ? [parameters['id']] : [])),
  );
  if (missing.size === 0) return [];
  return foldersBelow(reader, root, restrictions).flatMap((folder) => {
    const target = loadTarget(reader, folder, 'none');
    if (target.kind !== 'target') return [];
    return patchesOf(reader, target).filter(({ id }) => missing.has(describeId(id)));
  });
}

/** The strategic merge patches that a kustomization names or holds. */
function patchesOf(reader: Reader, target: Target): readonly Resource[] {
  return textsOf(target.kustomization).flatMap(({ value, ordinal }) => {
    const source = { ...target.source, inside: [ordinal] };
    if (value.includes('\n')) return readResourceText(value, source).resources;
    const joined = joinPath(target.root, value);
    const found = joined === undefined ? undefined : reader.get(resolvedQuery, joined);
    if (found?.kind !== 'file') return [];
    const file = { file: found.path, inside: [], root: target.root };
    return reader.get(fileObjectsQuery, found.path).nodes.map((node) => new Resource(node, file));
  });
}

function textsOf({ patches, patchesStrategicMerge }: Kustomization) {
  return [
    ...patchesStrategicMerge,
    ...patches.flatMap(({ path, patch }) => [path ?? [], patch ?? []].flat()),
  ];
}
