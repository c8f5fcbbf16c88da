import type { Input, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { deepEqual } from '../util/deepEqual.ts';
import type { RangeReader } from './versionRange.ts';

/** What the outer half knows of the repository that the tree belongs to. */
export interface RepositoryFacts {
  /** The addresses of its remotes, as git has them. */
  readonly remotes: readonly string[];
  /** The branch that the remote calls its default; `undefined` where git does not say. */
  readonly defaultBranch: string | undefined;
  /** The branch that the tree stands for; `undefined` for a commit, or where nothing is checked out. */
  readonly branch: string | undefined;
  /** Whether git can be asked for the trees of other revisions. Default: no. */
  readonly knowsRevisions?: boolean;
  /** Other repositories of which a checkout is at hand, in the form of `sameRepositoryKey`. */
  readonly others?: readonly string[];
  /** Those of them that are read as they are at hand, and not as they are committed: a change of them is compared. */
  readonly atHand?: readonly CheckoutAtHand[];
}

/** A checkout of another repository, with what its tree stands for. */
export interface CheckoutAtHand {
  /** The addresses of the repository, in the form of `sameRepositoryKey`. */
  readonly keys: readonly string[];
  readonly defaultBranch: string | undefined;
  readonly branch: string | undefined;
}

/** A tree beside the one at hand: a revision of its own repository, or of another one. */
export interface TreeName {
  readonly isOwn: boolean;
  /** In the form of `sameRepositoryKey`. */
  readonly repository: string;
  /** A branch, a tag or a commit; `undefined` for the default branch. */
  readonly revision: string | undefined;
  /** Whether it is a checkout of another repository as it is at hand. Default: what git has of the revision. */
  readonly isAtHand?: boolean;
  /** Who reads the revision as a range of versions, to be found among the tags. Default: it is a name. */
  readonly range?: RangeReader | undefined;
}

/** Where a tree beside the one at hand stands; without a folder where git does not have it. */
export interface TreeBeside {
  /** The folder that its files stand in, below `remotesFolder`. */
  readonly folder: FileId | undefined;
}

/** A tree beside the one at hand, by its id (see `treeId`); `undefined` until the outer half was asked. */
export const treeInput: Input<string, TreeBeside | undefined> = {
  name: 'treeBeside',
  initial: undefined,
  equals: deepEqual,
};

/** The id of a tree beside the one at hand. */
export function treeId({
  isOwn,
  repository,
  revision = '',
  isAtHand = false,
  range,
}: TreeName): string {
  const kind = isOwn ? 'own' : isAtHand ? 'hand' : 'other';
  return [kind, repository, revision, ...(range === undefined ? [] : [range])].join('\n');
}

/** What an id of a tree says. */
export function treeOfId(id: string): TreeName {
  const [kind, repository = '', revision = '', range] = id.split('\n');
  return {
    isOwn: kind === 'own',
    repository,
    revision: revision === '' ? undefined : revision,
    ...(kind === 'hand' && { isAtHand: true }),
    ...((range === 'argocd' || range === 'flux') && { range }),
  };
}

/** The folder of a tree beside the one at hand; what nobody has asked for yet is a need. */
export function folderOfTree(reader: Reader, name: TreeName): FileId | undefined {
  if (name.range === undefined && !isNameOfGit(name.revision ?? 'HEAD')) return undefined;
  const id = treeId(name);
  const found = reader.read(treeInput, id);
  if (found !== undefined) return found.folder;
  const { knowsRevisions = false, others = [] } = reader.read(repositoryInput, '');
  const isAtHand = name.isOwn ? knowsRevisions : others.includes(name.repository);
  if (isAtHand) reader.need({ kind: 'tree', id });
  return undefined;
}

/** What may be the name of a branch or a tag, or the id of a commit, and no expression of git's. */
export function isNameOfGit(revision: string): boolean {
  return /^[\p{L}\p{N}._/+@=#-]+$/u.test(revision) && !/^-|\.\.|@\{/.test(revision);
}

/** What is known of the repository of the tree; set by the host. */
export const repositoryInput: Input<'', RepositoryFacts> = {
  name: 'repository',
  initial: { remotes: [], defaultBranch: undefined, branch: undefined },
  equals: deepEqual,
};

/**
 * An address in the one form in which equal repositories are equal: host and path in small letters, without the way to get
 * there (`https`, `ssh`, `git@`), the user, the port and `.git`. Hosts take names without regard to case, and so do the
 * large forges with paths.
 */
export function sameRepositoryKey(address: string): string {
  const trimmed = address
    .trim()
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .replace(/\/+$/, '');
  const scp = /^(?:[^@/\s]+@)?([^:/\s]+):(?!\/\/)(.*)$/.exec(trimmed);
  const url = /^[a-z][a-z0-9+.-]*:\/\/(?:[^@/]*@)?([^/:]*)(?::\d+)?\/*(.*)$/i.exec(trimmed);
  const [, host = '', path = ''] = url ?? scp ?? ['', '', trimmed];
  return `${host}/${path.replace(/^\/+/, '').replace(/\/{2,}/g, '/')}`.toLowerCase();
}
