import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { locateProblems } from '../../analysis/locatedProblem.ts';
import { exampleFleet } from '../../../test/commandLine.ts';
import { analyzeFixture, changeOf, completed } from '../../../test/fixtureAnalysis.ts';
import { buildKeys, configFile, configKeys, configQuery, type StrataConfig } from './configFile.ts';
import { fleetKeys, pluginBuilds } from './fleetRules.ts';
import { defaultObjectives, operationsKeys, severityNames, tierNames } from './operationsRules.ts';

const root = join(import.meta.dirname, '../../../..');

/** The chart that the rules name. */
const chart = '# file: charts/web/Chart.yaml\nname: web';

function read(text: string): StrataConfig {
  const { analysis } = analyzeFixture(`${chart}\n# file: ${configFile}\n${text}`);
  return completed(analysis.ask((reader) => reader.get(configQuery, '')));
}

test('without a file everything has its default', () => {
  const { analysis } = analyzeFixture('# file: a.yaml\na: b');
  const config = completed(analysis.ask((reader) => reader.get(configQuery, '')));
  const { slo, build, problems, ...rest } = config;
  expect(slo).toEqual(defaultObjectives);
  expect(problems).toEqual([]);
  expect(build.argocd.loadRestrictions).toBeUndefined();
  expect(rest).toEqual({
    deployments: [],
    values: [],
    ladder: [],
    releaseDomains: [],
    artifacts: [],
    plugins: [],
    hydrator: [],
    drift: { ignore: [], tiers: [] },
    links: [],
    silence: [],
    secrets: { allow: [], keyNames: [], values: [] },
    severity: [],
  });
});

test('the example fleet is read without a problem', () => {
  const config = read(readFileSync(join(exampleFleet, configFile), 'utf8'));
  expect(config.problems).toEqual([]);
  expect(
    config.ladder.map(({ name, waves }) => [name.value, waves.map((one) => one.value)]),
  ).toEqual([
    ['dev', []],
    ['staging', []],
    ['first production', [2]],
    ['production', [3]],
    ['standby', [4]],
  ]);
  expect(config.drift.ignore).toMatchObject([
    { kind: { value: 'Deployment' }, paths: [{ value: '/spec/replicas' }] },
  ]);
});

test('every key is read', () => {
  const config = read(everything);
  expect(config.problems).toEqual([]);
  expect(config.deployments).toMatchObject([
    { path: { value: { names: ['application', 'cluster'] } }, cluster: { value: '{cluster}' } },
  ]);
  expect(config.values[0]?.files.map(({ value }) => value.text)).toEqual([
    'values.yaml',
    'values-{environment}.yaml',
  ]);
  expect(config.releaseDomains.map(({ name, selector }) => [name, selector.text])).toEqual([
    ['prod-eu', 'environment=production,region in (eu)'],
    ['prod-us', 'environment in (production),region in (us, ca)'],
  ]);
  expect(config.artifacts).toMatchObject([
    { address: 'oci://registry.example.com/fleet', path: { value: 'apps' }, tag: { value: 'v1' } },
  ]);
  expect(config.plugins).toMatchObject([{ name: 'lovely', build: { value: 'helm' } }]);
  expect(config.hydrator).toMatchObject([{ hydrated: { branch: { value: 'env/prod' } } }]);
  expect(config.build.flux.kustomizeVersion?.value).toBe('5.7.1');
  expect(config.slo).toEqual({
    syncLatency: { percentile: 99, target: 90_000 },
    syncSuccess: 0.995,
    driftRate: 0.01,
    window: 7 * 86_400_000,
  });
  expect(config.drift.tiers).toMatchObject([{ tier: { value: 'security' } }]);
  expect(config.links).toMatchObject([{ signal: { value: 'smoke' } }]);
  expect(config.silence).toMatchObject([{ until: { value: '2027-03-01' } }]);
  expect(config.secrets.keyNames.map(({ value }) => value)).toEqual(['apiKey']);
  expect(config.severity).toMatchObject([
    { code: 'kustomize.image-matches-nothing', severity: { value: 'off' } },
  ]);
});

const everything = `
deployments:
- {path: 'apps/{application}/{cluster}', application: '{application}', cluster: '{cluster}'}
values:
- {chart: charts/web, files: [values.yaml, 'values-{environment}.yaml']}
ladder: [{name: dev, environments: [dev], clusters: [a], waves: [0], approvers: ['@acme/dev']}]
releaseDomains:
  prod-eu: environment=production,region in (eu)
  prod-us: {environment: production, region: [us, ca]}
artifacts: {'oci://registry.example.com/fleet': {path: apps, tag: v1}}
plugins: {lovely: helm}
hydrator: [{dry: {branch: main, path: apps}, hydrated: {branch: env/prod}}]
build:
  argocd: {loadRestrictions: none, buildOptions: --enable-helm, helmVersion: '4.0.0'}
  flux: {kustomizeVersion: 5.7.1}
  plain: {}
slo: {syncLatency: {percentile: 99, target: 1m30s}, syncSuccess: 99.5%, driftRate: 0.01, window: 7d}
drift:
  ignore: [{group: apps, kind: Deployment, namespace: a, name: b, paths: [/spec], owners: [x], reason: y}]
  tiers: [{selector: {kind: ConfigMap, name: 'a*', paths: [/data/x]}, tier: security}]
links: [{signal: smoke, application: 'check*', url: 'https://example.com/{cluster}/{application}'}]
silence: [{code: kustomize.list-replaced, path: 'apps/**', reason: why, until: '2027-03-01'}]
secrets:
  allow: [{rule: a, file: b.yaml, fingerprint: c, reason: d}]
  keyNames: [apiKey]
  values: ['^acme-[0-9]+$']
severity: {kustomize.image-matches-nothing: off}
`;

test('what is wrong stands where it is written', () => {
  const { analysis, fixture } = analyzeFixture(`
    # file: charts/web/Chart.yaml
    name: web
    # file: .strata/config.yaml
    laddr: []
    # <----- config.unknown-key-but
    deployments:
    - {path: 'apps/{app', application: a, cluster: b}
    #        ^^^^^^^^^^^ config.bad-pattern
    - {path: 'apps/{app}', application: '{app}', cluster: '{cluster}'}
    #                                                     ^^^^^^^^^^^ config.unknown-capture
    values:
    - {chart: 'charts/w*', files: ['cl/{clustre}.yaml']}
    #                              ^^^^^^^^^^^^^^^^^^^ config.unknown-capture
    - {chart: charts/nope, files: ['{cluster}.yaml']}
    #         ^^^^^^^^^^^ config.no-chart
    releaseDomains:
      prod: environment in production
    #       ^^^^^^^^^^^^^^^^^^^^^^^^^ config.bad-selector
    plugins: {lovely: helmfile}
    #                 ^^^^^^^^ config.bad-value
    slo:
      window: a week
    #         ^^^^^^ config.bad-value
      syncSuccess: 99
    #              ^^ config.bad-value
    ladder:
    - {name: dev, waves: [first]}
    #                     ^^^^^ config.wrong-type
    links: [{signal: smoke, url: 'command:run'}]
    #                            ^^^^^^^^^^^^^ config.bad-value
    silence: [{code: kustomize.list-replacd, reason: why}]
    #                ^^^^^^^^^^^^^^^^^^^^^^ config.unknown-code-but
    severity: {kustomize.list-replaced: loud}
    #                                   ^^^^ config.bad-value
  `);
  const { problems } = completed(analysis.ask((reader) => reader.get(configQuery, '')));
  const found = completed(locateProblems(analysis, problems)).map(
    ({ code, range }) => `${range?.start.line}:${range?.start.column}-${range?.end.column} ${code}`,
  );
  const marked = fixture.marks.map(
    ({ line, startColumn, endColumn, code }) => `${line}:${startColumn}-${endColumn} ${code}`,
  );
  expect(found.sort()).toEqual(marked.sort());
});

test('an edit of a comment gives the same configuration', () => {
  const { host } = analyzeFixture(`# file: ${configFile}\n${everything}`);
  const ask = () => completed(host.analysis().ask((reader) => reader.get(configQuery, '')));
  const before = ask();
  host.apply(changeOf(new Map([[configFile, `# Why.\n\n${everything}`]])));
  expect(ask()).toBe(before);
});

describe('schema, README and code say the same', () => {
  interface Shape {
    readonly properties?: Readonly<Record<string, Shape>>;
    readonly items?: Shape;
    readonly additionalProperties?: Shape | false;
    readonly enum?: readonly string[];
    readonly description?: string;
  }
  const schema = JSON.parse(
    readFileSync(join(root, 'docs/schemas/strata-config.schema.json'), 'utf8'),
  ) as Shape;

  /** The shape at a path of properties; `*` is an item or any value. */
  const shapeAt = (path: string): Shape | undefined =>
    path.split('/').reduce<Shape | undefined>((shape, step) => {
      if (step === '') return shape;
      if (step !== '*') return shape?.properties?.[step];
      return (
        shape?.items ??
        (shape?.additionalProperties === false ? undefined : shape?.additionalProperties)
      );
    }, schema);

  test.each([
    ['', configKeys],
    ['deployments/*', fleetKeys.deployments],
    ['values/*', fleetKeys.values],
    ['ladder/*', fleetKeys.ladder],
    ['artifacts/*', fleetKeys.artifacts],
    ['hydrator/*', fleetKeys.hydrator],
    ['hydrator/*/dry', fleetKeys.branch],
    ['build', buildKeys.build],
    ['build/argocd', buildKeys.controller],
    ['slo', operationsKeys.slo],
    ['slo/syncLatency', operationsKeys.syncLatency],
    ['drift', operationsKeys.drift],
    ['drift/ignore/*', operationsKeys.ignore],
    ['drift/tiers/*', operationsKeys.tiers],
    ['drift/tiers/*/selector', operationsKeys.selector],
    ['links/*', operationsKeys.links],
    ['silence/*', operationsKeys.silence],
    ['secrets', operationsKeys.secrets],
    ['secrets/allow/*', operationsKeys.allow],
  ])('the keys of /%s', (path, keys) => {
    expect(Object.keys(shapeAt(path)?.properties ?? {}).sort()).toEqual([...keys].sort());
  });

  test.each([
    ['plugins/*', pluginBuilds],
    ['drift/tiers/*/tier', tierNames],
    ['severity/*', severityNames],
  ])('the values of /%s', (path, values) => {
    expect(shapeAt(path)?.enum).toEqual(values);
  });

  test('what is read without a problem fits the schema', () => {
    const validator = new Ajv2020({ allowUnionTypes: true });
    for (const text of [everything, readFileSync(join(exampleFleet, configFile), 'utf8')]) {
      // `off` is a text to YAML 1.2, which is what schemas go by.
      const value = parse(text) as object;
      expect(validator.validate(schema, value), validator.errorsText()).toBe(true);
    }
  });

  test('README.md lists every key with what the schema says of it', () => {
    const page = readFileSync(join(root, 'README.md'), 'utf8');
    const [, table = ''] = page.split('The keys of `.strata/config.yaml`:\n\n');
    const rows = table
      .slice(0, table.indexOf('\n\n'))
      .split('\n')
      .slice(2)
      .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | *\|$/g, '').trim()));
    expect(rows).toEqual(configKeys.map((key) => [`\`${key}\``, shapeAt(key)?.description ?? '']));
  });
});
