import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDemoFleet, type DemoFleet } from '../../../scripts/demo/demoFleet.ts';
import { strata } from '../../test/commandLine.ts';
import { commitAll, git, gitFleet } from '../../test/gitRepository.ts';
import { fakeArgoServer, recordedAnswer } from '../../test/recordedArgo.ts';
import { liveStatuses } from '../analysis/liveStatus.ts';
import type { JsonMap } from '../drift/json.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { isAllSeen } from './rollout.ts';

const noRow = { attempt: undefined, behind: undefined };

interface Rollout {
  readonly commit: string;
  readonly counts: Readonly<Record<string, number>>;
  readonly applications: readonly (JsonMap & {
    readonly cluster: string;
    readonly stand: string;
  })[];
}

const file = 'apps/checkout/environments/production/kustomization.yaml';

/** A fleet whose second commit logs less in production, and whose third only comments; and what serves it. */
async function twoCommits(): Promise<{
  readonly folder: string;
  readonly fleet: DemoFleet;
  readonly commits: readonly [before: string, after: string, newest: string];
}> {
  const folder = gitFleet();
  const { signal } = new AbortController();
  const fleet = await startDemoFleet(await openWorkspace(folder, { exact: true }, signal), signal);
  onTestFinished(() => fleet.close());
  const id = (): string => git(folder, 'rev-parse', 'HEAD').trim();
  const before = id();
  const path = join(folder, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace('LOG_LEVEL=warn', 'LOG_LEVEL=error'));
  commitAll(folder, 'Log less');
  const after = id();
  writeFileSync(path, `# A comment changes nothing.\n${readFileSync(path, 'utf8')}`);
  commitAll(folder, 'Say why');
  return { folder, fleet, commits: [before, after, id()] };
}

test('a commit is followed to each cluster that it changes', async () => {
  const { folder, fleet, commits } = await twoCommits();
  const [before, after, newest] = commits;
  /** What Argo CD tells of checkout on a cluster. */
  const told = (cluster: string, status: JsonMap, deployed: string): void => {
    const name = {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      namespace: 'argocd',
      name: `checkout-${cluster}`,
    };
    const history = [{ revision: deployed, deployedAt: '2026-11-29T08:00:00Z' }];
    const all = { status: { ...status, history } };
    fleet.server.edit('in-cluster', name, all, 'argocd-application-controller');
  };
  told('prod-eu-1', { sync: { status: 'Synced', revision: newest } }, newest);
  told('prod-us-1', { sync: { status: 'OutOfSync', revision: after } }, before);
  const operationState = { phase: 'Failed', syncResult: { revision: after } };
  told('prod-us-2', { sync: { status: 'OutOfSync', revision: after }, operationState }, before);

  const { out, exitCode } = await strata([
    ...['rollout', after, '--json', '--workspace', folder],
    ...['--kubeconfig', fleet.kubeconfig],
  ]);
  expect(exitCode).toBe(1);
  const schema = join(import.meta.dirname, '../../../docs/schemas/rollout.schema.json');
  const ajv = new Ajv2020({ allErrors: true });
  const document: unknown = JSON.parse(out);
  ajv.validate(JSON.parse(readFileSync(schema, 'utf8')) as object, document);
  expect(ajv.errors ?? []).toEqual([]);
  const { commit, counts, applications } = document as Rollout;
  expect(commit).toBe(after);
  expect(applications.map(({ cluster, stand }) => `${cluster} ${stand}`)).toEqual([
    'prod-ap-1 unknown',
    'prod-eu-1 healthy',
    'prod-us-1 waiting',
    'prod-us-2 failed',
  ]);
  expect(applications[0]).toMatchObject({ wave: 2, why: 'notInClone', change: 'changed' });
  expect(counts).toMatchObject({ healthy: 1, failed: 1, waiting: 1, unknown: 1, applying: 0 });
}, 60_000);

test('a commit of which no cluster can be asked is not well', async () => {
  const { folder, commits } = await twoCommits();
  const kubeconfig = join(import.meta.dirname, '../../test/goneKubeconfig.json');
  const words = ['rollout', commits[1], '--workspace', folder, '--kubeconfig'];
  const { out, exitCode } = await strata([...words, kubeconfig]);
  expect(out).toContain('not seen');
  expect(exitCode).toBe(1);
  const unnamed = await strata([...words, '/nonexist']);
  expect(unnamed).toMatchObject({ out: '', exitCode: 2 });
  expect(unnamed.err).toContain('the kubeconfig /nonexist cannot be read.');
}, 60_000);

test('what is not there any more is known only where who would tell of it was asked', () => {
  const application = { cluster: 'prod', kind: 'Application' };
  const read = { rows: [], failures: [] };
  const clusters = new Set(['prod']);
  expect(isAllSeen(application, read, { hub: true, clusters: new Set() })).toBe(true);
  // Where Argo CD runs nobody knows.
  expect(isAllSeen(application, read, { hub: false, clusters })).toBe(false);
  const flux = { cluster: 'prod', kind: 'Kustomization' };
  expect(isAllSeen(flux, read, { hub: false, clusters })).toBe(true);
  // What the hub tells of a cluster is nothing of Flux there.
  expect(isAllSeen(flux, read, { hub: true, clusters: new Set() })).toBe(false);
  const [status] = liveStatuses([{ kind: 'Application' }], [], '2026-11-30T12:00:00Z');
  const rows = status === undefined ? [] : [{ ...noRow, cluster: 'prod', status }];
  expect(isAllSeen(application, { ...read, rows }, { hub: false, clusters })).toBe(true);
  // A server leaves out what one may not see.
  const partly = { hub: false, isPartial: true, clusters };
  expect(isAllSeen(application, { ...read, rows }, partly)).toBe(false);
  const failures = [{ name: 'prod', failure: { kind: 'unreachable', detail: '' } as const }];
  expect(isAllSeen(flux, { ...read, failures }, { hub: true, clusters })).toBe(false);
});

test('an Argo CD server tells where a commit stands; what it does not show is unknown', async () => {
  const folder = gitFleet();
  const path = join(folder, 'apps/checkout/base/deployment.yaml');
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace('revisionHistoryLimit: 3', 'revisionHistoryLimit: 4'),
  );
  const head = commitAll(folder, 'Keep more');
  const recorded = recordedAnswer('applications-reader');
  const { url } = await fakeArgoServer(['userinfo', 'projects-reader'], undefined, {
    ...recorded,
    body: JSON.parse(
      JSON.stringify(recorded.body).replaceAll('096a2f3d73e1d9de3c79486b335bd2ff0b1f7eb4', head),
    ) as unknown,
  });
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, '{}');
  vi.stubEnv('ARGOCD_AUTH_TOKEN', 'reader');
  onTestFinished(() => void vi.unstubAllEnvs());
  const asked = ['--argocd-server', url, '--kubeconfig', kubeconfig, '--json'];
  const { out, exitCode } = await strata(['rollout', ...asked], { folder });
  const { applications } = JSON.parse(out) as Rollout;
  const stands = new Map(applications.map(({ cluster, stand }) => [cluster, stand]));
  expect(stands.get('staging-eu-1')).toBe('healthy');
  expect(stands.get('prod-eu-1')).toBe('unknown');
  expect(exitCode).toBe(1);
});
