import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import type { ClusterWatch } from '../live/clusterWatch.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ChangesFollower } from './liveChanges.ts';

const { signal } = new AbortController();
const watch = {
  controllers: () => ({ units: [], sources: [], projects: [] }),
  sees: () => true,
  state: { kind: 'live', seenAt: 0 },
} as unknown as ClusterWatch;

function follower(top: string): ChangesFollower {
  return new ChangesFollower({ top } as Workspace, 'prod-eu-1');
}

test('a history that git does not give is not told as one without changes', async () => {
  const folder = gitRepository('# file: a.yaml\na: 1\n');
  const found = await follower(folder).changes('f'.repeat(40), watch, signal);
  expect(found).toEqual({ changes: [], open: 'unreadable' });
});

test('a clone that begins too late says so, and one that has all says nothing', async () => {
  const folder = gitRepository('# file: a.yaml\na: 1\n');
  writeFileSync(join(folder, 'a.yaml'), 'a: 2\n');
  commitAll(folder, 'second');
  const head = git(folder, 'rev-parse', 'HEAD').trim();
  expect(await follower(folder).changes(head, watch, signal)).toEqual({ changes: [] });
  const clone = join(temporaryTree(''), 'clone');
  git(folder, 'clone', '--quiet', '--depth', '1', `file://${folder}`, clone);
  expect(await follower(clone).changes(head, watch, signal)).toEqual({
    changes: [],
    open: 'shallow',
  });
});
