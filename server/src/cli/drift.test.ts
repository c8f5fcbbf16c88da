import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDemoFleet, type DemoFleet } from '../../../scripts/demo/demoFleet.ts';
import { exampleFleet, strata, type Run } from '../../test/commandLine.ts';
import { commitAll, git, gitFleet } from '../../test/gitRepository.ts';
import { openWorkspace } from '../workspace/workspace.ts';

let fleet: DemoFleet;

beforeAll(async () => {
  const { signal } = new AbortController();
  fleet = await startDemoFleet(await openWorkspace(exampleFleet, { exact: true }, signal), signal);
});

afterAll(() => fleet.close());

async function run(...words: readonly string[]): Promise<Run> {
  return strata([...words, '--workspace', '.', '--kubeconfig', fleet.kubeconfig]);
}

function validated(name: string, text: string): unknown {
  const schema = join(import.meta.dirname, `../../../docs/schemas/${name}.schema.json`);
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  const value: unknown = JSON.parse(text);
  const isValid = ajv.validate(JSON.parse(readFileSync(schema, 'utf8')) as object, value);
  expect(ajv.errors ?? []).toEqual([]);
  expect(isValid).toBe(true);
  return value;
}

interface Drift {
  readonly findings: readonly {
    readonly resource: string;
    readonly path: string;
    readonly verdict: string;
    readonly owner?: string;
    readonly willRevert: boolean;
    readonly file?: string;
    readonly line?: number;
  }[];
  readonly clusters: readonly { readonly failure?: string; readonly objects: number }[];
}

test('drift names the field, its owner, the line of Git, and whether it would be put back', async () => {
  const { out, exitCode } = await run('drift', 'prod-eu-1', 'checkout', '--json');
  expect(exitCode).toBe(0);
  const { findings } = validated('drift', out) as Drift;
  expect(
    findings.map(({ resource, path, verdict, owner, willRevert }) =>
      [verdict, resource, path, owner, willRevert].join(' '),
    ),
  ).toEqual([
    'drift Deployment.apps/checkout/checkout /spec/replicas kubectl-edit true',
    'extraManual Deployment.apps/checkout/checkout /spec/template/metadata/annotations/checkout.example.com~1debug k9s false',
    'extraManual PodDisruptionBudget.policy/checkout/checkout /spec/minAvailable kubectl-patch false',
    'pruneCandidate ConfigMap/checkout/settings-7h5f8b2c4d /  true',
  ]);
  expect(findings[0]).toMatchObject({
    file: 'apps/checkout/environments/production/kustomization.yaml',
    line: 20,
  });
});

test('a cluster that nobody edited does not differ, in any object', async () => {
  const { out, exitCode } = await run('drift', 'staging-eu-1', '--controllers', '--json');
  expect(exitCode).toBe(0);
  const { findings, clusters } = validated('drift', out) as Drift;
  expect(findings).toEqual([]);
  expect(clusters[0]?.objects).toBeGreaterThan(20);
});

test('as text, clusters say how many applications differ', async () => {
  const { out } = await run('drift', 'prod-eu-1');
  expect(out).toMatch(/^prod-eu-1 {2}7 applications · 1 differs from Git\n/);
  expect(out).toMatch(
    /differs {2}\/spec\/replicas {2}5 → 8 {2}kubectl-edit, .* {2}would be put back/,
  );
});

test.each([
  ['security', 0],
  ['availability', 1],
])('--fail-on %s exits %d', async (tier, expected) => {
  const { exitCode } = await run('drift', 'prod-eu-1', 'checkout', '--fail-on', tier);
  expect(exitCode).toBe(expected);
});

test('a cluster that gives no answer is unknown, and never the same as Git', async () => {
  const words = ['drift', 'prod-us-1', '--context', 'prod-us-1=gone', '--workspace', '.'];
  const kubeconfig = join(import.meta.dirname, '../../test/goneKubeconfig.json');
  const { out, err, exitCode } = await strata([...words, '--kubeconfig', kubeconfig]);
  expect(out).toMatch(/^prod-us-1 {2}0 applications · unknown: unreachable\n/);
  expect(err).toContain('prod-us-1: it is unreachable (ECONNREFUSED)');
  expect(exitCode).toBe(1);
});

test('a plugin of the kubeconfig does not run where nobody lets it', async () => {
  const words = ['drift', 'prod-us-1', '--context', 'prod-us-1=plugin', '--workspace', '.'];
  const kubeconfig = join(import.meta.dirname, '../../test/goneKubeconfig.json');
  const { err, exitCode } = await strata([...words, '--kubeconfig', kubeconfig]);
  expect(err).toContain('its kubeconfig runs strata-no-such-plugin: allow it by --allow-exec');
  expect(exitCode).toBe(1);
});

test('only reads are asked of a cluster, and no Secret among them', async () => {
  await run('drift', 'prod-eu-1');
  expect(fleet.server.requests.filter((one) => !one.startsWith('GET '))).toEqual([]);
  expect(fleet.server.requests.filter((one) => one.includes('/secrets'))).toEqual([]);
});

test('status splits what Argo CD calls OutOfSync', async () => {
  const { out, exitCode } = await run('status', '--json');
  expect(exitCode).toBe(0);
  const { applications } = validated('status', out) as {
    readonly applications: readonly {
      readonly name: string;
      readonly sync: string;
      readonly cluster: string;
    }[];
  };
  const states = new Map(applications.map(({ name, sync }) => [name, sync]));
  expect(states.get('checkout-prod-eu-1')).toBe('drifted');
  expect(states.get('storefront-prod-us-1')).toBe('pendingChange');
  expect(states.get('catalog-prod-eu-1')).toBe('inSync');
  expect(applications.every(({ cluster }) => typeof cluster === 'string')).toBe(true);
});

test('status of one cluster is a table', async () => {
  const { out } = await run('status', 'prod-us-1');
  expect(out).toMatch(/^cluster +application +sync +health +revision\n/);
  expect(out).toMatch(/prod-us-1 +storefront-prod-us-1 +Pending\? +Healthy +0a1b2c3 → 4f1d2c7\n/);
});

test('a new revision of other files is no pending change', async () => {
  const folder = gitFleet();
  const first = git(folder, 'rev-parse', 'HEAD').trim();
  writeFileSync(join(folder, 'README.md'), 'Changed\n');
  const base = join(folder, 'apps/catalog/base/catalog.yaml');
  writeFileSync(base, readFileSync(base, 'utf8').replace('replicas: 1', 'replicas: 2'));
  commitAll(folder, 'Change what catalog is made of');
  const second = git(folder, 'rev-parse', 'HEAD').trim();
  for (const name of ['catalog-prod-eu-1', 'payments-prod-eu-1']) {
    const application = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      namespace: 'argocd',
      name,
    };
    const status = {
      sync: { status: 'OutOfSync', revision: second },
      history: [{ revision: first, deployedAt: '2026-11-27T09:12:00Z' }],
    };
    fleet.server.edit('in-cluster', application, { status }, 'argocd-application-controller');
  }
  const words = ['status', 'prod-eu-1', '--json', '--kubeconfig', fleet.kubeconfig];
  const { out } = await strata([...words, '--workspace', folder]);
  const { applications } = validated('status', out) as {
    readonly applications: readonly object[];
  };
  expect(
    applications.find((one) => (one as { name: string }).name === 'catalog-prod-eu-1'),
  ).toMatchObject({
    sync: 'pendingChange',
    certain: true,
    behind: { all: 1 },
  });
  expect(
    applications.find((one) => (one as { name: string }).name === 'payments-prod-eu-1'),
  ).toMatchObject({
    sync: 'drifted',
    certain: true,
  });
});
