import { rowOfApplication, type ApplicationRow } from '../analysis/applicationRows.ts';
import type { Impact } from '../analysis/impact.ts';
import {
  applicationPairs,
  folderOf,
  hasMoved,
  reachedFleet,
  renderOfApplication,
  type ApplicationPair,
  type ApplicationStatus,
} from '../analysis/impactApplications.ts';
import type { Reach } from '../analysis/impactReach.ts';
import { newRenderComparer } from '../analysis/impactRoot.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { ImpactOptions } from './impact.ts';
import type { Sides } from './sides.ts';

/** What became of an application. */
export interface ApplicationImpact extends Omit<Impact, 'status'> {
  readonly status: ApplicationStatus;
  /** As it is now; as it was, where it is gone. */
  readonly row: ApplicationRow;
  /** Set where it was made of another folder before. */
  readonly previousPath: FileId | undefined;
  /** Set where it was delivered to another cluster before. */
  readonly previousCluster: string | undefined;
  readonly objectChanged: boolean;
}

/** With what applications are compared. */
export interface ApplicationOptions extends Pick<ImpactOptions, 'shard' | 'pause'> {
  readonly reach: Reach;
}

/** Compares every application that the difference of two trees reaches, sorted by cluster and name. */
export async function applicationImpacts(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  { reach, shard, pause }: ApplicationOptions,
  signal: AbortSignal,
): Promise<readonly ApplicationImpact[]> {
  const after = await head.complete((one) => reachedFleet(one, reach.changed), signal);
  const before = await base.complete((one) => reachedFleet(one, reach.changed), signal);
  const pairs = applicationPairs(before, after);
  const chosen = pairs.filter((_, index) => index % shard.count === shard.index);
  const compare = newRenderComparer(reach.changed);
  const found: ApplicationImpact[] = [];
  for (const pair of chosen) {
    await pause(found.length, chosen.length);
    const old = await base.complete((one) => renderOfApplication(one, pair.before), signal);
    const fresh = await head.complete((one) => renderOfApplication(one, pair.after), signal);
    const impact = compare(old, fresh);
    const row = await rowOf({ base, head }, pair, signal);
    if (row === undefined) continue;
    const moved = hasMoved(pair.before, pair.after);
    found.push({
      ...impact,
      ...whereBefore(pair),
      status: moved && isQuiet(impact.status) ? 'moved' : impact.status,
      row,
      objectChanged: pair.objectChanged,
    });
  }
  return found.sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

/** Where an application was, as far as it was elsewhere. */
function whereBefore({
  before,
  after,
}: ApplicationPair): Pick<ApplicationImpact, 'previousPath' | 'previousCluster'> {
  if (before === undefined || after === undefined)
    return { previousPath: undefined, previousCluster: undefined };
  const [path, cluster] = [folderOf(before), before.destination.cluster];
  return {
    previousPath: path === folderOf(after) ? undefined : path,
    previousCluster: cluster === after.destination.cluster ? undefined : cluster,
  };
}

function isQuiet(status: ApplicationStatus): boolean {
  return status === 'changed' || status === 'touched' || status === 'unknown';
}

async function rowOf(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  { before, after }: ApplicationPair,
  signal: AbortSignal,
): Promise<ApplicationRow | undefined> {
  if (after !== undefined) return head.complete((one) => rowOfApplication(one, after), signal);
  if (before !== undefined) return base.complete((one) => rowOfApplication(one, before), signal);
  return undefined;
}

function sortKey({ row }: ApplicationImpact): string {
  return [row.cluster ?? '\uffff', row.name, row.namespace, row.key].join('\n');
}
