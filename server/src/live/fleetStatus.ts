import {
  attemptOf,
  liveStatuses,
  statusParts,
  type LiveUnitStatus,
  type UnitAttempt,
} from '../analysis/liveStatus.ts';
import type { ApiFailure } from './apiFailure.ts';
import type { Live } from './live.ts';
import type { KindFailure } from './liveCluster.ts';
import type { KnownCluster } from './matchContext.ts';
import type { KubeContext } from './parseKubeconfig.ts';
import { sweep, usualLimits } from './sweep.ts';

/** A context by which controllers are asked, with the cluster whose context it is. */
export interface FleetContext {
  readonly context: KubeContext;
  /** The name of the cluster; `in-cluster` for the one that Argo CD runs on. */
  readonly name: string;
}

/** What the controllers of one context say. */
export interface ContextRead {
  readonly units: readonly ToldUnit[];
  /** Kinds that could not be read. */
  readonly failures: readonly KindFailure[];
}

/** Where a unit stands, and how its controller last tried. */
export interface ToldUnit {
  readonly status: LiveUnitStatus;
  readonly attempt: UnitAttempt | undefined;
}

/** The contexts that tell of some clusters, that of the hub first; and the clusters that have none of their own. */
export function fleetContexts(
  live: Live,
  known: readonly KnownCluster[],
  asked: readonly KnownCluster[],
): { readonly contexts: readonly FleetContext[]; readonly unobserved: readonly string[] } {
  const hub = live.hubOf(known);
  const unobserved: string[] = [];
  const contexts = new Map<string, FleetContext>();
  const add = (context: KubeContext, name: string): void => {
    if (!contexts.has(context.name)) contexts.set(context.name, { context, name });
  };
  if (hub !== undefined) add(hub, 'in-cluster');
  for (const one of asked) {
    const context = live.contextOf(one);
    if (context === undefined) unobserved.push(one.name);
    else add(context, one.name);
  }
  return { contexts: [...contexts.values()], unobserved };
}

/** How contexts are read. */
export interface FleetReading<Context extends FleetContext> {
  readonly live: Live;
  /** The time by which ages are told, in ISO form. */
  readonly now: () => string;
  /** Milliseconds for each cluster; `undefined` for the usual ones. */
  readonly budget: number | undefined;
  /** Called with what was read of a context. */
  readonly read: (context: Context, found: ContextRead) => void;
  /** Called after each context, whatever came of it; `false` where its connections are still needed. */
  readonly done: (context: Context) => boolean;
}

/**
 * Reads the objects of controllers of many clusters, as far as they tell a status; gives why a context was not read,
 * `undefined` where it was.
 */
export async function readFleet<Context extends FleetContext>(
  contexts: readonly Context[],
  { live, now, budget, read, done }: FleetReading<Context>,
  signal: AbortSignal,
): Promise<readonly (ApiFailure | undefined)[]> {
  const release = live.releaser(contexts.map(({ context }) => context));
  return sweep(
    contexts,
    {
      probe: ({ context }, own) => live.probe(context, own),
      // What is told of a cluster is much less than what it says, and there may be hundreds.
      read: async (one, own) => {
        const found = await live.cluster(one.context).controllers(own, statusParts);
        const told = liveStatuses(found.units, found.sources, now(), found.projects);
        const units = told.map((status, index) => ({
          status,
          attempt: attemptOf(found.units[index] ?? {}),
        }));
        read(one, { units, failures: found.failures });
      },
      done: (one) => {
        if (done(one)) release(one.context);
      },
    },
    { ...usualLimits, budget: budget ?? usualLimits.budget },
    signal,
  );
}

/**
 * Tells the cluster that a unit is on: the one that its object names, by name or address, else the one whose context (by the
 * name of its cluster) told of it. `undefined` where the object names one that is not known.
 */
export function unitPlacer(
  known: readonly KnownCluster[],
): (contextOf: string, status: LiveUnitStatus) => string | undefined {
  const names = new Map<string, number>();
  const servers = new Map<string, number>();
  const note = (map: Map<string, number>, text: string, index: number): void => {
    if (!map.has(text)) map.set(text, index);
  };
  for (const [index, { name, aliases, server }] of known.entries()) {
    for (const one of [name, ...aliases]) note(names, one, index);
    if (server !== undefined) note(servers, server, index);
  }
  return (contextOf, { destination: { name, server } }) => {
    if (name === '' && server === '') return known.find((one) => one.name === contextOf)?.name;
    const found = [names.get(name), servers.get(server)].filter((one) => one !== undefined);
    return found.length === 0 ? undefined : known[Math.min(...found)]?.name;
  };
}
