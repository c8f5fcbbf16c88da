import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import { applicationRows, type ApplicationRow } from '../analysis/applicationRows.ts';
import { driftNeeds } from '../analysis/drift.ts';
import { drillTarget, isNoticed, lookInterval, type DrillTarget } from '../analysis/drill.ts';
import type { NeededObject } from '../analysis/driftTypes.ts';
import { liveStatuses } from '../analysis/liveStatus.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { labelReader, runDrill, type DrillRun } from './drill.ts';
import type { Live } from './live.ts';
import type { LiveCluster } from './liveCluster.ts';
import type { KubeContext } from './parseKubeconfig.ts';

/** Where a drill is looked for. */
export interface DrillSearch {
  /** Asks the fleet, whose files are read as far as needed. */
  readonly ask: <Value>(
    question: (analysis: Analysis) => Answer<Value>,
    signal: AbortSignal,
  ) => Promise<Value>;
  readonly live: Live;
  /** The name of the cluster in the register. */
  readonly cluster: string;
  /** The only application that is wanted; `undefined` for any. */
  readonly application: string | undefined;
  readonly context: KubeContext;
  /** Where Argo CD runs. */
  readonly hub: KubeContext | undefined;
}

/** A drill that can be run. */
export interface ChosenDrill {
  readonly application: ApplicationRow;
  readonly target: DrillTarget;
  /** The path of the object at its API server. */
  readonly path: string;
  /** The object of the controller, and where it is read. */
  readonly controller: NeededObject;
  readonly keeper: LiveCluster;
  /** How long the controller may take until it looks again, in milliseconds. */
  readonly interval: number;
}

/** Why an application is not fit for a drill. */
export type DrillUnfit =
  'undelivered' | 'unseen' | 'outOfSync' | 'suspended' | 'noLabel' | 'notServed';

/** Why there is no drill: no application at all, or none that is fit. */
export interface NoDrill {
  readonly unfit: readonly { readonly name: string; readonly why: DrillUnfit }[];
}

/** How often a cluster is asked in a drill, in milliseconds: times are as exact as this. */
export const drillResolution = 500;

/** How long a drill is watched where nobody says: until the controller looks again, and a minute; in milliseconds. */
export function drillLimit({ interval }: Pick<ChosenDrill, 'interval'>): number {
  return interval + 60_000;
}

/**
 * The first application that is in sync and has a field for it, one that would be put back before all others; nothing is
 * written. Throws `ApiError`.
 */
export async function chooseDrill(
  search: DrillSearch,
  signal: AbortSignal,
): Promise<Result<ChosenDrill, NoDrill>> {
  const { ask, cluster, application } = search;
  const rows = (await ask(applicationRows, signal)).filter(
    (row) => row.cluster === cluster && (application === undefined || row.name === application),
  );
  const found: ChosenDrill[] = [];
  const unfit: { readonly name: string; readonly why: DrillUnfit }[] = [];
  for (const row of rows) {
    const one = await candidate(search, row, signal);
    if (one.kind === 'failed') unfit.push({ name: row.name, why: one.failure });
    else if (one.value.target.willRevert === true) return one;
    else found.push(one.value);
  }
  const [first] = found;
  return first === undefined ? failed({ unfit }) : ok(first);
}

/**
 * Runs a drill over a connection of its own: the label is put back whatever happens. Whoever ends it by the signal only ends
 * the watching.
 */
export async function runChosenDrill(
  live: Live,
  context: KubeContext,
  {
    target,
    path,
    controller,
    keeper,
    limit,
  }: Pick<ChosenDrill, 'target' | 'path' | 'controller' | 'keeper'> & { readonly limit: number },
  signal: AbortSignal,
): Promise<DrillRun> {
  const connection = live.drillConnection(context);
  const { label, value, drill } = target;
  try {
    return await runDrill(
      connection,
      { path, label, value, drill },
      {
        read: labelReader(connection, path, label),
        isDetected: async (own) => {
          const object = await keeper.object(controller, own);
          return object !== undefined && isNoticed(object, target.object);
        },
        limit,
        every: drillResolution,
      },
      signal,
    );
  } finally {
    connection.dispose();
  }
}

async function candidate(
  { ask, live, context, hub }: DrillSearch,
  row: ApplicationRow,
  signal: AbortSignal,
): Promise<Result<ChosenDrill, DrillUnfit>> {
  const target = live.cluster(context);
  const keeper = row.controller === 'argocd' ? hub && live.cluster(hub) : target;
  const needs = await ask((one) => driftNeeds(one, row.key), signal);
  if (needs?.controller === undefined || keeper === undefined) return failed('undelivered');
  const controller = await keeper.object(needs.controller, signal);
  if (controller === undefined) return failed('unseen');
  const [status] = liveStatuses([controller], [], new Date().toISOString());
  // A Kustomization of Flux is told by its source, which says nothing of drift.
  const isCalm =
    row.controller === 'argocd' ? status?.sync === 'inSync' : status?.failure === undefined;
  if (!isCalm) return failed('outOfSync');
  if (status?.suspendedBy !== undefined) return failed('suspended');
  const read = await target.unit(needs, controller, { secrets: false }, signal);
  const unit = { ...read, argocd: await keeper.argoSettings(controller, signal) };
  const chosen = await ask((one) => drillTarget(one, row.key, unit), signal);
  if (chosen === undefined) return failed('noLabel');
  const list = await target.gatherer.pathOf(chosen.object, chosen.object.namespace, signal);
  if (list === undefined) return failed('notServed');
  return ok({
    application: row,
    target: chosen,
    path: `${list}/${encodeURIComponent(chosen.object.name)}`,
    // Git may leave its namespace to whoever applies it: from here on it is the one that was found.
    controller: { ...needs.controller, namespace: status?.namespace ?? '' },
    keeper,
    interval: lookInterval(controller),
  });
}
