import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startDemoServer } from '../../../scripts/demo/demoServer.ts';
import { gitRepository } from '../../test/gitRepository.ts';
import { startLanguageServer } from '../../test/languageServer.ts';
import {
  fleetApplicationMethod,
  fleetMethod,
  type FleetAnswer,
  type FleetApplication,
} from '../protocol/liveFleet.ts';

const account = { apiVersion: 'v1', kind: 'ServiceAccount' };
const application = {
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  spec: {
    project: 'default',
    source: { repoURL: 'https://git.example.com/fleet.git', path: 'web' },
    destination: { name: 'lab', namespace: 'shop' },
    syncPolicy: { automated: { selfHeal: true } },
  },
};
/** The tree, whose Application says a namespace, or none. */
const filesWith = (own: object): string => `
# file: .strata/clusters.yaml
clusters:
- name: in-cluster
- name: lab
# file: application.yaml
${JSON.stringify({ ...application, metadata: { name: 'web', ...own } })}
# file: web/kustomization.yaml
resources:
- account.yaml
# file: web/account.yaml
apiVersion: v1
kind: ServiceAccount
metadata:
  name: web
  namespace: shop
  labels:
    part-of: shop
`;

/** What is told of a label that somebody changed, where the hub has an Application of a name, and Git what it says of its own. */
async function told(name: string, own: object): Promise<FleetApplication | null> {
  const metadata = { name: 'web', namespace: 'shop', labels: { 'part-of': 'mine' } };
  const demo = await startDemoServer(
    new Map([
      ['in-cluster', [{ ...application, metadata: { name, namespace: 'argocd' } }]],
      ['lab', [{ ...account, metadata }]],
    ]),
  );
  onTestFinished(() => demo.close());
  const folder = gitRepository(filesWith(own));
  const kubeconfig = join(folder, 'kubeconfig.json');
  const names = ['in-cluster', 'lab'];
  const text = {
    clusters: names.map((one) => ({
      name: one,
      cluster: { server: `${demo.url}/clusters/${one}` },
    })),
    users: [{ name: 'demo', user: { token: 'demo' } }],
    contexts: names.map((one) => ({ name: one, context: { cluster: one, user: 'demo' } })),
  };
  writeFileSync(kubeconfig, JSON.stringify(text));
  vi.stubEnv('KUBECONFIG', kubeconfig);
  onTestFinished(() => void vi.unstubAllEnvs());
  const server = await startLanguageServer(folder, { trusted: true });
  onTestFinished(() => server.stop());
  const settings = { contexts: {}, allowed: [] };
  let answer: FleetAnswer;
  let ask = 'read';
  do {
    answer = await server.connection.sendRequest<FleetAnswer>(fleetMethod, { settings, ask });
    ask = 'know';
  } while (answer.kind === 'fleet' && answer.reading !== undefined);
  if (answer.kind !== 'fleet') throw new Error(answer.kind);
  const cell = { cluster: 'lab', kind: 'Application', namespace: 'argocd', name: 'web' };
  const params = { settings, tree: answer.clusters[0]?.tree, ...cell, ask: 'drift' };
  return server.connection.sendRequest<FleetApplication | null>(fleetApplicationMethod, params);
}

test.each([
  ['web', { namespace: 'argocd' }, true],
  // Its own is gone: nobody knows whether somebody brings it back.
  ['other', { namespace: 'argocd' }, 'unknown'],
  // Whoever applies it says where: that it is not in the namespace `default` says nothing.
  ['web', {}, true],
])('with %s on the hub and %j in Git, it is put back: %s', async (name, own, willRevert) => {
  const found = await told(name, own);
  expect(found?.compared).toBe('yes');
  expect(found?.application.rows).toMatchObject([{ have: 'mine', want: 'shop', willRevert }]);
});
