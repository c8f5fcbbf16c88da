import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const binaries = join(import.meta.dirname, '..', 'bin');

/** Makes the launcher's process say that it is another Node, before the launcher looks. */
const pretend = "Object.defineProperty(process.versions, 'node', { value: process.env.PRETEND });";

describe('the launcher of a checkout', () => {
  let checkout: string;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'strata-launcher-'));
    cpSync(binaries, join(checkout, 'server', 'bin'), { recursive: true });
    mkdirSync(join(checkout, 'dist'));
    writeFileSync(join(checkout, 'pretend.cjs'), pretend);
    writeFileSync(
      join(checkout, 'dist', 'cli.cjs'),
      'process.stdout.write(process.argv.slice(2).join("|")); process.exitCode = 7;',
    );
  });

  afterEach(() => {
    rmSync(checkout, { recursive: true, force: true });
  });

  function strata(node: string, ...parameters: readonly string[]) {
    return spawnSync(
      process.execPath,
      [
        ...['--require', join(checkout, 'pretend.cjs')],
        join(checkout, 'server', 'bin', 'strata.cjs'),
        ...parameters,
      ],
      { encoding: 'utf8', env: { ...process.env, PRETEND: node } },
    );
  }

  test('passes words and the exit code on', () => {
    expect(strata('22.19.0', 'render', 'a b')).toMatchObject({ stdout: 'render|a b', status: 7 });
  });

  test.each(['20.20.2', '22.18.9'])('says in one line that Node %s is too old', (node) => {
    expect(strata(node)).toMatchObject({
      stdout: '',
      stderr: `strata needs Node 22.19 or newer; this is Node ${node}.\n`,
      status: 2,
    });
  });

  test('starts the Node of the checkout instead', () => {
    const own = join(checkout, 'node_modules', '.bin', 'node');
    mkdirSync(join(own, '..'), { recursive: true });
    writeFileSync(own, `#!/bin/sh\nexec '${process.execPath}' "$@"\n`, { mode: 0o755 });
    expect(strata('20.20.2', 'render', 'a b')).toMatchObject({ stdout: 'render|a b', status: 7 });
  });

  test('builds a bundle that is older than the sources, and keeps stdout clean', () => {
    mkdirSync(join(checkout, 'server', 'src'), { recursive: true });
    writeFileSync(join(checkout, 'package-lock.json'), '{}');
    writeFileSync(
      join(checkout, 'esbuild.mjs'),
      `import { writeFileSync } from 'node:fs';
      console.log('building');
      writeFileSync('dist/cli.cjs', 'process.stdout.write("fresh")');`,
    );
    rmSync(join(checkout, 'dist', 'cli.cjs'));
    expect(strata('24.0.0')).toMatchObject({ stdout: 'fresh', stderr: 'building\n', status: 0 });
  });
});
