import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');

function readTexts(path: string): ReadonlyMap<string, string> {
  const texts = JSON.parse(readFileSync(join(root, path), 'utf8')) as Record<string, string>;
  return new Map(Object.entries(texts));
}

/** The parts of a text that stand for something else, sorted: `{0}`, `$(icon)`, code and links. */
function fixedParts(text: string): readonly string[] {
  return [...text.matchAll(/\{\d+\}|\$\([^)]*\)|`[^`]*`|\]\([^)]*\)/g)]
    .map(([part]) => part)
    .sort();
}

function expectTwins(english: ReadonlyMap<string, string>, chinese: ReadonlyMap<string, string>) {
  expect([...chinese.keys()]).toEqual([...english.keys()]);
  for (const [key, text] of english) {
    expect(fixedParts(chinese.get(key) ?? ''), key).toEqual(fixedParts(text));
  }
}

describe('texts of the manifest', () => {
  const manifest = readFileSync(join(root, 'package.json'), 'utf8');
  const english = readTexts('package.nls.json');

  test('every text that package.json names is there, and no other', () => {
    const named = new Set([...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => key));
    expect([...english.keys()].sort()).toEqual([...named].sort());
  });

  test('each has a Chinese twin', () => {
    expectTwins(english, readTexts('package.nls.zh-cn.json'));
  });

  test('what people read in package.json is named, so that it can be translated', () => {
    const { contributes } = JSON.parse(manifest) as { contributes: unknown };
    const shown = /"(title|description|markdownDescription)":"(?!%|Strata")([^"]+)"/g;
    const found = [...JSON.stringify(contributes).matchAll(shown)].map(([, , text]) => text);
    expect(found).toEqual([]);
  });
});

test('each text of the client has a Chinese twin', () => {
  const sources = globSync('client/src/**/*.ts', {
    cwd: root,
    exclude: (name) => name.endsWith('.test.ts'),
  });
  const texts = sources.flatMap((path) => {
    const source = readFileSync(join(root, path), 'utf8');
    return [...source.matchAll(/l10n\.t\(\s*'([^']+)'/g)].map(([, text = '']) => text);
  });
  const english = new Map([...new Set(texts)].map((text) => [text, text]));
  const chinese = readTexts('l10n/bundle.l10n.zh-cn.json');
  expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort());
  expectTwins(english, new Map([...english.keys()].map((key) => [key, chinese.get(key) ?? ''])));
});

test('each text stands once in its file: of two, the last would count', () => {
  for (const path of [
    'package.nls.json',
    'package.nls.zh-cn.json',
    'l10n/bundle.l10n.zh-cn.json',
  ]) {
    const written = readFileSync(join(root, path), 'utf8').matchAll(/^ {2}"((?:[^"\\]|\\.)*)": /gm);
    const keys = [...written].map(([, key]) => key);
    expect(keys).toHaveLength(readTexts(path).size);
  }
});

describe('texts that nobody translates', () => {
  const sources = globSync('client/src/**/*.ts', {
    cwd: root,
    exclude: (name) => name.endsWith('.test.ts'),
  }).map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }));

  test('each text for people is a plain literal, so that it is found', () => {
    for (const { path, source } of sources) {
      const calls = [...source.matchAll(/l10n\.t\(/g)].length;
      const found = [...source.matchAll(/l10n\.t\(\s*'[^']+'/g)].length;
      expect(found, path).toBe(calls);
    }
  });

  test('messages, titles and labels are no literals in one language', () => {
    const shown =
      /(?:Message\(\s*|\b(?:title|placeHolder|prompt|tooltip|description|detail|message|label|text)(?::|\s=)\s*)(['"`])(?=[^'"`]*[A-Za-z]{2,} )[^'"`]+\1/g;
    const found = sources.flatMap(({ path, source }) =>
      [...source.replaceAll(/\$\{[^}]*\}/g, '').matchAll(shown)].map(
        ([text]) => `${path}: ${text}`,
      ),
    );
    expect(found).toEqual([]);
  });

  test('the Chinese README has a row for each command and each file', () => {
    const rowsOf = (path: string) => {
      const text = readFileSync(join(root, path), 'utf8');
      return [...text.matchAll(/^\| (`(?:strata |npm|npx|\.strata\/)[^`]*`) /gm)].map(
        ([, row]) => row,
      );
    };
    expect(rowsOf('README.zh-CN.md')).toEqual(rowsOf('README.md'));
  });
});
