import { applicationDrift, driftNeeds } from '../analysis/drift.ts';
import {
  deliveredApplications,
  type DeliveredApplication,
} from '../analysis/deliveredApplications.ts';
import { liveSmoke, type LiveSmoke, type LiveUnitStatus } from '../analysis/liveStatus.ts';
import type { DriftNeeds, JsonValue, LiveUnit } from '../analysis/driftTypes.ts';
import { failureOf } from '../live/apiFailure.ts';
import { argoUnit } from '../live/argoUnit.ts';
import type { FleetContext } from '../live/fleetStatus.ts';
import type { Live } from '../live/live.ts';
import type { KubeContext } from '../live/parseKubeconfig.ts';
import type { LiveApplication } from '../protocol/live.ts';
import type {
  FleetApplication,
  FleetApplicationParams,
  FleetDeploy,
  FleetWay,
} from '../protocol/liveFleet.ts';
import { branchHistory, type BranchCommit } from '../workspace/gitHistory.ts';
import type { BusinessSignals } from './liveBusiness.ts';
import { cellEvents } from './liveFleetEvents.ts';
import type { FleetMeasures } from './liveFleetMeasures.ts';
import { isShown, rowOf, statusOf, toldFailure } from './liveTold.ts';
import { uriOfApplication } from './rootsOf.ts';
import type { Tree } from './trees.ts';

/** So many deploys are told with their commits. */
const mostDeploys = 10;

/** An application on a cluster, and by what it is looked at. */
export interface AskedCell {
  readonly tree: Tree;
  readonly params: FleetApplicationParams;
  /** What its controller said last; `undefined` where nobody told. */
  readonly status: LiveUnitStatus | undefined;
  /** The context of its cluster; `undefined` where there is none. */
  readonly target: KubeContext | undefined;
  /** Who told of its controller; `undefined` where nobody did. */
  readonly keeper: FleetContext['asked'] | undefined;
  /** The context of the cluster that Argo CD runs on; `undefined` where none is known. */
  readonly hub: KubeContext | undefined;
  readonly live: Live;
  readonly measures: FleetMeasures;
  readonly business: BusinessSignals;
}

/** All that is known of one application on a cluster; with `drift`, its objects are read and compared with Git. */
export async function fleetApplication(
  asked: AskedCell,
  signal: AbortSignal,
): Promise<FleetApplication> {
  const { tree, params, status, measures } = asked;
  const delivered = await deliveredOf(asked, signal);
  const settled = status && (await measures.settle(status, delivered?.key, signal));
  const { kind, namespace, name, cluster, settings } = params;
  const number = asked.business.of(
    { name, family: delivered?.family ?? name },
    cluster,
    settings.metrics,
  );
  const base = {
    id: delivered?.key ?? '',
    name,
    namespace,
    kind,
    uri: delivered === undefined ? '' : uriOfApplication(tree, delivered),
    ...(settled !== undefined && { status: statusOf(settled) }),
    ...(number !== undefined && { business: number }),
  };
  const commits = await commitsOf(asked, signal);
  const { compared, objects, ...seen } = await comparison(asked, delivered, signal);
  const events =
    params.ask === 'drift' ? await cellEvents(asked, objects ?? [], signal) : undefined;
  return {
    application: { ...base, ...seen },
    autoSync: status?.autoSync ?? false,
    ...(status?.suspendedBy !== undefined && { suspendedBy: status.suspendedBy }),
    compared,
    way: wayOf(status, commits),
    history: historyOf(status, commits),
    ...(events !== undefined && { events }),
  };
}

async function deliveredOf(
  { tree, params, status }: AskedCell,
  signal: AbortSignal,
): Promise<DeliveredApplication | undefined> {
  const { cluster, kind, name } = params;
  const namespace = status?.namespace ?? params.namespace;
  const all = await tree.workspace.complete(deliveredApplications, signal);
  return all.find(
    (one) =>
      one.cluster === cluster &&
      one.kind === kind &&
      one.name === name &&
      [namespace, ''].includes(one.namespace),
  );
}

type Comparison = Pick<LiveApplication, 'rows' | 'smoke' | 'gaps' | 'failure'> &
  Pick<FleetApplication, 'compared'> & {
    /** What was found of it on its cluster. */
    readonly objects?: readonly JsonValue[];
  };

async function comparison(
  asked: AskedCell,
  delivered: DeliveredApplication | undefined,
  signal: AbortSignal,
): Promise<Comparison> {
  const { tree, params, status } = asked;
  const nothing = { rows: [], gaps: 0, ...tried(liveSmoke(status, [])) };
  if (delivered === undefined) return { ...nothing, compared: 'notInGit' };
  if (asked.target === undefined && asked.keeper?.kind !== 'argocd')
    return { ...nothing, compared: 'noContext' };
  if (params.ask === 'status') return { ...nothing, compared: 'notAsked' };
  const { complete } = tree.workspace;
  const { key } = delivered;
  const needs = await complete((one) => driftNeeds(one, key), signal);
  if (needs === undefined) return { ...nothing, compared: 'notInGit' };
  try {
    const seen = await seenUnit(asked, delivered, needs, signal);
    if (seen === undefined) return { ...nothing, compared: 'noContext' };
    const drift = await complete((one) => applicationDrift(one, key, seen), signal);
    const objects = seen.answers.flatMap((one) => (one.kind === 'found' ? [one.object] : []));
    return {
      rows: (drift?.rows ?? []).filter(isShown).map((row) => rowOf(tree, row)),
      gaps: drift?.gaps ?? 0,
      ...tried(liveSmoke(status, objects)),
      compared: 'yes',
      objects,
    };
  } catch (error) {
    if (signal.aborted) throw error;
    return { ...nothing, compared: 'notAsked', failure: toldFailure(failureOf(error)) };
  }
}

/** What is live of an application; `undefined` where nobody can be asked. Throws `ApiError`. */
async function seenUnit(
  { target, keeper, hub, live }: AskedCell,
  delivered: DeliveredApplication,
  needs: DriftNeeds,
  signal: AbortSignal,
): Promise<LiveUnit | undefined> {
  if (target === undefined) {
    if (keeper?.kind !== 'argocd') return undefined;
    // Its server has told that it is there.
    return argoUnit(needs, { servers: [keeper.server], isHere: () => true }, signal);
  }
  // Where nobody told of it, it may be gone: that is asked of the cluster that it would be on.
  const home = keeper?.kind === 'context' ? keeper.context : keeperOf(delivered, target, hub);
  const keeping = keeper?.kind === 'argocd' ? keeper.server : home && live.cluster(home);
  const controller = needs.controller && (await keeping?.object(needs.controller, signal));
  const controllerGone =
    needs.controller !== undefined &&
    controller === undefined &&
    keeper?.kind !== 'argocd' &&
    home !== undefined &&
    (await live.cluster(home).gatherer.isMissing(needs.controller, signal));
  const read = await live.cluster(target).unit(needs, controller, { secrets: false }, signal);
  const argocd = await keeping?.argoSettings(controller, signal);
  return { ...read, controllerGone, argocd };
}

/** The cluster that the object of the controller of an application is on. */
function keeperOf(
  { controller }: DeliveredApplication,
  target: KubeContext,
  hub: KubeContext | undefined,
): KubeContext | undefined {
  return controller === 'argocd' ? hub : target;
}

function tried(smoke: LiveSmoke | undefined): Pick<LiveApplication, 'smoke'> {
  return smoke === undefined ? {} : { smoke: { state: smoke.state, from: smoke.from } };
}

/** The commits that were deployed or are to be, as far as the local clone has them. */
async function commitsOf(
  { tree, status }: AskedCell,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, BranchCommit>> {
  const { workspace } = tree;
  if (!workspace.git || status === undefined) return new Map();
  const revisions = [
    ...status.desired,
    ...status.deployed,
    ...status.history.slice(0, mostDeploys).flatMap((one) => one.revisions),
  ];
  const ids = revisions.flatMap(({ kind, hash }) =>
    kind === 'git' && hash !== undefined && /^[\da-f]{40}(?:[\da-f]{24})?$/.test(hash)
      ? [hash]
      : [],
  );
  const found = new Map<string, BranchCommit>();
  for (const id of new Set(ids)) {
    const log = await branchHistory(workspace.top, id, { most: 1, signal });
    const [commit] = log.kind === 'ok' ? log.value : [];
    if (commit?.commit === id) found.set(id, commit);
  }
  return found;
}

/** How the revision that should run comes to the cluster; what runs already has gone all of the way. */
function wayOf(
  status: LiveUnitStatus | undefined,
  commits: ReadonlyMap<string, BranchCommit>,
): FleetWay {
  const wanted = status?.desired[0] ?? status?.deployed[0];
  if (status === undefined || wanted === undefined) return {};
  const id = wanted.hash ?? wanted.text;
  // The newest comes first, and a revision that came back is deployed anew.
  const deploy = status.history.find(({ revisions }) =>
    revisions.some(({ hash, text }) => (hash ?? text) === id),
  );
  const isHealthy = deploy !== undefined && status.health === 'healthy';
  const healthyAt = isHealthy ? later(status.healthSince, deploy.deployedAt) : undefined;
  const committedAt = commits.get(id)?.committed;
  const revision = wanted.hash?.slice(0, 7) ?? wanted.text;
  return {
    revision,
    ...(committedAt !== undefined && { committedAt }),
    ...(status.fetchedAt !== undefined && { fetchedAt: status.fetchedAt }),
    ...(deploy?.startedAt !== undefined && { startedAt: deploy.startedAt }),
    ...(deploy?.deployedAt !== undefined && { appliedAt: deploy.deployedAt }),
    ...(healthyAt !== undefined && { healthyAt }),
  };
}

/** What was healthy all the time was so when it was applied. */
function later(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return undefined;
  return Date.parse(one) > Date.parse(other) ? one : other;
}

function historyOf(
  status: LiveUnitStatus | undefined,
  commits: ReadonlyMap<string, BranchCommit>,
): readonly FleetDeploy[] {
  return (status?.history ?? []).slice(0, mostDeploys).map((one) => {
    const [revision] = one.revisions;
    const commit = commits.get(revision?.hash ?? '');
    const { deployedAt, automated } = one;
    return {
      revision: revision?.hash?.slice(0, 7) ?? one.revisions.map(({ text }) => text).join(', '),
      ...(deployedAt !== undefined && { deployedAt }),
      ...(automated !== undefined && { automated }),
      ...(commit !== undefined && { subject: commit.subject, author: commit.author }),
      approvers: commit?.approvers ?? [],
      ...(commit?.pullRequest !== undefined && { pullRequest: commit.pullRequest }),
    };
  });
}
