import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git, gitFleet } from '../../test/gitRepository.ts';
import { fakeArgoServer } from '../../test/recordedArgo.ts';

interface Told {
  readonly evidence?: readonly {
    readonly application: string;
    readonly cluster: string;
    readonly seen: boolean;
    readonly runs: string;
    readonly synced?: { readonly state: string };
    readonly healthy?: { readonly state: string };
    readonly smoke?: { readonly state: string };
  }[];
  readonly dangers: readonly { readonly code: string; readonly message: string }[];
}

const promotion = ['promote', 'checkout', '--from', 'staging', '--to', 'first production'];

async function planned(folder: string, ...words: readonly string[]): Promise<Told> {
  const { out, err } = await strata([...promotion, '--workspace', '.', '--json', ...words], {
    folder,
  });
  expect(out, err).not.toBe('');
  const value = JSON.parse(out) as { readonly plan: Told };
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../docs/schemas/promote.schema.json'), 'utf8'),
  ) as object;
  const validator = new Ajv2020();
  expect(validator.validate(schema, value), validator.errorsText()).toBe(true);
  return value.plan;
}

/** Writes what `strata status --json` prints of the staging cluster, as far as evidence needs it. */
function statusFile(row: object, observedAt = new Date().toISOString()): string {
  const folder = mkdtempSync(join(tmpdir(), 'strata-evidence-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  const unit = {
    cluster: 'staging-eu-1',
    kind: 'Application',
    namespace: 'argocd',
    name: 'checkout-staging-eu-1',
    sync: 'inSync',
    certain: true,
    health: 'healthy',
    smoke: { state: 'passed', from: ['Job/smoke'] },
    observedAt,
  };
  const file = join(folder, 'status.json');
  writeFileSync(file, JSON.stringify({ applications: [{ ...unit, ...row }] }));
  return file;
}

function codesOf({ dangers }: Told): readonly string[] {
  const isEvidence = /evidence|source-|smoke|business|part-unseen/;
  return dangers.flatMap(({ code }) => (isEvidence.test(code) ? code : []));
}

function headOf(folder: string): string {
  return git(folder, 'rev-parse', 'HEAD').trim();
}

test('a source that runs the versions and is well leaves nothing to be feared of it', async () => {
  const folder = gitFleet();
  const status = statusFile({ revision: { deployed: [headOf(folder)] } });
  const plan = await planned(folder, '--status', status);
  expect(plan.evidence).toMatchObject([
    {
      application: 'checkout-staging-eu-1',
      cluster: 'staging-eu-1',
      seen: true,
      runs: 'same',
      synced: { state: 'inSync' },
      healthy: { state: 'healthy' },
      smoke: { state: 'passed' },
    },
  ]);
  expect(codesOf(plan)).toEqual([]);
});

test('a source that runs another commit with other versions proves nothing of these', async () => {
  const folder = gitFleet();
  const before = headOf(folder);
  const file = join(folder, 'apps/checkout/environments/staging/kustomization.yaml');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('1.8.3', '1.8.4'));
  // Not committed: what runs can only be the commit before.
  const edited = await planned(
    folder,
    '--status',
    statusFile({ revision: { deployed: [before] } }),
  );
  expect(codesOf(edited)).toEqual(['promote.source-runs-other']);
  commitAll(folder, 'Staging takes 1.8.4');
  const fresh = statusFile({ revision: { deployed: [headOf(folder)] } });
  expect(codesOf(await planned(folder, '--status', fresh))).toEqual([]);
  const elsewhere = statusFile({ revision: { deployed: ['0'.repeat(40)] } });
  expect(codesOf(await planned(folder, '--status', elsewhere))).toEqual([
    'promote.source-version-unknown',
  ]);
});

test.each([
  [{ sync: 'pendingChange' }, ['promote.source-not-synced']],
  [{ sync: 'somethingNew' }, ['promote.source-not-synced']],
  [{ certain: false }, ['promote.source-not-synced']],
  [{ health: 'degraded' }, ['promote.source-unhealthy']],
  [{ health: 'progressing' }, ['promote.source-health-unknown']],
  [{ smoke: { state: 'failed', from: ['Job/smoke'] } }, ['promote.smoke-failed']],
  [{ cluster: 'prod-eu-1' }, ['promote.no-live-evidence']],
])('%j of a source is told', async (row, codes) => {
  const folder = gitFleet();
  const status = statusFile({ revision: { deployed: [headOf(folder)] }, ...row });
  expect(codesOf(await planned(folder, '--status', status))).toEqual(codes);
});

test('a source that runs a commit without the files, as of rendered manifests, may run these versions', async () => {
  const folder = gitFleet();
  const rendered = git(folder, 'commit-tree', git(folder, 'mktree'), '-m', 'rendered');
  const status = statusFile({ revision: { deployed: [rendered] } });
  expect(codesOf(await planned(folder, '--status', status))).toEqual([
    'promote.source-version-unknown',
  ]);
});

test('what was seen long ago is told as old', async () => {
  const folder = gitFleet();
  const row = { revision: { deployed: [headOf(folder)] } };
  const plan = await planned(folder, '--status', statusFile(row, '2026-01-02T03:04:05.000Z'));
  expect(codesOf(plan)).toEqual(['promote.old-evidence']);
  expect(plan.dangers[0]?.message).toContain('2026-01-02T03:04:05.000Z');
});

test('an Argo CD server is asked, in text for people; a file that says nothing is refused', async () => {
  const folder = gitFleet();
  const { url } = await fakeArgoServer(['userinfo', 'applications-reader', 'projects-reader']);
  vi.stubEnv('ARGOCD_AUTH_TOKEN', 'reader');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const nothing = join(folder, 'nothing.json');
  writeFileSync(nothing, '{}');
  const words = [...promotion, '--workspace', '.'];
  const { out } = await strata([...words, '--argocd-server', url, '--kubeconfig', nothing], {
    folder,
  });
  expect(out).toContain('Evidence of staging\n  checkout-staging-eu-1 on staging-eu-1: Synced');
  // The recorded commit is none of this repository.
  expect(out).toContain('Whether checkout-staging-eu-1 on staging-eu-1 runs these versions is');
  expect(out).not.toContain('there is no live evidence');
  const refused = await strata([...words, '--status', nothing], { folder });
  expect(refused.exitCode).toBe(2);
  expect(refused.err).toContain('is not what strata status --json prints');
});
