import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

/** What bash offers for the last of the words. */
async function bashOffers(...words: readonly string[]): Promise<readonly string[]> {
  return bashOffersIn(import.meta.dirname, ...words);
}

async function bashOffersIn(cwd: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await strata(['completion', 'bash']);
  const quoted = ['strata', ...words].map((word) => `'${word}'`).join(' ');
  const script = `${out}\nCOMP_WORDS=(${quoted}); COMP_CWORD=${words.length}; _strata; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8' });
  expect(stderr).toBe('');
  return stdout.split('\n').filter((line) => line !== '');
}

test('bash completes commands, options and their values', async () => {
  expect(await bashOffers('re')).toEqual(['render', 'retire']);
  expect(await bashOffers('render', '--par')).toEqual(['--partial']);
  expect(await bashOffers('render', '--reorder', 'l')).toContain('legacy');
  expect(await bashOffers('completion', 'fi')).toContain('fish');
});

test('bash offers folders where one is meant, and no part of a name', async () => {
  const folder = temporaryTree(`
    # file: my apps/kustomization.yaml
    resources: []
    # file: list/kustomization.yaml
    resources: []
  `);
  expect((await bashOffersIn(folder, 'render', '')).toSorted()).toEqual(['list', 'my apps']);
  expect(await bashOffersIn(folder, 'render', '--workspace', 'm')).toEqual(['my apps']);
  expect(await bashOffersIn(folder, 'render', '--reorder', 'l')).toEqual(['legacy']);
  expect(await bashOffersIn(folder, 'completion', '')).toEqual(['bash', 'zsh', 'fish']);
});

test.each(['zsh', 'fish'])('%s knows every command and option', async (shell) => {
  const { out, exitCode } = await strata(['completion', shell]);
  expect(exitCode).toBe(0);
  for (const word of [
    'render',
    'explain',
    'roots',
    'completion',
    'load-restrictions',
    'workspace',
  ]) {
    expect(out).toContain(word);
  }
});
