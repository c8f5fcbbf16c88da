import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { commitsBetween } from './commitsBetween.ts';

const { signal } = new AbortController();

test('a merge counts as a commit, and what it merges changes the files', async () => {
  const folder = gitRepository('# file: a.yaml\na: 1\n');
  const id = (): string => git(folder, 'rev-parse', 'HEAD').trim();
  const first = id();
  git(folder, 'checkout', '--quiet', '-b', 'other');
  writeFileSync(join(folder, 'b.yaml'), 'b: 1\n');
  commitAll(folder, 'on a branch');
  git(folder, 'checkout', '--quiet', '-');
  git(folder, 'merge', '--quiet', '--no-ff', '-m', 'merged', 'other');
  const found = await commitsBetween(folder, first, id(), signal);
  expect(found).toEqual({ commits: 2, files: ['b.yaml'], byCommit: [[], ['b.yaml']] });
});

test('files and commits between two commits, in the one direction alone', async () => {
  const folder = gitRepository('# file: a.yaml\na: 1\n# file: b/c.yaml\nc: 1\n');
  const id = (): string => git(folder, 'rev-parse', 'HEAD').trim();
  const first = id();
  writeFileSync(join(folder, 'b', 'c.yaml'), 'c: 2\n');
  commitAll(folder, 'second');
  writeFileSync(join(folder, 'a.yaml'), 'a: 2\n');
  commitAll(folder, 'third');
  expect(await commitsBetween(folder, first, id(), signal)).toEqual({
    commits: 2,
    files: ['a.yaml', 'b/c.yaml'],
    byCommit: [['a.yaml'], ['b/c.yaml']],
  });
  expect(await commitsBetween(folder, id(), first, signal)).toBeUndefined();
  expect(await commitsBetween(folder, 'f'.repeat(40), first, signal)).toBeUndefined();
  expect(await commitsBetween(folder, '--output=/tmp/x', first, signal)).toBeUndefined();
});

test('of more commits than anybody looks at, all are counted and the newest are told', async () => {
  const folder = gitRepository('# file: a.yaml\na: 0\n');
  const id = (): string => git(folder, 'rev-parse', 'HEAD').trim();
  const first = id();
  for (const [index, file] of ['a', 'b', 'c'].entries()) {
    writeFileSync(join(folder, `${file}.yaml`), `${file}: ${index + 1}\n`);
    commitAll(folder, file);
  }
  expect(await commitsBetween(folder, first, id(), signal, 2)).toEqual({
    commits: 3,
    files: ['a.yaml', 'b.yaml', 'c.yaml'],
    byCommit: [['c.yaml'], ['b.yaml']],
  });
});

test('no program that checks signatures is run', async () => {
  const folder = gitRepository('# file: a.yaml\na: 1\n');
  const id = (): string => git(folder, 'rev-parse', 'HEAD').trim();
  const first = id();
  const [program, trace] = [join(folder, '.git', 'checks'), join(folder, '.git', 'ran')];
  const signs = 'echo -----BEGIN PGP SIGNATURE-----; echo; echo -----END PGP SIGNATURE-----';
  const script = `case "$*" in *--verify*) touch '${trace}'; echo '[GNUPG:] GOODSIG 0 x';; *) cat >/dev/null; ${signs}; echo '[GNUPG:] SIG_CREATED ' >&2;; esac`;
  writeFileSync(program, `#!/bin/sh\n${script}\n`);
  chmodSync(program, 0o755);
  git(folder, 'config', 'gpg.program', program);
  git(folder, 'config', 'log.showSignature', 'true');
  writeFileSync(join(folder, 'a.yaml'), 'a: 2\n');
  git(folder, 'commit', '--quiet', '--all', '-S', '-m', 'signed');
  const found = await commitsBetween(folder, first, id(), signal);
  expect(found).toEqual({ commits: 1, files: ['a.yaml'], byCommit: [['a.yaml']] });
  expect(existsSync(trace)).toBe(false);
  git(folder, 'log', '-1');
  expect(existsSync(trace)).toBe(true);
});
