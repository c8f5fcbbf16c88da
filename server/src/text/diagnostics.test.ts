import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { diagnosticRow, diagnostics } from './diagnostics.ts';
import { englishMessages } from './messages.en.ts';
import { englishMessage } from './messages.ts';

const sources = join(import.meta.dirname, '..');

/** Every code that a source file makes a problem of. */
function codesInSources(): readonly string[] {
  const codes = new Set<string>();
  for (const path of readdirSync(sources, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts') || path.startsWith('text')) continue;
    const text = readFileSync(join(sources, path), 'utf8');
    for (const [, code = ''] of text.matchAll(
      /'((?:kustomize|kustomization)\.[a-z0-9]+(?:-[a-z0-9]+)*)'/g,
    )) {
      // The name of a file looks like a code.
      if (!/\.ya?ml$/.test(code)) codes.add(code);
    }
  }
  return [...codes].sort();
}

test('the table has every code that a source makes, and no other', () => {
  expect(Object.keys(diagnostics)).toEqual(codesInSources());
});

test('every code has a message', () => {
  expect(Object.keys(englishMessages)).toEqual(Object.keys(diagnostics));
});

test('README.md lists every code with its severity and whether kustomize fails', () => {
  const page = readFileSync(join(sources, '..', '..', 'README.md'), 'utf8');
  const listed = page
    .split('\n')
    .filter((line) => /^\| `[a-z]+\.[a-z0-9-]+`/.test(line))
    .map((line) =>
      line
        .split('|')
        .slice(1, 4)
        .map((cell) => cell.trim()),
    );
  expect(listed).toEqual(
    Object.keys(diagnostics).map((code) => {
      const { severity, kustomize } = diagnosticRow(code);
      return [`\`${code}\``, severity, kustomize];
    }),
  );
});

test('a message has its parameters, taken as they are', () => {
  const parameters = { name: '{candidate}', candidate: 'b' };
  expect(englishMessage({ code: 'kustomize.image-matches-nothing-but', parameters })).toBe(
    'No container uses the image `{candidate}`: the entry does nothing. Is it `b`?',
  );
});
