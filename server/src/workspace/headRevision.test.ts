import { expect, test } from 'vitest';
import { git, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { headRevision } from './headRevision.ts';

test('the commit of a branch, of packed references, of none and of a linked working tree', () => {
  const folder = gitRepository(`
    # file: a.yaml
    a: 1
  `);
  const id = git(folder, 'rev-parse', 'HEAD');
  expect(headRevision(folder)).toBe(id);
  git(folder, 'pack-refs', '--all');
  expect(headRevision(folder)).toBe(id);
  git(folder, 'checkout', '--quiet', '--detach');
  expect(headRevision(folder)).toBe(id);
  const linked = `${temporaryTree('')}/linked`;
  git(folder, 'worktree', 'add', '--quiet', '-b', 'other', linked);
  expect(headRevision(linked)).toBe(id);
});

test('without git, or before the first commit, there is none', () => {
  const folder = temporaryTree('');
  expect(headRevision(folder)).toBeUndefined();
  git(folder, 'init', '--quiet');
  expect(headRevision(folder)).toBeUndefined();
});
