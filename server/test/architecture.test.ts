import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ESLint } from 'eslint';
import typescript from 'typescript-eslint';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

interface FolderRow {
  readonly name: string;
  readonly half: 'pure' | 'outer' | 'wiring' | 'client';
  readonly below?: readonly string[];
  readonly only?: readonly string[];
  readonly packages?: readonly string[];
}

const configuration = (await import(
  pathToFileURL(join(root, 'eslint.config.mjs')).href
)) as unknown as { readonly folders: readonly FolderRow[] };
const { importsOf } = (await import(
  pathToFileURL(join(root, 'scripts/lint/folders.mjs')).href
)) as unknown as {
  importsOf: (rows: readonly FolderRow[], row: FolderRow) => ReadonlySet<string>;
};
const { folders } = configuration;

/** The real configuration, without the rules that need types: the files of these tests do not exist. */
const eslint = new ESLint({
  cwd: root,
  overrideConfig: [typescript.configs.disableTypeChecked],
});

/** The rules that a text breaks, were it the content of `file`, as `rule: message`. */
async function lint(file: string, text: string): Promise<readonly string[]> {
  const [result] = await eslint.lintText(text, { filePath: join(root, file) });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId !== '@typescript-eslint/no-unused-vars')
    .map(({ ruleId, message }) => `${ruleId ?? 'parse'}: ${message}`);
}

describe('a forbidden import is caught', () => {
  test.each([
    ['yaml never reaches up', 'yaml/reader.ts', '../kustomize/accumulate.ts', 'import kustomize'],
    ['kustomize and helm', 'kustomize/accumulate.ts', '../helm/render.ts', 'import helm'],
    ['also from a subfolder', 'kustomize/transformers/images.ts', '../../helm/a.ts', 'import helm'],
    ['argocd and flux', 'argocd/application.ts', '../flux/kustomization.ts', 'import flux'],
    ['flux and argocd', 'flux/kustomization.ts', '../argocd/application.ts', 'import argocd'],
    [
      'the pure half and the outer',
      'analysis/hover.ts',
      '../workspace/scan.ts',
      'import workspace',
    ],
    ['protocol imports nothing', 'protocol/messages.ts', '../util/result.ts', 'import util'],
    ['the command line and LSP', 'cli/render.ts', '../lsp/hover.ts', 'import lsp'],
    ['workspace sees one door', 'workspace/scan.ts', '../kustomize/a.ts', 'import kustomize'],
    ['product and tests', 'yaml/reader.ts', '../../test/fixture.ts', 'outside the table'],
    ['product and scripts', 'cli/render.ts', '../../../scripts/bench.ts', 'outside the table'],
    ['files in the pure half', 'kustomize/resources.ts', 'node:fs', 'the package node:fs'],
    ['subpaths of a package', 'yaml/reader.ts', 'node:fs/promises', 'the package node:fs/promises'],
    ['hashes stay in kustomize', 'kubernetes/kinds.ts', 'node:crypto', 'the package node:crypto'],
    ['one folder reads YAML', 'kubernetes/kinds.ts', 'yaml', 'the package yaml'],
    ['one folder talks to clusters', 'workspace/scan.ts', '@kubernetes/client-node', 'client-node'],
    ['one folder speaks LSP', 'cli/render.ts', 'vscode-languageserver', 'vscode-languageserver'],
    [
      'secrets in clear have one door',
      'lsp/hover.ts',
      '../analysis/reveal.ts',
      'Only server/src/cli',
    ],
    [
      'a command has render.ts reveal for it',
      'cli/renderAll.ts',
      '../analysis/reveal.ts',
      'Only server/src/cli/render.ts',
    ],
    [
      'text in clear stays in analysis',
      'cli/render.ts',
      '../analysis/printed.ts',
      'Only server/src/analysis',
    ],
  ])('%s: %s may not import %s', async (_idea, file, specifier, message) => {
    const found = await lint(`server/src/${file}`, `import { a } from '${specifier}';\n`);
    expect(found).toEqual([expect.stringContaining(message)]);
    expect(found[0]).toMatch(/^strata\/folder-borders: /);
  });

  test.each([
    [
      'client/src/extension.ts',
      '../../server/src/analysis/host.ts',
      'client may not import analysis',
    ],
    ['client/src/extension.ts', 'yaml', 'client may not import the package yaml'],
    ['client/webview/panel.ts', 'vscode', 'client/webview may not import the package vscode'],
    ['server/src/main.ts', './yaml/reader.ts', 'main.ts may not import yaml'],
    ['server/src/newcomer/a.ts', '../util/result.ts', 'is in no folder of the table'],
  ])('%s may not import %s', async (file, specifier, message) => {
    expect(await lint(file, `import { a } from '${specifier}';\n`)).toEqual([
      expect.stringContaining(message),
    ]);
  });

  test.each([
    ["import type { A } from '../helm/a.ts';"],
    ["type A = import('../helm/a.ts').A;"],
    ["import a = require('../helm/a.ts');"],
    ["const a = require('../helm/a.ts');"],
    ["const a = import('../helm/a.ts');"],
    ["export { a } from '../helm/a.ts';"],
    ["export * from '../helm/a.ts';"],
  ])('%s counts as an import', async (text) => {
    expect(await lint('server/src/kustomize/a.ts', text)).toContainEqual(
      'strata/folder-borders: kustomize may not import helm: see the table in eslint.config.mjs.',
    );
  });

  test.each([
    ['server/src/kustomize/transformers/images.ts', '../../yaml/reader.ts'],
    ['server/src/kustomize/transformers/images.ts', '../accumulate.ts'],
    ['server/src/kustomize/hash.ts', 'node:crypto'],
    ['server/src/plan/promotion.ts', '../text/fileId.ts'],
    ['server/src/cli/render.ts', '../analysis/reveal.ts'],
    ['server/src/lsp/connection.ts', 'vscode-languageserver/node'],
    ['server/src/workspace/scan.ts', 'node:fs/promises'],
    ['client/src/extension.ts', '../../server/src/protocol/messages.ts'],
    ['server/src/yaml/reader.test.ts', 'node:fs'],
  ])('%s may import %s', async (file, specifier) => {
    expect(await lint(file, `import { a } from '${specifier}';\n`)).toEqual([]);
  });
});

describe('the pure half is pure', () => {
  test.each([
    ['Date.now();', 'no-restricted-properties'],
    ['new Date();', 'no-restricted-syntax'],
    ['Math.random();', 'no-restricted-properties'],
    ['console.log(1);', 'no-restricted-globals'],
    ['process.cwd();', 'no-restricted-globals'],
    ['globalThis.setTimeout(f, 1);', 'no-restricted-globals'],
    ['async function f(): Promise<void> {}', 'no-restricted-syntax'],
    ['const f = async (): Promise<void> => {};', 'no-restricted-syntax'],
    ["throw new Error('no');", 'no-restricted-syntax'],
    ["'b'.localeCompare('a');", 'no-restricted-syntax'],
    ['export let state = 1;', 'no-restricted-syntax'],
  ])('%s breaks %s', async (text, rule) => {
    expect(await lint('server/src/kustomize/a.ts', text)).toContainEqual(
      expect.stringContaining(`${rule}: `),
    );
  });

  test('only assertNever throws', async () => {
    const text = "export function f(): never {\n  throw new Error('no');\n}\n";
    expect(await lint('server/src/util/assertNever.ts', text)).toEqual([]);
    expect(await lint('server/src/util/result.ts', text)).toHaveLength(1);
  });
});

describe('the language is kept small', () => {
  test.each([
    ['export default 1;', 'no-restricted-syntax'],
    ['export const a: any = 1;', '@typescript-eslint/no-explicit-any'],
    ['export const a = b!;', '@typescript-eslint/no-non-null-assertion'],
    ['export const a = b as string;', '@typescript-eslint/consistent-type-assertions'],
  ])('%s breaks %s', async (text, rule) => {
    expect(await lint('server/src/cli/a.ts', text)).toContainEqual(
      expect.stringContaining(`${rule}: `),
    );
  });

  test('a cast is for parsers and tests; `as const` is for all', async () => {
    const cast = 'export const a = b as string;\n';
    expect(await lint('server/src/kustomize/parseImages.ts', cast)).toEqual([]);
    expect(await lint('server/src/kustomize/images.test.ts', cast)).toEqual([]);
    expect(await lint('server/src/cli/a.ts', "export const a = ['b'] as const;\n")).toEqual([]);
  });

  test('a test is never the only one and never skips on its own', async () => {
    expect(await lint('server/src/cli/a.test.ts', "test.only('a', f);\n")).toHaveLength(1);
    expect(await lint('server/src/cli/a.test.ts', "test.skipIf(a)('a', f);\n")).toHaveLength(1);
  });
});

describe('the table of folders', () => {
  test('ARCHITECTURE.md shows the table of eslint.config.mjs', () => {
    const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    const shown = page
      .split('\n')
      .filter((line) => /^\| (?!folder|-)/.test(line))
      .map((line) =>
        line
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(shown).toEqual(folders.map(cellsOf));
  });

  test('analysis is the door to all of the pure half', () => {
    const analysis = folders.find(({ name }) => name === 'analysis');
    const pure = folders.filter(({ half }) => half === 'pure').map(({ name }) => name);
    expect(analysis && [...importsOf(folders, analysis)].sort()).toEqual(pure.sort());
  });

  test('no folder can reach itself through others', () => {
    for (const row of folders) {
      const around = [...importsOf(folders, row)].filter((name) => name !== row.name);
      const back = folders.filter(
        ({ name, below = [], only = [] }) =>
          around.includes(name) && [...below, ...only].includes(row.name),
      );
      expect(back).toEqual([]);
    }
  });
});

function cellsOf({ name, below = [], only = [], packages = [] }: FolderRow): readonly string[] {
  const may = [...(below.length > 0 ? [`${below.join(', ')} and below`] : []), ...only];
  return [name, may.length > 0 ? may.join(', ') : 'nothing', packages.join(', ')];
}
