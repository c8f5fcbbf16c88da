import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git, gitFleet, gitRepository } from '../../test/gitRepository.ts';

interface PlanDocument {
  readonly written: boolean;
  readonly plan: {
    readonly edits: readonly {
      readonly file: string;
      readonly line: number;
      readonly before: string;
      readonly after: string;
    }[];
    readonly effects: readonly {
      readonly cluster: string | null;
      readonly path: string;
      readonly after: unknown;
      readonly intended: boolean;
    }[];
    readonly refused: readonly {
      readonly code: string;
      readonly message: string;
      readonly file?: string;
    }[];
    readonly dangers: readonly { readonly code: string }[];
    readonly left: readonly { readonly field: string; readonly reason: string }[];
  };
}

async function promote(
  folder: string,
  ...words: readonly string[]
): Promise<PlanDocument & { readonly exitCode: number }> {
  const run = await strata(['promote', ...words, '--workspace', '.', '--json'], { folder });
  const value = JSON.parse(run.out) as PlanDocument;
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../docs/schemas/promote.schema.json'), 'utf8'),
  ) as object;
  const validator = new Ajv2020();
  expect(validator.validate(schema, value), validator.errorsText()).toBe(true);
  return { ...value, exitCode: run.exitCode };
}

test('gives a cluster that shares its version with others one of its own', async () => {
  // On a Saturday the windows of production are closed.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-12-05T10:00:00Z') });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const folder = gitFleet();
  const { plan, exitCode } = await promote(
    folder,
    'checkout',
    '--from',
    'staging',
    '--to',
    'first production',
  );
  expect(exitCode).toBe(0);
  expect(plan.edits).toEqual([
    {
      file: 'apps/checkout/clusters/prod-ap-1/kustomization.yaml',
      line: 11,
      before: '',
      after: '    newTag: 1.8.3',
    },
  ]);
  expect(plan.effects).toMatchObject([
    { cluster: 'prod-ap-1', after: 'registry.ap.example.com/shop/checkout:1.8.3', intended: true },
  ]);
  expect(plan.dangers.map(({ code }) => code)).toEqual([
    'promote.no-live-evidence',
    'promote.other-release-domain',
    'promote.window-closed',
  ]);
});

test('a stage between is not left out without a reason', async () => {
  const folder = gitFleet();
  const skips = await promote(folder, 'checkout', '--from', 'staging', '--to', 'production');
  expect(skips).toMatchObject({ exitCode: 1, written: false });
  expect(skips.plan.refused.map(({ code }) => code)).toEqual(['promote.skips-stage']);
  const told = await promote(
    folder,
    'checkout',
    '--from',
    'staging',
    '--to',
    'production',
    '--because',
    'a fix',
  );
  expect(told.exitCode).toBe(0);
  expect(told.plan.effects.map(({ cluster }) => cluster)).toEqual(['prod-eu-1', 'prod-us-1']);
});

test('all stages of a layer together are served by its one line, and the command writes exactly that', async () => {
  const folder = gitFleet();
  const file = join(folder, 'apps/checkout/environments/production/kustomization.yaml');
  const before = readFileSync(file, 'utf8');
  const words = [
    'checkout',
    '--from',
    'staging',
    '--to',
    'first production',
    '--to',
    'production',
    '--to',
    'standby',
  ];
  const { plan, written } = await promote(folder, ...words, '--write');
  expect(written).toBe(true);
  expect(plan.edits.map((one) => one.file)).toEqual([
    'apps/checkout/environments/production/kustomization.yaml',
  ]);
  expect(readFileSync(file, 'utf8')).toBe(before.replace('newTag: 1.8.2', 'newTag: 1.8.3'));
  expect(git(folder, 'status', '--short').trim()).toBe(
    'M apps/checkout/environments/production/kustomization.yaml',
  );
  const again = await promote(folder, ...words, '--write');
  expect(again).toMatchObject({
    exitCode: 1,
    written: false,
    plan: { edits: [], refused: [{ code: 'promote.nothing' }] },
  });
});

test('a stage that shares the line is named, so that it can be meant as well', async () => {
  const words = [
    'promote',
    'catalog',
    '--workspace',
    '.',
    '--from',
    'staging',
    '--to',
    'production',
  ];
  const { err, exitCode } = await strata(words);
  expect(err).toBe('strata: prod-us-2 would change as well; to mean it, add --to standby.\n');
  expect(exitCode).toBe(1);
  const both = await strata([...words, '--to', 'standby']);
  expect(both.err).toBe('');
});

test('plans on the tree of a commit, whatever the files are now', async () => {
  const folder = gitFleet();
  const first = git(folder, 'rev-parse', 'HEAD');
  const file = join(folder, 'apps/checkout/environments/staging/kustomization.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('1.8.3', '1.8.4'));
  commitAll(folder);
  const layers = [
    'apps/checkout',
    '--from',
    'environments/staging',
    '--to',
    'environments/production',
  ];
  expect((await promote(folder, ...layers, '--at', first)).plan.edits).toMatchObject([
    { after: '    newTag: 1.8.3' },
  ]);
  expect((await promote(folder, ...layers)).plan.edits).toMatchObject([
    { after: '    newTag: 1.8.4' },
  ]);
});

test('says for each setting that differs why it stays, and takes it where it is named', async () => {
  const folder = gitFleet();
  const layers = [
    'apps/checkout',
    '--from',
    'environments/staging',
    '--to',
    'environments/production',
  ];
  const { plan } = await promote(folder, ...layers);
  expect(plan.left).toMatchObject([
    { field: 'PodDisruptionBudget.policy/checkout/checkout', reason: 'only-target' },
    { field: '/labels/0/pairs/environment', reason: 'stage' },
    { field: '/replicas[name=checkout]/count', reason: 'scale' },
    { field: '/spec/flags/0/name', reason: 'source-setting', source: 'one-page-checkout' },
    { field: '/spec/flags/0/enabled', reason: 'source-setting' },
    { field: '/configMapGenerator[name=settings]', reason: 'target-setting' },
    { field: 'ServiceMonitor', reason: 'target-setting' },
    { field: 'Deployment/checkout', reason: 'target-setting' },
    { field: 'Deployment/server', reason: 'target-setting' },
  ]);
  const stages = await promote(folder, 'checkout', '--from', 'staging', '--to', 'prod-us-1');
  expect(stages.plan.left.map(({ field, reason }) => `${reason}  ${field}`).slice(1, 6)).toEqual([
    'stage  /labels/0/pairs/environment',
    'scale  /replicas[name=checkout]/count',
    'stage  /configMapGenerator[name=cluster-facts]/literals[cluster=]',
    'stage  /configMapGenerator[name=cluster-facts]/literals[environment=]',
    'identity  /configMapGenerator[name=cluster-facts]/literals[region=]',
  ]);
  const named = await promote(folder, ...layers, '--only', '/replicas[name=checkout]/count');
  expect(named.plan.edits).toMatchObject([{ before: '    count: 5', after: '    count: 2' }]);
  expect(named.plan.effects).toMatchObject(
    Array.from({ length: 2 }, () => ({ path: '/spec/replicas', intended: true })),
  );
});

test('names that mean nothing are wrong use', async () => {
  const folder = gitRepository('# file: apps/web/staging/kustomization.yaml\nresources: []\n');
  for (const [words, message] of [
    [['nothing', '--from', 'a', '--to', 'b'], 'there is no application or folder nothing'],
    [['apps/web', '--from', 'staging', '--to', 'production'], 'production is no stage'],
    [['apps/web', '--from', 'staging'], 'one by --to'],
    [['apps/web', '--from', 'a', '--to', 'b', '--at', 'HEAD', '--write'], 'not with --at'],
  ] as const) {
    const run = await strata(['promote', ...words, '--workspace', '.'], { folder });
    expect(run.exitCode).toBe(2);
    expect(run.err).toContain(message);
  }
});

test('a stage that has a folder of its name is told once', async () => {
  const run = await strata(
    ['promote', 'apps/checkout', '--from', 'nope', '--to', 'production', '--workspace', '.'],
    {
      folder: gitRepository(`
# file: clusters/a.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: checkout-a, namespace: argocd }
spec:
  source: { repoURL: https://git.example.com/acme/fleet.git, path: apps/checkout/staging }
  destination: { name: a }
# file: .strata/config.yaml
clusters:
- { name: a, environment: staging }
# file: apps/checkout/staging/kustomization.yaml
resources: []
`),
    },
  );
  expect(run.err).toContain('nope is no stage, cluster or layer here. There are staging.');
});

test('writes nothing where something is refused', async () => {
  const folder = gitRepository(`
    # file: web/staging/kustomization.yaml
    resources: [web.yaml]
    images: [{ name: shop/web, newTag: 1.1.0 }, { name: shop/job, newTag: 2.1.0 }]
    # file: web/staging/web.yaml
    { apiVersion: v1, kind: Pod, metadata: { name: a }, spec: { containers: [{ image: shop/web }, { image: shop/job }] } }
    # file: web/production/kustomization.yaml
    resources: [../staging]
    images:
    - name: shop/web
      newTag: 1.0.0 # {"$imagepolicy": "flux-system:web:tag"}
    - name: shop/job
      newTag: 2.0.0
  `);
  const file = join(folder, 'web/production/kustomization.yaml');
  const before = readFileSync(file);
  const named = ['--only', 'shop/web', '--only', 'shop/job'];
  const words = ['web', '--from', 'staging', '--to', 'production', ...named, '--write'];
  const { plan, written, exitCode } = await promote(folder, ...words);
  expect(plan.refused).toMatchObject([
    { code: 'promote.image-automation', file: 'web/production/kustomization.yaml', line: 4 },
  ]);
  expect(plan.edits).toHaveLength(1);
  expect([written, exitCode]).toEqual([false, 1]);
  expect(readFileSync(file).equals(before)).toBe(true);
});
