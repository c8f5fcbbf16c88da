import type { LiveContext, LiveFailure, LiveSettings } from './live.ts';

/** The request for what a drift drill would change, `strata/drillPlan`; nothing is written by it. */
export const drillPlanMethod = 'strata/drillPlan';

/** On which cluster; without one the clusters are listed that the register marks as ones for tests. */
export interface DrillPlanParams {
  readonly settings: LiveSettings;
  readonly tree?: string | undefined;
  readonly cluster?: string | undefined;
}

/** What a drill would change, or why there is none. */
export type DrillPlanAnswer =
  /** Nothing is read of clusters where the workspace is not trusted. */
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'clusters'; readonly clusters: readonly DrillCluster[] }
  /** The cluster, or the one that its controller is on, did not answer. */
  | { readonly kind: 'failed'; readonly failure: LiveFailure }
  /** Nothing of the cluster is fit for a drill, with the reasons. */
  | { readonly kind: 'none'; readonly text: string }
  | { readonly kind: 'plan'; readonly plan: DrillPlan };

/** A cluster that a drill may be on. */
export interface DrillCluster {
  readonly tree: string;
  readonly name: string;
  readonly applications: number;
  /** `undefined` where no context of the kubeconfig fits. */
  readonly context?: LiveContext | undefined;
}

/** What a drill changes for a while. */
export interface DrillChange {
  readonly cluster: string;
  /** What is really asked, of the user's kubeconfig: the name of the context, and the address. */
  readonly context: string;
  readonly server: string;
  readonly application: string;
  readonly controller: string;
  /** `Kind/[namespace/]name`. */
  readonly resource: string;
  /** The key of the label, what it says, and what it says in the drill. */
  readonly label: string;
  readonly value: string;
  readonly drill: string;
  /** Whether Strata says that the controller puts it back by itself. */
  readonly willRevert: boolean | 'unknown';
  /** How many seconds it is watched. */
  readonly seconds: number;
  /** The command that undoes it by hand. */
  readonly undo: string;
}

/** A drill that the user may begin, once. */
export interface DrillPlan extends DrillChange {
  readonly id: string;
}

/**
 * The request that runs a drill that was planned last, `strata/drill`: the label is changed and put back, whatever happens and
 * whoever cancels it; the answer is a `DrillReport`, `null` where what was planned counts no more, and nothing was written.
 */
export const drillMethod = 'strata/drill';

/** Which plan; the same settings as before. */
export interface DrillParams {
  readonly id: string;
  readonly settings: LiveSettings;
}

/** How a drill went; times in ISO form, spans in seconds. */
export interface DrillReport extends DrillChange {
  /**
   * `healed`: the controller put it back; `noticed`: it only said that it differs; `unnoticed`: neither, in time;
   * `interrupted`: somebody ended it; `refused`: nothing was written; `lost`: the cluster stopped to answer.
   */
  readonly outcome: 'healed' | 'noticed' | 'unnoticed' | 'interrupted' | 'refused' | 'lost';
  /** Whether that is what Strata says of such a drift, and the label is as before. */
  readonly asExpected: boolean;
  readonly injectedAt?: string | undefined;
  readonly noticedAfter?: number | undefined;
  readonly healedAfter?: number | undefined;
  /** `undefined` where nothing was written, and where the label may still be as the drill left it. */
  readonly putBackAt?: string | undefined;
  readonly isUntouched: boolean;
  readonly writes: number;
  readonly failure?: LiveFailure | undefined;
}
