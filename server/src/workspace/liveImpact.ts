import { defaultRenderOptions } from '../analysis/analysis.ts';
import { changedPaths } from '../analysis/impactReach.ts';
import type { TreeImpact } from '../analysis/treeImpact.ts';
import { ok, type Result } from '../util/result.ts';
import { lastFetch } from './commits.ts';
import { impactOf } from './impact.ts';
import {
  nameSides,
  openSidesBeside,
  type NamedSides,
  type Sides,
  type SidesRequest,
} from './sides.ts';
import { newTurns } from './turns.ts';
import { walkFleet } from './walkFleet.ts';
import type { Workspace } from './workspace.ts';

/** An impact with the trees that it compares. */
export interface NamedImpact {
  readonly impact: TreeImpact;
  readonly sides: Sides;
  readonly named: NamedSides;
  /** When git last fetched, in milliseconds since 1970; `undefined` where it never did. */
  readonly fetchedAt: number | undefined;
}

/**
 * One comparison of a workspace that is made again and again: the trees stay open between, so that a comparison costs what
 * differs from the last one.
 */
export class LiveImpact {
  private readonly workspace: Workspace;
  private readonly request: SidesRequest;
  private opened: { readonly named: NamedSides; readonly sides: Sides } | undefined;
  private fetchedAt: number | undefined;
  private isNamed = false;
  private isPrepared = false;
  private treesAt = 0;

  constructor(workspace: Workspace, request: SidesRequest) {
    this.workspace = workspace;
    this.request = request;
  }

  /** Names may mean other commits from now on, and something else may be staged. */
  forgetNames(): void {
    this.isNamed = false;
  }

  /** Compares the two trees as they are now; a refusal says in one sentence what cannot be had. */
  async compare(signal: AbortSignal): Promise<Result<NamedImpact, string>> {
    const opened = await this.open(signal);
    if (opened.kind === 'failed') return opened;
    const { sides } = opened.value;
    await sides.head.prepareReach(signal);
    const [before, after] = [sides.base.host.analysis(), sides.head.host.analysis()];
    if (changedPaths(before, after).length > 0) await this.prepare(signal);
    const options = {
      render: defaultRenderOptions,
      shard: { index: 0, count: 1 },
      pause: newTurns(signal),
    };
    const impact = await impactOf(sides, options, signal);
    return ok({ ...opened.value, impact, fetchedAt: this.fetchedAt });
  }

  /** Does what the first comparison that finds a difference takes, where it is not done yet; others have their turns. */
  async prepare(signal: AbortSignal): Promise<void> {
    if (this.isPrepared || this.opened === undefined) return;
    const { base, head } = this.opened.sides;
    for (const side of [head, base]) {
      const pause = newTurns(signal);
      await pause();
      await side.prepareReach(signal);
      await walkFleet(side, pause, signal);
    }
    this.isPrepared = true;
  }

  /** Lets go of the trees of commits. */
  dispose(): void {
    const { base, head, workspace } = this.opened?.sides ?? {};
    base?.host.dispose();
    if (workspace === undefined) head?.host.dispose();
    this.opened = undefined;
  }

  private async open(
    signal: AbortSignal,
  ): Promise<Result<{ readonly named: NamedSides; readonly sides: Sides }, string>> {
    if (this.isNamed && this.opened !== undefined) return ok(this.opened);
    const { top } = this.workspace;
    const named = await nameSides(top, this.request, signal);
    if (named.kind === 'failed') return named;
    this.fetchedAt = await lastFetch(top, signal);
    const treesAt = this.workspace.treesBesideAt();
    const isAsOpened = treesAt === this.treesAt;
    if (this.opened !== undefined && isAsOpened && isSame(this.opened.named, named.value)) {
      this.isNamed = true;
      return ok(this.opened);
    }
    const sides = await openSidesBeside(this.workspace, named.value, { signal });
    if (sides.kind === 'failed') return sides;
    this.dispose();
    this.opened = { named: named.value, sides: sides.value };
    this.treesAt = treesAt;
    this.isPrepared = false;
    this.isNamed = true;
    return ok(this.opened);
  }
}

/** Whether what is open serves; what is staged may always be something else. */
function isSame({ base, head }: NamedSides, other: NamedSides): boolean {
  const isStaged = other.head?.startsWith(':') === true;
  return !isStaged && head === other.head && base.commit === other.base.commit;
}
