import { chartOfId, folderOfChart } from '../delivery/fetchedChart.ts';
import {
  folderOfTree,
  isNameOfGit,
  sameRepositoryKey,
  treeOfId,
  type TreeName,
} from '../delivery/repository.ts';
import {
  folderBeside,
  isBeside,
  parentOf,
  repositoryOf,
  remotesFolder,
  type Entry,
} from '../kustomize/files.ts';
import { tagInRange } from '../delivery/versionRange.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis, TreeEntry } from './analysis.ts';
import type { Answer } from './answer.ts';
import { FolderNames } from './folderNames.ts';
import { isSameEntry } from './impactReach.ts';

/** A tree that stands beside the one at hand, made once for all hosts that read it. */
export interface PlacedTree {
  /** The folder that its files stand in. */
  readonly folder: FileId;
  readonly entries: ReadonlyMap<FileId, TreeEntry>;
  readonly folders: FolderNames;
  /** Tells contents of one folder apart: a commit never changes, a checkout at hand does. */
  readonly version: string;
}

/** The tree that a need asks for, by its id. */
export type WantedTree = TreeName;

/** What the id of a need asks for. */
export function wantedTree(id: string): WantedTree {
  return treeOfId(id);
}

/**
 * The tag that a tree of a range of versions is that of, among those of its repository, the oldest first; `undefined` where
 * none fits, or where it is no range.
 */
export function wantedTag(
  { revision = '', range }: WantedTree,
  tags: readonly string[],
): string | undefined {
  return range && tagInRange(revision, tags, range);
}

/** Whether what a tree is asked for by may be a name of git's. */
export function isNamed({ revision = 'HEAD' }: WantedTree): boolean {
  return isNameOfGit(revision);
}

/** An address of a repository in the form in which equal repositories are equal. */
export function repositoryKey(address: string): string {
  return sameRepositoryKey(address);
}

/** Asks for trees beside the one at hand, by the ids of needs for them. */
export function neededTrees(analysis: Analysis, ids: readonly string[]): Answer<unknown> {
  return analysis.ask((reader) =>
    ids.map((id) => {
      const chart = chartOfId(id);
      return chart === undefined
        ? folderOfTree(reader, treeOfId(id))
        : folderOfChart(reader, chart);
    }),
  );
}

/**
 * Places a tree, by a name that tells its content: `fleet@release/prod@3f2a1b9c04d7`. What changes without another name has a
 * version besides.
 */
export function placeTree(
  name: string,
  entries: ReadonlyMap<FileId, TreeEntry>,
  version = '',
): PlacedTree {
  const folders = new FolderNames();
  for (const path of entries.keys()) folders.add(path);
  folders.takeChanged();
  return { folder: folderBeside(name), entries, folders, version };
}

/** The files, links and folders that are not the same in the trees of checkouts on two sides, each in one folder on both. */
export function changedBeside(
  before: readonly PlacedTree[] = [],
  after: readonly PlacedTree[] = [],
): ReadonlySet<FileId> {
  const changed = new Set<FileId>();
  for (const fresh of after) {
    const old = before.find(({ folder }) => folder === fresh.folder);
    if (old === undefined) continue;
    for (const path of new Set([...old.entries.keys(), ...fresh.entries.keys()])) {
      if (isSameEntry(old.entries.get(path), fresh.entries.get(path))) continue;
      changed.add(`${fresh.folder}/${path}`);
      for (let one = parentOf(path); one !== ''; one = parentOf(one)) {
        if (old.folders.has(one) !== fresh.folders.has(one)) changed.add(`${fresh.folder}/${one}`);
      }
    }
  }
  return changed;
}

/** The trees beside the one at hand, by their folders. */
export class TreesBeside {
  private readonly trees = new Map<FileId, PlacedTree>();

  /** The tree that stands in a folder. */
  at(folder: FileId): PlacedTree | undefined {
    return this.trees.get(folder);
  }

  /** Puts a tree into its folder. */
  set(tree: PlacedTree): void {
    this.trees.set(tree.folder, tree);
  }

  /** Takes a tree away. */
  delete({ folder }: PlacedTree): void {
    this.trees.delete(folder);
  }

  /** All of them. */
  get all(): readonly PlacedTree[] {
    return [...this.trees.values()];
  }

  /** What stands at a path; `undefined` where no tree has it. */
  entryAt(path: FileId): Entry | undefined {
    if (path === remotesFolder) return this.trees.size > 0 ? directory : undefined;
    const found = this.placeOf(path);
    if (found === undefined) return undefined;
    const { tree, below } = found;
    const isFolder = below === '' || tree.folders.has(below);
    return tree.entries.get(below) ?? (isFolder ? directory : undefined);
  }

  /** The names in a folder; `undefined` where no tree has it. */
  namesIn(folder: FileId): readonly string[] | undefined {
    const found = this.placeOf(folder);
    return found?.tree.folders.namesIn(found.below);
  }

  /** All files and links of the tree of a folder, sorted; `undefined` where there is none. */
  pathsOf(folder: FileId): readonly FileId[] | undefined {
    const tree = this.trees.get(folder);
    return tree && [...tree.entries.keys()].map((path) => `${folder}/${path}`).sort();
  }

  /** The paths of all files, links and folders of a tree. */
  pathsIn({ folder, entries }: PlacedTree): ReadonlySet<FileId> {
    const found = new Set([folder]);
    for (const path of entries.keys()) {
      for (let one = path; one !== '' && !found.has(`${folder}/${one}`); one = parentOf(one))
        found.add(`${folder}/${one}`);
    }
    return found;
  }

  private placeOf(path: FileId): { readonly tree: PlacedTree; readonly below: FileId } | undefined {
    const folder = isBeside(path) ? repositoryOf(path) : undefined;
    const tree = folder === undefined ? undefined : this.trees.get(folder);
    return tree && { tree, below: path.slice(tree.folder.length + 1) };
  }
}

const directory: Entry = { kind: 'directory' };
