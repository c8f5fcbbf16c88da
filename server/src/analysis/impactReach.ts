import { entryInput, parentOf } from '../kustomize/files.ts';
import type { LoadRestrictions } from '../kustomize/load.ts';
import { reachedRoots } from '../layers/reach.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis, TreeEntry } from './analysis.ts';
import { mapAnswer, type Answer } from './answer.ts';
import { isSameContent } from './submodule.ts';
import type { TouchedPaths } from './touchedPaths.ts';

/** The files and links that are not the same in two trees, sorted. */
export function changedPaths(before: Analysis, after: Analysis): readonly FileId[] {
  const known = comparisons.get(after.touched)?.get(before.touched);
  const changed = (known && changedSince(known, before, after)) ?? changedOfAll(before, after);
  const others = comparisons.get(after.touched) ?? new WeakMap<TouchedPaths, Comparison>();
  const counts = { before: before.touched.count, after: after.touched.count };
  comparisons.set(after.touched, others.set(before.touched, { ...counts, changed }));
  return changed;
}

/** What two trees differed in when so many paths of each had been touched. */
interface Comparison {
  readonly before: number;
  readonly after: number;
  readonly changed: readonly FileId[];
}

/** The last comparison of the later tree with the earlier one, as long as both are there. */
const comparisons = new WeakMap<TouchedPaths, WeakMap<TouchedPaths, Comparison>>();

/** The last comparison with what was touched since; `undefined` where too much was. */
function changedSince(
  known: Comparison,
  before: Analysis,
  after: Analysis,
): readonly FileId[] | undefined {
  const [old, fresh] = [before.touched.since(known.before), after.touched.since(known.after)];
  if (old === undefined || fresh === undefined) return undefined;
  if (old.length + fresh.length === 0) return known.changed;
  const changed = new Set(known.changed);
  for (const path of [...old, ...fresh]) {
    if (isSameEntry(before.files.get(path), after.files.get(path))) changed.delete(path);
    else changed.add(path);
  }
  return [...changed].sort();
}

function changedOfAll(before: Analysis, after: Analysis): readonly FileId[] {
  const changed: FileId[] = [];
  for (const [path, entry] of after.files) {
    if (!isSameEntry(before.files.get(path), entry)) changed.push(path);
  }
  for (const path of before.files.keys()) if (!after.files.has(path)) changed.push(path);
  return changed.sort();
}

/** Whether the same stands at a path of two trees. */
export function isSameEntry(a: TreeEntry | undefined, b: TreeEntry | undefined): boolean {
  if (b === undefined) return a === undefined;
  if (b.kind === 'file') return a?.kind === 'file' && isSameContent(a.content, b.content);
  return a?.kind === 'symlink' && a.target === b.target;
}

/** What a change of a tree reaches. */
export interface Reach {
  /** The files and links that changed, and the folders that came or went with them. */
  readonly changed: ReadonlySet<FileId>;
  /** Every root of either side whose build may see the change, sorted. */
  readonly roots: readonly FileId[];
}

/**
 * The roots that a change reaches. Only the new tree's kustomization files are read: a root that looks at nothing that
 * changed looked at the same before, so that its build is the same, too; a root that is gone is among them in any case.
 */
export function reachOf(
  before: Analysis,
  after: Analysis,
  files: readonly FileId[],
  restrictions: LoadRestrictions,
): Answer<Reach> {
  const changed = new Set([...files, ...changedFolders(before, after, files)]);
  const gone = goneRoots(before.roots(), after);
  const reached = after.ask((reader) => reachedRoots(reader, changed, restrictions));
  return mapAnswer(reached, (roots) => ({
    changed,
    roots: [...new Set([...roots, ...gone])].sort(),
  }));
}

/** The roots of an earlier tree that are none in a later one; mostly both have the same, in the same order. */
function goneRoots(before: readonly FileId[], after: Analysis): readonly FileId[] {
  const now = after.roots();
  if (before.length === now.length && before.every((root, index) => root === now[index])) return [];
  const known = after.rootSet();
  return before.filter((root) => !known.has(root));
}

/** The folders that are on one side only, or something else on the other. */
function changedFolders(
  before: Analysis,
  after: Analysis,
  files: readonly FileId[],
): ReadonlySet<FileId> {
  const found = new Set<FileId>();
  const seen = new Set<FileId>();
  for (const file of files) {
    for (
      let folder = parentOf(file);
      folder !== '' && !seen.has(folder);
      folder = parentOf(folder)
    ) {
      seen.add(folder);
      if (isFolder(before, folder) !== isFolder(after, folder)) found.add(folder);
    }
  }
  return found;
}

function isFolder(analysis: Analysis, path: FileId): boolean {
  const entry = analysis.ask((reader) => reader.read(entryInput, path));
  return entry.kind === 'complete' && entry.value?.kind === 'directory';
}

/** Whether anything stands at a path of a tree: a folder, a file or a link. */
export function standsIn(analysis: Analysis, path: FileId): boolean {
  const entry = analysis.ask((reader) => reader.read(entryInput, path));
  return entry.kind === 'complete' && entry.value !== undefined;
}
