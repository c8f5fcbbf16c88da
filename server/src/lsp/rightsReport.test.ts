import { expect, test } from 'vitest';
import { nobodyStops, openFixture } from '../../test/languageSession.ts';
import { report } from './report.ts';
import type { Session } from './session.ts';
import { chinese } from './words/chinese.ts';

const { session, uriOf } = openFixture(`
  # file: argocd/kustomization.yaml
  resources: [applications.yaml]
  # file: argocd/applications.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: {name: shop, namespace: argocd}
  spec:
    project: shop
    source: {repoURL: 'https://example.com/fleet.git', path: shop}
    destination: {server: 'https://kubernetes.default.svc', namespace: shop}
    syncPolicy: {automated: {prune: true}}
  ---
  apiVersion: rbac.authorization.k8s.io/v1
  kind: ClusterRole
  metadata: {name: deployer}
  rules:
  - apiGroups: ['']
    resources: ['*']
    verbs: [get]
  ---
  apiVersion: rbac.authorization.k8s.io/v1
  kind: ClusterRoleBinding
  metadata: {name: deployer}
  roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: deployer}
  subjects:
  - {kind: ServiceAccount, name: argocd-application-controller, namespace: argocd}
  # file: argocd/root.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: {name: root, namespace: argocd}
  spec:
    project: default
    source: {repoURL: 'https://example.com/fleet.git', path: argocd}
    destination: {server: 'https://kubernetes.default.svc', namespace: argocd}
  # file: shop/kustomization.yaml
  resources: [objects.yaml]
  # file: shop/objects.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: {name: settings}
  ---
  apiVersion: example.com/v1
  kind: Policy
  metadata: {name: plain}
`);

const [tree] = session.trees.all;
const own = {
  ...session,
  trees: { all: session.trees.all, ready: () => session.trees.ready(), named: () => tree },
} as unknown as Session;

/** The report on a cluster, and the texts of its links with what they lead to. */
async function told(cluster: string, asked = own) {
  const subject = { kind: 'rights', tree: 'fixture', cluster } as const;
  const { text, links } = await report(asked, subject, nobodyStops());
  const lines = text.split('\n');
  return {
    text,
    links: links.map(({ line, start, end, target }) => [lines[line]?.slice(start, end), target]),
  };
}

test('what is needed stands before what is granted, which leads to its line', async () => {
  const { text, links } = await told('in-cluster');
  const lines = text.split('\n');
  expect(lines.slice(0, 6)).toEqual([
    'strata · least rights on in-cluster',
    '',
    'argocd/argocd-application-controller on in-cluster · 2 applications',
    '  in the whole cluster',
    '    clusterrolebindings.rbac.authorization.k8s.io          get list watch create patch update',
    '    clusterroles.rbac.authorization.k8s.io named deployer  bind',
  ]);
  const granted = lines.findIndex((line) => line.startsWith('  + wildcard'));
  expect(lines.slice(granted - 1, granted + 2)).toEqual([
    '  ? nothing there defines Policy.example.com: its resource is guessed',
    '  + wildcard: resources * (ClusterRole/deployer, by ClusterRoleBinding/deployer)  argocd/applications.yaml:15',
    '  - not granted: get rbac.authorization.k8s.io/clusterrolebindings',
  ]);
  expect(links).toContainEqual([
    'argocd/applications.yaml:15',
    `${uriOf('argocd/applications.yaml')}#L15`,
  ]);
});

test('a cluster that is not there is said to be none', async () => {
  expect((await told('elsewhere')).text).toBe(
    'strata · least rights on elsewhere\n\nThere is no cluster elsewhere.\n',
  );
});

test('the same is told in Chinese', async () => {
  const { text } = await told('in-cluster', { ...own, words: chinese });
  expect(text).toContain('strata · in-cluster 上的最小权限');
  expect(text).toContain('那里没有定义 Policy.example.com：其资源名为推测');
  expect(text).not.toMatch(/\b(?:nothing|needs|grants)\b/);
});
