import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { locateProblems } from '../../analysis/locatedProblem.ts';
import { rangeOfPointer } from '../../analysis/sourceRange.ts';
import { exampleFleet } from '../../../test/commandLine.ts';
import { analyzeFixture, changeOf, completed } from '../../../test/fixtureAnalysis.ts';
import { registerFile, registerQuery } from './registerFile.ts';

/** Expects exactly the problems that a fixture marks. */
function expectProblems(text: string): void {
  const { analysis, fixture } = analyzeFixture(text);
  const { problems } = completed(analysis.ask((reader) => reader.get(registerQuery, '')));
  const found = completed(locateProblems(analysis, problems)).map(
    ({ code, range }) => `${range?.start.line}:${range?.start.column}-${range?.end.column} ${code}`,
  );
  const marked = fixture.marks.map(
    ({ line, startColumn, endColumn, code }) => `${line}:${startColumn}-${endColumn} ${code}`,
  );
  expect(found.sort()).toEqual(marked.sort());
}

test('the register of the example fleet is whole, and every fact has its line', () => {
  const text = readFileSync(join(exampleFleet, registerFile), 'utf8');
  const { analysis } = analyzeFixture(`# file: ${registerFile}\n${text}`);
  const register = completed(analysis.ask((reader) => reader.get(registerQuery, '')));
  expect(register.problems).toEqual([]);
  expect(register.clusters.map(({ name }) => name.value)).toEqual([
    'in-cluster',
    'dev-eu-1',
    'staging-eu-1',
    'prod-ap-1',
    'prod-eu-1',
    'prod-us-1',
    'prod-us-2',
  ]);
  const last = register.clusters.at(-1);
  expect(last).toMatchObject({ mirrors: { value: 'prod-us-1' }, wave: { value: 4 } });
  expect(last?.labels.map(({ key, value }) => `${key}=${value}`)).toEqual([
    'environment=production',
    'pci=true',
    'region=us',
    'tenant=shop',
  ]);
  const at = last?.releaseDomain?.at;
  const range = at && completed(analysis.ask((reader) => rangeOfPointer(reader, at)));
  expect(text.split('\n')[range?.start.line ?? 0]).toBe('    releaseDomain: prod-us');
});

test('without a file the register is empty', () => {
  const { analysis } = analyzeFixture('# file: a.yaml\na: b');
  expect(completed(analysis.ask((reader) => reader.get(registerQuery, '')))).toEqual({
    clusters: [],
    observedClusters: [],
    observedApplications: [],
    problems: [],
  });
});

describe('what is wrong stands where it is written', () => {
  test.each([
    [
      'keys and types',
      `
      # file: .strata/clusters.yaml
      clusters:
      - name: a
        enviroment: dev
      # ^^^^^^^^^^ config.unknown-key-but
        color: red
      # ^^^^^ config.unknown-key
        kubernetesVersion: 1.36
      #                    ^^^^ config.wrong-type
        labels: {pci: false, 'a b': c}
      #               ^^^^^ config.wrong-type
      #                      ^^^^^ register.bad-label
        approvers: '@acme/release'
      #            ^^^^^^^^^^^^^^^ config.wrong-type
        purpose: fun
      #          ^^^ config.bad-value
        controllers: {argo: '3'}
      #               ^^^^ config.unknown-key-but
        mirrors: b
      #          ^ register.unknown-mirror
        region: eu
        region: us
      # ^^^^^^ config.duplicate-key
      - environment: dev
      # ^^^^^^^^^^^^^^^^ config.missing-field
      - name: a
      #       ^ register.duplicate-cluster
      extra: []
      # <----- config.unknown-key
      `,
    ],
    ['broken YAML', '# file: .strata/clusters.yaml\nclusters: {a\n  b: ]\n#  ^^^ config.syntax'],
    ['no map', '# file: .strata/clusters.yaml\n- a\n# <--- config.wrong-type'],
    [
      'two documents',
      '# file: .strata/clusters.yaml\nclusters: []\n---\na: b\n# <---- config.many-documents',
    ],
    [
      'what an import saw',
      `
      # file: .strata/clusters.yaml
      observed:
        clusters:
        - {name: a, observed: 2026-11-31, environment: dev}
      #                       ^^^^^^^^^^ config.bad-value
      #                                   ^^^^^^^^^^^ config.unknown-key
        - {name: b, observed: 2026-11-30}
        applications:
        - {name: x, kind: Pod}
      #                   ^^^ config.bad-value
      `,
    ],
  ])('%s', (_what, text) => {
    expectProblems(text);
  });
});

test('what an import saw is inferred, what somebody wrote is known', () => {
  const { analysis } = analyzeFixture(`
    # file: .strata/clusters.yaml
    clusters:
    - name: a
      flux: ./clusters/a/
    observed:
      clusters:
      - {name: a, observed: 2026-11-30, by: argocd cluster list, labels: {x: 'y'}}
      applications:
      - name: web-a
        namespace: argocd
        generatedBy: web
        cluster: a
        observed: '2026-11-30'
        sources: [{repository: https://git.example.com/acme/fleet.git, path: apps/web/a}]
  `);
  const register = completed(analysis.ask((reader) => reader.get(registerQuery, '')));
  expect(register.problems).toEqual([]);
  expect(register.clusters).toMatchObject([{ certainty: 'known', flux: { value: 'clusters/a' } }]);
  expect(register.observedClusters).toMatchObject([
    {
      certainty: 'inferred',
      observed: { value: '2026-11-30' },
      labels: [{ key: 'x', value: 'y' }],
    },
  ]);
  expect(register.observedApplications).toMatchObject([
    {
      name: { value: 'web-a' },
      generatedBy: { value: 'web' },
      sources: [{ path: { value: 'apps/web/a' } }],
    },
  ]);
});

test('an edit of a comment gives the same register', () => {
  const { host } = analyzeFixture('# file: .strata/clusters.yaml\nclusters:\n- name: a');
  const ask = () => completed(host.analysis().ask((reader) => reader.get(registerQuery, '')));
  const before = ask();
  const edited = 'clusters:\n\n# The first one.\n- name: "a"\n';
  host.apply(changeOf(new Map([['.strata/clusters.yaml', edited]])));
  expect(ask()).toBe(before);
});
