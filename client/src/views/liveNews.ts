import type { LiveApplication, LiveRow, LiveView } from '../../../server/src/protocol/live.ts';
import { matters } from './liveMatters.ts';

/** Something that happened on the selected cluster. */
export type LiveNews =
  | {
      readonly kind: 'drifted';
      readonly application: string;
      /** What differs now; `undefined` where only the controller says that something does. */
      readonly row: LiveRow | undefined;
      readonly more: number;
    }
  | { readonly kind: 'failed' | 'degraded'; readonly application: string };

/** Who wrote a field within so long, in milliseconds, did it just now. */
const recently = 15 * 60_000;

/**
 * What is worse than before. Nothing is news where one of both views is not of now, or of another cluster: what was there when
 * somebody began to look has not happened just now.
 */
export function liveNews(
  before: LiveView | undefined,
  after: LiveView,
  now: number,
): readonly LiveNews[] {
  if (before?.cluster !== after.cluster || before.tree !== after.tree) return [];
  if (before.state !== 'live' || after.state !== 'live') return [];
  const known = new Map(before.applications.map((one) => [one.id, one]));
  return after.applications.flatMap((one) => {
    const old = known.get(one.id);
    return old === undefined ? [] : newsOf(old, one, now);
  });
}

function newsOf(before: LiveApplication, after: LiveApplication, now: number): readonly LiveNews[] {
  const { name: application, status } = after;
  // What could not be read before may have been so all the time.
  if (status === undefined || before.status === undefined || before.failure !== undefined)
    return [];
  const news: LiveNews[] = [];
  const old = new Set(before.rows.map(keyOf));
  // What somebody types in Git differs as well: only what was just written on the cluster is news of the cluster.
  const isRecent = ({ ownedSince = '' }: LiveRow): boolean =>
    now - Date.parse(ownedSince) < recently;
  const [row, ...more] = after.rows.filter(
    (one) => matters(one) && !old.has(keyOf(one)) && isRecent(one),
  );
  const isTold = status.sync === 'drifted' && before.status.sync !== 'drifted';
  // A change on its way differs until it has arrived.
  const isMoving = ['pendingChange', 'applying', 'waiting'].includes(status.sync);
  if ((row !== undefined || isTold) && !isMoving) {
    news.push({ kind: 'drifted', application, row, more: more.length });
  }
  if (status.sync === 'failed' && before.status.sync !== 'failed') {
    news.push({ kind: 'failed', application });
  } else if (status.health === 'degraded' && before.status.health !== 'degraded') {
    news.push({ kind: 'degraded', application });
  }
  return news;
}

/** What tells a difference; that it grows is no news. */
function keyOf({ resource, path, verdict }: LiveRow): string {
  return JSON.stringify([resource, path, verdict]);
}
