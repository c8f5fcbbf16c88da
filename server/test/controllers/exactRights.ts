import { rightsFor, type IdentityRights } from '../../src/analysis/rights.ts';
import { roleObjects } from '../../src/rights/manifests.ts';
import type { ScopedRule } from '../../src/rights/rule.ts';
import { openWorkspace } from '../../src/workspace/workspace.ts';
import type { KubeServer } from '../kubeServer.ts';

const { signal } = new AbortController();

/** Who a role is bound to. */
export interface Subject {
  readonly kind: 'User' | 'ServiceAccount';
  readonly name: string;
  readonly namespace?: string;
}

/** What `strata rights` says of a cluster of a fleet: each identity with its rules. */
export async function identitiesOf(
  folder: string,
  cluster: string,
): Promise<readonly IdentityRights[]> {
  const workspace = await openWorkspace(folder, { exact: true }, signal);
  const answer = await workspace.complete((one) => rightsFor(one, cluster), signal);
  if (answer.kind === 'unknown') throw new Error(`no rights for ${cluster}`);
  return answer.rights.identities;
}

/** The namespaces that rules are in. */
export function namespacesOf(rules: readonly ScopedRule[]): readonly string[] {
  return [...new Set(rules.flatMap(({ namespace }) => namespace ?? []))];
}

/** Makes roles of some rules and binds them, as an administrator; their namespaces are made, too. */
export async function grant(
  server: KubeServer,
  rules: readonly ScopedRule[],
  title: string,
  subject: Subject,
): Promise<void> {
  for (const name of namespacesOf(rules)) {
    const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
    await server.request('admin', 'POST', '/api/v1/namespaces', body);
  }
  const subjects = [
    subject.kind === 'User' ? { ...subject, apiGroup: 'rbac.authorization.k8s.io' } : subject,
  ];
  for (const made of roleObjects(rules, { kind: '', name: '', namespace: '' }, title)) {
    const object = made as { kind: string; metadata: { name: string; namespace?: string } };
    const { kind, metadata } = object;
    const within = metadata.namespace === undefined ? '' : `/namespaces/${metadata.namespace}`;
    const path = `/apis/rbac.authorization.k8s.io/v1${within}/${kind.toLowerCase()}s/${metadata.name}`;
    const body = { ...object, ...(kind.endsWith('Binding') && { subjects }) };
    const { status, body: text } = await server.request(
      'admin',
      'PATCH',
      `${path}?fieldManager=tester&force=true`,
      body,
      { 'Content-Type': 'application/apply-patch+yaml' },
    );
    if (status >= 300) throw new Error(text);
  }
}
