import { deliveredApplications } from '../analysis/deliveredApplications.ts';
import { liveStatuses, projectKind, syncByHand } from '../analysis/liveStatus.ts';
import { failureOf, isApiError } from '../live/apiFailure.ts';
import {
  applicationPath,
  isBusy,
  mayAsk,
  mayPatch,
  specOf,
  writeByKube,
  writeByServer,
  type ArgoOutcome,
  type ConfirmedApplication,
} from '../live/argoWrite.ts';
import type { Live } from '../live/live.ts';
import { below, textOf, type KubeObject } from '../live/parseApi.ts';
import {
  argoWriteMethod,
  argoWritePlanMethod,
  type ArgoWriteParams,
  type ArgoWritePlanAnswer,
  type ArgoWritePlanParams,
  type ArgoWriteRefusal,
  type ArgoWriteTarget,
  type ArgoWritten,
} from '../protocol/liveWrite.ts';
import type { Followed, LiveFollower } from './liveFollower.ts';
import { toldFailure } from './liveTold.ts';
import { seenApplication, type Route, type SeenApplication } from './liveWriteSeen.ts';
import { answering } from './request.ts';
import type { Session } from './session.ts';

/** What was told to the user, who may confirm it once. */
interface Planned {
  readonly action: ArgoWritePlanParams['action'];
  readonly live: Live;
  readonly followed: Followed;
  readonly targets: readonly {
    readonly application: ConfirmedApplication;
    readonly route: Route;
    readonly user: string | undefined;
  }[];
}

/**
 * Answers what is asked about writes to Applications of the selected cluster, which only Argo CD has: a plan is made, which
 * only reads and asks for one's own rights; the user confirms it; and it is done, once. Both ask whether the user lets Strata
 * write at all, and nothing is done in an untrusted workspace.
 */
export function answerWriteRequests(session: Session, follower: LiveFollower): void {
  const { connection } = session;
  let planned: Planned | undefined;
  let count = 0;
  connection.onRequest(
    argoWritePlanMethod,
    answering(
      session,
      argoWritePlanMethod,
      async (own, params: ArgoWritePlanParams, signal): Promise<ArgoWritePlanAnswer> => {
        planned = undefined;
        const made = await planWrite(own, follower, params, signal).catch((error: unknown) => {
          if (!isApiError(error) || signal.aborted) throw error;
          return { kind: 'failed', failure: toldFailure(failureOf(error)) } as const;
        });
        if (made.kind !== 'planned') return made;
        planned = made.planned;
        count += 1;
        return { kind: 'plan', plan: { id: String(count), ...made.told } };
      },
    ),
  );
  connection.onRequest(
    argoWriteMethod,
    answering(
      session,
      argoWriteMethod,
      async (own, params: ArgoWriteParams, signal): Promise<ArgoWritten | null> => {
        const plan = params.id === String(count) ? planned : undefined;
        planned = undefined;
        if (plan === undefined || !own.trees.trusted || !params.mayWrite) return null;
        // Whoever selected another cluster, or set up clusters otherwise, has confirmed something else.
        const isSame = (await follower.door(params.settings)) === plan.live;
        return isSame && follower.current === plan.followed ? write(plan, signal) : null;
      },
    ),
  );
}

type Made =
  | Exclude<ArgoWritePlanAnswer, { kind: 'plan' }>
  | {
      readonly kind: 'planned';
      readonly planned: Planned;
      readonly told: Omit<Extract<ArgoWritePlanAnswer, { kind: 'plan' }>['plan'], 'id'>;
    };

async function planWrite(
  session: Session,
  follower: LiveFollower,
  { settings, mayWrite, action, ids }: ArgoWritePlanParams,
  signal: AbortSignal,
): Promise<Made> {
  if (!session.trees.trusted) return { kind: 'untrusted' };
  if (!mayWrite) return { kind: 'off' };
  const followed = follower.current;
  if (followed === undefined || ids.length === 0) return { kind: 'nothing' };
  const { cluster } = followed;
  if (cluster.isProduction && ids.length > 1)
    return { kind: 'manyCritical', cluster: cluster.name };
  const live = await follower.door(settings);
  const all = await cluster.tree.workspace.complete(deliveredApplications, signal);
  const targets: Planned['targets'][number][] = [];
  const told: ArgoWriteTarget[] = [];
  for (const id of ids) {
    const application = all.find(({ key }) => key === id);
    // Whoever asked while another cluster was selected would confirm the name, and the tier, of this one.
    if (application?.cluster !== cluster.name) return { kind: 'nothing' };
    const refused = (why: ArgoWriteRefusal): Made => {
      return { kind: 'refused', name: application.name, why };
    };
    if (application.kind !== 'Application') return refused('notArgo');
    const seen = await seenApplication(followed, live, application, signal);
    if (typeof seen === 'string') return refused(seen);
    const { object, route, projects } = seen;
    const now = new Date().toISOString();
    const argocd = action === 'sync' ? await settingsNow(live, route, object, signal) : undefined;
    const windows = action === 'sync' ? syncByHand(object, projects, now, argocd) : 'open';
    if (windows === 'closed') return refused('window');
    if (action === 'sync' && isBusy(object)) return refused('busy');
    const { allowed, user } = await rightsOf(seen, { live, action }, signal);
    if (!allowed) return refused('forbidden');
    targets.push({ application: { ...nameOf(object), spec: specOf(object) }, route, user });
    const [status] = liveStatuses([object], [], now, { projects });
    told.push({
      ...nameOf(object),
      sync: status?.sync ?? 'unknown',
      desired: status?.desired.map(({ text }) => text) ?? [],
      windowsUnknown: windows === 'unknown',
    });
  }
  const user = onceEach(targets.flatMap((one) => one.user ?? []));
  const { name, environment, isProduction } = cluster;
  return {
    kind: 'planned',
    planned: { action, live, followed, targets },
    told: {
      action,
      cluster: name,
      ...(environment !== undefined && { environment }),
      isProduction,
      by: onceEach(targets.map(({ route }) => nameOfRoute(route))),
      ...(user !== '' && { user }),
      applications: told,
    },
  };
}

/** One application may be seen on its cluster, and another one only by a server of Argo CD. */
function onceEach(names: readonly string[]): string {
  return [...new Set(names)].join(', ');
}

function nameOfRoute(route: Route): string {
  return route.kind === 'context' ? route.context.name : route.server.server;
}

function nameOf(object: KubeObject): { readonly namespace: string; readonly name: string } {
  return {
    namespace: textOf(below(object, 'metadata', 'namespace')),
    name: textOf(below(object, 'metadata', 'name')),
  };
}

async function rightsOf(
  { object, route }: SeenApplication,
  { live, action }: { readonly live: Live; readonly action: Planned['action'] },
  signal: AbortSignal,
): Promise<{ readonly allowed: boolean; readonly user: string | undefined }> {
  const named = nameOf(object);
  if (route.kind === 'context')
    return mayPatch(live.cluster(route.context).connection, named, signal);
  const project = textOf(below(object, 'spec', 'project')) || 'default';
  return mayAsk(route.server, action, { ...named, project }, signal);
}

/** Writes one after the other, and goes on where one fails. */
async function write(
  { action, live, targets }: Planned,
  signal: AbortSignal,
): Promise<ArgoWritten> {
  const results: ArgoWritten['results'][number][] = [];
  for (const { application, route, user } of targets) {
    const { name } = application;
    try {
      const outcome = await writeOne({ action, live, application, route, user }, signal);
      results.push({ name, outcome });
    } catch (error) {
      if (!isApiError(error) || signal.aborted) throw error;
      results.push({ name, outcome: 'failed', failure: toldFailure(failureOf(error)) });
    }
  }
  return { results };
}

async function writeOne(
  {
    action,
    live,
    application,
    route,
    user,
  }: Pick<Planned, 'action' | 'live'> & Planned['targets'][number],
  signal: AbortSignal,
): Promise<ArgoOutcome> {
  // Whoever leaves the dialog open may confirm it when a window has closed, or a project was given one.
  const maySync = async (object: KubeObject): Promise<boolean> =>
    syncByHand(
      object,
      await projectsNow(live, route, signal),
      new Date().toISOString(),
      await settingsNow(live, route, object, signal),
    ) !== 'closed';
  if (route.kind === 'argocd')
    return writeByServer(route.server, application, { action, maySync }, signal);
  const connection = live.writeConnection(route.context, applicationPath(application));
  try {
    return await writeByKube(connection, application, { action, user, maySync }, signal);
  } finally {
    connection.dispose();
  }
}

/** The projects of an Argo CD as they are now, as far as they may be read. Throws `ApiError`. */
function projectsNow(
  live: Live,
  route: Route,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  return route.kind === 'argocd'
    ? route.server.projects(signal)
    : live.cluster(route.context).objects([projectKind], signal);
}

/** The settings that name global projects; a server does not tell them, and refuses by itself what their windows do not let. */
async function settingsNow(
  live: Live,
  route: Route,
  application: KubeObject,
  signal: AbortSignal,
): Promise<KubeObject | undefined> {
  return route.kind === 'argocd'
    ? undefined
    : live.cluster(route.context).argoSettings(application, signal);
}
