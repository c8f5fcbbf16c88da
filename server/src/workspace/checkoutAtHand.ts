import { createHash } from 'node:crypto';
import type { TreeEntry } from '../analysis/analysis.ts';
import type { FileContent } from '../analysis/analysisHost.ts';
import { absentEntry } from '../analysis/submodule.ts';
import { changedBeside, placeTree, type PlacedTree } from '../analysis/treesBeside.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { formatOf } from './content.ts';
import { readFileIn } from './diskContent.ts';
import { treeOfCommit } from './gitObjects.ts';
import { repositoryFacts } from './repositoryFacts.ts';
import { pathOfUnread, scanFolder } from './scan.ts';
import type { OtherRepository } from './treesBeside.ts';

/** A checkout of another repository with a tree that counts before what git has of the revision that the tree stands for. */
export interface AtHand {
  readonly tree: PlacedTree;
  readonly branch: string | undefined;
  readonly defaultBranch: string | undefined;
  /** The contents that no object of git has. */
  readonly contents: ReadonlyMap<string, FileContent>;
  /** The folders of the repositories that have the others. */
  readonly folders: readonly string[];
}

/** A checkout of another repository before and after what changed in it. */
export interface ChangedCheckout {
  readonly before: OtherRepository;
  readonly after: OtherRepository;
}

/**
 * What a checkout has at hand beside a commit of it; `undefined` where both are the same. A refusal says in one sentence what
 * cannot be had.
 */
export async function changedCheckout(
  other: OtherRepository,
  commit: string,
  signal: AbortSignal,
): Promise<Result<ChangedCheckout | undefined, string>> {
  const { folder, keys } = other;
  const [known, scan, facts] = await Promise.all([
    treeOfCommit(folder, commit, { signal, lacking: 'any' }),
    scanFolder(folder, signal),
    repositoryFacts(folder, signal),
  ]);
  if (known === undefined) return failed(`the tree of ${commit} in ${folder} cannot be read.`);
  const { entries, contents } = readUnread(folder, scan.entries, known.entries);
  const [key = folder] = keys;
  const name = `${key.slice(key.lastIndexOf('/') + 1)}@${hashOf(key).slice(0, 12)}`;
  const [before, after] = [known.entries, entries].map((one) =>
    placeTree(name, one, versionOf(one)),
  );
  if (before === undefined || after === undefined) return ok(undefined);
  if (changedBeside([before], [after]).size === 0) return ok(undefined);
  const { branch, defaultBranch } = facts;
  const of = (tree: PlacedTree): OtherRepository => ({
    ...other,
    atHand: { tree, branch, defaultBranch, contents, folders: known.folders },
  });
  return ok({ before: of(before), after: of(after) });
}

/** The entries of a checkout with the files that git does not know as they are, by what they hold. */
function readUnread(
  folder: string,
  entries: ReadonlyMap<FileId, TreeEntry>,
  committed: ReadonlyMap<FileId, TreeEntry>,
): Pick<AtHand, 'contents'> & { readonly entries: ReadonlyMap<FileId, TreeEntry> } {
  const contents = new Map<string, FileContent>();
  const format = formatOf([...committed.values()].flatMap(idOf)[0] ?? '');
  const read = [...entries].flatMap(([path, entry]): readonly (readonly [FileId, TreeEntry])[] => {
    if (entry.kind !== 'file') return [[path, entry]];
    if (pathOfUnread(entry.content) === undefined) {
      // A partial clone may lack the content of a file on both sides.
      const absent = absentEntry(entry.content);
      const old = committed.get(path);
      return [[path, old !== undefined && isSameFile(old, absent) ? old : entry]];
    }
    const found = readFileIn(folder, path, format);
    if (found === undefined) return [];
    contents.set(found.id, found.content);
    return [[path, { kind: 'file', content: found.id }]];
  });
  return { entries: new Map(read), contents };
}

function isSameFile(a: TreeEntry, b: TreeEntry): boolean {
  return a.kind === 'file' && b.kind === 'file' && a.content === b.content;
}

function idOf(entry: TreeEntry): readonly string[] {
  return entry.kind === 'file' && /^[0-9a-f]{40,}$/.test(entry.content) ? [entry.content] : [];
}

function versionOf(entries: ReadonlyMap<FileId, TreeEntry>): string {
  return hashOf(JSON.stringify([...entries].sort(([a], [b]) => (a < b ? -1 : 1))));
}

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
