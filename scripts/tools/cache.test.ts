import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeOnce } from './cache.ts';

let root: string;
let folder: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'strata-cache-'));
  folder = join(root, 'tools', 'tool-1.0.0');
});

afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

test('many that ask at the same time get one folder, filled once', async () => {
  let filled = 0;
  const fill = (partial: string): Promise<void> => {
    filled += 1;
    writeFileSync(join(partial, 'tool'), 'content');
    return Promise.resolve();
  };
  const got = await Promise.all([1, 2, 3].map(() => makeOnce(folder, fill)));
  expect(got).toEqual([folder, folder, folder]);
  expect(filled).toBe(1);
  expect(readFileSync(join(folder, 'tool'), 'utf8')).toBe('content');
});

test('a folder is there only when it is whole, and the next one goes on from what was left', async () => {
  const stop = makeOnce(folder, (partial) => {
    writeFileSync(join(partial, 'first half'), '');
    return Promise.reject(new Error('no network'));
  });
  await expect(stop).rejects.toThrow('no network');
  expect(existsSync(folder)).toBe(false);
  await makeOnce(folder, (partial) => {
    writeFileSync(join(partial, 'second half'), '');
    return Promise.resolve();
  });
  expect(existsSync(join(folder, 'first half'))).toBe(true);
  expect(existsSync(join(folder, 'second half'))).toBe(true);
});

test('the lock of a process that died holds nobody up', async () => {
  const longAgo = new Date(Date.now() - 60_000);
  mkdirSync(`${folder}.lock`, { recursive: true });
  utimesSync(`${folder}.lock`, longAgo, longAgo);
  expect(await makeOnce(folder, () => Promise.resolve())).toBe(folder);
});
