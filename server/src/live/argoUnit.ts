import type { DriftNeeds, LiveObject, LiveUnit, NeededObject } from '../analysis/driftTypes.ts';
import { liveStatuses, type LiveUnitStatus } from '../analysis/liveStatus.ts';
import { failureOf } from './apiFailure.ts';
import type { ArgoServer, ManagedObject } from './argoServer.ts';
import { textOf, type KubeObject } from './parseApi.ts';

/** How Argo CD servers are asked for what is live of an application. */
export interface ArgoAsking {
  readonly servers: readonly ArgoServer[];
  /** Whether a unit is on the cluster that is asked about. */
  readonly isHere: (status: LiveUnitStatus) => boolean;
}

/**
 * What is live of one application, as the one Argo CD server tells that shows its Application on that cluster; nobody else is
 * asked. What no server shows cannot be read: it may be there. Values of Secrets come masked, and are not compared. Throws
 * `ApiError` where a server gives no answer at all.
 *
 * Source: argo-cd 3.2 server/application/application.go `ManagedResources`: it reads what the controller has cached.
 */
export async function argoUnit(
  needs: DriftNeeds,
  { servers, isHere }: ArgoAsking,
  signal: AbortSignal,
): Promise<LiveUnit> {
  const shown = await shownBy(servers, needs.controller, isHere, signal);
  if (shown === undefined) return unread(needs, 'forbidden');
  const { server, application } = shown;
  const managed = await managedOf(server, application, signal);
  if (typeof managed === 'string') return { ...unread(needs, managed), controller: application };
  const known = new Map(managed.map((one) => [identityOf(one), one]));
  const asked = needs.objects.map((need) => identitiesOfNeed(need, needs.namespace));
  const answers = needs.objects.map((need, index) =>
    answerOf(need, (asked[index] ?? []).flatMap((id) => known.get(id) ?? [])[0]),
  );
  const inGit = new Set(asked.flat());
  const live = managed.flatMap((one) =>
    one.live === undefined ? [] : [{ ...one, live: one.live }],
  );
  return {
    answers,
    controller: application,
    argocd: await server.argoSettings(application, signal),
    others: live
      .filter((one) => one.kind !== 'Secret' && !inGit.has(identityOf(one)))
      .map((one) => one.live),
    // Those that belong to nobody, or to other applications, the server does not tell.
    autoscalers: live
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map((one) => one.live),
    schemas: [],
  };
}

/** The one server that shows an application on the cluster; `undefined` where none does, or several do. */
async function shownBy(
  servers: readonly ArgoServer[],
  need: NeededObject | undefined,
  isHere: ArgoAsking['isHere'],
  signal: AbortSignal,
): Promise<{ readonly server: ArgoServer; readonly application: KubeObject } | undefined> {
  if (need === undefined) return undefined;
  const found: { readonly server: ArgoServer; readonly application: KubeObject }[] = [];
  for (const server of servers) {
    const application = await server.object(need, signal);
    if (application === undefined) continue;
    const [status] = liveStatuses([application], [], new Date().toISOString());
    if (status !== undefined && isHere(status)) found.push({ server, application });
  }
  return found.length === 1 ? found[0] : undefined;
}

/** What an Argo CD manages for an application; where it does not say it, why nothing can be compared. */
async function managedOf(
  server: ArgoServer,
  application: KubeObject,
  signal: AbortSignal,
): Promise<readonly ManagedObject[] | 'forbidden' | 'unreachable'> {
  try {
    return await server.managed(application, signal);
  } catch (error) {
    const { kind } = failureOf(error);
    if (kind === 'forbidden' || kind === 'notFound') return 'forbidden';
    // It says so, too, where it cannot compare: then nothing that it has is of now.
    if (kind === 'serverError') return 'unreachable';
    throw error;
  }
}

function answerOf(need: NeededObject, managed: ManagedObject | undefined): LiveObject {
  if (need.kind === 'Secret') return { kind: 'unavailable', reason: 'secretsAreOff' };
  // It may be there all the same: nobody looked but for what is managed.
  if (managed === undefined) return { kind: 'unavailable', reason: 'forbidden' };
  const { live } = managed;
  if (live === undefined) return { kind: 'missing' };
  // At another version it has other fields; the server converts for nobody.
  return textOf(live['apiVersion']) === need.apiVersion
    ? { kind: 'found', object: live }
    : { kind: 'unavailable', reason: 'unreachable' };
}

function unread(needs: DriftNeeds, reason: 'forbidden' | 'unreachable'): LiveUnit {
  return {
    answers: needs.objects.map((): LiveObject => ({ kind: 'unavailable', reason })),
    controller: undefined,
    others: [],
    autoscalers: [],
    schemas: [],
  };
}

function identityOf({ group, kind, namespace, name }: Omit<ManagedObject, 'live'>): string {
  return JSON.stringify([group, kind, namespace, name]);
}

/** With a namespace, and as an object of the whole cluster: only the server knows which it is. */
function identitiesOfNeed(need: NeededObject, fallback: string): readonly string[] {
  const { apiVersion, kind, name } = need;
  const group = apiVersion.slice(0, Math.max(apiVersion.indexOf('/'), 0));
  return [need.namespace || fallback, ''].map((namespace) =>
    identityOf({ group, kind, namespace, name }),
  );
}
