import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { exampleFleet, strata, type Run } from '../../test/commandLine.ts';
import { fakeArgoServer, recordedAnswer, type Recorded } from '../../test/recordedArgo.ts';

/** Compares a cluster with Git by an Argo CD server and no kubeconfig. */
async function drift(server: string, ...words: readonly string[]): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-argo-'));
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, '{}');
  vi.stubEnv('ARGOCD_AUTH_TOKEN', 'admin');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const fixed = ['--workspace', exampleFleet, '--kubeconfig', kubeconfig];
  return strata(['drift', ...words, ...fixed, '--argocd-server', server]);
}

/** Recorded answers by their paths, whoever asks; what is live may be another one than was recorded. */
async function argo(
  managed: Recorded,
  edit: (text: string) => string = (text) => text,
): Promise<Awaited<ReturnType<typeof fakeArgoServer>>> {
  const all = ['userinfo', 'application', 'settings'].map(recordedAnswer);
  const answers = new Map([...all, managed].map((one) => [one.path, one]));
  return fakeArgoServer([], (request, response) => {
    const found = answers.get((request.url ?? '').replace(/\?.*$/, ''));
    response.writeHead(found?.status ?? 404, { 'Content-Type': found?.type ?? 'text/plain' });
    response.end(edit(JSON.stringify(found?.body ?? '')));
  });
}

const recorded = recordedAnswer('managed-resources');

interface Told {
  readonly findings: readonly {
    readonly application: string;
    readonly verdict: string;
    readonly reason?: string;
  }[];
}

test('an Argo CD server tells what is live on a cluster without a context; what it does not show is not read', async () => {
  const { url, requests } = await argo(recorded);
  const { out, err, exitCode } = await drift(url, 'staging-eu-1', '--json');
  const { findings } = JSON.parse(out) as Told;
  expect(findings.filter(({ application }) => application === 'checkout-staging-eu-1')).toEqual([]);
  expect(findings.length).toBeGreaterThan(0);
  expect(findings.every((one) => one.verdict === 'notComparable')).toBe(true);
  expect(err).toContain('no object could be read of');
  expect(err).not.toContain('checkout-staging-eu-1');
  expect(exitCode).toBe(1);
  expect(requests.every((one) => one.startsWith('GET /api/v1/'))).toBe(true);
  // It may refresh what it is asked for: only what it shows there is asked for.
  expect(requests.filter((one) => one.includes('managed-resources'))).toHaveLength(1);
});

test('an edit that an Argo CD server shows is told with the line of Git, and fails on its tier', async () => {
  const { url } = await argo(recorded, (text) =>
    text.replaceAll(String.raw`\"replicas\":2,`, String.raw`\"replicas\":7,`),
  );
  const asked = ['staging-eu-1', 'checkout', '--fail-on', 'availability'];
  const { out, exitCode } = await drift(url, ...asked);
  expect(out).toMatch(
    /differs +\/spec\/replicas +2 → 7 .*environments\/staging\/kustomization\.yaml:19/,
  );
  expect(out).toContain('1 application · 1 differs from Git');
  expect(exitCode).toBe(1);
});

test('where Argo CD cannot compare, nothing is called equal', async () => {
  const failed = { ...recordedAnswer('managed-resources-failed'), path: recorded.path };
  const { url } = await argo(failed);
  const { out, exitCode } = await drift(url, 'staging-eu-1', 'checkout');
  expect(out).toContain('9 objects cannot be compared');
  expect(out).not.toContain('no difference');
  expect(exitCode).toBe(1);
});
