import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const root = join(import.meta.dirname, '../../..');
const fluxFleet = join(root, 'test-fixtures/flux-fleet');

interface Values {
  readonly chart: string;
  readonly chartIsHere: boolean;
  readonly values: unknown;
  readonly missing?: readonly string[];
  readonly keys: readonly {
    readonly path: string;
    readonly value?: unknown;
    readonly equalsDefault?: boolean;
    readonly chain: readonly {
      readonly file?: string;
      readonly line?: number;
      readonly layer: string;
      readonly value: unknown;
      readonly ignored?: string;
    }[];
  }[];
  readonly unused: readonly unknown[];
}

async function values(folder: string, ...words: readonly string[]): Promise<Values> {
  const { out, exitCode } = await strata(['values', ...words, '--workspace', '.', '--json'], {
    folder,
  });
  expect(exitCode).toBe(0);
  const document = JSON.parse(out) as Values;
  const schema = readFileSync(join(root, 'docs/schemas/values.schema.json'), 'utf8');
  const validate = new Ajv2020().compile(JSON.parse(schema) as object);
  validate(document);
  expect(validate.errors).toBe(null);
  return document;
}

/** The chain of a key, each link as `file:line value` with why it does not count. */
function chain({ keys }: Values, path: string): readonly string[] | undefined {
  return keys
    .find((one) => one.path === path)
    ?.chain.map(({ file, line, layer, value, ignored = '' }) =>
      `${file === undefined ? layer : `${file}:${line ?? 0}`} ${JSON.stringify(value)} ${ignored}`.trim(),
    );
}

test('a HelmRelease tells its values through overlays and references down to the chart', async () => {
  const told = await values(fluxFleet, 'frontend', 'prod-eu');
  expect(told.chart).toBe('charts/frontend');
  expect(chain(told, 'replicas')).toEqual([
    'apps/production/frontend.yaml:9 4',
    'apps/base/frontend/frontend.yaml:34 1 overridden',
    'charts/frontend/values.yaml:1 1 overridden',
  ]);
  expect(chain(told, 'image.tag')).toEqual([
    'apps/production/frontend.yaml:8 "5.1.0"',
    'charts/frontend/values.yaml:4 "" overridden',
  ]);
});

test('of a chart that is not here, what it is given is told', async () => {
  const told = await values(fluxFleet, 'cache', 'prod-us');
  expect(told).toMatchObject({ chartIsHere: false, unused: [] });
  expect(chain(told, 'memoryLimit')).toEqual([
    'clusters/prod-us/apps.yaml:40 "8Gi"',
    'apps/production/cache.yaml:11 "2Gi" overridden',
    'apps/base/cache/cache.yaml:24 "512Mi" overridden',
  ]);
});

const tree = `
  # file: chart/Chart.yaml
  apiVersion: v2
  name: web
  version: 1.0.0
  dependencies: [{ name: sub, version: 1.0.0, condition: sub.enabled }]
  # file: chart/charts/sub/Chart.yaml
  apiVersion: v2
  name: sub
  version: 1.0.0
  # file: chart/values.yaml
  size: small
  sub: { enabled: false }
  list: [1]
  gone: 1
  # file: chart/templates/web.yaml
  kind: ConfigMap
  metadata: { name: web, labels: {{ toJson .Values.labels }} }
  data: { size: {{ .Values.size }}, list: {{ .Values.list }}, gone: {{ .Values.gone }} }
  # file: app.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    destination: { name: eu, namespace: web }
    source:
      repoURL: https://git.example.com/fleet.git
      path: chart
      helm:
        values: "size: unread"
        valuesObject: { sizes: big, list: [1], gone: null, sub: { deep: 1 } }
        parameters:
        - { name: labels.a\\.b, value: "1" }
        - { name: labels.a\\.b, value: "2" }
`;

test('winners, losers and what does nothing are told with their reasons', async () => {
  const told = await values(temporaryTree(tree), 'web');
  expect(told.values).toEqual({
    size: 'small',
    sizes: 'big',
    sub: { deep: 1, enabled: false },
    list: [1],
    labels: { 'a.b': 2 },
  });
  expect(chain(told, 'size')).toEqual([
    'app.yaml:10 "unread" replacedByObject',
    'chart/values.yaml:1 "small"',
  ]);
  expect(told.keys.find(({ path }) => path === 'list')?.equalsDefault).toBe(true);
  expect(chain(told, 'labels.a\\.b')).toEqual(['app.yaml:14 2', 'app.yaml:14 1 namedAgain']);
  expect(chain(told, 'gone')).toEqual(['app.yaml:11 null', 'chart/values.yaml:4 1 overridden']);
  expect(told.unused).toEqual([
    { path: 'sizes', file: 'app.yaml', line: 11, nearest: 'size' },
    { path: 'sub', file: 'app.yaml', line: 11, switchedOff: 'sub' },
  ]);
});

test('people see what is set, what it replaces, and what is wrong with it', async () => {
  const { out } = await strata(['values', 'web', 'eu', '--workspace', '.'], {
    folder: temporaryTree(tree),
  });
  expect(out).toMatchInlineSnapshot(`
    "web on eu, chart chart (Helm 3.18.4)

    gone         taken away by null  app.yaml:11:52
                 over 1  chart/values.yaml:4:7
    labels.a\\.b  2  app.yaml:14:9
                 named again by a later parameter: 1  app.yaml:14:9
    list         [1]  app.yaml:11:35  the same as the chart has
                 over [1]  chart/values.yaml:3:1
    size         small  chart/values.yaml:1:7
                 not read beside valuesObject: unread  app.yaml:10:22
    sizes        big  app.yaml:11:30
    sub.deep     1  app.yaml:11:71

    1 key as the chart sets them: --all shows them
    ! no template reads sizes in app.yaml:11. Did you mean size?
    ! sub in app.yaml:11:71 does nothing: the subchart sub is switched off.
    "
  `);
});

test('what the schema of the chart refuses is told where it stands', async () => {
  const folder = temporaryTree(`${tree}
  # file: chart/values.schema.json
  {"properties": {"sizes": {"type": "integer"}, "labels": {"required": ["team"]}}}
  `);
  const { out, exitCode } = await strata(['values', 'web', '--workspace', '.', '--json'], {
    folder,
  });
  expect(exitCode).toBe(1);
  const { invalid } = JSON.parse(out) as { readonly invalid: readonly object[] };
  expect(invalid).toEqual([
    {
      path: 'sizes',
      message: expect.stringContaining('integer') as string,
      file: 'app.yaml',
      line: 11,
    },
    {
      path: 'labels',
      message: expect.stringContaining('team') as string,
      file: 'app.yaml',
      line: 14,
    },
  ]);
  const text = await strata(['values', 'web', '--workspace', '.'], { folder });
  expect(text.out).toContain('✗ the schema refuses sizes in app.yaml:11:30: ');
});

test('values of Secrets are masked, and what only the cluster has is said', async () => {
  const folder = temporaryTree(`
  # file: clusters/eu/all.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: HelmRepository
  metadata: { name: stable, namespace: apps }
  spec: { url: https://charts.example.com }
  ---
  apiVersion: v1
  kind: Secret
  metadata: { name: known, namespace: apps }
  stringData: { values.yaml: "password: not-a-real-one" }
  ---
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: db, namespace: apps }
  spec:
    chart: { spec: { chart: db, sourceRef: { kind: HelmRepository, name: stable } } }
    valuesFrom: [{ kind: Secret, name: known }, { kind: Secret, name: unknown }]
  `);
  const told = await values(folder, 'db');
  expect(told).toMatchObject({
    chart: 'https://charts.example.com db',
    values: { password: '•••• A' },
    missing: ['Secret/apps/unknown'],
  });
  expect(chain(told, 'password')).toEqual(['clusters/eu/all.yaml:9 "•••• A"']);
});

test.each([
  [['values'], 'name an application'],
  [['values', 'frontend', 'prod-eu', '--key', 'imag'], 'there is no key imag.'],
  [['values', 'frontend'], 'frontend is on'],
  [['values', 'api', 'prod-eu'], 'there is no application api'],
  [['values', 'apps', 'prod-eu'], 'apps delivers no chart.'],
])('%j is refused', async (words, expected) => {
  const { err, exitCode } = await strata([...words, '--workspace', '.'], { folder: fluxFleet });
  expect(err).toContain(expected);
  expect(exitCode).toBe(2);
});

test('the Helm that Argo CD ships counts, as the register or the configuration tells, and is named', async () => {
  const chart = tree.replace('size: small', 'size: small\n  none: null');
  const usual = await values(temporaryTree(chart), 'web');
  expect(usual).toMatchObject({ helmVersion: '3.18.4', values: { none: null } });
  const register = `
  # file: .strata/clusters.yaml
  clusters: [{ name: eu, controllers: { argocd: v3.6.1 } }]
  `;
  const newest = await values(temporaryTree(chart + register), 'web');
  expect(newest).toMatchObject({ helmVersion: '4.3.1' });
  expect(newest.values).not.toHaveProperty('none');
  const config = '\n  # file: .strata/config.yaml\n  build: { argocd: { helmVersion: 3.19.4 } }\n';
  const told = await values(temporaryTree(chart + register + config), 'web');
  expect(told).toMatchObject({ helmVersion: '3.19.4', values: { none: null } });
});
