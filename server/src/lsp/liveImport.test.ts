import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDemoServer } from '../../../scripts/demo/demoServer.ts';
import { gitRepository } from '../../test/gitRepository.ts';
import { startLanguageServer, type LanguageServer } from '../../test/languageServer.ts';
import { fakeArgoServer } from '../../test/recordedArgo.ts';
import {
  importClustersMethod,
  type ImportClustersAnswer,
  type ImportSource,
} from '../protocol/liveImport.ts';

const register = `
  # file: .strata/clusters.yaml
  clusters:
    # The hub.
    - name: in-cluster
      server: https://kubernetes.default.svc
`;

/** Asks for an import, of a tree of some files, by a kubeconfig and Argo CD servers. */
async function start(
  files: string,
  options: { readonly trusted: boolean; readonly argocd?: string },
): Promise<(source?: ImportSource) => Promise<ImportClustersAnswer>> {
  const server: LanguageServer = await startLanguageServer(gitRepository(files), {
    trusted: options.trusted,
  });
  onTestFinished(() => server.stop());
  const argocd = options.argocd === undefined ? [] : [{ server: options.argocd, token: 'reader' }];
  const settings = { contexts: {}, allowed: [], argocd };
  return (source) => server.connection.sendRequest(importClustersMethod, { settings, source });
}

function edited(answer: ImportClustersAnswer): Extract<ImportClustersAnswer, { kind: 'edit' }> {
  if (answer.kind !== 'edit') throw new Error(answer.kind);
  return answer;
}

test('what an Argo CD server knows of clusters becomes an edit of the register, and nothing is asked before', async () => {
  const { url, requests } = await fakeArgoServer(['clusters-reader']);
  const ask = await start(register, { trusted: true, argocd: url });
  const known = await ask();
  if (known.kind !== 'sources') throw new Error(known.kind);
  expect(known.sources.map(({ id, kind }) => [id, kind])).toEqual([[url, 'argocd']]);
  expect(requests).toEqual([]);
  const [source] = known.sources;
  const { text, uri, exists } = edited(await ask(source));
  expect(requests).toEqual(['GET /api/v1/clusters']);
  expect(exists).toBe(true);
  expect(uri).toMatch(/\/\.strata\/clusters\.yaml$/);
  // What people wrote stays as it is, and what the server knows comes behind it.
  expect(text.trimStart().startsWith('clusters:\n  # The hub.\n  - name: in-cluster\n')).toBe(true);
  expect(text).toMatch(
    /- name: prod-us-1\n(?: +\S.*\n){2} +server: https:\/\/prod-us-1\.k8s\.example\.com\n/,
  );
  expect(text).toMatch(/labels:\s+environment: staging\s+pci: 'true'\s+region: eu\s+tenant: shop/);
  expect(text).toContain("kubernetesVersion: '1.37'");
});

test('the cluster that Argo CD runs on tells destinations alone, and its Secrets are not read', async () => {
  const application = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'shop', namespace: 'argocd' },
    spec: { destination: { name: 'prod-eu-1', namespace: 'shop' }, source: { path: 'shop' } },
  };
  const demo = await startDemoServer(new Map([['in-cluster', [application]]]));
  onTestFinished(() => demo.close());
  const folder = gitRepository('# file: any.yaml\na: 1\n');
  const kubeconfig = join(folder, 'kubeconfig.json');
  const server = `${demo.url}/clusters/in-cluster`;
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      clusters: [{ name: 'hub', cluster: { server } }],
      users: [{ name: 'demo', user: { token: 'demo' } }],
      contexts: [{ name: 'in-cluster', context: { cluster: 'hub', user: 'demo' } }],
    }),
  );
  vi.stubEnv('KUBECONFIG', kubeconfig);
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(process.env['KUBECONFIG']).toBe(kubeconfig);
  const ask = await start(register, { trusted: true });
  const known = await ask();
  if (known.kind !== 'sources') throw new Error(known.kind);
  expect(known.sources).toMatchObject([{ id: 'in-cluster', kind: 'context' }]);
  const { text } = edited(await ask(known.sources[0]));
  expect(text).toContain('name: prod-eu-1');
  expect(demo.requests.filter((one) => /secrets/.test(one) || !one.startsWith('GET '))).toEqual([]);
  const mend = demo.fail('in-cluster');
  expect(await ask(known.sources[0])).toEqual({
    kind: 'failed',
    failure: { kind: 'serverError', detail: '500' },
  });
  mend();
});

test('a register that has all of it stays, one that cannot be edited is refused, and nobody asks untrusted', async () => {
  const { url, requests } = await fakeArgoServer(['clusters-reader']);
  const source = async (files: string): Promise<ImportClustersAnswer> => {
    const ask = await start(files, { trusted: true, argocd: url });
    const known = await ask();
    return known.kind === 'sources' ? ask(known.sources[0]) : known;
  };
  const { text } = edited(await source(register));
  expect(await source(`# file: .strata/clusters.yaml\n${text}`)).toEqual({ kind: 'unchanged' });
  const brackets = '# file: .strata/clusters.yaml\nobserved: { clusters: [{ name: old }] }\n';
  expect(await source(brackets)).toEqual({ kind: 'refused', why: 'notEditable' });
  const asked = requests.length;
  const ask = await start(register, { trusted: false, argocd: url });
  expect(await ask()).toEqual({ kind: 'untrusted' });
  expect(requests).toHaveLength(asked);
});
