import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

/** The JSON of a run, checked against the published schema of its command. */
async function json<T>(words: readonly string[], folder?: string): Promise<T> {
  const run = await strata(
    [...words, '--workspace', '.', '--json'],
    folder === undefined ? {} : { folder },
  );
  expect(run).toMatchObject({ exitCode: 0, err: '' });
  const value = JSON.parse(run.out) as T;
  const file = join(import.meta.dirname, `../../../docs/schemas/${words[0] ?? ''}.schema.json`);
  const validator = new Ajv2020();
  const schema = JSON.parse(readFileSync(file, 'utf8')) as object;
  expect(validator.validate(schema, value), validator.errorsText()).toBe(true);
  return value;
}

interface Variants {
  readonly applications: readonly {
    readonly application: string;
    readonly clusters: number;
    readonly explained: number;
    readonly unexplained: number;
    readonly variants: readonly Variant[];
    readonly standbys: readonly Readonly<Record<string, unknown>>[];
  }[];
}

interface Variant {
  readonly environment: string;
  readonly clusters: readonly string[];
  readonly isUsual: boolean;
  readonly explained: boolean;
  readonly differences: readonly Readonly<Record<string, unknown>>[];
}

function cluster(name: string, more = ''): string {
  return `- {name: ${name}, server: 'https://${name}.example.com', environment: prod${more}}`;
}

function application(name: string): string {
  return `
# file: control/${name}.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: web-${name}, namespace: argocd}
spec:
  source: {repoURL: 'https://git.example.com/acme/fleet.git', path: ${name}}
  destination: {name: ${name}, namespace: web}`;
}

const fleet = `
# file: .strata/clusters.yaml
clusters:
${cluster('p1')}
${cluster('p2')}
${cluster('p3')}
${cluster('p4', ', mirrors: p1')}
${['p1', 'p2', 'p3', 'p4'].map(application).join('')}
# file: base/kustomization.yaml
resources: [deployment.yaml, secret.yaml]
# file: base/deployment.yaml
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  template: {spec: {containers: [{name: app, image: 'web:1.0'}]}}
# file: base/secret.yaml
apiVersion: v1
kind: Secret
metadata: {name: key}
stringData: {key: not-a-real-secret-1}
# file: p1/kustomization.yaml
resources: [../base]
labels: [{pairs: {cluster: p1}}]
# file: p2/kustomization.yaml
resources: [../base]
labels: [{pairs: {cluster: p2}}]
# file: p3/kustomization.yaml
resources: [../base]
labels: [{pairs: {cluster: p3}}]
patches:
# strata:because many come here; review 2020-01-01; owner @acme/web
- path: replicas.yaml
# file: p3/replicas.yaml
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {replicas: 9}
# file: p4/kustomization.yaml
resources: [../base]
labels: [{pairs: {cluster: p4}}]
patches:
- patch: |-
    apiVersion: v1
    kind: Secret
    metadata: {name: key}
    stringData: {key: not-a-real-secret-2}
`;

describe('variants', () => {
  test('clusters with one output are one variant, whatever they are called', async () => {
    const { applications } = await json<Variants>(['variants', 'web'], temporaryTree(fleet));
    expect(applications).toMatchObject([
      {
        application: 'web',
        clusters: 4,
        explained: 1,
        unexplained: 1,
        variants: [
          { environment: 'prod', clusters: ['p1', 'p2'], isUsual: true, differences: [] },
          {
            clusters: ['p3'],
            explained: true,
            differences: [
              {
                resource: 'Deployment.apps/web/web',
                field: '/spec/replicas',
                value: 9,
                usual: 2,
                file: 'p3/replicas.yaml',
                line: 4,
                because: 'many come here',
                owner: '@acme/web',
                review: '2020-01-01',
                recordedAt: 'p3/kustomization.yaml:4',
                overdue: true,
              },
            ],
          },
          { clusters: ['p4'], explained: false },
        ],
        standbys: [{ cluster: 'p4', mirrors: 'p1' }],
      },
    ]);
  });

  test('a value that as many clusters have as another is not usual, and has no reason of another cluster', async () => {
    const folder = temporaryTree(
      fleet.replaceAll(application('p2'), '').replaceAll(application('p4'), ''),
    );
    const { applications } = await json<Variants>(['variants', 'web'], folder);
    const variants = applications[0]?.variants ?? [];
    const rows = variants.flatMap(({ differences }) => differences);
    expect(rows).toMatchObject([{ field: '/spec/replicas', tied: true }]);
    expect(rows[0]).not.toHaveProperty('usual');
    expect(rows[0]?.because).toBe(rows[0]?.value === 9 ? 'many come here' : undefined);
  });

  test('the values of Secrets are masked', async () => {
    const folder = temporaryTree(fleet);
    const { out } = await strata(['variants', '--workspace', '.', 'web'], { folder });
    expect(out).toContain('Secret/web/key /stringData/key  •••• ');
    expect(out).not.toContain('not-a-real-secret');
  });

  test.each(['web', 'web-p3', 'p3', './p3/'])('%s means the application', async (word) => {
    const { applications } = await json<Variants>(['variants', word], temporaryTree(fleet));
    expect(applications.map((one) => one.application)).toEqual(['web']);
  });

  test('the example fleet: exceptions of checkout and payments', async () => {
    const { applications } = await json<Variants>(['variants', 'payments']);
    const [payments] = applications;
    expect(payments).toMatchObject({ explained: 2, unexplained: 0 });
    expect(payments?.standbys).toMatchObject([{ cluster: 'prod-us-2', mirrors: 'prod-us-1' }]);
  });

  test.each([
    [['variants'], 'name one application, or a folder.'],
    [['variants', 'nothing'], 'no application is called nothing, or made of it.'],
  ])('%j', async (words, message) => {
    const run = await strata([...words, '--workspace', '.'], { folder: temporaryTree(fleet) });
    expect(run).toMatchObject({ exitCode: 2, out: '' });
    expect(run.err).toContain(message);
  });
});

interface Differences {
  readonly differences: readonly Readonly<Record<string, unknown>>[];
  readonly findings: readonly Readonly<Record<string, unknown>>[];
}

describe('differences', () => {
  const rows = async (...words: readonly string[]): Promise<readonly string[]> => {
    const { differences } = await json<Differences>(
      ['differences', ...words],
      temporaryTree(fleet),
    );
    return differences.map((one) => `${String(one.cluster)} ${String(one.field)}`);
  };

  test('all, those of one cluster, overdue ones, unexplained ones', async () => {
    expect(await rows()).toEqual(['p3 /spec/replicas', 'p4 /stringData/key']);
    expect(await rows('--cluster', 'p4')).toEqual(['p4 /stringData/key']);
    expect(await rows('--overdue')).toEqual(['p3 /spec/replicas']);
    expect(await rows('--unexplained')).toEqual(['p4 /stringData/key']);
    expect(await rows('--cluster', 'p1')).toEqual([]);
  });

  test('a reason in .strata/differences.yaml counts, and what is wrong with reasons is told', async () => {
    const folder = temporaryTree(`${fleet}
# file: .strata/differences.yaml
differences:
- {cluster: p4, application: web, resource: Secret/key, because: its own key}
- {file: gone.yaml, because: nobody knows}
`);
    const { differences, findings } = await json<Differences>(
      ['differences', '--cluster', 'p4'],
      folder,
    );
    expect(differences).toMatchObject([{ because: 'its own key' }]);
    expect(findings).toMatchObject([{ code: 'differences.no-file', line: 3 }]);
  });

  test('nothing differs', async () => {
    const folder = temporaryTree('# file: a.yaml\na: b');
    const { out } = await strata(['differences', '--workspace', '.'], { folder });
    expect(out).toBe('No cluster differs from the others of its environment.\n');
  });
});
