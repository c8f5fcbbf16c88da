import { filesReadBy } from '../analysis/deliveredApplications.ts';
import { openChange, settledStatus, type LiveUnitStatus } from '../analysis/liveStatus.ts';
import { commitsBetween, type BetweenCommits } from './commitsBetween.ts';
import type { Workspace } from './workspace.ts';

/** A status with how many commits lie between what runs and what should run. */
export interface SettledStatus {
  readonly status: LiveUnitStatus;
  /** `undefined` where nobody can tell. */
  readonly behind: Behind | undefined;
}

/** Commits between what runs and what should run. */
export interface Behind {
  readonly all: number;
  /** Those that change a file which the application reads. */
  readonly touching: number;
}

/** Tells pending changes from drift by the local clone, each pair of commits once. */
export class StatusSettler {
  private readonly workspace: Workspace;
  private readonly between = new Map<string, Promise<BetweenCommits | undefined>>();

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  /** The status of an application of the fleet, by its key. */
  async settle(
    status: LiveUnitStatus,
    key: string | undefined,
    signal: AbortSignal,
  ): Promise<SettledStatus> {
    const change = openChange(status);
    if (change === undefined || key === undefined || !this.workspace.git) {
      return { status, behind: undefined };
    }
    const { top } = this.workspace;
    const id = `${change.from} ${change.to}`;
    const asked = this.between.get(id) ?? commitsBetween(top, change.from, change.to, signal);
    this.between.set(id, asked);
    const found = await asked;
    if (found === undefined) {
      // The clone may be fetched by the next time.
      this.between.delete(id);
      return { status, behind: undefined };
    }
    const all = [...found.files, ...found.byCommit.flat()];
    const read = await this.workspace.complete((one) => filesReadBy(one, key, all), signal);
    const touching = found.byCommit.filter((files) => files.some((file) => read.has(file))).length;
    const isTouched = found.files.some((file) => read.has(file));
    return {
      status: settledStatus(status, isTouched),
      behind: { all: found.commits, touching },
    };
  }
}
