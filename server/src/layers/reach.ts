import { parentOf } from '../kustomize/files.ts';
import type { LoadRestrictions } from '../kustomize/load.ts';
import type { Input, Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { ClosedInput } from './closedInputs.ts';
import { reachedByWords } from './reachByWords.ts';
import { readsOfFolder } from './reachReads.ts';
import { rootSetQuery, rootsInput } from './roots.ts';

/** Who reads what in a tree. */
export interface ReachIndex {
  /** The folders whose kustomization file looks at a path. */
  readonly readers: ReadonlyMap<FileId, readonly FileId[]>;
  /** The folders whose kustomization file gives a folder, or a file, to a program that may read all of it. */
  readonly programs: ReadonlyMap<FileId, readonly FileId[]>;
  /** The folders that build on a folder. */
  readonly users: ReadonlyMap<FileId, readonly FileId[]>;
  /** Whether it may be another one by other load restrictions. */
  readonly isRestricted: boolean;
}

/** The index of a tree, by load restrictions; an edit that changes no name in a kustomization file leaves it as it is. */
export const reachIndexQuery: Query<LoadRestrictions, ReachIndex> = {
  name: 'reachIndex',
  compute: (restrictions, reader) => {
    const unrestricted = restrictions === 'none' ? undefined : reader.get(reachIndexQuery, 'none');
    if (unrestricted?.isRestricted === false) return unrestricted;
    const readers = new Map<FileId, FileId[]>();
    const programs = new Map<FileId, FileId[]>();
    const users = new Map<FileId, FileId[]>();
    const queue = [...reader.read(rootsInput, '')];
    const seen = new Set(queue);
    let isRestricted = false;
    for (const root of queue) {
      const { paths, folders, closed, usesPlugins } = readsOfFolder(reader, restrictions, root);
      isRestricted ||= usesPlugins;
      for (const path of paths) addTo(readers, path, root);
      for (const input of closed) for (const path of input.paths) addTo(programs, path, root);
      for (const folder of folders) {
        addTo(users, folder, root);
        if (seen.has(folder)) continue;
        seen.add(folder);
        queue.push(folder);
      }
    }
    return { readers, programs, users, isRestricted };
  },
};

function addTo(map: Map<FileId, FileId[]>, key: FileId, value: FileId): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

/**
 * The roots whose build may see a change, sorted: those that look at one of the paths, by themselves or through what they
 * build on. Whatever else changes in the tree, their builds stay as they are.
 *
 * `paths` are all files and links that changed, appeared or went away, and the folders that appeared or went away with them.
 */
export function reachedRoots(
  reader: Reader,
  paths: Iterable<FileId>,
  restrictions: LoadRestrictions,
): readonly FileId[] {
  const changed = new Set(paths);
  const told = reader.read(isAskedOnceInput, '')
    ? reachedByWords(reader, changed, restrictions)
    : undefined;
  const roots = reader.get(rootSetQuery, '');
  const reached = told ?? reachedByIndex(reader, changed, restrictions);
  return [...reached].filter((folder) => roots.has(folder)).sort();
}

/** Whether the tree is asked once, so that no index of it is worth being made. */
export const isAskedOnceInput: Input<'', boolean> = { name: 'isAskedOnce', initial: false };

function reachedByIndex(
  reader: Reader,
  changed: ReadonlySet<FileId>,
  restrictions: LoadRestrictions,
): ReadonlySet<FileId> {
  const { readers, programs, users } = reader.get(reachIndexQuery, restrictions);
  const reached = new Set<FileId>();
  for (const path of changed) {
    for (const root of readers.get(path) ?? []) reached.add(root);
    for (let folder = path; folder !== ''; folder = parentOf(folder)) {
      for (const root of programs.get(folder) ?? []) reached.add(root);
    }
  }
  for (const folder of reached) for (const user of users.get(folder) ?? []) reached.add(user);
  return reached;
}

/**
 * What programs get from a root and all that it builds on; and what kustomize would fetch of the tree's own repository, which
 * changes with what stands here.
 */
export function closedInputsOf(
  reader: Reader,
  root: FileId,
  restrictions: LoadRestrictions,
): readonly ClosedInput[] {
  return foldersBelow(reader, root, restrictions).flatMap((folder) => {
    const { closed, ownRemotes } = readsOfFolder(reader, restrictions, folder);
    return [
      ...closed,
      ...[...ownRemotes].map(([detail, path]): ClosedInput => {
        const looks = foldersBelow(reader, path, restrictions).flatMap(
          (one) => readsOfFolder(reader, restrictions, one).paths,
        );
        return { kind: 'remote', detail, config: '', paths: [], looks: [path, ...looks] };
      }),
    ];
  });
}

/** A root and all folders that it builds on, itself first. */
export function foldersBelow(
  reader: Reader,
  root: FileId,
  restrictions: LoadRestrictions,
): readonly FileId[] {
  const found = new Set([root]);
  for (const one of found) {
    for (const folder of readsOfFolder(reader, restrictions, one).folders) found.add(folder);
  }
  return [...found];
}
