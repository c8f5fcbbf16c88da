import { applicationsReading } from '../analysis/deliveredApplications.ts';
import { openChange, settledStatus, type LiveUnitStatus } from '../analysis/liveStatus.ts';
import { commitsBetween, type BetweenCommits } from './commitsBetween.ts';
import type { Workspace } from './workspace.ts';

/** A status with how many commits lie between what runs and what should run; `undefined` where nobody can tell. */
export interface SettledStatus {
  readonly status: LiveUnitStatus;
  readonly behind: number | undefined;
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
    for (const file of found.files) {
      const readers = await this.workspace.complete(
        (analysis) => applicationsReading(analysis, file),
        signal,
      );
      if (readers.some((one) => one.key === key)) {
        return { status: settledStatus(status, true), behind: found.commits };
      }
    }
    return { status: settledStatus(status, false), behind: found.commits };
  }
}
