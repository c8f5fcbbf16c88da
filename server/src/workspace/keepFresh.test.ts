import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { git, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { renderedText } from '../analysis/renderedRoot.ts';
import { keepFresh } from './keepFresh.ts';
import { openWorkspace } from './workspace.ts';

const { signal } = new AbortController();

const tree = `
# file: .gitignore
local.yaml
# file: kustomization.yaml
configMapGenerator:
- name: settings
  options:
    disableNameSuffixHash: true
  envs:
  - settings.env
# file: settings.env
LEVEL=one
`;

/** A tree that is asked again and again: what its root renders to after something happened. */
async function watched(
  folder: string,
): Promise<{ readonly after: (act: () => void) => Promise<string> }> {
  const workspace = await openWorkspace(folder, { exact: true }, signal);
  const refresh = keepFresh(workspace);
  return {
    after: async (act) => {
      act();
      await refresh(signal);
      await workspace.prepare([''], signal);
      const { yaml } = await workspace.complete((one) => renderedText(one, ''), signal);
      return /LEVEL: (\w+)/.exec(yaml)?.[1] ?? /OTHER: (\w+)/.exec(yaml)?.[1] ?? 'nothing';
    },
  };
}

describe.each([
  ['a repository', gitRepository],
  ['a folder without git', temporaryTree],
])('%s', (_name, made) => {
  test('a file that was read is read again once it is another one, also of the same size', async () => {
    const folder = made(tree);
    const { after } = await watched(folder);
    const write = (text: string) => () => writeFileSync(join(folder, 'settings.env'), text);
    expect(await after(() => undefined)).toBe('one');
    expect(await after(write('LEVEL=two\n'))).toBe('two');
    expect(await after(write('LEVEL=six\n'))).toBe('six');
    expect(await after(() => undefined)).toBe('six');
    expect(await after(write('LEVEL=one\n'))).toBe('one');
  });

  test('files come, go, take the place of others and become links', async () => {
    const folder = made(tree);
    const place = (name: string): string => join(folder, name);
    const { after } = await watched(folder);
    expect(await after(() => rmSync(place('settings.env')))).toBe('nothing');
    expect(
      await after(() => {
        writeFileSync(place('other.env'), 'LEVEL=new\n');
        renameSync(place('other.env'), place('settings.env'));
      }),
    ).toBe('new');
    expect(
      await after(() => {
        mkdirSync(place('below'));
        writeFileSync(place('below/linked.env'), 'LEVEL=linked\n');
        rmSync(place('settings.env'));
        symlinkSync('below/linked.env', place('settings.env'));
      }),
    ).toBe('linked');
    expect(await after(() => rmSync(place('below'), { recursive: true }))).toBe('nothing');
  });
});

test('a commit, a checkout of another one and a file that git ignores are seen', async () => {
  const folder = gitRepository(tree);
  const { after } = await watched(folder);
  const level = (text: string): void =>
    writeFileSync(join(folder, 'settings.env'), `LEVEL=${text}\n`);
  expect(
    await after(() => {
      level('two');
      git(folder, 'commit', '--quiet', '--all', '--message', 'two');
    }),
  ).toBe('two');
  expect(await after(() => git(folder, 'checkout', '--quiet', 'HEAD~1'))).toBe('one');
  const generator = 'configMapGenerator:\n- name: settings\n  envs:\n  - local.yaml\n';
  expect(
    await after(() => {
      writeFileSync(join(folder, 'kustomization.yaml'), generator);
      writeFileSync(join(folder, 'local.yaml'), 'LEVEL=ignored\n');
    }),
  ).toBe('ignored');
  expect(await after(() => writeFileSync(join(folder, 'local.yaml'), 'LEVEL=again\n'))).toBe(
    'again',
  );
});
