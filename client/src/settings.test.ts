import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

interface Manifest {
  readonly contributes: {
    readonly configuration:
      | { readonly properties: Readonly<Record<string, unknown>> }
      | readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
}

const { configuration } = (JSON.parse(read('package.json')) as Manifest).contributes;
const declared = [configuration]
  .flat()
  .flatMap(({ properties }) => Object.keys(properties))
  .sort();

/** What the sources ask for, with and without the section that they ask in. */
const sources = globSync(['client/src/**/*.ts', 'server/src/{lsp,protocol}/**/*.ts'], { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map(read)
  .join('\n');
const literals = new Set(
  [...sources.matchAll(/'((?:strata\.)?\w+(?:\.\w+)+)'/g)].map(([, text = '']) =>
    text.replace(/^strata\./, ''),
  ),
);

test('README.md tells each setting of package.json', () => {
  const page = read('README.md');
  expect(declared.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('the sources read each setting of package.json', () => {
  // The library of the protocol reads this one itself.
  const own = declared.filter((name) => name !== 'strata.trace.server');
  expect(own.filter((name) => !literals.has(name.replace(/^strata\./, '')))).toEqual([]);
});

test('package.json has each setting that the sources read', () => {
  const asked = [...sources.matchAll(/\.get(?:<[^>]*(?:<[^>]*>)?[^>]*>)?\(\s*'(\w+\.[\w.]+)'/g)];
  // One is asked of the editor itself.
  const own = asked.filter(([, name = '']) => !name.startsWith('stickyScroll.'));
  const names = own.map(([, name = '']) => `strata.${name}`);
  expect(names).toContain('strata.impact.groupBy');
  expect(names.filter((name) => !declared.includes(name))).toEqual([]);
});
