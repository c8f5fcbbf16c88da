import type { Change, FileContent } from '../analysis/analysisHost.ts';
import {
  isNamed,
  placeTree,
  repositoryKey,
  wantedTag,
  wantedTree,
  type PlacedTree,
  type WantedTree,
} from '../analysis/treesBeside.ts';
import { absentFile } from '../analysis/submodule.ts';
import type { AtHand } from './checkoutAtHand.ts';
import { contentOf, mostBytes } from './content.ts';
import { runGit, splitNul } from './git.ts';
import { readObjects, treeOfCommit } from './gitObjects.ts';

/** A checkout of another repository on this machine. */
export interface OtherRepository {
  /** Absolute. */
  readonly folder: string;
  /** Its addresses: those of its remotes, and what somebody calls it. */
  readonly keys: readonly string[];
  /** What is read of it for the revision that it stands for. Default: what git has of that. */
  readonly atHand?: AtHand;
}

/**
 * Finds trees beside the one at hand, as commits have them: what stands uncommitted in a checkout does not count. A branch is
 * what its remote has, as far as git has fetched it; else the local one.
 */
export interface TreesBeside {
  /** The keys of the other repositories. */
  readonly others: readonly string[];
  /** What those of them stand for that are read as they are at hand. */
  readonly atHand: NonNullable<Change['repository']>['atHand'];
  /** The trees of some ids; `missing` for what git does not have here. */
  readonly find: (
    ids: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, PlacedTree | 'missing'>>;
  /** The contents of the trees that were found, by their ids; what none has is left out. */
  readonly load: (
    ids: readonly string[],
    signal: AbortSignal,
  ) => Promise<ReadonlyMap<string, FileContent>>;
}

/** More trees are not read at a time for one repository: each has a place in memory. */
const mostTrees = 24;

/** The trees beside that of a folder: those of its own repository, and of others. */
export function newTreesBeside(
  top: string,
  others: readonly OtherRepository[],
  most = mostTrees,
): TreesBeside {
  const placed = new Map<string, PlacedTree>();
  /** Which tree an id meant last. */
  const meant = new Map<string, string>();
  const folders = new Set<string>();
  const folderOf = ({ isOwn, repository }: WantedTree): string | undefined =>
    isOwn ? top : others.find(({ keys }) => keys.includes(repository))?.folder;

  async function place(
    id: string,
    { folder, commit }: { readonly folder: string; readonly commit: string },
    signal: AbortSignal,
  ): Promise<PlacedTree | 'missing'> {
    const key = `${folder}\n${commit}`;
    meant.set(id, key);
    const known = placed.get(key);
    if (known !== undefined) return known;
    if (placed.size >= most) {
      const wanted = new Set(meant.values());
      for (const one of placed.keys()) if (!wanted.has(one)) placed.delete(one);
    }
    const { repository, revision = 'HEAD', isOwn } = wantedTree(id);
    // Of the tree's own repository what is checked out stands in for the whole.
    const lacking = isOwn ? 'nothing' : 'some';
    const tree =
      placed.size < most ? await treeOfCommit(folder, commit, { signal, lacking }) : undefined;
    if (tree === undefined) return 'missing';
    const name = `${repository.slice(repository.lastIndexOf('/') + 1)}@${revision}`;
    const made = placeTree(`${name}@${commit.slice(0, 12)}`, tree.entries);
    placed.set(key, made);
    for (const one of tree.folders) folders.add(one);
    return made;
  }

  return {
    others: others.flatMap(({ keys }) => keys),
    atHand: others.flatMap(({ keys, atHand }) =>
      atHand === undefined
        ? []
        : [{ keys, branch: atHand.branch, defaultBranch: atHand.defaultBranch }],
    ),
    find: async (ids, signal) => {
      const found = new Map<string, PlacedTree | 'missing'>(ids.map((id) => [id, 'missing']));
      const byFolder = new Map<string, string[]>();
      for (const id of ids) {
        const tree = treeAtHand(wantedTree(id), others);
        if (tree !== undefined) found.set(id, tree);
        const folder = tree === undefined ? folderOf(wantedTree(id)) : undefined;
        if (folder !== undefined) byFolder.set(folder, [...(byFolder.get(folder) ?? []), id]);
      }
      for (const [folder, wanted] of byFolder) {
        for (const [id, commit] of await commitsOf(folder, wanted, signal))
          found.set(id, await place(id, { folder, commit }, signal));
      }
      for (const [id, tree] of found) if (tree === 'missing') meant.delete(id);
      return found;
    },
    load: async (ids, signal) => {
      const contents = new Map<string, FileContent>();
      for (const id of ids) {
        const absent = absentFile(id);
        if (absent !== undefined) contents.set(id, absent);
        for (const { atHand } of others) {
          const known = atHand?.contents.get(id);
          if (known !== undefined) contents.set(id, known);
        }
      }
      for (const { atHand } of others) for (const one of atHand?.folders ?? []) folders.add(one);
      for (const folder of ids.length === 0 ? [] : folders) {
        const missing = ids.filter((id) => !contents.has(id));
        const read = await readObjects(folder, missing, signal);
        if (read.kind === 'failed') continue;
        for (const [id, bytes] of read.value) {
          const isLarge = bytes.length > mostBytes;
          contents.set(id, isLarge ? { kind: 'tooLarge', size: bytes.length } : contentOf(bytes));
        }
      }
      return contents;
    },
  };
}

/** Whether two finds are one tree. */
export function isSameTree(
  a: PlacedTree | 'missing' | undefined,
  b: PlacedTree | 'missing' | undefined,
): boolean {
  return typeof a === 'object' && typeof b === 'object'
    ? a.folder === b.folder && a.version === b.version
    : a === b;
}

/** The tree of a checkout as it is at hand; `undefined` where what git has of a revision is asked for. */
function treeAtHand(
  { isAtHand = false, repository }: WantedTree,
  others: readonly OtherRepository[],
): PlacedTree | undefined {
  if (!isAtHand) return undefined;
  return others.find(({ keys }) => keys.includes(repository))?.atHand?.tree;
}

/** The checkout in a folder, with the addresses of its remotes and those that somebody gives it. */
export async function otherRepository(
  folder: string,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<OtherRepository> {
  const remotes = await remotesOf(folder, signal);
  const keys = [...addresses.map(repositoryKey), ...remotes.map(({ key }) => key)];
  return { folder, keys: [...new Set(keys)] };
}

/** The commits that ids mean, all of a repository by one process. */
async function commitsOf(
  folder: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const remotes = await remotesOf(folder, signal);
  const isRange = ids.some((id) => wantedTree(id).range !== undefined);
  const tags = isRange ? await tagsOf(folder, signal) : [];
  const asked = ids.flatMap((id) => {
    const wanted = wantedTree(id);
    const tag = wantedTag(wanted, tags);
    const named = isNamed(wanted) && wanted.range !== 'flux' ? namesOf(wanted, remotes) : [];
    const names = tag === undefined ? named : [`refs/tags/${tag}`, ...named];
    return names.map((name): readonly [string, string] => [id, name]);
  });
  const input = asked.map(([, name]) => `${name}^{commit}\n`).join('');
  const answer = await runGit(folder, ['cat-file', '--batch-check', '--buffer'], { signal, input });
  const lines = answer.kind === 'ok' ? answer.value.toString('utf8').split('\n') : [];
  const found = new Map<string, string>();
  for (const [index, [id]] of asked.entries()) {
    const [commit = '', type] = (lines[index] ?? '').split(' ');
    if (type === 'commit' && !found.has(id)) found.set(id, commit);
  }
  return found;
}

/**
 * What git may call a revision here, what counts first.
 * Source: Argo CD 3.2.0 util/git/client.go `lsRemote`; fluxcd/pkg/git v0.52.0 gogit/client.go `clone`.
 */
function namesOf(
  { repository, revision, isOwn }: WantedTree,
  remotes: readonly Remote[],
): readonly string[] {
  const own = remotes.flatMap(({ name, key }) => (key === repository ? [name] : []));
  // Where a remote has the very address, a fork beside it may call another branch alike.
  const names = own.length > 0 ? own : ['origin'];
  const tracking = (branch: string): readonly string[] =>
    names.map((name) => `refs/remotes/${name}/${branch}`);
  if (revision === undefined) {
    const usual = ['main', 'master'];
    return [
      ...['HEAD', ...usual].flatMap(tracking),
      ...usual.map((branch) => `refs/heads/${branch}`),
      ...(isOwn ? [] : ['HEAD']),
    ];
  }
  if (revision.startsWith('refs/')) return [revision];
  const isId = /^[0-9a-f]{7,64}$/.test(revision);
  return [
    ...tracking(revision),
    `refs/heads/${revision}`,
    `refs/tags/${revision}`,
    ...(isId ? [revision] : []),
  ];
}

/** The tags that git has here, by the times of what they stand for, the oldest first. */
async function tagsOf(folder: string, signal: AbortSignal): Promise<readonly string[]> {
  const format = '--format=%(refname:strip=2)%00%(*committerdate:unix)%(committerdate:unix)';
  const answer = await runGit(folder, ['for-each-ref', format, 'refs/tags'], { signal });
  const lines = answer.kind === 'ok' ? answer.value.toString('utf8').split('\n') : [];
  return lines
    .map((line) => {
      const [tag = '', time = ''] = line.split('\0');
      return { tag, time: Number(time) };
    })
    .sort((a, b) => a.time - b.time)
    .map(({ tag }) => tag);
}

interface Remote {
  readonly name: string;
  readonly key: string;
}

async function remotesOf(folder: string, signal: AbortSignal): Promise<readonly Remote[]> {
  const words = ['config', '-z', '--get-regexp', String.raw`^remote\..*\.url$`];
  const answer = await runGit(folder, words, { signal });
  return (answer.kind === 'ok' ? splitNul(answer.value) : []).map((entry) => {
    const end = entry.indexOf('\n');
    const name = entry.slice('remote.'.length, end - '.url'.length);
    return { name, key: repositoryKey(entry.slice(end + 1)) };
  });
}
