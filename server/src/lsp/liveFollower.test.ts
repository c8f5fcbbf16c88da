import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { LiveFollower, type SelectedCluster } from './liveFollower.ts';

test('questions that come together share one door', async () => {
  const follower = new LiveFollower(() => undefined);
  const settings = { contexts: {}, allowed: [] };
  const [one, other] = await Promise.all([follower.door(settings), follower.door(settings)]);
  expect(other).toBe(one);
  expect(await follower.door({ ...settings, allowed: ['other'] })).not.toBe(one);
  follower.dispose();
});

test('a kubeconfig that cannot be read is told once, by its line', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'strata-kubeconfig-'));
  const file = join(folder, 'broken');
  writeFileSync(file, 'users:\n- name: u\n  user: {token: FAKE-TOKEN\n');
  vi.stubEnv('KUBECONFIG', file);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const told: unknown[] = [];
  const follower = new LiveFollower(
    () => undefined,
    (fault) => told.push(fault),
  );
  const settings = { contexts: {}, allowed: [] };
  expect((await follower.door(settings)).contexts).toEqual([]);
  await follower.door(settings);
  expect(told).toEqual([{ kind: 'unreadable', file, line: 4 }]);
  follower.dispose();
});

test('whoever selects the cluster anew that is followed keeps what was seen of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'strata-kubeconfig-'));
  const file = join(folder, 'config');
  const config = {
    clusters: [{ name: 'c', cluster: { server: 'http://127.0.0.1:1' } }],
    users: [{ name: 'u', user: { token: 'fake' } }],
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
  };
  writeFileSync(file, JSON.stringify(config));
  vi.stubEnv('KUBECONFIG', file);
  const follower = new LiveFollower(() => undefined);
  onTestFinished(() => {
    follower.dispose();
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const door = await follower.door({ contexts: {}, allowed: [] });
  const [context] = door.contexts;
  if (context === undefined) throw new Error('no context');
  const tree = { name: 'fleet', workspace: {} } as unknown as SelectedCluster['tree'];
  const follow = (name: string): unknown => {
    const cluster = { tree, name, environment: undefined, isProduction: false, context };
    follower.follow(door, cluster, { hub: undefined, metrics: undefined, isHere: () => true });
    return follower.current?.watch;
  };
  const first = follow('prod');
  expect(follow('prod')).toBe(first);
  expect(follow('test')).not.toBe(first);
});
