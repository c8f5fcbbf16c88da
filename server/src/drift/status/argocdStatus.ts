import type { JsonValue } from '../../yaml/decode.ts';
import { at, below, isMap, isNumber, itemsOf, textOf, type JsonMap } from '../json.ts';
import { isSkipped, skipReconcile } from '../skipReconcile.ts';
import { elapsed, stuckAfter, timeOf } from './conditions.ts';
import { smokeOfUnit } from './smoke.ts';
import { argocdSilence } from './silence.ts';
import { closedWindow } from './syncWindows.ts';
import { readRevision, sameRevisions } from './revision.ts';
import type {
  HealthState,
  HistoryEntry,
  Revision,
  StatusContext,
  SyncState,
  UnitFailure,
  UnitStatus,
} from './unitStatus.ts';

/**
 * The status of an Application, from the object alone.
 * Source: argo-cd pkg/apis/application/v1alpha1/types.go, controller/{state,sync,appcontroller}.go (v3.2).
 */
export function argocdStatus(application: JsonMap, context: StatusContext): UnitStatus {
  const { metadata } = application;
  const status = at(application, 'status');
  const operation = at(status, 'operationState');
  const desired = revisionsAt(at(status, 'sync'), application);
  const history = historyOf(status, application);
  const isSynced = below(status, 'sync', 'status') === 'Synced';
  const deployed = isSynced ? desired : (history[0]?.revisions ?? []);
  const told = syncOf(application, { desired, deployed, context });
  const window = closedWindow(application, context.project?.(application), context.now);
  const waits = window !== undefined && isAutomated(application) && told.sync === 'pendingChange';
  const sync = waits ? 'waiting' : told.sync;
  const suspendedBy = suspension(application);
  const silentSince = suspendedBy === undefined ? argocdSilence(application, context) : undefined;
  const isBlinded = isBlind(status) || silentSince !== undefined;
  const health = isBlinded ? 'unknown' : healthOf(textOf(below(status, 'health', 'status')));
  const changed = timeOf(below(status, 'health', 'lastTransitionTime'));
  return {
    controller: 'argocd',
    kind: 'Application',
    namespace: textOf(at(metadata, 'namespace')),
    name: textOf(at(metadata, 'name')),
    sync: suspendedBy !== undefined && isCalm(sync) ? 'suspended' : sync,
    certain: told.certain && silentSince === undefined,
    health,
    stuck: health === 'progressing' && (elapsed(changed, context.now) ?? 0) > stuckAfter,
    desired,
    attempted: attemptedOf(operation, application),
    deployed,
    lastSyncAt: timeOf(at(operation, 'finishedAt')) ?? history[0]?.deployedAt,
    checkedAt: timeOf(at(status, 'reconciledAt')),
    silentSince,
    healthSince: changed,
    failure: told.failure,
    suspendedBy,
    autoSync: isAutomated(application),
    history,
    window,
    smoke: smokeOfUnit(application),
    why: told.why,
    destination: {
      server: textOf(below(application, 'spec', 'destination', 'server')),
      name: textOf(below(application, 'spec', 'destination', 'name')),
    },
  };
}

/** Whether an Application syncs by itself. */
export function isAutomated(application: JsonMap): boolean {
  const automated = below(application, 'spec', 'syncPolicy', 'automated');
  return isMap(automated) && automated['enabled'] !== false;
}

interface Told {
  readonly sync: SyncState;
  readonly certain: boolean;
  readonly failure: UnitFailure | undefined;
  readonly why: string | undefined;
}

function told(sync: SyncState, more: Partial<Omit<Told, 'sync'>> = {}): Told {
  return { sync, certain: true, failure: undefined, why: undefined, ...more };
}

/** The rules in their order; the first that fits tells. */
function syncOf(
  application: JsonMap,
  known: {
    readonly desired: readonly Revision[];
    readonly deployed: readonly Revision[];
    readonly context: StatusContext;
  },
): Told {
  const status = at(application, 'status');
  const sync = textOf(below(status, 'sync', 'status'));
  if (status === undefined || sync === '') return told('neverSeen');
  const hydration = hydrationFailure(status);
  if (hydration !== undefined) return told('failed', { failure: hydration });
  const comparison =
    conditionOf(status, 'ComparisonError') ??
    conditionOf(status, 'InvalidSpecError') ??
    conditionOf(status, 'UnknownError');
  if (comparison !== undefined) return told('failed', { failure: comparison });
  if (sync === 'Unknown')
    return told('unknown', { why: textOf(below(status, 'health', 'message')) });
  const deleted = timeOf(below(application, 'metadata', 'deletionTimestamp'));
  if (deleted !== undefined)
    return told('applying', { why: `it is being deleted since ${deleted}` });
  const operation = at(status, 'operationState');
  const phase = textOf(at(operation, 'phase'));
  if (phase === 'Running' || phase === 'Terminating') {
    // A running operation that has ended waits for its next try.
    return timeOf(at(operation, 'finishedAt')) === undefined
      ? told('applying', { why: textOf(at(operation, 'message')) })
      : told('failed', { failure: operationFailure(operation) });
  }
  const syncError = conditionOf(status, 'SyncError');
  if (syncError !== undefined) return told('failed', { failure: syncError });
  const isCurrent = sameRevisions(attemptedOf(operation, application), known.desired);
  if (['Failed', 'Error'].includes(phase) && isCurrent) {
    return told('failed', { failure: operationFailure(operation) });
  }
  if (sync === 'Synced') return told('inSync');
  const others = itemsOf(at(status, 'resources')).filter((one) => at(one, 'status') !== 'Synced');
  if (others.length > 0 && others.every((one) => at(one, 'requiresPruning') === true)) {
    return told('pruneOnly');
  }
  return changeOrDrift(known);
}

/** Another revision is a pending change only where what changed is part of the application. */
function changeOrDrift({
  desired,
  deployed,
  context,
}: {
  readonly desired: readonly Revision[];
  readonly deployed: readonly Revision[];
  readonly context: StatusContext;
}): Told {
  if (deployed.length === 0) return told('pendingChange');
  if (sameRevisions(desired, deployed)) return told('drifted');
  const touches = context.touches(deployed, desired);
  if (touches === undefined) return told('pendingChange', { certain: false });
  return told(touches ? 'pendingChange' : 'drifted');
}

function revisionsAt(value: JsonValue | undefined, application: JsonMap): readonly Revision[] {
  const many = itemsOf(at(value, 'revisions')).map(textOf);
  const texts = many.length > 0 ? many : [textOf(at(value, 'revision'))];
  const kinds = sourcesOf(application).map((source): Revision['kind'] =>
    textOf(at(source, 'chart')) === '' ? 'git' : 'helm',
  );
  return texts.flatMap((text, index) => (text === '' ? [] : [readRevision(text, kinds[index])]));
}

/** The sources of an Application, however many. */
export function sourcesOf(application: JsonMap): readonly JsonValue[] {
  const spec = at(application, 'spec');
  const many = itemsOf(at(spec, 'sources'));
  const one = at(spec, 'source');
  if (many.length > 0) return many;
  if (one !== undefined) return [one];
  const hydrated = below(spec, 'sourceHydrator', 'drySource');
  return hydrated === undefined ? [] : [hydrated];
}

function attemptedOf(operation: JsonValue | undefined, application: JsonMap): readonly Revision[] {
  const result = revisionsAt(at(operation, 'syncResult'), application);
  return result.length > 0
    ? result
    : revisionsAt(below(operation, 'operation', 'sync'), application);
}

function historyOf(status: JsonValue | undefined, application: JsonMap): readonly HistoryEntry[] {
  return itemsOf(at(status, 'history'))
    .map((one) => ({
      revisions: revisionsAt(one, application),
      deployedAt: timeOf(at(one, 'deployedAt')),
      startedAt: timeOf(at(one, 'deployStartedAt')),
      automated: isMap(at(one, 'initiatedBy'))
        ? below(one, 'initiatedBy', 'automated') === true
        : undefined,
    }))
    .toReversed();
}

function conditionOf(status: JsonValue, type: string): UnitFailure | undefined {
  const one = itemsOf(at(status, 'conditions')).find((condition) => at(condition, 'type') === type);
  if (one === undefined) return undefined;
  return {
    stage: type === 'SyncError' ? 'apply' : 'compare',
    reason: type,
    message: textOf(at(one, 'message')),
    since: timeOf(at(one, 'lastTransitionTime')),
    retry: undefined,
  };
}

function operationFailure(operation: JsonValue | undefined): UnitFailure {
  const failed = itemsOf(below(operation, 'syncResult', 'resources')).find(
    (one) => at(one, 'status') === 'SyncFailed' || at(one, 'hookPhase') === 'Failed',
  );
  const count = below(operation, 'retryCount');
  const limit = below(operation, 'operation', 'retry', 'limit');
  const isRetried = isNumber(limit) && Number(limit) !== 0;
  return {
    stage: 'apply',
    reason: textOf(at(operation, 'phase')),
    message: textOf(at(failed, 'message')) || textOf(at(operation, 'message')),
    since: timeOf(at(operation, 'finishedAt')) ?? timeOf(at(operation, 'startedAt')),
    retry: isRetried
      ? { count: isNumber(count) ? Number(count) : 0, limit: Number(limit) }
      : undefined,
  };
}

/** A source that is hydrated fails before anything is compared. */
function hydrationFailure(status: JsonValue): UnitFailure | undefined {
  const operation = below(status, 'sourceHydrator', 'currentOperation');
  if (at(operation, 'phase') !== 'Failed') return undefined;
  return {
    stage: 'hydrate',
    reason: 'HydrationFailed',
    message: textOf(at(operation, 'message')),
    since: timeOf(at(operation, 'finishedAt')),
    retry: undefined,
  };
}

/** The commit of the dry source that a hydrated Application runs; `undefined` for any other. */
export function dryRevision(application: JsonMap): Revision | undefined {
  const operation = below(application, 'status', 'sourceHydrator', 'lastSuccessfulOperation');
  const text = textOf(at(operation, 'drySHA'));
  return text === '' ? undefined : readRevision(text, 'git');
}

function suspension(application: JsonMap): string | undefined {
  return isSkipped(application) ? skipReconcile : undefined;
}

/** States over which a suspension may be told. */
export function isCalm(sync: SyncState): boolean {
  return ['inSync', 'pendingChange', 'waiting', 'unknown', 'neverSeen'].includes(sync);
}

const healths: Readonly<Record<string, HealthState>> = {
  Healthy: 'healthy',
  Progressing: 'progressing',
  Degraded: 'degraded',
  Missing: 'missing',
  Suspended: 'suspended',
};

/**
 * Whether Argo CD could not read what is live: then it takes the application for one without any object, which it calls
 * healthy. Source: argo-cd controller/state.go `CompareAppState` (v3.2).
 */
function isBlind(status: JsonValue | undefined): boolean {
  return itemsOf(at(status, 'conditions')).some(
    (one) =>
      at(one, 'type') === 'ComparisonError' &&
      textOf(at(one, 'message')).startsWith('Failed to load live state'),
  );
}

function healthOf(text: string): HealthState {
  return Object.hasOwn(healths, text) ? (healths[text] ?? 'unknown') : 'unknown';
}
