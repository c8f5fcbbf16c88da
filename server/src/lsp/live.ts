import { isApiError } from '../live/apiFailure.ts';
import { unitPlacer } from '../live/fleetStatus.ts';
import { isProductionRow } from '../analysis/isProductionRow.ts';
import {
  adoptDriftMethod,
  liveChangedMethod,
  liveChangesMethod,
  liveClustersMethod,
  liveMethod,
  liveSelectMethod,
  liveTextMethod,
  syncCommandMethod,
  type AdoptDriftParams,
  type LiveChanges,
  type LiveClusterChoice,
  type LiveClusters,
  type LiveSelected,
  type LiveSelectParams,
  type LiveSettings,
  type LiveText,
  type LiveTextParams,
  type LiveView,
  type SyncCommand,
  type SyncCommandParams,
} from '../protocol/live.ts';
import { importClustersMethod, type ImportClustersParams } from '../protocol/liveImport.ts';
import type { PlanAnswer } from '../protocol/plan.ts';
import { knownOf } from './knownClusters.ts';
import { answerDrillRequests } from './liveDrill.ts';
import { answerFleetRequests } from './liveFleet.ts';
import { LiveFollower } from './liveFollower.ts';
import { importClusters } from './liveImport.ts';
import { contextOf } from './livePlugins.ts';
import { answerWriteRequests } from './liveWrite.ts';
import { shownPlan, type Witnesses } from './planRequests.ts';
import { answering } from './request.ts';
import type { Session } from './session.ts';
import { showWarning } from './showWarning.ts';

/** How long news are gathered before the client is told. */
const newsDelay = 150;

/**
 * Answers what is asked about living clusters; nothing of them is loaded before that. Gives who saw applications: nobody is
 * asked for it who is not looked at already.
 */
export function answerLiveRequests(session: Session): Witnesses {
  const { connection, stopped } = session;
  let timer: NodeJS.Timeout | undefined;
  const onChange = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (!stopped.aborted) void connection.sendNotification(liveChangedMethod);
    }, newsDelay);
  };
  const follower = new LiveFollower(onChange, (fault) => {
    // An empty kubeconfig has no contexts, and that is seen.
    if (fault.kind === 'unreadable')
      showWarning(session, session.words.unreadableKubeconfig(fault.file, fault.line));
  });
  stopped.addEventListener('abort', () => {
    clearTimeout(timer);
    follower.dispose();
  });
  const fleet = answerFleetRequests(session, follower);
  answerDrillRequests(session, follower);
  answerWriteRequests(session, follower);
  connection.onRequest(
    importClustersMethod,
    answering(session, importClustersMethod, (own, params: ImportClustersParams, signal) =>
      importClusters(own, follower, params, signal),
    ),
  );
  connection.onRequest(
    liveClustersMethod,
    answering(session, liveClustersMethod, (own, settings: LiveSettings, signal) =>
      liveClusters(own, follower, settings, signal),
    ),
  );
  connection.onRequest(
    liveSelectMethod,
    answering(session, liveSelectMethod, (own, params: LiveSelectParams, signal) =>
      select(own, follower, params, signal),
    ),
  );
  connection.onRequest(
    liveMethod,
    answering(
      session,
      liveMethod,
      async (own, _params: unknown, signal): Promise<LiveView | null> => {
        if (!own.trees.trusted) follower.end();
        return (await follower.view(signal)) ?? null;
      },
    ),
  );
  connection.onRequest(
    liveTextMethod,
    answering(
      session,
      liveTextMethod,
      async (_own, { id, resource }: LiveTextParams, signal): Promise<LiveText | null> =>
        (await follower.text(id, resource, signal)) ?? null,
    ),
  );
  connection.onRequest(
    liveChangesMethod,
    answering(
      session,
      liveChangesMethod,
      async (own, _params: unknown, signal): Promise<LiveChanges | null> =>
        own.trees.trusted ? ((await follower.changes(signal)) ?? null) : null,
    ),
  );
  connection.onRequest(
    adoptDriftMethod,
    answering(session, adoptDriftMethod, (own, params: AdoptDriftParams, signal) =>
      adoptDrift(own, follower, params, signal),
    ),
  );
  connection.onRequest(
    syncCommandMethod,
    answering(
      session,
      syncCommandMethod,
      async (_own, params: SyncCommandParams, signal): Promise<SyncCommand | null> => {
        const text = await follower.syncCommand(params, signal);
        return text === undefined ? null : { text };
      },
    ),
  );
  return async (tree, signal) => {
    const followed = await follower.seen(tree, signal);
    const swept = await fleet.seen(tree, signal);
    if (followed === undefined && swept === undefined) return undefined;
    return async (application, own) =>
      (await followed?.(application, own)) ?? (await swept?.(application, own));
  };
}

async function adoptDrift(
  session: Session,
  follower: LiveFollower,
  params: AdoptDriftParams,
  signal: AbortSignal,
): Promise<PlanAnswer | null> {
  const adoption = session.trees.trusted
    ? await follower.adoption(params, signal).catch((error: unknown) => {
        if (isApiError(error)) return 'unseen' as const;
        throw error;
      })
    : undefined;
  if (adoption === 'unseen') return { kind: 'refused', text: session.words.plan.unseen };
  if (adoption === undefined) return null;
  const { tree, cluster, name, plan } = adoption;
  const title = session.words.plan.adoptionTitle(name, cluster);
  return shownPlan(session, { tree, title, plan }, signal);
}

async function liveClusters(
  session: Session,
  follower: LiveFollower,
  settings: LiveSettings,
  signal: AbortSignal,
): Promise<LiveClusters> {
  if (!session.trees.trusted) return { kind: 'untrusted' };
  await session.trees.ready();
  const door = await follower.door(settings);
  const choices: LiveClusterChoice[] = [];
  for (const tree of session.trees.all) {
    const { rows, counts, argocd } = await knownOf(tree, signal);
    const servers = door.argoServers.map(({ server }) => server);
    for (const row of rows) {
      const context = door.contextOf(row);
      const { name, environment, releaseDomain } = row;
      choices.push({
        tree: tree.name,
        name,
        ...(environment !== undefined && { environment }),
        ...(releaseDomain !== undefined && { releaseDomain }),
        isProduction: isProductionRow(row),
        applications: counts.get(name) ?? 0,
        ...(context !== undefined && { context: contextOf(context) }),
        ...(context === undefined && servers.length > 0 && argocd.has(name) && { argocd: servers }),
      });
    }
  }
  return { kind: 'clusters', clusters: choices };
}

async function select(
  session: Session,
  follower: LiveFollower,
  { tree: treeName, cluster, settings }: LiveSelectParams,
  signal: AbortSignal,
): Promise<LiveSelected> {
  if (cluster === undefined) {
    follower.end();
    return { kind: 'followed' };
  }
  if (!session.trees.trusted) return { kind: 'refused', why: 'untrusted' };
  await session.trees.ready();
  for (const tree of session.trees.all) {
    if (treeName !== undefined && tree.name !== treeName) continue;
    const { rows } = await knownOf(tree, signal);
    const row = rows.find(({ name }) => name === cluster);
    if (row === undefined) continue;
    const door = await follower.door(settings);
    const context = door.contextOf(row);
    if (context === undefined && door.argoServers.length === 0)
      return { kind: 'refused', why: 'noContext' };
    const { name, environment } = row;
    const selected = { tree, name, environment, isProduction: isProductionRow(row), context };
    const place = unitPlacer(rows);
    follower.follow(door, selected, {
      hub: door.hubOf(rows),
      metrics: settings.metrics,
      // Nobody says on which cluster a server itself runs.
      isHere: (status) => place('', status) === name,
    });
    return { kind: 'followed' };
  }
  return { kind: 'refused', why: 'unknownCluster' };
}
