import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import type { LiveUnitStatus } from '../analysis/liveStatus.ts';
import { StatusSettler } from './settleStatus.ts';
import { openWorkspace } from './workspace.ts';

const { signal } = new AbortController();

test('who gives up takes nothing from others who ask the same', async () => {
  const folder = gitRepository('# file: a.yaml\na: 1\n');
  const id = (): string => git(folder, 'rev-parse', 'HEAD').trim();
  const from = id();
  writeFileSync(join(folder, 'a.yaml'), 'a: 2\n');
  commitAll(folder, 'second');
  const revision = (hash: string) => [{ kind: 'git', name: undefined, hash, text: hash }];
  const status = {
    controller: 'argocd',
    sync: 'pendingChange',
    deployed: revision(from),
    desired: revision(id()),
  } as unknown as LiveUnitStatus;
  const settler = new StatusSettler(await openWorkspace(folder, { exact: true }, signal));
  const impatient = new AbortController();
  const first = settler.settle(status, 'web', impatient.signal);
  const second = settler.settle(status, 'web', signal);
  impatient.abort();
  await expect(first).rejects.toThrow();
  expect((await second).behind).toEqual({ all: 1, touching: 0 });
  expect((await settler.settle(status, 'web', signal)).behind).toEqual({ all: 1, touching: 0 });
});
