import { sameRepositoryKey, repositoryInput } from '../../delivery/repository.ts';
import { fileObjectsQuery } from '../../kustomize/objects.ts';
import { resolvedQuery } from '../../kustomize/files.ts';
import type { Query, Reader } from '../../query/database.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { mentioningFilesQuery } from './declaring.ts';
import { treePathsInput } from '../treePaths.ts';

/** Which addresses are those of the tree's own repository, and how that is known. */
export interface OwnAddresses {
  /** In the form of `sameRepositoryKey`. */
  readonly keys: readonly string[];
  /** `remote` where a remote of the repository is among the addresses; else the one whose folders are in the tree. */
  readonly by: 'remote' | 'folders' | 'nothing';
}

/**
 * The addresses of the tree's own repository: those of its remotes; and where no source of an application names one of
 * them (a mirror, a fork, a folder without git), the address most of whose folders stand in the tree.
 */
export const ownAddressesQuery: Query<'', OwnAddresses> = {
  name: 'ownAddresses',
  equals: deepEqual,
  compute: (_key, reader) => {
    const remotes = reader.read(repositoryInput, '').remotes.map(sameRepositoryKey);
    const named = namedAddresses(reader);
    if (remotes.some((key) => named.has(key))) return { keys: remotes, by: 'remote' };
    let best: { readonly key: string; readonly score: number } | undefined;
    for (const [key, score] of [...named].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (score > (best?.score ?? 0)) best = { key, score };
    }
    return best === undefined
      ? { keys: remotes, by: 'nothing' }
      : { keys: [...remotes, best.key], by: 'folders' };
  },
};

/** How a source of an application stands to the tree. */
export interface Here {
  readonly isHere: boolean;
  readonly isFollowed: boolean;
}

/** Says whether an address is that of the tree, and whether the tree stands for the revision. */
export function hereIn(reader: Reader): (url: string, revision: string | undefined) => Here {
  const { keys } = reader.get(ownAddressesQuery, '');
  const { branch, defaultBranch } = reader.read(repositoryInput, '');
  return (url, revision) => {
    const isHere = keys.includes(sameRepositoryKey(url));
    return { isHere, isFollowed: isHere && isFollowed(revision, { branch, defaultBranch }) };
  };
}

/**
 * A branch that somebody works on stands for the one that it will be merged to, the default branch; a branch that
 * applications follow by its name stands for itself.
 */
function isFollowed(
  revision: string | undefined,
  {
    branch,
    defaultBranch,
  }: { readonly branch: string | undefined; readonly defaultBranch: string | undefined },
): boolean {
  const name = (revision ?? '').replace(/^refs\/heads\//, '').replace(/^origin\//, '');
  if (name === '' || name === 'HEAD' || name === branch || name === defaultBranch) return true;
  return defaultBranch === undefined && (name === 'main' || name === 'master');
}

/** The addresses that sources name, each with how many of its folders stand in the tree. */
function namedAddresses(reader: Reader): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const add = (url: string, path: string | undefined): void => {
    if (url === '' || /\{\{|\$\{/.test(url)) return;
    const key = sameRepositoryKey(url);
    const known = found.get(key) ?? 0;
    found.set(key, known + (path !== undefined && leadsSomewhere(reader, path) ? 1 : 0));
  };
  for (const file of reader.get(mentioningFilesQuery, '')) {
    for (const node of reader.get(fileObjectsQuery, file).nodes) collect(node, add);
  }
  // Objects of Flux name a folder and an address in two objects.
  if (![...found.values()].some((score) => score > 0)) addGitRepositories(reader, found);
  return found;
}

/** A folder with placeholders counts by the part before the first of them. */
function leadsSomewhere(reader: Reader, path: string): boolean {
  const [fixed = ''] = path.split(/\{\{|\$\{/);
  const whole = fixed === path ? path : fixed.slice(0, fixed.lastIndexOf('/') + 1);
  const parts = whole.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || parts.includes('..')) return false;
  return reader.get(resolvedQuery, parts.join('/')) !== undefined;
}

/** Every map with `repoURL` and `path` in an object, at any depth. */
function collect(node: ResourceNode, add: (url: string, path: string | undefined) => void): void {
  switch (node.kind) {
    case 'map': {
      const url = field(node, 'repoURL');
      if (url?.kind === 'scalar') {
        const path = field(node, 'path');
        add(url.value, path?.kind === 'scalar' ? path.value : undefined);
        for (const folder of itemsOf(field(node, 'directories'))) {
          add(url.value, rawText(field(folder, 'path')).replace(/\*.*$/, ''));
        }
      }
      for (const value of node.values) collect(value, add);
      return;
    }
    case 'sequence':
      for (const item of node.items) collect(item, add);
      return;
    case 'scalar':
    case 'alias':
      return;
  }
}

function itemsOf(node: ResourceNode | undefined): readonly ResourceNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}

/** Where Flux bootstraps itself, its repository is the tree's own. */
function addGitRepositories(reader: Reader, found: Map<string, number>): void {
  for (const path of reader.read(treePathsInput, '')) {
    if (!/(?:^|\/)gotk-sync\.ya?ml$/.test(path)) continue;
    for (const node of reader.get(fileObjectsQuery, path).nodes) {
      if (rawText(field(node, 'kind')) !== 'GitRepository') continue;
      const key = sameRepositoryKey(rawText(field(field(node, 'spec'), 'url')));
      found.set(key, (found.get(key) ?? 0) + 1);
    }
  }
}
