import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { commitChange, commitsUpTo, commitsWith } from './rollout.ts';

const { signal } = new AbortController();
const options = { signal, pause: () => Promise.resolve() };

test('a commit is compared with the one before; the first and one that is not there are refused', async () => {
  const folder = gitRepository(
    '# file: kustomization.yaml\nresources: [a.yaml]\n# file: a.yaml\n{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: "1"}}\n',
  );
  const id = (): string => git(folder, 'rev-parse', 'HEAD').trim();
  const first = id();
  writeFileSync(
    join(folder, 'a.yaml'),
    '{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a: "2"}}\n',
  );
  commitAll(folder, 'two');
  const found = await commitChange(folder, 'HEAD', options);
  if (found.kind === 'failed') throw new Error(found.failure);
  expect(found.value).toMatchObject({ commit: id(), subject: 'two' });
  expect(found.value.impact.roots.map(({ root, status }) => `${root} ${status}`)).toEqual([
    ' changed',
  ]);
  expect(await commitChange(folder, first, options)).toMatchObject({ kind: 'failed' });
  expect(await commitChange(folder, '--output=/tmp/x', options)).toMatchObject({ kind: 'failed' });
  const span = { from: id(), to: id() };
  expect(await commitsUpTo(folder, span, signal)).toEqual(new Set([id()]));
  expect(await commitsUpTo(folder, { ...span, to: first }, signal)).toEqual(new Set());
  expect(await commitsUpTo(folder, { ...span, to: 'f'.repeat(40) }, signal)).toBeUndefined();
  expect(await commitsUpTo(folder, { ...span, to: 'main' }, signal)).toBeUndefined();
  const other = 'f'.repeat(40);
  const asked = [first, id(), other, 'main', '--help'];
  expect([...(await commitsWith(folder, id(), asked, signal))]).toEqual([
    [first, false],
    [id(), true],
    [other, undefined],
    ['main', undefined],
    ['--help', undefined],
  ]);
});
