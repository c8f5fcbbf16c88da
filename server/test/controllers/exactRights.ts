import { expect } from 'vitest';
import { rightsFor, type IdentityRights } from '../../src/analysis/rights.ts';
import { roleObjects } from '../../src/rights/manifests.ts';
import { rightsOf, type Right, type ScopedRule } from '../../src/rights/rule.ts';
import { openWorkspace } from '../../src/workspace/workspace.ts';
import { eventually } from '../../../scripts/controllers/processes.ts';
import { isSame, without } from '../cluster/rightsProbe.ts';
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

/** A right that is taken away from somebody, and what a controller then cannot do. */
export interface LostRight extends Right {
  /** What in Git makes the controller need it. */
  readonly change: (folder: string) => void;
}

/** Takes a right away that roles of a title give, and waits until the server knows; gives what gives it back. */
export async function takeRight(
  server: KubeServer,
  rules: readonly ScopedRule[],
  title: string,
  {
    subject,
    user,
    right,
  }: { readonly subject: Subject; readonly user: string; readonly right: Right },
): Promise<() => Promise<void>> {
  const own = rules.filter(({ namespace }) => namespace === right.namespace);
  const left = own.flatMap((rule) => without(rule, right));
  // Whoever is told too much would not miss it.
  expect(left.length).toBeGreaterThan(0);
  expect(rules.flatMap(rightsOf).filter((one) => isSame(one, right))).toHaveLength(1);
  await grant(server, left, title, subject);
  const { namespace, group, resource, verb } = right;
  const review = async (): Promise<boolean> => {
    const { body } = await server.request(
      'admin',
      'POST',
      '/apis/authorization.k8s.io/v1/subjectaccessreviews',
      {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SubjectAccessReview',
        spec: { user, resourceAttributes: { namespace, group, resource, verb } },
      },
    );
    return (JSON.parse(body) as { status: { allowed: boolean } }).status.allowed;
  };
  await eventually('it is taken away', async () => !(await review()) || undefined);
  return async () => {
    await grant(server, own, title, subject);
    await eventually('it is given back', async () => (await review()) || undefined);
  };
}
