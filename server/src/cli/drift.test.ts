import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { startDemoFleet, type DemoFleet } from '../../../scripts/demo/demoFleet.ts';
import { exampleFleet, strata, type Run } from '../../test/commandLine.ts';
import { commitAll, git, gitFleet } from '../../test/gitRepository.ts';
import { openWorkspace } from '../workspace/workspace.ts';

let fleet: DemoFleet;
const scratch = mkdtempSync(join(tmpdir(), 'strata-drift-'));

beforeAll(async () => {
  const { signal } = new AbortController();
  fleet = await startDemoFleet(await openWorkspace(exampleFleet, { exact: true }, signal), signal);
});

afterAll(async () => {
  await fleet.close();
  rmSync(scratch, { recursive: true });
});

async function run(...words: readonly string[]): Promise<Run> {
  return strata([...words, '--workspace', '.', '--kubeconfig', fleet.kubeconfig]);
}

/** Makes it a time at which the sync windows of the fleet are open, whatever time it is: else what is pending waits for them. */
function whileWindowsAreOpen(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-01T14:30:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
  });
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

/** A kubeconfig with a context `same` for a server that says the same to everything. */
async function alwaysSaying(status: number): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end('none of Kubernetes');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const path = join(scratch, `same-${status}.json`);
  const document = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'same', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'token', user: { token: 'fake' } }],
    contexts: [{ name: 'same', context: { cluster: 'same', user: 'token' } }],
  };
  writeFileSync(path, JSON.stringify(document));
  return path;
}

test('a server that is none of Kubernetes has no answer, and a record stays as it was', async () => {
  const kubeconfig = await alwaysSaying(404);
  const path = join(scratch, 'none.json');
  await run('drift', 'prod-eu-1', '--record', path);
  const { drift } = JSON.parse(readFileSync(path, 'utf8')) as { readonly drift: object[] };
  const how = ['--workspace', '.', '--kubeconfig', kubeconfig, '--context', 'prod-eu-1=same'];
  const { out, err, exitCode } = await strata(['drift', 'prod-eu-1', '--record', path, ...how]);
  expect(out).toBe('prod-eu-1  0 applications · unknown: notFound\n');
  expect(err).toContain('prod-eu-1: it does not serve what is asked');
  expect(exitCode).toBe(1);
  expect(drift.length).toBeGreaterThan(0);
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ drift });
  const status = await strata(['status', 'prod-eu-1', ...how]);
  expect(status.out).toContain('? prod-eu-1: it does not serve what is asked');
  expect(status.exitCode).toBe(1);
});

test('where no object may be read, none is compared, and nothing is found to be as Git says', async () => {
  const kubeconfig = await alwaysSaying(403);
  const how = ['--workspace', '.', '--kubeconfig', kubeconfig, '--context', 'prod-eu-1=same'];
  const { out, err, exitCode } = await strata(['drift', 'prod-eu-1', ...how]);
  expect(out).toMatch(/^prod-eu-1 {2}7 applications · \d+ objects cannot be compared\n/);
  expect(err).toMatch(/^strata: prod-eu-1: no object could be read of catalog-prod-eu-1, /);
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
  whileWindowsAreOpen();
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
  whileWindowsAreOpen();
  const { out } = await run('status', 'prod-us-1');
  expect(out).toMatch(/^cluster +application +sync +health +revision\n/);
  expect(out).toMatch(/prod-us-1 +storefront-prod-us-1 +Pending\? +Healthy +0a1b2c3 → 4f1d2c7\n/);
});

test('a new revision of other files is no pending change', async () => {
  whileWindowsAreOpen();
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

const goneKubeconfig = join(import.meta.dirname, '../../test/goneKubeconfig.json');

interface Swept {
  readonly findings: readonly {
    readonly cluster: string;
    readonly counts: boolean;
    readonly firstSeen?: string;
  }[];
  readonly clusters: readonly { readonly name: string; readonly failure?: string }[];
}

test('of all clusters, those that are dead and those without a context are told, and the rest is compared', async () => {
  const kubeconfig = [fleet.kubeconfig, goneKubeconfig].join(delimiter);
  const contexts = ['--context', 'prod-us-1=gone', '--context', 'staging-eu-1=nowhere'];
  const words = ['drift', '--all', '--workspace', '.', '--kubeconfig', kubeconfig, ...contexts];
  const { out, err, exitCode } = await strata([...words, '--json']);
  const { findings, clusters } = validated('drift', out) as Swept;
  const failures = new Map(clusters.map(({ name, failure }) => [name, failure]));
  expect(failures.get('prod-us-1')).toBe('unreachable');
  expect(failures.get('staging-eu-1')).toBe('noContext');
  expect(failures.get('prod-eu-1')).toBeUndefined();
  expect(failures.size).toBeGreaterThan(5);
  const differing = findings.filter(({ counts }) => counts).map(({ cluster }) => cluster);
  expect(new Set(differing)).toEqual(new Set(['prod-eu-1']));
  expect(err).toContain('prod-us-1: it is unreachable (ECONNREFUSED)');
  expect(exitCode).toBe(1);
  const text = await strata(words);
  expect(text.out).toContain('? no context for staging-eu-1\n');
});

test.each(['drift --all', 'status', 'credentials'])(
  '%s without a context for any cluster knows nothing, which is not well',
  async (words) => {
    const how = [...words.split(' '), '--workspace', '.', '--kubeconfig'];
    const { out, exitCode } = await strata([...how, goneKubeconfig]);
    expect(out).toContain('no context for');
    expect(exitCode).toBe(1);
    const missing = await strata([...how, '/nonexist']);
    expect(missing).toMatchObject({ out: '', exitCode: 2 });
    expect(missing.err).toContain('the kubeconfig /nonexist cannot be read.');
  },
);

test.each(['drift --all', 'status', 'credentials'])(
  '%s says where there is no cluster at all',
  async (words) => {
    const folder = mkdtempSync(join(scratch, 'empty-'));
    const { err, exitCode } = await strata([...words.split(' '), '--workspace', folder]);
    expect(err).toContain('error: no cluster is known here');
    expect(exitCode).toBe(2);
  },
);

test('where Argo CD itself is gone, clusters are compared, and what is missing is told', async () => {
  const kubeconfig = [fleet.kubeconfig, goneKubeconfig].join(delimiter);
  const words = ['drift', 'prod-eu-1', 'checkout', '--workspace', '.', '--kubeconfig', kubeconfig];
  const { out, err, exitCode } = await strata([...words, '--context', 'in-cluster=gone']);
  expect(out).toContain('/spec/replicas  5 → 8');
  expect(err).toContain('what it would prune is not known');
  expect(exitCode).toBe(1);
});

test('a record keeps since when a field differs, and when it healed', async () => {
  const path = join(scratch, 'record.json');
  const drift = (): Promise<Run> => run('drift', 'staging-eu-1', '--record', path, '--json');
  const deployment = { apiVersion: 'apps/v1', kind: 'Deployment', namespace: 'checkout' };
  const named = { ...deployment, name: 'checkout' };
  const paused = (value: boolean | null): void => {
    fleet.server.edit('staging-eu-1', named, { spec: { paused: value } }, 'kubectl-patch');
  };
  paused(true);
  const first = (validated('drift', (await drift()).out) as Swept).findings;
  expect(first[0]?.firstSeen).toMatch(/^2\d{3}-/);
  const second = (validated('drift', (await drift()).out) as Swept).findings;
  expect(second[0]?.firstSeen).toBe(first[0]?.firstSeen);
  paused(null);
  await drift();
  const text = readFileSync(path, 'utf8');
  const record = validated('record', text) as {
    readonly units: readonly { readonly name: string; readonly states: readonly object[] }[];
    readonly drift: readonly object[];
  };
  expect(record.drift).toMatchObject([
    { path: '/spec/paused', owner: 'kubectl-patch', firstSeen: first[0]?.firstSeen },
  ]);
  expect(record.drift[0]).toHaveProperty('healed');
  const states = record.units.find(({ name }) => name === 'checkout-staging-eu-1')?.states;
  expect(states).toMatchObject([{ sync: 'inSync' }]);
});

test('status keeps how units stand and what arrived, and no value of any field', async () => {
  const path = join(scratch, 'status.json');
  await run('status', '--record', path);
  const { units, drift } = validated('record', readFileSync(path, 'utf8')) as {
    readonly units: readonly { readonly name: string }[];
    readonly drift: readonly object[];
  };
  const checkout = units.find(({ name }) => name === 'checkout-prod-eu-1');
  expect(checkout).toMatchObject({
    cluster: 'prod-eu-1',
    states: [{ sync: 'drifted' }],
    deploys: [{ exact: true, at: '2026-11-27T09:12:00Z' }],
    attempts: [{ succeeded: true }],
  });
  expect(drift).toEqual([]);
});

test('what is no record is not overwritten', async () => {
  const path = join(scratch, 'notes.txt');
  writeFileSync(path, 'mine\n');
  const { err, exitCode } = await run('drift', '--all', '--record', path);
  expect(err).toContain('notes.txt is no record of Strata.');
  expect(exitCode).toBe(2);
  expect(readFileSync(path, 'utf8')).toBe('mine\n');
});
