import { pathToFileURL } from 'node:url';
import { basename } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { Trees } from './trees.ts';

test('a folder that is closed and opened again while it is read is one tree, and is waited for', async () => {
  const folder = temporaryTree('');
  const { href } = pathToFileURL(folder);
  const opened: string[] = [];
  const trees = new Trees({
    onOpened: ({ name }) => {
      opened.push(name);
    },
    onFailed: (error) => {
      throw error;
    },
  });
  onTestFinished(() => {
    trees.dispose();
  });
  trees.open([href]);
  const ready = trees.ready();
  trees.close([href]);
  trees.open([href]);
  await ready;
  await trees.ready();
  expect(opened).toEqual([basename(folder)]);
  expect(trees.all.map(({ name }) => name)).toEqual(opened);
});
