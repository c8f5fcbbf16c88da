import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import type { LiveUnitStatus } from '../analysis/liveStatus.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { FleetMeasures } from './liveFleetMeasures.ts';

const { signal } = new AbortController();
const revision = (hash: string) => [{ kind: 'git', name: undefined, hash, text: hash }];

test('what the clone did not have is measured once it was fetched', async () => {
  const tree = '# file: a.yaml\na: 1\n';
  const [folder, other] = [gitRepository(tree), gitRepository(tree)];
  git(other, 'pull', '--quiet', '--no-rebase', '--allow-unrelated-histories', folder, 'HEAD');
  const from = git(folder, 'rev-parse', 'HEAD').trim();
  writeFileSync(join(other, 'a.yaml'), 'a: 2\n');
  commitAll(other, 'second');
  const to = git(other, 'rev-parse', 'HEAD').trim();
  const [deployed, desired] = [revision(from), revision(to)];
  const status = {
    ...{ controller: 'argocd', sync: 'pendingChange', certain: false },
    ...{ deployed, desired },
  } as unknown as LiveUnitStatus;
  const measures = new FleetMeasures(await openWorkspace(folder, { exact: true }, signal));
  await measures.head(signal);
  const place = { column: 0, source: 0, key: 'web' };
  expect(await measures.cell(status, place, signal)).toMatchObject({ certain: false });
  git(folder, 'fetch', '--quiet', other, 'HEAD');
  await measures.head(signal);
  expect(await measures.cell(status, place, signal)).toMatchObject({
    sync: 'drifted',
    certain: true,
  });
});
