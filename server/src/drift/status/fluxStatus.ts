import type { JsonValue } from '../../yaml/decode.ts';
import { millisecondsOf } from '../goDuration.ts';
import { at, below, isNumber, itemsOf, textOf, type JsonMap } from '../json.ts';
import { isCalm } from './argocdStatus.ts';
import { conditionsOf, elapsed, stuckAfter, timeOf, type Condition } from './conditions.ts';
import { readRevision, sameRevisions } from './revision.ts';
import { fluxSilence } from './silence.ts';
import { smokeOfUnit } from './smoke.ts';
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
 * The status of a Kustomization or a HelmRelease of Flux, with its source.
 * Source: kustomize-controller api/v1 (1.9), helm-controller api/v2 (1.6), fluxcd/pkg apis/meta conditions.
 */
export function fluxStatus(object: JsonMap, context: StatusContext): UnitStatus {
  const isRelease = object['kind'] === 'HelmRelease';
  const conditions = conditionsOf(object);
  const ready = conditions.get('Ready');
  const desired = desiredOf(object, context);
  const deployed = isRelease
    ? releaseRevision(object)
    : revisionsOf(below(object, 'status', 'lastAppliedRevision'));
  const attempted = revisionsOf(below(object, 'status', 'lastAttemptedRevision'));
  const told = syncOf(object, { conditions, desired, deployed, attempted, context });
  const suspendedBy = suspension(object, context);
  const isReady = ready?.status === 'True' && suspendedBy === undefined;
  const seenAt = context.seenAt?.(object) ?? context.now;
  const silentSince = fluxSilence(object, { seenAt, isReady });
  const health = silentSince === undefined ? healthOf(object, conditions) : 'unknown';
  const metadata = at(object, 'metadata');
  const history = historyOf(object);
  return {
    controller: 'flux',
    kind: textOf(object['kind']),
    namespace: textOf(at(metadata, 'namespace')),
    name: textOf(at(metadata, 'name')),
    sync: suspendedBy !== undefined && isCalm(told.sync) ? 'suspended' : told.sync,
    certain: silentSince === undefined,
    health,
    stuck: health === 'progressing' && (elapsed(ready?.since, context.now) ?? 0) > stuckAfter,
    desired,
    attempted,
    deployed,
    lastSyncAt: history[0]?.deployedAt ?? ready?.since,
    checkedAt: history[0]?.deployedAt ?? ready?.since,
    silentSince,
    healthSince: (conditions.get('Healthy') ?? conditions.get('TestSuccess') ?? ready)?.since,
    fetchedAt: timeOf(below(sourceOf(object, context), 'status', 'artifact', 'lastUpdateTime')),
    failure: told.failure,
    suspendedBy,
    autoSync: below(object, 'spec', 'suspend') !== true,
    history,
    smoke: smokeOfUnit(object),
    why: told.why,
    destination: { server: '', name: remoteOf(object) },
  };
}

/**
 * The cluster that an object names by a kubeconfig: by the name of its Secret or ConfigMap, or by the namespace where each
 * cluster has one; `''` for that of its controller. `clusterOfObject` tells the same of what stands in Git.
 * Source: fluxcd/pkg/apis/meta v1 `KubeConfigReference`.
 */
function remoteOf(object: JsonMap): string {
  const reference = below(object, 'spec', 'kubeConfig');
  if (reference === undefined) return '';
  const name =
    textOf(below(reference, 'configMapRef', 'name')) ||
    textOf(below(reference, 'secretRef', 'name'));
  const cluster = name
    .replace(/[-.](?:kubeconfig|kube-config)$/, '')
    .replace(/^(?:kubeconfig|kube-config)[-.]/, '');
  // It is elsewhere, whatever it is called.
  return cluster === 'cluster' ? textOf(below(object, 'metadata', 'namespace')) : cluster || name;
}

interface Known {
  readonly conditions: ReadonlyMap<string, Condition>;
  readonly desired: readonly Revision[];
  readonly deployed: readonly Revision[];
  readonly attempted: readonly Revision[];
  readonly context: StatusContext;
}

interface Told {
  readonly sync: SyncState;
  readonly failure: UnitFailure | undefined;
  readonly why: string | undefined;
}

function told(sync: SyncState, failure?: UnitFailure, why?: string): Told {
  return { sync, failure, why };
}

/** The rules in their order; the first that fits tells. */
function syncOf(object: JsonMap, known: Known): Told {
  const { conditions, desired, deployed, attempted, context } = known;
  const ready = conditions.get('Ready');
  const observed = below(object, 'status', 'observedGeneration');
  if (ready === undefined) return told('neverSeen');
  // Until a first try has ended it is -1, however much the conditions tell by then.
  const isObserved = isNumber(observed) && Number(observed) !== -1;
  if (isObserved && Number(observed) !== Number(below(object, 'metadata', 'generation'))) {
    return told('applying', undefined, 'the controller has not seen the last change of the object');
  }
  const stalled = conditions.get('Stalled');
  if (stalled?.status === 'True') return told('failed', failureOf(stalled));
  if (ready.status === 'Unknown') return duringReconcile(object, known, ready);
  if (ready.status === 'False') {
    if (ready.reason === 'DependencyNotReady') return told('waiting', undefined, ready.message);
    const isApplied = ready.reason === 'HealthCheckFailed' && !sameRevisions(attempted, deployed);
    return told(
      'failed',
      { ...failureOf(ready), retry: retryOf(object) },
      isApplied ? 'applied, and unhealthy' : undefined,
    );
  }
  if (conditions.get('Drifted')?.status === 'True') {
    return told('drifted', undefined, conditions.get('Drifted')?.message);
  }
  if (desired.length === 0) return told('unknown', undefined, unreadSource(object));
  if (sameRevisions(desired, deployed)) return told('inSync');
  return told(context.touches(deployed, desired) === false ? 'inSync' : 'pendingChange');
}

/** The controller is unsure at each interval: that says nothing, unless it lasts. */
function duringReconcile(object: JsonMap, known: Known, ready: Condition): Told {
  // Applying may take that long, and waiting for health once more.
  const limit = 2 * timeoutOf(object) + 30_000;
  if ((elapsed(ready.since, known.context.now) ?? 0) > limit) {
    return told('failed', { ...failureOf(ready), reason: 'Stuck' });
  }
  const { desired, deployed } = known;
  if (deployed.length > 0 && desired.length === 0) {
    return told('unknown', undefined, unreadSource(object));
  }
  if (deployed.length === 0 || !sameRevisions(desired, deployed)) {
    return told('applying', undefined, ready.message);
  }
  return told('inSync', undefined, ready.message);
}

/**
 * How long a controller may take over a unit. Source: kustomize-controller api/v1 and helm-controller api/v2 `GetTimeout`.
 */
function timeoutOf(object: JsonMap): number {
  const said = (field: string): number | undefined =>
    millisecondsOf(textOf(below(object, 'spec', field)));
  const usual =
    object['kind'] === 'HelmRelease' ? undefined : (said('interval') ?? 330_000) - 30_000;
  return Math.max(said('timeout') ?? usual ?? 300_000, 30_000);
}

const stages: Readonly<Record<string, UnitFailure['stage']>> = {
  ArtifactFailed: 'source',
  SourceNotReady: 'source',
  BuildFailed: 'render',
  ReconciliationFailed: 'apply',
  PruneFailed: 'prune',
  HealthCheckFailed: 'health',
  InstallFailed: 'apply',
  UpgradeFailed: 'apply',
  RollbackFailed: 'apply',
  UninstallFailed: 'prune',
  TestFailed: 'test',
};

function failureOf({ reason, message, since }: Condition): UnitFailure {
  return { stage: stages[reason] ?? 'unknown', reason, message, since, retry: undefined };
}

/** A Kustomization tries again for ever; a HelmRelease as often as it says. */
function retryOf(object: JsonMap): UnitFailure['retry'] {
  if (object['kind'] !== 'HelmRelease') return { count: 0, limit: -1 };
  const { upgrade, install } = { upgrade: 'upgrade', install: 'install' };
  const failures = below(object, 'status', 'failures');
  const isInstall = isNumber(below(object, 'status', 'installFailures'));
  const limit = below(object, 'spec', isInstall ? install : upgrade, 'remediation', 'retries');
  return isNumber(limit) && Number(limit) !== 0
    ? { count: isNumber(failures) ? Number(failures) : 0, limit: Number(limit) }
    : undefined;
}

/** The revision of the artifact that the source has ready. */
function desiredOf(object: JsonMap, context: StatusContext): readonly Revision[] {
  const source = sourceOf(object, context);
  return revisionsOf(below(source, 'status', 'artifact', 'revision'));
}

/** Why nobody knows whether Git has more: the source may not be read, is of a kind that is not, or has no artifact. */
function unreadSource(object: JsonMap): string {
  const source = sourceName(object);
  if (source === undefined) return 'its source is not known';
  const { kind, namespace, name } = source;
  return `no revision is known of its source ${kind} ${namespace}/${name}`;
}

interface SourceName {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** The source object that a unit names; `undefined` where it names none. */
function sourceName(object: JsonMap): SourceName | undefined {
  const own = textOf(below(object, 'metadata', 'namespace'));
  const spec = at(object, 'spec');
  const reference = at(spec, 'sourceRef') ?? at(spec, 'chartRef');
  if (reference !== undefined) {
    const namespace = textOf(at(reference, 'namespace')) || own;
    return { kind: textOf(at(reference, 'kind')), namespace, name: textOf(at(reference, 'name')) };
  }
  const chart = textOf(below(object, 'status', 'helmChart'));
  const [namespace = '', name = ''] = chart.split('/');
  return chart === '' ? undefined : { kind: 'HelmChart', namespace, name };
}

/** The source object that a unit names; `undefined` where it is not known. */
function sourceOf(object: JsonMap, context: StatusContext): JsonMap | undefined {
  const named = sourceName(object);
  return named && context.source(named.kind, named.namespace, named.name);
}

function revisionsOf(value: JsonValue | undefined): readonly Revision[] {
  const text = textOf(value);
  return text === '' ? [] : [readRevision(text)];
}

/** What a release last deployed: the first entry of its history that says so. */
function releaseRevision(object: JsonMap): readonly Revision[] {
  const entry = itemsOf(below(object, 'status', 'history')).find(
    (one) => at(one, 'status') === 'deployed',
  );
  const version = textOf(at(entry, 'chartVersion'));
  return version === '' ? [] : [readRevision(version, 'helm')];
}

function historyOf(object: JsonMap): readonly HistoryEntry[] {
  return itemsOf(below(object, 'status', 'history')).map((one) => {
    const told = textOf(below(one, 'metadata', 'revision')) || textOf(at(one, 'chartVersion'));
    return {
      revisions: told === '' ? [] : [readRevision(told)],
      deployedAt: timeOf(at(one, 'lastReconciled')) ?? timeOf(at(one, 'lastDeployed')),
      startedAt: timeOf(at(one, 'firstReconciled')) ?? timeOf(at(one, 'firstDeployed')),
      automated: undefined,
    };
  });
}

function suspension(object: JsonMap, context: StatusContext): string | undefined {
  if (below(object, 'spec', 'suspend') === true) return 'spec.suspend';
  const source = sourceOf(object, context);
  return below(source, 'spec', 'suspend') === true
    ? `spec.suspend of ${textOf(source?.['kind'])}/${textOf(below(source, 'metadata', 'name'))}`
    : undefined;
}

/** Health is only assessed where it is asked for. */
function healthOf(object: JsonMap, conditions: ReadonlyMap<string, Condition>): HealthState {
  const spec = at(object, 'spec');
  const tested = conditions.get('TestSuccess');
  const health = conditions.get('Healthy') ?? tested;
  const isAsked = at(spec, 'wait') === true || itemsOf(at(spec, 'healthChecks')).length > 0;
  if (health === undefined) {
    const ready = conditions.get('Ready');
    if (!isAsked) return 'notAssessed';
    return ready?.status === 'True'
      ? 'healthy'
      : ready?.status === 'False'
        ? 'degraded'
        : 'progressing';
  }
  if (health.status === 'True') return 'healthy';
  return health.status === 'False' ? 'degraded' : 'progressing';
}
