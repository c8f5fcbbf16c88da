import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { exampleFleet, strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const top = join(import.meta.dirname, '..', '..', '..');

function holdsTo(schema: string, text: string): unknown {
  const value: unknown = JSON.parse(text);
  const path = join(top, 'docs', 'schemas', `${schema}.schema.json`);
  const ajv = new Ajv2020();
  ajv.validate(JSON.parse(readFileSync(path, 'utf8')) as object, value);
  expect(ajv.errors ?? []).toEqual([]);
  return value;
}

const layered: readonly (readonly [string, string])[] = [
  ['dev-eu-1', 'dev'],
  ['staging-eu-1', 'staging'],
  ['prod-ap-1', 'production'],
  ['prod-eu-1', 'production'],
  ['prod-us-1', 'production'],
];

function expected(fleet: string, run: string): string {
  const folder = join(top, 'test-fixtures', 'expected-charts', fleet);
  return readFileSync(join(folder, `${run}.yaml`), 'utf8');
}

const storefront = [
  'chart',
  'charts/storefront',
  '--release',
  'storefront',
  '--namespace',
  'storefront',
];

describe('the charts of the example fleets come out as helm printed them', () => {
  test('with their own values', async () => {
    const { out, exitCode } = await strata(storefront, { folder: exampleFleet });
    expect({ exitCode, out }).toEqual({
      exitCode: 0,
      out: expected('argocd-fleet', 'storefront-defaults'),
    });
  });

  test.each(layered)('with the values of %s', async (cluster, environment) => {
    const values = `apps/storefront/values.yaml,apps/storefront/values-${environment}.yaml`;
    const own = `apps/storefront/clusters/${cluster}/values.yaml`;
    const words = ['--values', values, '--values', own, '--set', `cluster=${cluster}`];
    const { out } = await strata([...storefront, ...words], { folder: exampleFleet });
    expect(out).toBe(expected('argocd-fleet', `storefront-${cluster}`));
  });

  test('of the fleet for Flux', async () => {
    const { out } = await strata(
      [
        'chart',
        'charts/frontend',
        '--release=frontend',
        '--namespace=weather',
        '--values=apps/base/frontend/values.yaml',
        '--set=replicas=4',
        '--set=image.tag=5.1.0',
      ],
      { folder: join(top, 'test-fixtures', 'flux-fleet') },
    );
    expect(out).toBe(expected('flux-fleet', 'frontend'));
  });
});

const chart = `
  # file: c/Chart.yaml
  apiVersion: v2
  name: c
  version: 1.0.0
  # file: c/values.yaml
  name: world
  # file: c/templates/a.yaml
  kind: Secret
  hello: {{ required "say who" .Values.name }} {{ randAlphaNum 5 }}
  # file: more.yaml
  name: sun
`;

test('stand-ins and Secrets are warned of', async () => {
  const folder = temporaryTree(chart);
  const { out, err, exitCode } = await strata(['chart', 'c', '--values', 'more.yaml'], { folder });
  expect(exitCode).toBe(0);
  expect(out).toBe('---\n# Source: c/templates/a.yaml\nkind: Secret\nhello: sun Strat\n');
  expect(err).toContain('c makes new values each time (randAlphaNum): stand-ins are printed.');
  expect(err).toContain('values of Secrets are printed in clear.');
});

test('a chart that helm does not render prints nothing', async () => {
  const folder = temporaryTree(chart);
  const words = ['chart', 'c', '--set', 'name='];
  const { out, err, exitCode } = await strata(words, { folder });
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 1 });
  expect(err).toContain('execution error at (c/templates/a.yaml:2:10): say who');
  const json = await strata([...words, '--json'], { folder });
  expect(holdsTo('chart', json.out)).toMatchObject({ chart: 'c', ok: false });
});

test('JSON has the text and the functions that gave stand-ins', async () => {
  const { out } = await strata(['chart', 'c', '--json'], { folder: temporaryTree(chart) });
  expect(holdsTo('chart', out)).toEqual({
    chart: 'c',
    ok: true,
    yaml: '---\n# Source: c/templates/a.yaml\nkind: Secret\nhello: world Strat\n',
    chance: ['randAlphaNum'],
  });
});

test('a batch writes a file for each chart', async () => {
  const folder = temporaryTree(`${chart}
  # file: batch
  {"chart": "c", "release": "r", "namespace": "n", "values": ["more.yaml"], "out": "out/a.yaml"}
  {"chart": "c", "release": "r", "namespace": "n", "values": ["none.yaml"], "out": "out/b.yaml"}
`);
  const { out, exitCode } = await strata(['chart', '--batch', 'batch'], { folder });
  expect(exitCode).toBe(0);
  expect(holdsTo('chart-batch', out)).toEqual({
    charts: [
      { chart: 'c', ok: true },
      { chart: 'c', ok: false, error: 'there is no file none.yaml.' },
    ],
  });
  expect(readFileSync(join(folder, 'out', 'a.yaml'), 'utf8')).toContain('hello: sun');
});

test('origins name the template, what included it, and the values; keys that nothing reads are said', async () => {
  const folder = temporaryTree(`
    # file: c/Chart.yaml
    apiVersion: v2
    name: c
    version: 1.0.0
    # file: c/values.yaml
    name: world
    labels:
      a: 1
    replicas: 1
    # file: c/templates/_h.tpl
    {{ define "labels" -}}
    fixed: yes
    {{ toYaml .Values.labels }}
    {{- end }}
    # file: c/templates/a.yaml
    kind: A
    labels:
      {{- include "labels" . | nindent 2 }}
    hello: {{ .Values.name | upper }}-{{ .Values.replicas }}
    # file: more.yaml
    labels:
      b: 2
    replica: 3
  `);
  const words = ['chart', 'c', '--origins', '--values', 'more.yaml', '--set', 'name=sun'];
  const { out, err } = await strata(words, { folder });
  expect(out).toMatchInlineSnapshot(`
    "---
    # Source: c/templates/a.yaml
    kind: A       # templates/a.yaml:1
    labels:       # templates/a.yaml:2
      fixed: yes  # templates/_h.tpl:2 < templates/a.yaml:3
      a: 1        # templates/_h.tpl:3 < templates/a.yaml:3 ← labels.a (values.yaml:3)
      b: 2        # templates/_h.tpl:3 < templates/a.yaml:3 ← labels.b (more.yaml:2)
    hello: SUN-1  # templates/a.yaml:4 ← name (--set name=sun), replicas (values.yaml:4)
    "
  `);
  expect(err).toContain('no template reads replica in more.yaml:3. Did you mean replicas?');
  const json = await strata([...words, '--json'], { folder });
  expect(holdsTo('chart', json.out)).toMatchObject({ ok: true, unused: [{ key: 'replica' }] });
});

test('a line names what it was kept from showing, and no value that was only there in case of need', async () => {
  const folder = temporaryTree(`
    # file: c/Chart.yaml
    apiVersion: v2
    name: c
    version: 1.0.0
    # file: c/values.yaml
    protocol: ""
    count: 1
    proxy: { count: 2 }
    # file: c/templates/a.yaml
    kind: A
    url: host{{ if .Values.protocol }}/{{ .Values.protocol }}{{ end }}
    count: {{ default .Values.count .Values.proxy.count }}
    {{- if .Values.protocol }}
    more: 1
    {{- end }}
  `);
  const { out } = await strata(['chart', 'c', '--origins', '--json'], { folder });
  const { objects } = JSON.parse(out) as {
    readonly objects: readonly {
      readonly lines: readonly Record<
        'values' | 'conditions',
        readonly { readonly key: string }[]
      >[];
    }[];
  };
  const keys = objects[0]?.lines.map((line) =>
    [...line.values, ...line.conditions].map(({ key }) => key).join(),
  );
  expect(keys).toEqual(['', 'protocol', 'proxy.count']);
});

test.each([
  [['chart'], 'name the folder of a chart, or --batch FILE.'],
  [['chart', 'nowhere'], 'there is no folder nowhere.'],
  [['chart', '.', '--timings'], '--timings goes with --batch.'],
  [['chart', '.', '--values', 'none'], 'there is no file none.'],
  [['chart', '--batch', 'none'], 'there is no file none.'],
  [['chart', '--batch', 'a', '--set', 'b=c'], '--set does not go with --batch.'],
])('%j is refused', async (words, message) => {
  const { out, err, exitCode } = await strata(words, { folder: temporaryTree(chart) });
  expect({ out, exitCode }).toEqual({ out: '', exitCode: 2 });
  expect(err).toContain(message);
});
