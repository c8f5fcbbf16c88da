import type { LiveUnitStatus } from '../analysis/liveStatus.ts';
import type { FleetCell } from '../protocol/liveFleet.ts';
import { resolveCommit } from '../workspace/commits.ts';
import { commitsBehind } from '../workspace/commitsBehind.ts';
import { StatusSettler, type SettledStatus } from '../workspace/settleStatus.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** So many different commits are measured; a fleet that runs more of them is told by their ids alone. */
const mostCommits = 200;

/** Which cell a status is for. */
interface CellPlace {
  readonly column: number;
  readonly source: number;
  /** Of the application of the repository; `undefined` where only the cluster has it. */
  readonly key?: string | undefined;
}

/** Measures what runs by the local clone: each status and each commit once. */
export class FleetMeasures {
  private readonly workspace: Workspace;
  private readonly settler: StatusSettler;
  private readonly settled = new WeakMap<LiveUnitStatus, SettledStatus>();
  private current:
    { readonly head: string; readonly counts: Map<string, number | undefined> } | undefined;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
    this.settler = new StatusSettler(workspace);
  }

  /** The newest commit of the tree; `undefined` where git knows none. */
  async head(signal: AbortSignal): Promise<string | undefined> {
    if (!this.workspace.git) return undefined;
    const found = await resolveCommit(this.workspace.top, 'HEAD', signal);
    if (found.kind === 'failed') return undefined;
    // What the clone did not have it may have been given meanwhile, also where its own commit is still the same.
    const known = this.current?.head === found.value ? [...this.current.counts] : ([] as const);
    const counts = new Map(known.filter(([, count]) => count !== undefined));
    this.current = { head: found.value, counts };
    return found.value;
  }

  /** The cell of a unit. */
  async cell(
    status: LiveUnitStatus,
    { column, source, key }: CellPlace,
    signal: AbortSignal,
  ): Promise<FleetCell> {
    const { status: told, behind } = await this.settle(status, key, signal);
    const { kind, namespace, name, sync, certain, health, lastSyncAt, window } = told;
    const { silentSince } = told;
    const commit = told.deployed.find((one) => one.kind === 'git' && one.hash !== undefined)?.hash;
    const revision = commit?.slice(0, 7) ?? told.deployed[0]?.text;
    const behindHead = commit === undefined ? undefined : await this.behindHead(commit, signal);
    return {
      column,
      kind,
      namespace,
      name,
      source,
      sync,
      certain,
      health,
      ...(revision !== undefined && { revision }),
      ...(behindHead !== undefined && { behindHead }),
      ...(behind !== undefined && { behind }),
      ...(sync === 'waiting' && window?.opensAt !== undefined && { opensAt: window.opensAt }),
      ...(lastSyncAt !== undefined && { lastSyncAt }),
      ...(silentSince !== undefined && { silentSince }),
    };
  }

  /** A status, settled by the local clone. */
  async settle(
    status: LiveUnitStatus,
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<SettledStatus> {
    const known = this.settled.get(status);
    if (known !== undefined) return known;
    const settled = await this.settler.settle(status, key, signal);
    // What the clone could not tell, it may once it was fetched.
    if (settled.behind !== undefined) this.settled.set(status, settled);
    return settled;
  }

  private async behindHead(commit: string, signal: AbortSignal): Promise<number | undefined> {
    if (this.current === undefined) await this.head(signal);
    const { current } = this;
    if (current === undefined) return undefined;
    if (!current.counts.has(commit)) {
      if (current.counts.size >= mostCommits) return undefined;
      const pair = { commit, head: current.head };
      current.counts.set(commit, await commitsBehind(this.workspace.top, pair, signal));
    }
    return current.counts.get(commit);
  }
}
