import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { englishArgocdMessages } from './argocdMessages.en.ts';
import { diagnosticRow, diagnostics, isDiagnosticCode } from './diagnostics.ts';
import { englishMessages } from './messages.en.ts';
import { englishMessage } from './messages.ts';

const sources = join(import.meta.dirname, '..');

/** The texts of the sources that make problems. */
function sourceTexts(): readonly string[] {
  return readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.ts$/.test(path) && !/\.test\.ts$|^text/.test(path))
    .map((path) => readFileSync(join(sources, path), 'utf8'));
}

/** Every code that a source file makes a problem of. */
function codesInSources(): readonly string[] {
  const codes = new Set<string>();
  const code =
    /'((?:config|delivery|differences|file|flux|kustomize|kustomization|layers|owners|policy|practice|register|secrets|values)\.[a-z0-9]+(?:-[a-z0-9]+)*)'/g;
  // What Argo CD refuses to build has a table of its own, whose codes begin alike.
  const ofArgo = /problem\(\s*'(argocd\.[a-z0-9-]+)'/g;
  for (const text of sourceTexts()) {
    for (const [, found = ''] of text.matchAll(ofArgo)) {
      if (!Object.hasOwn(englishArgocdMessages, found)) codes.add(found);
    }
    for (const [, found = ''] of text.matchAll(code)) {
      // The name of a file, or of a setting of Argo CD, looks like a code.
      if (!/\.(?:ya?ml|json)$|^kustomize\.(?:path|version)$/.test(found)) codes.add(found);
    }
  }
  return [...codes].sort();
}

/** The names that an object literal gives, whose text begins after its brace. */
function namesGiven(literal: string): readonly string[] {
  let depth = 1;
  let top = '';
  for (const character of literal) {
    if ('{(['.includes(character)) depth += 1;
    if ('})]'.includes(character)) depth -= 1;
    if (depth === 0) break;
    if (depth === 1 && !'})]'.includes(character)) top += character;
  }
  return [...top.matchAll(/(?:^|,)\s*(\w+)\s*(?=[:,]|$)/g)].map(([, name = '']) => name);
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

test('a problem gives every parameter that its message wants', () => {
  const lacking: string[] = [];
  for (const text of sourceTexts()) {
    for (const match of text.matchAll(/problem\(\s*'([a-z.0-9-]+)'\s*(,\s*\{)?/g)) {
      const [whole, code = '', brace] = match;
      const given = brace === undefined ? [] : namesGiven(text.slice(match.index + whole.length));
      const message = isDiagnosticCode(code) ? englishMessages[code] : '';
      for (const [, name = ''] of message.matchAll(/\{(\w+)\}/g)) {
        if (!given.includes(name)) lacking.push(`${code}: ${name}`);
      }
    }
  }
  expect(lacking).toEqual([]);
});
