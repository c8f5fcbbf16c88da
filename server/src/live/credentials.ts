import { failureOf } from './apiFailure.ts';
import { inTurns } from './inTurns.ts';
import type { KubeConnection } from './kubeConnection.ts';
import { below, parseObject, textOf, textsOf } from './parseApi.ts';

/** How much a credential may do in all namespaces of a cluster. */
export type CredentialLevel = 'admin' | 'writer' | 'reader' | 'none';

/** What a credential may do, as the cluster itself says. */
export interface CredentialReview {
  /** Whom the cluster takes one for; `undefined` where it does not say it. */
  readonly user: string | undefined;
  readonly level: CredentialLevel;
  readonly readsSecrets: boolean;
  /** What makes it so: rights such as `bind clusterroles`, and groups. */
  readonly because: readonly string[];
}

interface Probe {
  readonly verb: string;
  readonly group: string;
  /** With a subresource behind a `/`. */
  readonly resource: string;
  readonly means: Exclude<CredentialLevel, 'none'> | 'secrets';
}

/**
 * What tells one level from another. Who may give rights, borrow those of others, or change what a controller with all rights
 * applies, may do everything by one step more.
 *
 * Source: kubernetes.io "Role Based Access Control Good Practices", privilege escalation risks.
 */
const probes: readonly Probe[] = [
  ...rights('admin', [
    ['*', '*', '*'],
    ['escalate', 'rbac.authorization.k8s.io', 'clusterroles'],
    ['bind', 'rbac.authorization.k8s.io', 'clusterroles'],
    ['impersonate', '', 'users'],
    ['impersonate', '', 'groups'],
    ['create', '', 'serviceaccounts/token'],
    ['create', '', 'nodes/proxy'],
    ['create', 'admissionregistration.k8s.io', 'mutatingwebhookconfigurations'],
    ['patch', 'kustomize.toolkit.fluxcd.io', 'kustomizations'],
  ]),
  ...rights('writer', [
    ['patch', 'helm.toolkit.fluxcd.io', 'helmreleases'],
    ['update', 'argoproj.io', 'applications'],
    ['patch', 'apps', 'deployments'],
    ['create', '', 'pods'],
    ['create', '', 'pods/exec'],
    ['delete', '', 'namespaces'],
    ['patch', '', 'configmaps'],
    ['update', 'apiextensions.k8s.io', 'customresourcedefinitions'],
  ]),
  ...rights('secrets', [
    ['get', '', 'secrets'],
    ['list', '', 'secrets'],
  ]),
  ...rights('reader', [
    ['list', 'apps', 'deployments'],
    ['list', '', 'configmaps'],
    ['list', 'argoproj.io', 'applications'],
    ['list', 'kustomize.toolkit.fluxcd.io', 'kustomizations'],
  ]),
];

function rights(
  means: Probe['means'],
  all: readonly (readonly [verb: string, group: string, resource: string])[],
): readonly Probe[] {
  return all.map(([verb, group, resource]) => ({ verb, group, resource, means }));
}

/**
 * Asks a cluster what one's own credential may do there, by reviews of one's own rights alone. Throws `ApiError` where the
 * cluster gives no answer.
 */
export async function reviewCredential(
  connection: Pick<KubeConnection, 'review'>,
  signal: AbortSignal,
): Promise<CredentialReview> {
  const { user, groups } = await whoAmI(connection, signal);
  const allowed = await inTurns(probes, 4, (probe) => isAllowed(connection, probe, signal));
  const has = (means: Probe['means']): readonly string[] =>
    probes.flatMap((probe, index) =>
      probe.means === means && allowed[index] === true ? [rightText(probe)] : [],
    );
  const admin = [...groups.filter((group) => group === 'system:masters'), ...has('admin')];
  const [writes, reads, secrets] = [has('writer'), has('reader'), has('secrets')];
  const level =
    admin.length > 0
      ? 'admin'
      : writes.length > 0
        ? 'writer'
        : reads.length > 0
          ? 'reader'
          : 'none';
  const because = { admin, writer: writes, reader: reads, none: [] }[level];
  return { user, level, readsSecrets: secrets.length > 0, because: shortened(because) };
}

/** Who may do everything may do each of it. */
function shortened(because: readonly string[]): readonly string[] {
  const all = because.filter((one) => one === everything || one === 'system:masters');
  return all.length > 0 ? all : because;
}

const everything = 'everything';

function rightText({ verb, group, resource }: Probe): string {
  if (verb === '*') return everything;
  return `${verb} ${group === '' ? resource : `${resource}.${group}`}`;
}

/** Whom a cluster takes one for, and the groups. Throws `ApiError`. */
export async function whoAmI(
  connection: Pick<KubeConnection, 'review'>,
  signal: AbortSignal,
): Promise<{ readonly user: string | undefined; readonly groups: readonly string[] }> {
  const path = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' };
  try {
    const answer = parseObject(await connection.review(path, JSON.stringify(body), signal)) ?? {};
    const user = below(answer, 'status', 'userInfo');
    return {
      user: textOf(below(user, 'username')) || undefined,
      groups: textsOf(below(user, 'groups')),
    };
  } catch (error) {
    const { kind } = failureOf(error);
    // Servers before 1.28 do not tell it; the rights are known all the same.
    if (kind !== 'notFound' && kind !== 'forbidden') throw error;
    return { user: undefined, groups: [] };
  }
}

async function isAllowed(
  connection: Pick<KubeConnection, 'review'>,
  { verb, group, resource: named }: Probe,
  signal: AbortSignal,
): Promise<boolean> {
  const [resource = '', subresource = ''] = named.split('/');
  const asked = { verb, group, resource, subresource, namespace: '' };
  return isPermitted(connection, asked, signal);
}

/** Whether one may do something, as a SelfSubjectAccessReview says. Throws `ApiError`. */
export async function isPermitted(
  connection: Pick<KubeConnection, 'review'>,
  resourceAttributes: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<boolean> {
  const body = {
    apiVersion: 'authorization.k8s.io/v1',
    kind: 'SelfSubjectAccessReview',
    spec: { resourceAttributes },
  };
  const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const answer = parseObject(await connection.review(path, JSON.stringify(body), signal)) ?? {};
  return below(answer, 'status', 'allowed') === true;
}
