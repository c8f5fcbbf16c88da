import { expect, test } from 'vitest';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { writeTree } from '../../test/temporaryTree.ts';
import { reachedFleet } from '../analysis/impactApplications.ts';
import { neededTrees, repositoryKey } from '../analysis/treesBeside.ts';
import { resolvedQuery } from '../kustomize/files.ts';
import { newTreesBeside } from './treesBeside.ts';
import { openWorkspace } from './workspace.ts';

const { signal } = new AbortController();
const address = 'https://git.example.com/acme/fleet.git';

function idOf(branch: string): string {
  return ['own', repositoryKey(address), branch].join('\n');
}

/** A repository with an application of `live`. */
function withLive(): string {
  const folder = gitRepository(`
  # file: apps/web.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    source: { repoURL: "${address}", path: web, targetRevision: live }
    destination: { name: one }
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: one } }`);
  git(folder, 'branch', '--move', 'main');
  git(folder, 'remote', 'add', 'origin', address);
  git(folder, 'branch', 'live');
  return folder;
}

/** Moves a branch to another tree. */
function move(folder: string, branch: string, name: string): void {
  writeTree(
    folder,
    `# file: web/map.yaml\n{ apiVersion: v1, kind: ConfigMap, metadata: { name: ${name} } }`,
  );
  git(folder, 'branch', '--force', branch, commitAll(folder));
}

test('a branch is followed however often it moves, and more trees than may be are not read at a time', async () => {
  const folder = withLive();
  const trees = newTreesBeside(folder, [], 2);
  const found = async (...ids: readonly string[]): Promise<readonly boolean[]> =>
    [...(await trees.find(ids, signal)).values()].map((tree) => tree !== 'missing');
  for (const name of ['two', 'three', 'four']) {
    expect(await found(idOf('live'))).toEqual([true]);
    move(folder, 'live', name);
  }
  move(folder, 'next', 'five');
  move(folder, 'later', 'six');
  expect(await found(idOf('live'), idOf('next'), idOf('later'))).toEqual([true, true, false]);
});

test('a tree that no name means any more is forgotten', async () => {
  const folder = withLive();
  const { host, complete, namesChanged } = await openWorkspace(folder, {}, signal);
  await complete((one) => neededTrees(one, [idOf('live')]), signal);
  const placed = (): readonly unknown[] =>
    [...host.trees.values()].map((tree) => tree !== 'missing' && tree.folder);
  const [before] = placed();
  move(folder, 'live', 'two');
  expect(await namesChanged(signal)).toBe(true);
  expect(placed()).not.toEqual([before]);
  const paths = await complete(
    (one) => one.ask((reader) => reader.get(resolvedQuery, `${String(before)}/web/map.yaml`)?.path),
    signal,
  );
  expect(paths).toBeUndefined();
});

test('contents of another branch can be read while other repositories come in', async () => {
  const folder = withLive();
  move(folder, 'next', 'two');
  const { complete, setOthers } = await openWorkspace(folder, {}, signal);
  await complete((one) => neededTrees(one, [idOf('live')]), signal);
  const coming = setOthers([{ folder, keys: ['git.example.com/acme/other'] }], signal);
  const { fleet } = await complete((one) => reachedFleet(one, new Set()), signal);
  expect(fleet.applications.map(({ name }) => name)).toEqual(['web']);
  await coming;
});
