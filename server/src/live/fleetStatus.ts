import {
  attemptOf,
  failingGenerators,
  generatorKind,
  liveStatuses,
  statusParts,
  type FailingGenerator,
  type LiveUnitStatus,
  type UnitAttempt,
} from '../analysis/liveStatus.ts';
import { isApiError, type ApiFailure } from './apiFailure.ts';
import type { ArgoServer } from './argoServer.ts';
import type { Live } from './live.ts';
import type { KindFailure, SettingsOf } from './liveCluster.ts';
import type { KnownCluster } from './matchContext.ts';
import type { KubeObject } from './parseApi.ts';
import type { KubeContext } from './parseKubeconfig.ts';
import { sweep, usualLimits } from './sweep.ts';

/** By whom controllers are asked, and on which cluster they run. */
export interface FleetContext {
  /** Tells it from all others: the name of a context, or the address of a server. */
  readonly id: string;
  /** The name of the cluster, `in-cluster` for the one that Argo CD runs on; of an Argo CD server its address. */
  readonly name: string;
  readonly asked:
    | { readonly kind: 'context'; readonly context: KubeContext }
    | { readonly kind: 'argocd'; readonly server: ArgoServer };
}

/** What the controllers of one context say. */
export interface ContextRead {
  readonly units: readonly ToldUnit[];
  /** Kinds that could not be read. */
  readonly failures: readonly KindFailure[];
  /** The ApplicationSets that fail, where they are asked for; none where they may not be read. */
  readonly generators: readonly FailingGenerator[];
}

/** Where a unit stands, and how its controller last tried. */
export interface ToldUnit {
  readonly status: LiveUnitStatus;
  readonly attempt: UnitAttempt | undefined;
}

/**
 * By whom some clusters are told of, the context of the hub first, then servers of Argo CD; and the clusters that have no
 * context of their own.
 */
export function fleetContexts(
  live: Live,
  known: readonly KnownCluster[],
  asked: readonly KnownCluster[],
): { readonly contexts: readonly FleetContext[]; readonly unobserved: readonly string[] } {
  const hub = live.hubOf(known);
  const unobserved: string[] = [];
  const contexts = new Map<string, FleetContext>();
  const add = (context: KubeContext, name: string): void => {
    const id = context.name;
    if (!contexts.has(id)) contexts.set(id, { id, name, asked: { kind: 'context', context } });
  };
  if (hub !== undefined) add(hub, 'in-cluster');
  for (const server of live.argoServers) {
    const id = server.server;
    contexts.set(id, {
      id,
      name: id.replace(/^https?:\/\//, ''),
      asked: { kind: 'argocd', server },
    });
  }
  for (const one of asked) {
    const context = live.contextOf(one);
    if (context === undefined) unobserved.push(one.name);
    else add(context, one.name);
  }
  return { contexts: [...contexts.values()], unobserved };
}

/** How long an Argo CD server may take to say that it is there. */
const probeDeadline = 10_000;

function contextOf(asked: FleetContext['asked']): KubeContext | undefined {
  return asked.kind === 'context' ? asked.context : undefined;
}

/** How contexts are read. */
export interface FleetReading<Context extends FleetContext> {
  readonly live: Live;
  /** The time by which ages are told, in ISO form. */
  readonly now: () => string;
  /** Milliseconds for each cluster; `undefined` for the usual ones. */
  readonly budget: number | undefined;
  /** Whether ApplicationSets are read, too. */
  readonly generators?: boolean;
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
  { live, now, budget, generators = false, read, done }: FleetReading<Context>,
  signal: AbortSignal,
): Promise<readonly (ApiFailure | undefined)[]> {
  const release = live.releaser(contexts.flatMap(({ asked }) => contextOf(asked) ?? []));
  return sweep(
    contexts,
    {
      probe: ({ asked }, own) =>
        asked.kind === 'context'
          ? live.probe(asked.context, own)
          : asked.server.probe(probeDeadline, own),
      // What is told of a cluster is much less than what it says, and there may be hundreds.
      read: async (one, own) => {
        const { asked } = one;
        const teller = asked.kind === 'context' ? live.cluster(asked.context) : asked.server;
        const found = await teller.controllers(own, statusParts);
        const { units: objects, sources, projects } = found;
        const argocd = await settingsOf(asked, live, objects, own);
        const told = liveStatuses(objects, sources, now(), { projects, argocd });
        const units = told.map((status, index) => ({
          status,
          attempt: attemptOf(objects[index] ?? {}),
        }));
        // One that has failed from the start has made no Application.
        const failing = generators ? await failingOf(asked, live, own) : noneFailing;
        const failures = [...found.failures, ...failing.failures];
        read(one, { units, failures, generators: failing.generators });
      },
      done: (one) => {
        const context = contextOf(one.asked);
        if (done(one) && context !== undefined) release(context);
      },
    },
    { ...usualLimits, budget: budget ?? usualLimits.budget },
    signal,
  );
}

/** The settings of the Argo CDs whose Applications are among some units; a server does not give all of its own. */
async function settingsOf(
  asked: FleetContext['asked'],
  live: Live,
  units: readonly KubeObject[],
  signal: AbortSignal,
): Promise<SettingsOf | undefined> {
  return asked.kind === 'argocd'
    ? undefined
    : live.cluster(asked.context).argoSettingsOf(units, signal);
}

type Failing = Pick<ContextRead, 'failures' | 'generators'>;

const noneFailing: Failing = { failures: [], generators: [] };

/** What fails of whoever makes Applications; nothing where that may not be read, or is not there. */
async function failingOf(
  asked: FleetContext['asked'],
  live: Live,
  signal: AbortSignal,
): Promise<Failing> {
  try {
    const sets =
      asked.kind === 'context'
        ? await live.cluster(asked.context).objects([generatorKind], signal)
        : await asked.server.generators(signal);
    return { failures: [], generators: failingGenerators(sets) };
  } catch (error) {
    if (signal.aborted || !isApiError(error)) throw error;
    const { failure } = error;
    if (failure.kind === 'forbidden' || failure.kind === 'notFound') return noneFailing;
    return { failures: [{ kind: generatorKind.kind, failure }], generators: [] };
  }
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

/**
 * What another cluster tells of a unit whose own cluster does not answer (`failure`, of its own context): Argo CD goes on
 * saying that it is in sync and healthy, with the time of now, by what it saw before. So it may be so, and is not known to be.
 * Source: server/test/controllers/argocd.test.ts, where a cluster is ended under a real Argo CD 3.2.
 */
export function ofUnanswering<Told extends Pick<LiveUnitStatus, 'certain' | 'health'>>(
  told: Told,
  failure: Pick<ApiFailure, 'kind'> | undefined,
): Told {
  const isGone = failure?.kind === 'unreachable' || failure?.kind === 'serverError';
  return isGone ? { ...told, certain: false, health: 'unknown' } : told;
}

/**
 * Tells which units were told of before: an Argo CD server and the API of the cluster that it runs on tell of the same ones.
 * What two servers tell is not the same, since each has its own.
 */
export class ToldTwice {
  private readonly told = new Set<string>();

  /** Whether a unit was told of by a cluster itself. It has to be asked of each unit once, clusters first. */
  isKnown({ asked }: FleetContext, cluster: string | undefined, status: LiveUnitStatus): boolean {
    const { kind, namespace, name } = status;
    const key = JSON.stringify([cluster, kind, namespace, name]);
    if (asked.kind === 'argocd') return this.told.has(key);
    this.told.add(key);
    return false;
  }
}
