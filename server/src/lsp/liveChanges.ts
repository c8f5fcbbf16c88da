import { setImmediate } from 'node:timers/promises';
import { liveStatuses, type LiveUnitStatus } from '../analysis/liveStatus.ts';
import { rolloutStand, rolloutTargets, type RolloutTarget } from '../analysis/rollout.ts';
import type { ClusterWatch } from '../live/clusterWatch.ts';
import type { LiveChange, LiveChanges, LiveStand } from '../protocol/live.ts';
import { changesSince, type RenderedChange } from '../workspace/changesSince.ts';
import { commitsUpTo } from '../workspace/rollout.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** How far back commits are followed: two weeks, and no more than so many. */
const age = 14 * 24 * 60 * 60 * 1000;
const most = 30;

interface FoundChanges {
  readonly changes: readonly RenderedChange[];
  readonly open: LiveChanges['open'];
}

/** Follows the latest commits to one cluster. What they change is worked out once, when it is first asked for. */
export class ChangesFollower {
  private readonly workspace: Workspace;
  private readonly cluster: string;
  private known: { readonly head: string; readonly found: Promise<FoundChanges> } | undefined;
  private readonly within = new Map<string, Promise<ReadonlySet<string> | undefined>>();

  constructor(workspace: Workspace, cluster: string) {
    this.workspace = workspace;
    this.cluster = cluster;
  }

  /** The commits from one on, as a rule that of `HEAD` by its id, with where they stand as the watch knows it. */
  async changes(head: string, watch: ClusterWatch, signal: AbortSignal): Promise<LiveChanges> {
    const { changes: all, open } = await this.changesUpTo(head, signal);
    const own = all.flatMap((change) => {
      const { targets } = rolloutTargets(change.applications);
      const here = targets.filter(({ cluster }) => cluster === this.cluster);
      return here.length === 0 ? [] : [{ change, targets: here }];
    });
    const oldest = own.at(-1)?.change.commit;
    const { units, sources, ...reading } = watch.controllers();
    const statuses = liveStatuses(units, sources, new Date().toISOString(), reading);
    const changes: LiveChange[] = [];
    for (const { change, targets } of own) {
      const applications: LiveStand[] = [];
      for (const target of targets) {
        const status = statuses.find((one) => isOf(one, target));
        const holds = await this.holding(change.commit, status, oldest ?? change.commit, signal);
        const contains = (hash: string): boolean | undefined => holds.get(hash);
        const isSeen = watch.state.kind === 'live' && watch.sees(target.kind);
        const stand = rolloutStand(target, status, { contains, isSeen });
        applications.push(toldStand(target, stand));
      }
      const { commit, subject, author, date } = change;
      changes.push({ commit, subject, author, date, applications });
    }
    return { changes, ...(open !== undefined && { open }) };
  }

  private async changesUpTo(head: string, signal: AbortSignal): Promise<FoundChanges> {
    if (this.known?.head === head) return this.known.found;
    const since = new Date(Date.now() - age).toISOString();
    const pause = async (): Promise<void> => {
      signal.throwIfAborted();
      await setImmediate();
    };
    const asked = changesSince(
      this.workspace.top,
      { start: head, since, pause, most },
      signal,
    ).then((found): FoundChanges => {
      if (found.kind === 'failed') return { changes: [], open: 'unreadable' };
      const { changes, cutOff } = found.value;
      return { changes, open: cutOff === undefined ? undefined : 'shallow' };
    });
    this.known = { head, found: asked };
    try {
      const found = await asked;
      // What git refused it may give the next time.
      if (found.open === 'unreadable') this.known = undefined;
      return found;
    } catch (error) {
      // Whoever asks next begins anew.
      this.known = undefined;
      throw error;
    }
  }

  /** For each commit that a status names, whether it has a commit among its ancestors. */
  private async holding(
    commit: string,
    status: LiveUnitStatus | undefined,
    oldest: string,
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, boolean | undefined>> {
    const named = [...(status?.deployed ?? []), ...(status?.attempted ?? [])];
    const found = new Map<string, boolean | undefined>();
    for (const { hash } of named) {
      if (hash === undefined || found.has(hash)) continue;
      const key = `${oldest} ${hash}`;
      const asked =
        this.within.get(key) ?? commitsUpTo(this.workspace.top, { from: oldest, to: hash }, signal);
      this.within.set(key, asked);
      const within = await asked.catch(() => undefined);
      // The clone may be fetched by the next time.
      if (within === undefined) this.within.delete(key);
      found.set(hash, within?.has(commit));
    }
    return found;
  }
}

function isOf(status: LiveUnitStatus, { kind, name, namespace }: RolloutTarget): boolean {
  return (
    status.kind === kind &&
    status.name === name &&
    (namespace === '' || status.namespace === namespace)
  );
}

function toldStand({ name }: RolloutTarget, stand: ReturnType<typeof rolloutStand>): LiveStand {
  switch (stand.kind) {
    case 'waiting':
      return {
        name,
        stand: stand.kind,
        why: stand.for,
        ...(stand.opensAt !== undefined && { opensAt: stand.opensAt }),
      };
    case 'unknown':
      return { name, stand: stand.kind, why: stand.why };
    case 'failed':
    case 'unhealthy':
      return { name, stand: stand.kind, ...(stand.reason !== '' && { why: stand.reason }) };
    default:
      return { name, stand: stand.kind };
  }
}
