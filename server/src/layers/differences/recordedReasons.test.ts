import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { locateProblems } from '../../analysis/locatedProblem.ts';
import { sourceIndexOf } from '../../analysis/sourceIndex.ts';
import { exampleFleet } from '../../../test/commandLine.ts';
import { analyzeFixture, changeOf, completed } from '../../../test/fixtureAnalysis.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import { differencesFile, differencesKeys } from './differencesFile.ts';
import {
  explainsField,
  explainsPlace,
  recordedReasonsQuery,
  type RecordedReason,
  type RecordedReasons,
} from './recordedReasons.ts';

/** The reasons of a fixture, and the text that each node of a file that it explains stands for. */
function reasonsOf(text: string): RecordedReasons & {
  readonly explained: (file: string, reason?: number) => readonly string[];
} {
  const { analysis } = analyzeFixture(text);
  const found = completed(analysis.ask((reader) => reader.get(recordedReasonsQuery, '')));
  return {
    ...found,
    explained: (file, index = 0) => {
      const source = completed(analysis.ask((reader) => sourceIndexOf(reader, file)));
      const reason = found.reasons[index];
      if (source === undefined || reason === undefined) return [];
      const texts: string[] = [];
      for (let ordinal = 0; source.rangeOf(ordinal) !== undefined; ordinal += 1) {
        const range = source.rangeOf(ordinal) ?? { start: 0, end: 0 };
        if (!explainsPlace(reason, { kind: 'node', file, ordinal })) continue;
        texts.push(source.text.slice(range.start, range.end).replaceAll(/\s+/g, ' ').trim());
      }
      return texts;
    },
  };
}

const words = 'strata:because it is so; review 2027-03-01; owner @acme/web';

describe('a comment is about', () => {
  test('the entry below it', () => {
    const { reasons, problems, explained } = reasonsOf(`
      # file: a.yaml
      spec:
        # ${words}
        replicas: 8
        paused: true
    `);
    expect(problems).toEqual([]);
    expect(reasons).toMatchObject([
      {
        because: 'it is so',
        review: '2027-03-01',
        owner: '@acme/web',
        at: { kind: 'line', file: 'a.yaml', line: 1 },
      },
    ]);
    expect(explained('a.yaml')).toEqual(['replicas', '8']);
  });

  test('the entry or the item on its line, with all below', () => {
    const { explained } = reasonsOf(`
      # file: a.yaml
      list:
      - name: a # strata:because one
        value: x
      - name: b
      map: # strata:because two
        key: [1]
      other: y
    `);
    expect(explained('a.yaml', 0)).toEqual([
      'name: a # strata:because one value: x',
      'name',
      'a',
      'value',
      'x',
    ]);
    expect(explained('a.yaml', 1)).toEqual(['map', 'key: [1]', 'key', '[1]', '1']);
  });

  test('all of a document, above its first key', () => {
    const { explained } = reasonsOf(`
      # file: a.yaml
      # strata:because of all
      # Another comment.
      kind: A
      ---
      kind: B
    `);
    expect(explained('a.yaml')).toEqual(['kind: A', 'kind', 'A']);
  });

  test('an item, not its list; and the files that it names in a kustomization', () => {
    const { reasons, explained } = reasonsOf(`
      # file: a/kustomization.yaml
      patches:
        # strata:because of the patch
        - path: patch.yaml
        - path: other.yaml
      # file: a/patch.yaml
      kind: A
      # file: a/other.yaml
      kind: B
    `);
    expect(reasons[0]?.scope).toMatchObject({ files: ['a/patch.yaml'] });
    expect(explained('a/kustomization.yaml')).toEqual(['path: patch.yaml', 'path', 'patch.yaml']);
    expect(explained('a/patch.yaml')).toEqual(['kind: A', 'kind', 'A']);
    expect(explained('a/other.yaml')).toEqual([]);
  });

  test('a node of the YAML inside a text', () => {
    const text = `
      # file: kustomization.yaml
      patches:
      - patch: |-
          - op: replace
            # strata:because the standby is small
            value: 2
        target: {kind: A}
    `;
    const { reasons } = reasonsOf(text);
    const [reason] = reasons;
    expect(reason?.at).toEqual({ kind: 'line', file: 'kustomization.yaml', line: 3 });
    const [{ root } = { root: undefined }] = readObjects('- op: replace\n  value: 2').documents;
    const item = root?.kind === 'sequence' ? root.items[0] : undefined;
    const value = item?.kind === 'map' ? item.values[1] : undefined;
    const scope = reason?.scope.kind === 'nodes' ? reason.scope : undefined;
    const place = (ordinal: number): SourcePointer => ({
      kind: 'inside',
      file: 'kustomization.yaml',
      ordinal: scope?.outer[0] ?? -1,
      inner: { ordinal, inner: undefined },
    });
    expect(reason && explainsPlace(reason, place(value?.ordinal ?? -1))).toBe(true);
    expect(reason && explainsPlace(reason, place(1))).toBe(false);
  });

  test('a line of a file that is no YAML', () => {
    const { reasons } = reasonsOf('# file: a.env\nA=1\n# strata:because of it\nB=2\n');
    const place = (line: number) => ({ kind: 'line', file: 'a.env', line }) as const;
    expect([0, 1, 2].map((line) => reasons[0] && explainsPlace(reasons[0], place(line)))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('all that the value has, with a semicolon in its words', () => {
    const { reasons } = reasonsOf(
      '# file: a.yaml\na: b #strata:because x; y ;owner @z\nc: "# strata:because no"',
    );
    expect(reasons).toMatchObject([{ because: 'x; y', owner: '@z', review: undefined }]);
  });
});

test('what is wrong with reasons stands where they are written', () => {
  const { analysis, fixture } = analyzeFixture(`
    # file: a.yaml
    a: b # strata:because
    # <------------------ differences.without-reason
    c: d # strata:because x; review soon
    # <--------------------------------- differences.bad-review
    # strata:because of nothing
    # <--------------------- differences.covers-nothing
    # file: .strata/differences.yaml
    differences:
    - file: nowhere.yaml
    #       ^^^^^^^^^^^^ differences.no-file
      because: x
    - file: a.yaml
      field: /spec
    #        ^^^^^ differences.no-field
      because: x
      review: tomorrow
    #         ^^^^^^^^ config.bad-value
    - because: x
    # ^^^^^^^^^^ config.missing-field
    - cluster: a
    # ^^^^^^^^^^ config.missing-field
  `);
  const { problems } = completed(analysis.ask((reader) => reader.get(recordedReasonsQuery, '')));
  const found = completed(locateProblems(analysis, problems)).map(
    ({ code, range }) => `${range?.file}:${range?.start.line} ${code}`,
  );
  expect(found.sort()).toEqual(
    fixture.marks.map(({ path, line, code }) => `${path}:${line} ${code}`).sort(),
  );
});

test('.strata/differences.yaml names files, fields of files, or rendered fields', () => {
  const { reasons, problems, explained } = reasonsOf(`
    # file: web/deployment.yaml
    spec:
      containers:
      - {name: app, image: a}
      - {name: side, image: b}
    # file: .strata/differences.yaml
    differences:
    - {file: ./web/deployment.yaml, because: all of it}
    - {file: web/deployment.yaml, field: '/spec/containers[name=side]/image', because: part of it}
    - cluster: prod-1
      application: web
      resource: Deployment/web
      field: /spec/replicas
      because: half of the load
      review: 2027-03-01
      owner: '@acme/web'
  `);
  expect(problems).toEqual([]);
  expect(explained('web/deployment.yaml', 0)).toHaveLength(15);
  expect(explained('web/deployment.yaml', 1)).toEqual(['b']);
  const [, , rendered] = reasons;
  expect(rendered).toMatchObject({ review: '2027-03-01', owner: '@acme/web' });
  const about = (change: object): boolean | undefined =>
    rendered &&
    explainsField(rendered, {
      cluster: 'prod-1',
      application: 'web',
      resource: 'Deployment.apps/shop/web',
      field: '/spec/replicas',
      ...change,
    });
  expect(about({})).toBe(true);
  expect(about({ cluster: 'prod-2' })).toBe(false);
  expect(about({ resource: 'Deployment.apps/shop/webs' })).toBe(false);
  expect(about({ field: '/spec/replicasMore' })).toBe(false);
});

test('every reason of the example fleet is read', () => {
  const paths = readdirSync(exampleFleet, { recursive: true, encoding: 'utf8' });
  const files = new Map(
    paths
      .filter((path) => path.endsWith('.yaml'))
      .map((path) => [path, readFileSync(join(exampleFleet, path), 'utf8')]),
  );
  const { host } = analyzeFixture('# file: a\nb');
  host.apply(changeOf(files));
  const { reasons, problems } = completed(
    host.analysis().ask((reader) => reader.get(recordedReasonsQuery, '')),
  );
  expect(problems).toEqual([]);
  expect(reasons.map(({ at, owner, review }: RecordedReason) => [at.file, owner, review])).toEqual([
    ['apps/checkout/clusters/prod-eu-1/kustomization.yaml', '@acme/checkout', '2027-06-01'],
    ['apps/checkout/clusters/prod-us-1/capacity.yaml', '@acme/checkout', '2027-03-01'],
    ['apps/checkout/clusters/prod-us-2/kustomization.yaml', '@acme/platform', '2027-03-01'],
    ['apps/payments/clusters/prod-us-1/kustomization.yaml', '@acme/payments', '2027-03-01'],
    ['apps/payments/clusters/prod-us-2/kustomization.yaml', '@acme/payments', '2027-03-01'],
    ['apps/storefront/clusters/prod-us-1/values.yaml', '@acme/storefront', '2027-03-01'],
  ]);
});

test('the published schema has the keys that are read', () => {
  const path = join(import.meta.dirname, '../../../../docs/schemas/strata-differences.schema.json');
  const schema = JSON.parse(readFileSync(path, 'utf8')) as {
    readonly properties: {
      readonly differences: { readonly items: { readonly properties: object } };
    };
  };
  expect(Object.keys(schema.properties)).toEqual(differencesKeys.file);
  const { properties } = schema.properties.differences.items;
  expect(Object.keys(properties).sort()).toEqual([...differencesKeys.difference].sort());
  const validate = (text: string) => new Ajv2020().validate(schema, parse(text) as object);
  expect(validate('differences: [{file: a, because: b, review: "2027-03-01"}]')).toBe(true);
  expect(validate('differences: [{cluster: a, field: /b, because: c}]')).toBe(true);
  expect(validate('differences: [{because: c}]')).toBe(false);
  expect(differencesFile).toBe('.strata/differences.yaml');
});
