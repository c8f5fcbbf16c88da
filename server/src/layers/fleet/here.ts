import {
  folderOfTree,
  repositoryInput,
  sameRepositoryKey,
  type CheckoutAtHand,
} from '../../delivery/repository.ts';
import { isVersionRange, type RangeReader } from '../../delivery/versionRange.ts';
import { fileObjectsQuery } from '../../kustomize/objects.ts';
import { resolvedQuery } from '../../kustomize/files.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { filesMentioning } from '../mentions.ts';

const filesWithApplications = filesMentioning('applications');
const filesWithSources = filesMentioning('fluxSources');

/** Which addresses are those of the tree's own repository, and how that is known. */
export interface OwnAddresses {
  /** In the form of `sameRepositoryKey`. */
  readonly keys: readonly string[];
  /**
   * `remote` where a remote of the repository is among the addresses; else `bootstrap` for the one that Flux is started from,
   * or `folders` for the one whose folders are in the tree.
   */
  readonly by: 'remote' | 'bootstrap' | 'folders' | 'nothing';
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
    const { by, scores: named } = namedAddresses(reader);
    if (remotes.some((key) => named.has(key))) return { keys: remotes, by: 'remote' };
    let best: { readonly key: string; readonly score: number } | undefined;
    for (const [key, score] of [...named].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (score > (best?.score ?? 0)) best = { key, score };
    }
    return best === undefined
      ? { keys: remotes, by: 'nothing' }
      : { keys: [...remotes, best.key], by };
  },
};

/** How a source of an application stands to the tree. */
export interface Here {
  readonly isHere: boolean;
  readonly isFollowed: boolean;
  /** Whether no remote of the repository is the address, and only its folders tell that it is here. */
  readonly isByFolders: boolean;
}

/** Says whether an address is that of the tree, and whether the tree stands for the revision. */
export function hereIn(reader: Reader): (url: string, revision: string | undefined) => Here {
  const { keys, by } = reader.get(ownAddressesQuery, '');
  const branches = { ...reader.read(repositoryInput, ''), own: reader.get(ownBranchQuery, '') };
  return (url, revision) => {
    const isHere = keys.includes(sameRepositoryKey(url));
    return {
      isHere,
      isFollowed: isHere && isFollowed(revision, branches),
      isByFolders: isHere && by === 'folders',
    };
  };
}

/** From which tree an application is rendered: that of the revision that it follows, or always the tree at hand. */
export type Reads = 'followed' | 'at-hand';

/**
 * Finds the folder of the tree beside the one at hand that holds a revision of a repository. To read what is at hand leaves
 * other revisions of the tree's own repository out.
 */
export function treesIn(
  reader: Reader,
  reads: Reads,
  controller: RangeReader,
): (url: string, revision: string | undefined, isRange?: boolean) => FileId | undefined {
  const { keys } = reader.get(ownAddressesQuery, '');
  const isWrittenRange = (revision: string): boolean =>
    controller === 'argocd' && isVersionRange(revision);
  return (url, revision = '', isRange = isWrittenRange(revision)) => {
    const repository = sameRepositoryKey(url);
    const isOwn = keys.includes(repository);
    if (isOwn && reads === 'at-hand') return undefined;
    if (!isOwn && standsForAtHand(reader, repository, revision)) {
      return folderOfTree(reader, { isOwn, repository, revision: undefined, isAtHand: true });
    }
    if (isRange) return folderOfTree(reader, { isOwn, repository, revision, range: controller });
    const name = branchName(revision);
    return folderOfTree(reader, {
      isOwn,
      repository,
      revision: name === '' || name === 'HEAD' ? undefined : name,
    });
  };
}

/** Whether a checkout of another repository that is read as it is at hand stands for a revision of it. */
function standsForAtHand(
  reader: Reader,
  repository: string,
  revision: string | undefined,
): boolean {
  const { atHand = [] } = reader.read(repositoryInput, '');
  const checkout = atHand.find(({ keys }) => keys.includes(repository));
  if (checkout === undefined) return false;
  return isFollowed(revision, { ...checkout, own: followedBranch(reader, checkout) });
}

/**
 * The branch that the tree stands for and that applications follow by its name, as those of environments are;
 * `undefined` for the default branch, and for one that somebody works on.
 */
export const ownBranchQuery: Query<'', string | undefined> = {
  name: 'ownBranch',
  compute: (_key, reader) => {
    const { branch, defaultBranch } = reader.read(repositoryInput, '');
    const { keys } = reader.get(ownAddressesQuery, '');
    return followedBranch(reader, { keys, branch, defaultBranch });
  },
};

/** The branch of a checkout, where it is none by default and applications follow it by its name. */
function followedBranch(
  reader: Reader,
  { keys, branch, defaultBranch }: CheckoutAtHand,
): string | undefined {
  if (branch === undefined || branch === defaultBranch || isUsualDefault(branch)) return undefined;
  const isNamed = (url: string, revision: string): boolean =>
    keys.includes(sameRepositoryKey(url)) && mayBe(branchName(revision), branch);
  return followedRevisions(reader).some(([url, revision]) => isNamed(url, revision))
    ? branch
    : undefined;
}

function isUsualDefault(branch: string): boolean {
  return branch === 'main' || branch === 'master';
}

/** Whether a revision may be a branch: placeholders stand for any text, but not for all of it. */
function mayBe(revision: string, branch: string): boolean {
  const parts = revision.split(/\{\{.*?\}\}|\$\{.*?\}|<<.*?>>/);
  if (parts.every((part) => part === '')) return false;
  const [first = '', ...rest] = parts;
  if (rest.length === 0) return revision === branch;
  const last = rest.at(-1) ?? '';
  return (
    branch.startsWith(first) && branch.endsWith(last) && branch.length > first.length + last.length
  );
}

/** The revisions that sources name, with their addresses. */
function followedRevisions(reader: Reader): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  for (const file of filesWithApplications(reader)) {
    for (const node of reader.get(fileObjectsQuery, file).nodes) collectRevisions(node, found);
  }
  for (const file of filesWithSources(reader)) {
    for (const node of reader.get(fileObjectsQuery, file).nodes) {
      const spec = field(node, 'spec');
      const branch = rawText(field(field(spec, 'ref'), 'branch'));
      if (branch !== '') found.push([rawText(field(spec, 'url')), branch]);
    }
  }
  return found;
}

function collectRevisions(node: ResourceNode, found: (readonly [string, string])[]): void {
  if (node.kind === 'sequence') for (const item of node.items) collectRevisions(item, found);
  if (node.kind !== 'map') return;
  const [url, revision] = [rawText(field(node, 'repoURL')), rawText(field(node, 'targetRevision'))];
  if (url !== '' && revision !== '') found.push([url, revision]);
  for (const value of node.values) collectRevisions(value, found);
}

/**
 * A branch that somebody works on stands for the one that it will be merged to, the default branch; a branch that
 * applications follow by its name stands for itself alone.
 */
function isFollowed(
  revision: string | undefined,
  {
    branch,
    defaultBranch,
    own,
  }: {
    readonly branch: string | undefined;
    readonly defaultBranch: string | undefined;
    readonly own: string | undefined;
  },
): boolean {
  const name = branchName(revision ?? '');
  if (own !== undefined) return name === own;
  if (name === '' || name === 'HEAD' || name === branch || name === defaultBranch) return true;
  return defaultBranch === undefined && (name === 'main' || name === 'master');
}

function branchName(revision: string): string {
  return revision.replace(/^refs\/heads\//, '').replace(/^origin\//, '');
}

/** Addresses, each with how much speaks for its being the tree's own, and what that is. */
interface NamedAddresses {
  readonly by: 'bootstrap' | 'folders';
  readonly scores: ReadonlyMap<string, number>;
}

/** The addresses that sources name, each with how many of its folders stand in the tree. */
function namedAddresses(reader: Reader): NamedAddresses {
  const found = new Map<string, number>();
  const add = (url: string, path: string | undefined): void => {
    if (url === '' || /\{\{|\$\{/.test(url)) return;
    const key = sameRepositoryKey(url);
    const known = found.get(key) ?? 0;
    found.set(key, known + (path !== undefined && leadsSomewhere(reader, path) ? 1 : 0));
  };
  for (const file of filesWithApplications(reader)) {
    for (const node of reader.get(fileObjectsQuery, file).nodes) collect(node, add);
  }
  const isScored = (): boolean => [...found.values()].some((score) => score > 0);
  if (isScored()) return { by: 'folders', scores: found };
  addBootstrap(reader, found);
  if (isScored()) return { by: 'bootstrap', scores: found };
  addGitRepositories(reader, found);
  return { by: 'folders', scores: found };
}

/** A folder with placeholders counts by the part before the first of them. */
function leadsSomewhere(reader: Reader, path: string): boolean {
  const [fixed = ''] = path.split(/\{\{|\$\{/);
  const whole = fixed === path ? path : fixed.slice(0, fixed.lastIndexOf('/') + 1);
  const parts = whole.split('/').filter((part) => part !== '' && part !== '.');
  if (parts.length === 0 || parts.includes('..')) return false;
  return reader.get(resolvedQuery, parts.join('/')) !== undefined;
}

/**
 * Every map with `repoURL` and `path` in an object, at any depth; the values files that a source takes from another one; and
 * what a FluxInstance, or the release that makes it, syncs from.
 */
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
      for (const [named, file] of valuesElsewhere(field(node, 'sources'))) add(named, file);
      const sync = field(node, 'sync');
      const synced =
        rawText(field(sync, 'kind')) === 'GitRepository' ? field(sync, 'url') : undefined;
      if (synced !== undefined) add(rawText(synced), rawText(field(sync, 'path')));
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

/** The values files that sources take from another one (`$name/…`), each with the address of that. */
function valuesElsewhere(
  sources: ResourceNode | undefined,
): readonly (readonly [url: string, file: string])[] {
  const items = itemsOf(sources);
  const urls = new Map(
    items.map((item) => [rawText(field(item, 'ref')), rawText(field(item, 'repoURL'))]),
  );
  return items.flatMap((item) =>
    itemsOf(field(field(item, 'helm'), 'valueFiles')).flatMap((named) => {
      const [, name = '', file = ''] = /^\$([^/]+)\/(.+)$/.exec(rawText(named)) ?? [];
      const url = name === '' ? undefined : urls.get(name);
      return url === undefined ? [] : [[url, file] as const];
    }),
  );
}

function itemsOf(node: ResourceNode | undefined): readonly ResourceNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}

/** How Flux calls the source that it is started from, unless it is told otherwise. */
const bootstrapName = 'flux-system';

/** Where Flux bootstraps itself, its repository is the tree's own. */
function addBootstrap(reader: Reader, found: Map<string, number>): void {
  for (const path of filesWithSources(reader)) {
    const isSync = /(?:^|\/)gotk-sync\.ya?ml$/.test(path);
    for (const node of reader.get(fileObjectsQuery, path).nodes) {
      if (rawText(field(node, 'kind')) !== 'GitRepository') continue;
      const name = rawText(field(field(node, 'metadata'), 'name'));
      if (!isSync && name !== bootstrapName) continue;
      const key = sameRepositoryKey(rawText(field(field(node, 'spec'), 'url')));
      found.set(key, (found.get(key) ?? 0) + 1);
    }
  }
}

/**
 * Objects of Flux name a folder and an address in two objects. An address most of whose folders do not stand here is that
 * of another repository. A Kustomization whose source is patched in is of the only source that any of them names.
 */
function addGitRepositories(reader: Reader, found: Map<string, number>): void {
  const kustomizations = filesWithApplications(reader).flatMap((file) =>
    reader
      .get(fileObjectsQuery, file)
      .nodes.filter((node) => isFluxKustomization(node))
      .map((node) => field(node, 'spec')),
  );
  const names = new Set(kustomizations.flatMap(gitRepositoryOf));
  const [only] = names.size === 1 ? names : [];
  const folders = new Map<string, { here: number; all: number }>();
  for (const spec of kustomizations) {
    const path = rawText(field(spec, 'path'));
    const [name = field(spec, 'sourceRef') === undefined ? only : undefined] =
      gitRepositoryOf(spec);
    if (name === undefined || /^[./]*$/.test(path)) continue;
    const { here, all } = folders.get(name) ?? { here: 0, all: 0 };
    folders.set(name, { here: here + (leadsSomewhere(reader, path) ? 1 : 0), all: all + 1 });
  }
  for (const file of filesWithSources(reader)) {
    for (const node of reader.get(fileObjectsQuery, file).nodes) {
      if (rawText(field(node, 'kind')) !== 'GitRepository') continue;
      const url = rawText(field(field(node, 'spec'), 'url'));
      if (url === '' || url.includes('${')) continue;
      const counts = folders.get(rawText(field(field(node, 'metadata'), 'name')));
      const score = counts !== undefined && counts.here * 2 > counts.all ? counts.here : 0;
      const key = sameRepositoryKey(url);
      found.set(key, Math.max(found.get(key) ?? 0, score));
    }
  }
}

function isFluxKustomization(node: ResourceNode): boolean {
  return (
    rawText(field(node, 'kind')) === 'Kustomization' &&
    rawText(field(node, 'apiVersion')).startsWith('kustomize.toolkit.fluxcd.io/')
  );
}

/** The name of the GitRepository that a Kustomization takes its files from; empty where it names none. */
function gitRepositoryOf(spec: ResourceNode | undefined): readonly string[] {
  const reference = field(spec, 'sourceRef');
  const name = rawText(field(reference, 'name'));
  return rawText(field(reference, 'kind')) === 'GitRepository' && name !== '' ? [name] : [];
}
