import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { FleetView } from '../../../server/src/protocol/liveFleet.ts';
import { FleetCache } from './fleetCache.ts';
import { parseFleetMessage } from './parseFleetMessage.ts';

const view: FleetView = {
  sources: [{ name: 'in-cluster', context: 'hub', readAt: 1 }],
  columns: ['checkout'],
  clusters: [],
  unplaced: 0,
  reading: { done: 1, all: 2 },
};

function cacheIn(): { readonly cache: FleetCache; readonly file: string } {
  const parent = mkdtempSync(join(tmpdir(), 'strata-test-'));
  onTestFinished(() => {
    rmSync(parent, { recursive: true, force: true });
  });
  const fsPath = join(parent, 'storage');
  return {
    cache: new FleetCache({ scheme: 'file', fsPath }),
    file: join(fsPath, 'fleet.json'),
  };
}

test('what was seen is there again, and only its owner may read it', async () => {
  const { cache, file } = cacheIn();
  await cache.write(view, 1000);
  expect(await cache.read(2000)).toEqual({ keptAt: 1000, view: { ...view, reading: undefined } });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700);
});

test('what is older than a day, of another version or broken is not shown', async () => {
  const { cache, file } = cacheIn();
  expect(await cache.read(1000)).toBeUndefined();
  await cache.write(view, 1000);
  expect(await cache.read(1000 + 25 * 60 * 60 * 1000)).toBeUndefined();
  const text = readFileSync(file, 'utf8');
  for (const other of [text.replace('"version":1', '"version":2'), text.slice(0, -5), '[]', '{}']) {
    writeFileSync(file, other);
    expect(await cache.read(2000), other).toBeUndefined();
  }
});

test('without a folder of VS Code nothing is kept', async () => {
  const cache = new FleetCache(undefined);
  await cache.write(view, 1000);
  expect(await cache.read(2000)).toBeUndefined();
});

test('of what a page says only what is known is taken', () => {
  const cell = { tree: 'a', cluster: 'b', kind: 'c', namespace: '', name: 'd' };
  expect(parseFleetMessage({ kind: 'open', cell: { ...cell, more: 1 } })).toEqual({
    kind: 'open',
    cell,
  });
  expect(parseFleetMessage({ kind: 'declared', row: 2, uri: 'file:///etc/passwd' })).toEqual({
    kind: 'declared',
    row: 2,
  });
  for (const other of [
    null,
    'read',
    {},
    { kind: 'run' },
    { kind: 'open', cell: { ...cell, name: 1 } },
    { kind: 'declared', row: '2' },
  ]) {
    expect(parseFleetMessage(other)).toBeUndefined();
  }
});
