import type { ArgoName, ArgoServer } from './argoServer.ts';
import { failureOf } from './apiFailure.ts';
import { isPermitted, whoAmI } from './credentials.ts';
import type { KubeConnection } from './kubeConnection.ts';
import { below, parseObject, textOf, type KubeObject } from './parseApi.ts';

/** What Argo CD may be asked to do: compare an Application with Git now, or apply what Git says. */
export type ArgoAction = 'refresh' | 'sync';

/**
 * What came of asking: `busy` where it is being synced already, `window` where a sync window keeps it from being synced by hand
 * now, `changed` where its object says something else than when it was confirmed, `gone` where it is not there.
 */
export type ArgoOutcome = 'written' | 'busy' | 'window' | 'changed' | 'gone';

/** An Application as somebody confirmed that it is written to. */
export interface ConfirmedApplication extends ArgoName {
  /** Its `spec`, as JSON. */
  readonly spec: string;
}

/** How an Application is written to. */
export interface ArgoWriteOptions {
  readonly action: ArgoAction;
  /** Whether the windows of its project let it be synced by hand now; asked right before each sync. */
  readonly maySync: (application: KubeObject) => Promise<boolean>;
}

/** The path of an Application at its API server. */
export function applicationPath({ namespace, name }: ArgoName): string {
  const [within, own] = [encodeURIComponent(namespace), encodeURIComponent(name)];
  return `/apis/argoproj.io/v1alpha1/namespaces/${within}/applications/${own}`;
}

/** The `spec` of an Application, for `ConfirmedApplication`. */
export function specOf(application: KubeObject): string {
  return JSON.stringify(application['spec'] ?? null);
}

/** Whether one may patch an Application, and whom the cluster takes one for. Throws `ApiError`. */
export async function mayPatch(
  connection: Pick<KubeConnection, 'review'>,
  { namespace, name }: ArgoName,
  signal: AbortSignal,
): Promise<{ readonly allowed: boolean; readonly user: string | undefined }> {
  const asked = { verb: 'patch', group: 'argoproj.io', resource: 'applications', namespace, name };
  const allowed = await isPermitted(connection, asked, signal);
  return { allowed, user: (await whoAmI(connection, signal)).user };
}

/** Whether a token may do something with an Application, and whose it is. Throws `ApiError`. */
export async function mayAsk(
  server: Pick<ArgoServer, 'may' | 'user' | 'ownNamespace'>,
  action: ArgoAction,
  { namespace, name, project }: ArgoName & { readonly project: string },
  signal: AbortSignal,
): Promise<{ readonly allowed: boolean; readonly user: string | undefined }> {
  // Source: argo-cd 3.2 util/security/rbac.go `RBACName`: only Applications elsewhere are named with their namespace.
  const own = await server.ownNamespace(signal);
  const subject = [project, ...(own === namespace ? [] : [namespace]), name].join('/');
  const allowed = await server.may(action === 'sync' ? 'sync' : 'get', subject, signal);
  return { allowed, user: await server.user(signal) };
}

/** How often a sync is tried anew where something else wrote to the object in between. */
const mostTries = 5;

/**
 * Writes to an Application as Argo CD itself does: an annotation for a refresh, the field `operation` for a sync, which prunes
 * nothing and goes by the options of the Application. Throws `ApiError`.
 *
 * Source: argo-cd 3.2 util/argo/argo.go `RefreshApp`, `SetAppOperation`, server/application/application.go `Sync`.
 */
export async function writeByKube(
  connection: Pick<KubeConnection, 'get' | 'patchApplication'>,
  application: ConfirmedApplication,
  { action, user, maySync }: ArgoWriteOptions & { readonly user: string | undefined },
  signal: AbortSignal,
): Promise<ArgoOutcome> {
  const path = applicationPath(application);
  for (let tries = 0; tries < mostTries; tries++) {
    const found = await applicationAt(connection, path, signal);
    if (found === undefined || below(found, 'metadata', 'deletionTimestamp') !== undefined)
      return 'gone';
    if (specOf(found) !== application.spec) return 'changed';
    if (action === 'sync' && isBusy(found)) return 'busy';
    if (action === 'sync' && !(await maySync(found))) return 'window';
    const patch = action === 'sync' ? syncPatch(found, user ?? 'strata') : refreshPatch;
    const outcome = await connection.patchApplication(path, patch, signal);
    if (outcome !== 'changed') return outcome;
  }
  return 'changed';
}

/** Asks the server of an Argo CD. Throws `ApiError`. */
export async function writeByServer(
  server: Pick<ArgoServer, 'object' | 'refresh' | 'sync'>,
  application: ConfirmedApplication,
  { action, maySync }: ArgoWriteOptions,
  signal: AbortSignal,
): Promise<ArgoOutcome> {
  const found = await server.object({ ...application, ...applicationKind }, signal);
  if (found === undefined) return 'gone';
  if (specOf(found) !== application.spec) return 'changed';
  if (action === 'sync')
    return (await maySync(found)) ? server.sync(application, signal) : 'window';
  await server.refresh(application, signal);
  return 'written';
}

const applicationKind = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' } as const;

async function applicationAt(
  connection: Pick<KubeConnection, 'get'>,
  path: string,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  try {
    return parseObject(await connection.get(path, signal));
  } catch (error) {
    if (failureOf(error).kind === 'notFound') return undefined;
    throw error;
  }
}

/** Whether something is asked of an Application already, or being done. */
export function isBusy(application: KubeObject): boolean {
  const phase = textOf(below(application, 'status', 'operationState', 'phase'));
  return (
    below(application, 'operation') !== undefined || phase === 'Running' || phase === 'Terminating'
  );
}

const refreshPatch = {
  metadata: { annotations: { 'argocd.argoproj.io/refresh': 'normal' } },
} as const;

/** The version of the object keeps two who sync at once apart; what was done before is no state of what is asked for now. */
function syncPatch(application: KubeObject, user: string): object {
  const policy = below(application, 'spec', 'syncPolicy');
  const [options, retry] = [below(policy, 'syncOptions'), below(policy, 'retry')];
  const isOver = below(application, 'status', 'operationState') !== undefined;
  return {
    metadata: { resourceVersion: below(application, 'metadata', 'resourceVersion') },
    operation: {
      initiatedBy: { username: user },
      sync: { prune: false, ...(options !== undefined && { syncOptions: options }) },
      ...(retry !== undefined && { retry }),
    },
    ...(isOver && { status: { operationState: null } }),
  };
}
