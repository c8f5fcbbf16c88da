import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

interface Survey {
  readonly clusters: number;
  readonly applications: number;
  readonly exact: number;
  readonly open: readonly {
    readonly kind: string;
    readonly count: number;
    readonly close?: string;
  }[];
  readonly findings: readonly {
    readonly code: string;
    readonly file?: string;
    readonly line?: number;
  }[];
}

/** The JSON of a run, checked against the published schema. */
async function survey(folder?: string): Promise<Survey> {
  const words = ['survey', '--workspace', '.', '--json'];
  const run = await strata(words, folder === undefined ? {} : { folder });
  expect(run).toMatchObject({ exitCode: 0, err: '' });
  const value = JSON.parse(run.out) as Survey;
  const file = join(import.meta.dirname, '../../../docs/schemas/survey.schema.json');
  const validator = new Ajv2020();
  const schema = JSON.parse(readFileSync(file, 'utf8')) as object;
  expect(validator.validate(schema, value), validator.errorsText()).toBe(true);
  return value;
}

function application(name: string, more: string): string {
  return `
# file: control/${name}.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: ${name}, namespace: argocd}
spec:
  source: {repoURL: 'https://git.example.com/acme/fleet.git', ${more}}
  destination: {name: prod-1, namespace: ${name}}`;
}

const fleet = `
# file: .strata/clusters.yaml
clusters:
- {name: prod-1, environment: production}
- {name: dev-1, environment: dev, mirors: prod-1}
# file: CODEOWNERS
/web/ @acme/web
/web/
/control/ @acme/platform
${application('web', 'path: web')}
${application('gone', 'path: gone')}
${application('remote', 'path: remote')}
# file: web/kustomization.yaml
resources: [map.yaml]
# file: web/map.yaml
{apiVersion: v1, kind: ConfigMap, metadata: {name: web}}
# file: remote/kustomization.yaml
resources: ['https://example.com/acme/base.yaml']
`;

test('what there is, what is open and how to close it, and what is worth a look', async () => {
  const { clusters, applications, exact, open, findings } = await survey(temporaryTree(fleet));
  expect([clusters, applications, exact]).toEqual([2, 3, 1]);
  expect(open).toMatchObject([
    { kind: 'folders', count: 1, close: 'strata apps' },
    { kind: 'repositories', count: 1 },
  ]);
  expect(findings.map(({ code, file, line }) => `${code} ${file}:${line}`)).toEqual([
    'config.unknown-key-but .strata/clusters.yaml:3',
    'owners.production-without-owner remote/kustomization.yaml:1',
    'owners.shadowed-rule CODEOWNERS:1',
    'delivery.no-folder control/gone.yaml:5',
    'owners.production-without-owner web/kustomization.yaml:1',
    'register.unused-cluster .strata/clusters.yaml:3',
    'delivery.nobody-notified control/gone.yaml:1',
  ]);
});

test('an application that does not build is not exact', async () => {
  const broken = fleet.replace('resources: [map.yaml]', 'resources: [map.yaml, missing.yaml]');
  const { exact, open } = await survey(temporaryTree(broken));
  expect(exact).toBe(0);
  expect(open).toContainEqual({
    kind: 'broken',
    count: 1,
    why: 'do not build',
    close: 'strata check --fail-on error',
  });
});

test('people read five findings', async () => {
  const { out } = await strata(['survey', '--workspace', '.'], { folder: temporaryTree(fleet) });
  expect(out).toMatch(/^2 clusters · 3 applications · 33 % exact\n\nWhy the rest is open\n/);
  expect(out).toContain('    1  name a folder that is not there\n       strata apps\n');
  expect(out).toContain(
    '\nWorth a look\n  .strata/clusters.yaml:3:35: warning: Strata knows no key `mirors`',
  );
});

test('the example fleet', async () => {
  const { clusters, applications, open, findings } = await survey();
  expect([clusters, applications]).toEqual([7, 40]);
  expect(open).toEqual([]);
  expect(findings).toEqual([]);
});

test('generators that need the clusters of Argo CD say how to import them', async () => {
  const { open } = await survey(
    temporaryTree(`
      # file: set.yaml
      apiVersion: argoproj.io/v1alpha1
      kind: ApplicationSet
      metadata: {name: web, namespace: argocd}
      spec:
        generators: [{clusters: {selector: {matchLabels: {environment: production}}}}]
        template:
          metadata: {name: 'web-{{name}}'}
          spec:
            project: default
            source: {repoURL: 'https://git.example.com/acme/fleet.git', path: web}
            destination: {name: '{{name}}', namespace: web}
      # file: web/kustomization.yaml
      resources: []
    `),
  );
  expect(open).toMatchObject([
    {
      kind: 'clusters',
      count: 1,
      close: 'argocd cluster list -o json | strata clusters --import - --write',
    },
  ]);
});

test('an empty tree', async () => {
  const { out } = await strata(['survey', '--workspace', '.'], {
    folder: temporaryTree('# file: a.yaml\na: b'),
  });
  expect(out).toBe('0 clusters · no application of Argo CD or Flux is declared here.\n');
});
