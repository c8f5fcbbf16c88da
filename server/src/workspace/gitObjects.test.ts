import { expect, test } from 'vitest';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree, writeTree } from '../../test/temporaryTree.ts';
import { readObjects } from './gitObjects.ts';

const { signal } = new AbortController();

test('what a partial clone has is read, whatever else it lacks', async () => {
  const origin = gitRepository('# file: a.txt\nold\n# file: b.txt\nkept\n');
  writeTree(origin, '# file: a.txt\nnew\n');
  commitAll(origin);
  git(origin, 'config', 'uploadpack.allowFilter', 'true');
  const clone = temporaryTree('');
  git(clone, 'clone', '--quiet', '--filter=blob:none', `file://${origin}`, '.');
  git(clone, 'remote', 'set-url', 'origin', `file://${origin}/nowhere`);
  const idOf = (name: string): string => git(origin, 'rev-parse', name);
  const [old, kept] = [idOf('HEAD~1:a.txt'), idOf('HEAD:b.txt')];
  const read = await readObjects(clone, [old, kept], signal);
  expect(read.kind === 'ok' && [...read.value.keys()]).toEqual([kept]);
  const none = await readObjects(temporaryTree(''), [kept], signal);
  expect(none.kind).toBe('failed');
});
