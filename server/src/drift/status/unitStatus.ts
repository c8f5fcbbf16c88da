import type { JsonMap } from '../json.ts';
import type { SmokeSignal } from './smoke.ts';
import type { ClosedWindow } from './syncWindows.ts';

/** Whether a unit runs what Git says. "OutOfSync" is never one answer: it is split. */
export type SyncState =
  | 'inSync'
  | 'pendingChange'
  | 'waiting'
  | 'applying'
  | 'drifted'
  | 'pruneOnly'
  | 'failed'
  | 'suspended'
  | 'neverSeen'
  | 'unknown';

/** How what was deployed is doing. */
export type HealthState =
  'healthy' | 'progressing' | 'degraded' | 'missing' | 'suspended' | 'unknown' | 'notAssessed';

/** A revision of one source. */
export interface Revision {
  readonly kind: 'git' | 'oci' | 'helm' | 'bucket' | 'external' | 'unknown';
  /** A branch, a tag or a version. */
  readonly name: string | undefined;
  /** The hash of a commit or of a content; `undefined` where there is none. */
  readonly hash: string | undefined;
  /** As it was told. */
  readonly text: string;
}

/** Why a unit is not where it should be. */
export interface UnitFailure {
  readonly stage:
    'source' | 'render' | 'compare' | 'apply' | 'prune' | 'health' | 'test' | 'hydrate' | 'unknown';
  readonly reason: string;
  readonly message: string;
  readonly since: string | undefined;
  /** `undefined` where it is not tried again; a limit below 0 is none. */
  readonly retry: { readonly count: number; readonly limit: number } | undefined;
}

/** One deploy of the past, the newest first. */
export interface HistoryEntry {
  readonly revisions: readonly Revision[];
  readonly deployedAt: string | undefined;
  readonly startedAt: string | undefined;
  /** `true` where nobody asked for it. */
  readonly automated: boolean | undefined;
}

/** What is known of a unit from the objects of its controller. */
export interface UnitStatus {
  readonly controller: 'argocd' | 'flux';
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly sync: SyncState;
  /** What the state rests on is known; `false` where a pending change may as well be drift. */
  readonly certain: boolean;
  readonly health: HealthState;
  /** Progressing for longer than half an hour: the controller will not say so itself. */
  readonly stuck: boolean;
  readonly desired: readonly Revision[];
  readonly attempted: readonly Revision[];
  readonly deployed: readonly Revision[];
  readonly lastSyncAt: string | undefined;
  /** When the controller last looked. */
  readonly checkedAt: string | undefined;
  /**
   * When the controller last looked, where it should have looked again long since: it has perhaps stopped, and what it said
   * may hold no more. `undefined` where it looks as it should, or nobody can tell.
   */
  readonly silentSince?: string | undefined;
  /** Since when the health is what it is; `undefined` where nobody tells. */
  readonly healthSince?: string | undefined;
  /** When the desired revision came to the cluster; `undefined` where nobody tells. */
  readonly fetchedAt?: string | undefined;
  readonly failure: UnitFailure | undefined;
  /** What holds the unit back: a field or an annotation. */
  readonly suspendedBy: string | undefined;
  readonly autoSync: boolean;
  readonly history: readonly HistoryEntry[];
  /** The sync windows of its project keep it from being synced by itself now. */
  readonly window?: ClosedWindow | undefined;
  /** What was tried of what is deployed; `undefined` where nothing is. */
  readonly smoke?: SmokeSignal | undefined;
  /** One sentence of the controller or of ours where the state alone does not say it. */
  readonly why: string | undefined;
  /** Where it is delivered to, as the object says. */
  readonly destination: { readonly server: string; readonly name: string };
}

/** What a status is read with. */
export interface StatusContext {
  /** The time by which ages are told, in ISO form. */
  readonly now: string;
  /** Whether what changed between two revisions is part of a unit; `undefined` where that cannot be known. */
  readonly touches: (from: readonly Revision[], to: readonly Revision[]) => boolean | undefined;
  /** The AppProject of an Application, with what global projects add to its windows; `undefined` where it is not known. */
  readonly project?: (application: JsonMap) => JsonMap | undefined;
  /** When an object was last seen, in ISO form: what is from before says nothing of the time since. Else `now`. */
  readonly seenAt?: ((unit: JsonMap) => string | undefined) | undefined;
  /** The ConfigMap with the settings of the Argo CD of an Application; `undefined` where it is not known. */
  readonly argocd?: ((application: JsonMap) => JsonMap | undefined) | undefined;
  /** When the controller of an Application last looked at any of the same cluster; `undefined` where nobody knows. */
  readonly lastLook?: ((application: JsonMap) => string | undefined) | undefined;
  /** A source object of Flux, by kind, namespace and name. */
  readonly source: (kind: string, namespace: string, name: string) => JsonMap | undefined;
}
