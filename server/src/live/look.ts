import type { ApplicationDrift, DriftRow } from '../analysis/drift.ts';
import type { LiveUnitStatus, SyncState, UnitAttempt } from '../analysis/liveStatus.ts';
import type { DriftSample, FoundDrift, UnitSample } from './record.ts';

/** What a record keeps of a unit, as its controller tells it at a time in ISO form. */
export function unitSample(
  cluster: string,
  status: LiveUnitStatus,
  attempt: UnitAttempt | undefined,
  now: string,
): UnitSample {
  const { kind, namespace, name } = status;
  // What nobody looks at is not observed, whatever was said of it.
  const sync = status.silentSince === undefined ? status.sync : 'unknown';
  return {
    cluster,
    kind,
    namespace,
    name,
    sync,
    deploys: deploysOf(status),
    attempt: attempt && {
      id: attempt.id,
      at: attempt.endedAt ?? now,
      succeeded: attempt.succeeded,
    },
  };
}

/** The commits that arrived, each at its first time. Flux tells what is there, and not when it came. */
function deploysOf({ controller, history, deployed }: LiveUnitStatus): UnitSample['deploys'] {
  const told =
    controller === 'argocd'
      ? history
          .toReversed()
          .flatMap(({ revisions, deployedAt, automated }) =>
            revisions.map((revision) => ({ revision, at: deployedAt, exact: true, automated })),
          )
      : deployed.map((revision) => ({
          revision,
          at: undefined,
          exact: false,
          automated: undefined,
        }));
  const first = new Map<string, UnitSample['deploys'][number]>();
  for (const { revision, ...one } of told) {
    const { kind, hash } = revision;
    if (kind !== 'git' || hash === undefined || first.has(hash)) continue;
    first.set(hash, { revision: hash, ...one });
  }
  return [...first.values()];
}

/** What a record keeps of how an application differs; `sync` as its controller says, `undefined` where none was read. */
export function driftSample(
  { cluster, application }: Pick<DriftSample, 'cluster' | 'application'>,
  { rows, seen, gaps }: ApplicationDrift,
  sync: SyncState | undefined,
): DriftSample {
  return {
    cluster,
    application,
    found: rows.map((row) => foundDrift(row, sync)),
    seen: new Set(seen),
    whole: gaps === 0 && sync !== undefined,
  };
}

/** While a change is on its way, only what bears the name of somebody else is surely no part of it. */
function foundDrift(row: DriftRow, sync: SyncState | undefined): FoundDrift {
  const { resource, path, verdict, tier, owner, ownedSince } = row;
  const isMinded = (row.counts || verdict === 'extraManual') && row.ignoredBy === undefined;
  const isMoving = sync === undefined || moving.has(sync);
  const isForeign = owner !== undefined && !row.byDeployer;
  const weight = !isMinded ? 'none' : isForeign || !(isMoving || row.byDeployer) ? 'drift' : 'open';
  return { resource, path, verdict, tier, owner, ownedSince, weight };
}

/** States in which what is live may differ from Git without anybody's doing. */
const moving: ReadonlySet<SyncState> = new Set([
  'pendingChange',
  'applying',
  'waiting',
  'neverSeen',
  'failed',
  'suspended',
  'unknown',
]);

/** The state of a unit of which Argo CD says that it is in sync, and whose fields were compared. */
export function comparedState(sync: SyncState, { rows }: ApplicationDrift): SyncState {
  const drifts = rows.some((row) => row.counts && foundDrift(row, sync).weight === 'drift');
  return drifts && sync === 'inSync' ? 'drifted' : sync;
}
