import type { DriftRow } from '../analysis/drift.ts';
import type { DeliveredApplication } from '../analysis/deliveredApplications.ts';
import type { JsonValue } from '../analysis/driftTypes.ts';
import type { LiveUnitStatus } from '../analysis/liveStatus.ts';
import type { ApiFailure } from '../live/apiFailure.ts';
import type { LiveFailure, LiveRow, LiveStatus } from '../protocol/live.ts';
import type { SettledStatus } from '../workspace/settleStatus.ts';
import { placeOfRange } from './places.ts';
import type { Tree } from './trees.ts';

/** What controllers add is theirs, and what has to be asked for is no news. */
export function isShown({ verdict, reason }: DriftRow): boolean {
  return (
    verdict !== 'extraController' && verdict !== 'expectedAbsent' && reason !== 'secretsAreOff'
  );
}

/** Whether a unit on a cluster is the one of an application of the repository. */
export function isUnitOf(
  status: LiveUnitStatus,
  cluster: string | undefined,
  application: Pick<DeliveredApplication, 'cluster' | 'kind' | 'name' | 'namespace'>,
): boolean {
  return (
    cluster === application.cluster &&
    status.kind === application.kind &&
    status.name === application.name &&
    [status.namespace, ''].includes(application.namespace)
  );
}

/** Where an application stands, as it is told. */
export function statusOf({ status, behind }: SettledStatus): LiveStatus {
  const { sync, certain, health, failure, why, lastSyncAt, checkedAt, window } = status;
  const { silentSince } = status;
  const message = failure === undefined ? why : `${failure.stage}: ${failure.message}`;
  return {
    sync,
    certain,
    health,
    deployed: status.deployed.map(({ text }) => text),
    desired: status.desired.map(({ text }) => text),
    ...(lastSyncAt !== undefined && { lastSyncAt }),
    ...(checkedAt !== undefined && { checkedAt }),
    ...(silentSince !== undefined && { silentSince }),
    ...(sync === 'waiting' && window?.opensAt !== undefined && { opensAt: window.opensAt }),
    ...(behind !== undefined && { behind }),
    ...(message !== undefined && message !== '' && { message }),
  };
}

/** A difference, with its line and its values as text. */
export function rowOf(tree: Tree, row: DriftRow): LiveRow {
  const { resource, path, verdict, tier, owner, ownedSince, willRevert, reason, ignoredBy } = row;
  return {
    resource,
    path,
    verdict,
    tier,
    counts: row.counts,
    ...(row.want !== undefined && { want: textOf(row.want) }),
    ...(row.have !== undefined && { have: textOf(row.have) }),
    ...(owner !== undefined && { owner }),
    ...(ownedSince !== undefined && { ownedSince }),
    willRevert,
    ...(reason !== undefined && { reason }),
    ...(ignoredBy !== undefined && { ignoredBy }),
    ...(row.at !== undefined && { place: placeOfRange(tree, row.at) }),
  };
}

/** A value on one line, cut where it is long. */
function textOf(value: JsonValue): string {
  const text =
    typeof value === 'string'
      ? value
      : JSON.stringify(value, (_key, one: unknown) =>
          typeof one === 'bigint' ? String(one) : one,
        );
  const line = text.replaceAll('\n', '⏎');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

/** What may be told of a failure: no words of a server, which may quote values. */
export function toldFailure(failure: ApiFailure): LiveFailure {
  switch (failure.kind) {
    case 'consentRequired':
      return { kind: failure.kind, detail: failure.command };
    case 'throttled':
      return { kind: failure.kind, detail: '' };
    case 'serverError':
      return { kind: failure.kind, detail: String(failure.status) };
    default:
      return { kind: failure.kind, detail: failure.detail };
  }
}
