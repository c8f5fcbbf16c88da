import { execFileSync } from 'node:child_process';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { LiveImpact, type NamedImpact } from './liveImpact.ts';
import { stagedWord } from './stagedTree.ts';
import { openWorkspace } from './workspace.ts';

const { signal } = new AbortController();

const tree = `
  # file: base/kustomization.yaml
  resources: [map.yaml]
  # file: base/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map }, data: { size: small } }
  # file: overlay/kustomization.yaml
  resources: [../base]
`;

function git(folder: string, ...words: readonly string[]): string {
  const identity = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'];
  return execFileSync('git', [...identity, ...words], { cwd: folder, encoding: 'utf8' }).trim();
}

function repository(): string {
  const folder = temporaryTree(tree);
  git(folder, 'init', '--quiet');
  git(folder, 'add', '.');
  git(folder, 'commit', '--quiet', '--message', 'all');
  return folder;
}

function sized(size: string): string {
  return `{ apiVersion: v1, kind: ConfigMap, metadata: { name: map }, data: { size: ${size} } }\n`;
}

async function compared(live: LiveImpact): Promise<NamedImpact> {
  const answer = await live.compare(signal);
  if (answer.kind === 'failed') throw new Error(answer.failure);
  return answer.value;
}

/** What becomes of each root, with the first field that differs. */
async function told(live: LiveImpact): Promise<readonly string[]> {
  const { impact } = await compared(live);
  return impact.roots.map(({ root, status, resources }) => {
    const { before, after } = resources[0]?.fields[0] ?? {};
    return `${root} ${status}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`;
  });
}

test('follows what an editor shows, and what is on disk again', async () => {
  const folder = repository();
  const workspace = await openWorkspace(folder, {}, signal);
  const live = new LiveImpact(workspace, {});
  expect(await told(live)).toEqual([]);
  for (const size of ['big', 'huge']) {
    workspace.setOverlay('base/map.yaml', sized(size));
    expect(await told(live)).toEqual([
      `base changed: "small" → "${size}"`,
      `overlay changed: "small" → "${size}"`,
    ]);
  }
  workspace.clearOverlay('base/map.yaml');
  expect(await told(live)).toEqual([]);
  live.dispose();
});

test('a file that was only touched on disk has not changed', async () => {
  const folder = repository();
  const workspace = await openWorkspace(folder, {}, signal);
  const live = new LiveImpact(workspace, {});
  expect(await told(live)).toEqual([]);
  utimesSync(join(folder, 'base/map.yaml'), 1, 1);
  await workspace.applyFileEvents([{ path: 'base/map.yaml', kind: 'changed' }], signal);
  const { impact } = await compared(live);
  expect([...impact.reach.changed]).toEqual([]);
  live.dispose();
});

test('compares what is staged, and looks again when names are forgotten', async () => {
  const folder = repository();
  const workspace = await openWorkspace(folder, {}, signal);
  const live = new LiveImpact(workspace, { base: 'HEAD', head: stagedWord });
  expect(await told(live)).toEqual([]);
  writeFileSync(join(folder, 'base/map.yaml'), sized('big'));
  git(folder, 'add', '.');
  live.forgetNames();
  expect(await told(live)).toContain('overlay changed: "small" → "big"');
  git(folder, 'commit', '--quiet', '--message', 'big');
  live.forgetNames();
  expect(await told(live)).toEqual([]);
  live.dispose();
});

test('the base moves with the name that it is told by', async () => {
  const folder = repository();
  const first = git(folder, 'rev-parse', 'HEAD');
  const workspace = await openWorkspace(folder, {}, signal);
  const live = new LiveImpact(workspace, {});
  workspace.setOverlay('base/map.yaml', sized('big'));
  expect((await compared(live)).named.base).toEqual({
    commit: first,
    name: 'HEAD',
    relation: 'exact',
  });
  writeFileSync(join(folder, 'base/map.yaml'), sized('big'));
  git(folder, 'commit', '--quiet', '--all', '--message', 'big');
  live.forgetNames();
  expect(await told(live)).toEqual([]);
  live.dispose();
});

test('says what cannot be had', async () => {
  const workspace = await openWorkspace(repository(), {}, signal);
  const live = new LiveImpact(workspace, { base: 'nothing' });
  expect(await live.compare(signal)).toEqual({
    kind: 'failed',
    failure: 'git knows no commit nothing here.',
  });
});
