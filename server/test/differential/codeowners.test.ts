import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { matchesOwnerPattern, readOwnerPattern } from '../../src/layers/owners/ownerPattern.ts';
import { howMany, testSeed } from '../environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'strata-codeowners-'));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Which of some files git ignores by one pattern. */
function ignoredBy(pattern: string, files: readonly string[]): ReadonlySet<string> {
  writeFileSync(join(folder, '.gitignore'), `${pattern}\n`);
  const { stdout, status, stderr } = spawnSync(
    'git',
    ['-c', 'core.excludesFile=', 'check-ignore', '--no-index', '-z', '--stdin'],
    { cwd: folder, input: files.map((file) => `${file}\0`).join(''), encoding: 'utf8' },
  );
  if (status !== 0 && status !== 1) throw new Error(stderr);
  return new Set(stdout.split('\0').filter((file) => file !== ''));
}

/** A small generator of numbers below a bound, the same for the same seed. */
function below(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

const names = ['a', 'b', 'ab', 'abc', '.b', 'b.yaml', 'prod-1', 'a b'];
const patterns = ['a', 'b', 'a*', '*b', 'a?', '*', '**', '*.yaml', 'prod-*', 'a**b', 'a\\ b', '?'];

/** Where gitignore and CODEOWNERS say the same: the last name is no `*`, and `**` does not meet a slash at the end. */
function isShared(pattern: string): boolean {
  const parts = pattern.replace(/\/$/, '').split('/');
  const last = parts.at(-1);
  const isOne = parts.length === 1;
  if (last === '*' && !isOne) return false;
  return !(last === '**' && pattern.endsWith('/'));
}

test('patterns of GitHub are those of gitignore, where the two are the same', () => {
  spawnSync('git', ['init', '-q'], { cwd: folder });
  const next = below(testSeed());
  const pick = (words: readonly string[]): string => words[next(words.length)] ?? '';
  const path = (words: readonly string[]): string =>
    Array.from({ length: 1 + next(4) }, () => pick(words)).join('/');
  const count = howMany({ fixed: 60, long: 3_000 });
  let checked = 0;
  while (checked < count) {
    const pattern = `${next(2) === 0 ? '/' : ''}${path(patterns)}${next(3) === 0 ? '/' : ''}`;
    const read = readOwnerPattern(pattern, 'github');
    if (read === undefined || !isShared(pattern)) continue;
    checked += 1;
    const files = [...new Set(Array.from({ length: 40 }, () => path(names)))];
    const ignored = ignoredBy(pattern, files);
    for (const file of files) {
      expect(matchesOwnerPattern(read, file), `${pattern} and ${file}`).toBe(ignored.has(file));
    }
  }
});
