import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { syncCommandOf } from './liveCommand.ts';

const application = { kind: 'Application', name: 'web', namespace: 'argocd', context: 'hub' };

test('Argo CD syncs an application, or one object of it', () => {
  expect(syncCommandOf(application, 'linux')).toBe('argocd app sync argocd/web --kube-context=hub');
  expect(syncCommandOf({ ...application, resource: 'Deployment.apps/shop/web' }, 'linux')).toBe(
    'argocd app sync argocd/web --resource=apps:Deployment:shop/web --kube-context=hub',
  );
  expect(
    syncCommandOf(
      { ...application, resource: 'ClusterRole.rbac.authorization.k8s.io/web' },
      'linux',
    ),
  ).toContain('--resource=rbac.authorization.k8s.io:ClusterRole:web');
});

test('Flux reconciles with its source, on the cluster', () => {
  const flux = { name: 'web', namespace: 'apps', context: 'prod-eu-1', resource: 'ConfigMap/web' };
  expect(syncCommandOf({ ...flux, kind: 'Kustomization' }, 'linux')).toBe(
    'flux reconcile kustomization web --namespace=apps --context=prod-eu-1 --with-source',
  );
  expect(syncCommandOf({ ...flux, kind: 'HelmRelease' }, 'linux')).toBe(
    'flux reconcile helmrelease web --namespace=apps --context=prod-eu-1 --with-source',
  );
});

test('nobody syncs what no controller keeps', () => {
  expect(syncCommandOf({ ...application, kind: 'deployment' }, 'linux')).toBeUndefined();
});

test('a shell gets each word as it is', () => {
  const context = `it's $(whoami) "a" \`b\` ; rm -rf *\\`;
  const command = syncCommandOf({ ...application, context }, 'linux') ?? '';
  const printed = execFileSync('sh', ['-c', command.replace('argocd app sync', `printf '%s\\n'`)]);
  expect(printed.toString()).toBe(`argocd/web\n--kube-context=${context}\n`);
  expect(syncCommandOf({ ...application, context: "it's" }, 'win32')).toContain(
    "'--kube-context=it''s'",
  );
});

test('a name of a repository is neither an option nor a key of a terminal', () => {
  const flux = { kind: 'Kustomization', name: 'web', namespace: '', context: 'hub' };
  for (const one of ['--server=evil.example', 'web\u0003rm -rf .\r', 'web\nexit'])
    expect(syncCommandOf({ ...flux, name: one }, 'linux')).toBeUndefined();
  expect(syncCommandOf({ ...flux, namespace: 'a\u001B[200~' }, 'linux')).toBeUndefined();
  expect(syncCommandOf({ ...application, resource: 'ConfigMap/a\rb' }, 'linux')).toBeUndefined();
});
