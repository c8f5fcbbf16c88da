import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAlias, isMap, isScalar, isSeq, parseAllDocuments } from 'yaml';
import { writeCanonical, writeCanonicalWithLines } from '../../src/yaml/canonical.ts';
import { decodeToJson } from '../../src/yaml/decode.ts';
import { expandAliases } from '../../src/yaml/expandAliases.ts';
import { readPositions } from '../../src/yaml/positions.ts';
import { quickRead } from '../../src/yaml/quickRead.ts';
import { readConfiguration } from '../../src/yaml/readConfiguration.ts';
import { readFile, readObjects } from '../../src/yaml/readObjects.ts';
import type { ResourceNode } from '../../src/yaml/resourceNode.ts';
import { conformanceFolder, describeWith, howMany, testSeed } from '../environment.ts';
import { randomTexts } from './yamlTexts.ts';

/** The YAML files of the fixtures. */
function fixtureTexts(): readonly string[] {
  const folder = join(import.meta.dirname, '..', '..', '..', 'test-fixtures');
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));
}

/** The files of the recorded cases of kustomize. */
function recordedTexts(folder: string): readonly string[] {
  const cases = join(folder, 'cases');
  return readdirSync(cases)
    .flatMap((name) => readFileSync(join(cases, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .flatMap((line) =>
      Object.values((JSON.parse(line) as { files: Record<string, string> }).files),
    );
}

const cases = howMany({ fixed: 6_000, long: 100_000 });

test(`the quick reader reads ${cases} texts as the exact one does`, () => {
  for (const text of randomTexts(testSeed(), cases, fixtureTexts())) {
    const exact = readFile(text, () => undefined).file;
    expect(readObjects(text), JSON.stringify(text)).toEqual(exact);
  }
});

test(`the quick reader reads ${cases} texts of kustomization files as the exact one does`, () => {
  const texts = [
    ...fixtureTexts(),
    'y: no\n0o7: 010\n',
    'a: [y, on: 1]\n',
    'a: {y: 1}\n',
    '<<: a\n',
  ];
  for (const text of [...texts, ...randomTexts(testSeed() + 3, cases, texts)]) {
    const exact = readConfiguration(text, () => undefined);
    expect(readConfiguration(text), JSON.stringify(text)).toEqual(exact);
  }
});

const wanted = ['apiVersion', 'kind', 'metadata'];

test(`the quick reader refuses of ${cases} texts the same where it only checks most of them`, () => {
  const noControl = fixtureTexts().filter((text) => !text.includes('\n---'));
  for (const text of randomTexts(testSeed() + 4, cases, noControl)) {
    const part = { start: 0, end: text.length, version: 3, firstOrdinal: 0 } as const;
    const whole = quickRead(text, part)?.root;
    const checked = quickRead(text, { ...part, wanted })?.root;
    expect(checked === undefined, JSON.stringify(text)).toBe(whole === undefined);
    if (whole?.kind !== 'map' || checked?.kind !== 'map') continue;
    const own = whole.keys.flatMap((key, index) =>
      wanted.includes(key) ? [[key, plain(whole.values[index])]] : [],
    );
    const told = checked.keys.map((key, index) => [key, plain(checked.values[index])]);
    expect(told, JSON.stringify(text)).toEqual(own);
  }
});

/** A node without its number: what stands before it is not counted where it is only checked. */
function plain(node: ResourceNode | undefined): unknown {
  return JSON.parse(
    JSON.stringify(node ?? null, (key, value: unknown) => (key === 'ordinal' ? 0 : value)),
  );
}

test(`nothing throws on ${cases} texts, and printing what was printed changes nothing`, () => {
  for (const text of randomTexts(testSeed() + 1, cases, fixtureTexts())) {
    readConfiguration(text);
    readPositions(text);
    for (const { root } of readObjects(text).documents) {
      const expanded = expandAliases(root);
      if ('problem' in expanded) {
        continue;
      }
      decodeToJson(expanded.node);
      const printed = print(expanded.node);
      const withLines = writeCanonicalWithLines(expanded.node);
      expect('text' in withLines ? withLines.text : undefined).toBe(printed);
      // A key `<<` that is no merge is printed bare, and reads as one.
      if (printed !== undefined && root.kind !== 'scalar' && !/^[ -]*<<:/m.test(printed)) {
        const [again] = readObjects(printed).documents;
        expect(again && print(again.root), JSON.stringify(text)).toBe(printed);
      }
    }
  }
});

function print(root: ResourceNode): string | undefined {
  const printed = writeCanonical(root);
  return 'text' in printed ? printed.text : undefined;
}

test(`every position of ${cases} texts is where the node stands`, () => {
  for (const text of randomTexts(testSeed() + 2, cases, fixtureTexts())) {
    const { documents, problems } = readObjects(text);
    if (problems.length > 0 || /[\r\ufeff]/.test(text)) {
      continue;
    }
    const { starts, ends } = readPositions(text);
    const check = (node: ResourceNode): void => {
      const start = starts[node.ordinal] ?? -1;
      const end = ends[node.ordinal] ?? -1;
      const written = text.slice(start, end);
      switch (node.kind) {
        case 'scalar':
          if (node.style === 'plain' && /^[^\n\x85\u2028'"|>]*$/.test(written)) {
            expect(written).toBe(node.value);
          }
          break;
        case 'alias':
          expect(written).toBe(`*${node.name}`);
          break;
        case 'map':
          node.values.forEach(check);
          break;
        case 'sequence':
          node.items.forEach(check);
      }
      expect(start).toBeGreaterThanOrEqual(0);
      expect(end).toBeGreaterThanOrEqual(start);
    };
    documents.forEach(({ root }) => {
      check(root);
    });
  }
});

describeWith('the yaml package', conformanceFolder('kustomize'), { tests: 1 }, (folder) => {
  test('reads the files of the recorded cases as Strata does', () => {
    const texts = new Set([...recordedTexts(folder), ...fixtureTexts()]);
    expect(texts.size).toBeGreaterThan(500);
    for (const text of texts) {
      const { documents, problems } = readObjects(text);
      const theirs = readWithPackage(text);
      const ours = problems.length > 0 ? undefined : documents.map(({ root }) => plainTree(root));
      expect(ours, text).toEqual(theirs);
    }
  });
});

/** Texts, keys and structure, without tags and styles. */
type PlainTree = string | readonly PlainTree[] | { readonly entries: readonly PlainTree[] };

function plainTree(node: ResourceNode): PlainTree {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'alias':
      return `*${node.name}`;
    case 'sequence':
      return node.items.map(plainTree);
    case 'map':
      return {
        entries: node.keys.map((key, index) => {
          const value = node.values[index];
          return [key, value === undefined ? '' : plainTree(value)];
        }),
      };
  }
}

/** The same from the `yaml` package, whose failsafe schema keeps every text; `undefined` when it finds an error. */
function readWithPackage(text: string): readonly PlainTree[] | undefined {
  const documents = parseAllDocuments(text.replaceAll('\r\n', '\n'), {
    schema: 'failsafe',
    uniqueKeys: false,
    logLevel: 'silent',
  });
  if (!Array.isArray(documents)) {
    return [];
  }
  if (documents.some(({ errors }) => errors.length > 0)) {
    return undefined;
  }
  return documents
    .map(({ contents }): unknown => contents)
    .filter((contents) => !isNullScalar(contents))
    .map(packageTree);
}

const nullTexts: ReadonlySet<unknown> = new Set([null, '', '~', 'null', 'Null', 'NULL']);

function isNullScalar(node: unknown): boolean {
  return node === null || (isScalar(node) && node.type === 'PLAIN' && nullTexts.has(node.value));
}

function packageTree(node: unknown): PlainTree {
  if (isAlias(node)) {
    return `*${node.source}`;
  }
  if (isSeq(node)) {
    return node.items.map(packageTree);
  }
  if (isMap(node)) {
    return { entries: node.items.map(({ key, value }) => [packageTree(key), packageTree(value)]) };
  }
  return isScalar(node) && typeof node.value === 'string' ? node.value : '';
}
