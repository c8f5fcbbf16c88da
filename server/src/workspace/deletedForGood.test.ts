import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gitRepository } from '../../test/gitRepository.ts';
import { deletedForGood } from './deletedForGood.ts';

test('where git cannot answer, nothing counts as kept by it', async () => {
  const folder = gitRepository('# file: a.yaml\na: b');
  const texts = new Map([['a.yaml', { before: 'a: b', after: undefined }]]);
  const { signal } = new AbortController();
  expect(await deletedForGood(texts, folder, signal)).toEqual([]);
  rmSync(join(folder, '.git/HEAD'));
  expect(await deletedForGood(texts, folder, signal)).toEqual(['a.yaml']);
});
