import type { Input } from '../query/database.ts';
import { deepEqual } from '../util/deepEqual.ts';

/** What the outer half knows of the repository that the tree belongs to. */
export interface RepositoryFacts {
  /** The addresses of its remotes, as git has them. */
  readonly remotes: readonly string[];
  /** The branch that the remote calls its default; `undefined` where git does not say. */
  readonly defaultBranch: string | undefined;
  /** The branch that the tree stands for; `undefined` for a commit, or where nothing is checked out. */
  readonly branch: string | undefined;
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
