import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { deletedForGood } from './deletedForGood.ts';

const { signal } = new AbortController();
const deletes = (...files: readonly string[]): Parameters<typeof deletedForGood>[0] =>
  new Map(files.map((file) => [file, { before: 'a: b', after: undefined }]));

test('where git cannot answer, nothing counts as kept by it', async () => {
  const folder = gitRepository('# file: a.yaml\na: b');
  const texts = deletes('a.yaml');
  expect(await deletedForGood(texts, folder, signal)).toEqual([]);
  rmSync(join(folder, '.git/HEAD'));
  expect(await deletedForGood(texts, folder, signal)).toEqual(['a.yaml']);
});

test('nothing is kept where there is no repository, or no commit yet', async () => {
  const folder = temporaryTree('# file: a.yaml\na: b');
  expect(await deletedForGood(deletes('a.yaml'), folder, signal)).toEqual(['a.yaml']);
  git(folder, 'init', '--quiet');
  git(folder, 'add', 'a.yaml');
  expect(await deletedForGood(deletes('a.yaml'), folder, signal)).toEqual(['a.yaml']);
  commitAll(folder);
  expect(await deletedForGood(deletes('a.yaml'), folder, signal)).toEqual([]);
  expect(await deletedForGood(new Map(), temporaryTree(''), signal)).toEqual([]);
});

test('only the last commit keeps a file: not the index, and not as the file was before', async () => {
  const folder = gitRepository(
    '# file: .gitignore\nignored.yaml\n# file: fleet/same.yaml\na: b\n# file: fleet/edited.yaml\na: b\n# file: fleet/staged.yaml\na: b',
  );
  const top = join(folder, 'fleet');
  mkdirSync(join(top, 'ä'));
  for (const name of ['edited.yaml', 'staged.yaml', 'added.yaml', 'new.yaml', 'ignored.yaml'])
    writeFileSync(join(top, name), 'a: c\n');
  writeFileSync(join(top, 'ä/*.yaml'), 'a: c\n');
  git(top, 'add', 'staged.yaml', 'added.yaml');
  const lost = ['edited.yaml', 'staged.yaml', 'added.yaml', 'new.yaml', 'ignored.yaml', 'ä/*.yaml'];
  expect(await deletedForGood(deletes('same.yaml', ...lost), top, signal)).toEqual(lost);
  rmSync(join(top, 'ignored.yaml'));
  commitAll(folder);
  const kept = lost.filter((file) => file !== 'ignored.yaml');
  expect(await deletedForGood(deletes('same.yaml', ...kept), top, signal)).toEqual([]);
});
