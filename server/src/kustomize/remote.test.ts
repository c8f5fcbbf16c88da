import { expect, test } from 'vitest';
import { isRemoteFile, parseRepoSpec } from './remote.ts';

// Recorded from kustomize api v0.21.1, git.NewRepoSpecFromURL: address, host, repository, folder, ref.
test.each([
  [
    'https://github.com/org/repo//deploy/base?ref=v1',
    'https://github.com/',
    'org/repo',
    'deploy/base',
    'v1',
  ],
  ['github.com/org/repo/deploy', 'https://github.com/', 'org/repo', 'deploy', ''],
  ['git@github.com:org/repo.git//deploy', 'git@github.com:', 'org/repo.git', 'deploy', ''],
  ['ssh://git@GitHub.com/org/repo?version=v2', 'git@github.com:', 'org/repo', '', 'v2'],
  [
    'git::https://example.com/org/repo.git/deploy',
    'https://example.com/',
    'org/repo.git',
    'deploy',
    '',
  ],
  [
    'https://dev.azure.com/org/project/_git/repo/deploy',
    'https://dev.azure.com/',
    'org/project/_git/repo',
    'deploy',
    '',
  ],
  ['user@example.com:path/repo.git', 'user@example.com:', 'path/repo.git', '', ''],
  ['file:///srv/repo', 'file://', '/srv/repo', '', ''],
  ['https://github.com/org/repo?ref=a;b', 'https://github.com/', 'org/repo', '', ''],
  ['https://github.com/org/repo/a/../b', 'https://github.com/', 'org/repo', 'a/../b', ''],
])('reads the repository of %s', (address, host, repository, folder, ref) => {
  expect(parseRepoSpec(address)).toEqual({ host, repository, folder, ref, submodules: true });
});

test.each([
  '../base',
  '/srv/base',
  'base.yaml',
  'example.com/org/repo',
  'https://github.com/org',
  'https://github.com/org/repo//../up',
])('takes %s for a path', (address) => {
  expect(parseRepoSpec(address)).toBeUndefined();
});

test('submodules can be left out', () => {
  expect(parseRepoSpec('https://example.com/a/b?submodules=0')?.submodules).toBe(false);
});

// Recorded from kustomize api v0.21.1, loader.IsRemoteFile.
test.each([
  ['https://example.com/a.yaml', true],
  ['HTTP://example.com/a.yaml?x=%', true],
  ['http:a.yaml', true],
  ['https://example.com:80a/', false],
  ['https://exam%41ple.com/', false],
  ['https://example.com/%zz', false],
  ['https://exa mple.com/', false],
  ['file:///a.yaml', false],
  ['github.com/a/b.yaml', false],
  ['a.yaml', false],
])('%s is fetched over HTTP: %s', (path, expected) => {
  expect(isRemoteFile(path)).toBe(expected);
});
