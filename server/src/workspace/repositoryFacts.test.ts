import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { repositoryFacts } from './repositoryFacts.ts';

const { signal } = new AbortController();

function git(folder: string, ...words: readonly string[]): void {
  const identity = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'];
  execFileSync('git', [...identity, ...words], { cwd: folder });
}

test('git tells the remotes, the default branch and what is checked out', async () => {
  const folder = temporaryTree('# file: a.yaml\na: 1\n');
  git(folder, 'init', '--quiet', '--initial-branch', 'feature');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'all');
  git(folder, 'remote', 'add', 'origin', 'git@git.example.com:acme/fleet.git');
  git(folder, 'remote', 'add', 'fork', 'https://git.example.com/me/fleet');
  git(folder, 'update-ref', 'refs/remotes/origin/trunk', 'HEAD');
  git(folder, 'symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/trunk');
  expect(await repositoryFacts(folder, signal)).toEqual({
    remotes: ['git@git.example.com:acme/fleet.git', 'https://git.example.com/me/fleet'],
    defaultBranch: 'trunk',
    branch: 'feature',
    knowsRevisions: true,
    others: [],
  });
});

test('a repository without commits and remotes has none of it', async () => {
  const folder = temporaryTree('# file: a.yaml\na: 1\n');
  git(folder, 'init', '--quiet');
  expect(await repositoryFacts(folder, signal)).toEqual({
    remotes: [],
    defaultBranch: undefined,
    branch: undefined,
    knowsRevisions: true,
    others: [],
  });
});
