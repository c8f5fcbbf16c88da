import type { LiveFailure, LiveSettings, LiveStatus } from './live.ts';

/** The request for what a write to Applications would do, `strata/argoWritePlan`; nothing is written by it. */
export const argoWritePlanMethod = 'strata/argoWritePlan';

/** What is asked for, and of which applications of the selected cluster, by their `id`. */
export interface ArgoWritePlanParams {
  readonly settings: LiveSettings;
  /** `strata.live.writes`, a setting of the machine. */
  readonly mayWrite: boolean;
  readonly action: 'refresh' | 'sync';
  readonly ids: readonly string[];
}

/** What would be written, or why nothing can be. */
export type ArgoWritePlanAnswer =
  /** Nothing is read of clusters where the workspace is not trusted. */
  | { readonly kind: 'untrusted' }
  /** `strata.live.writes` is off. */
  | { readonly kind: 'off' }
  /** No cluster is selected any more. */
  | { readonly kind: 'nothing' }
  /** Critical clusters are never written to for many applications at once. */
  | { readonly kind: 'manyCritical'; readonly cluster: string }
  | { readonly kind: 'refused'; readonly name: string; readonly why: ArgoWriteRefusal }
  | { readonly kind: 'failed'; readonly failure: LiveFailure }
  | { readonly kind: 'plan'; readonly plan: ArgoWritePlan };

/**
 * Why an application cannot be written to: Argo CD does not keep it, its object is not seen, several servers of Argo CD know one
 * of its name, the one that is seen is not placed on the selected cluster, one may not, it is being synced already, or a sync
 * window keeps it from being synced by hand.
 */
export type ArgoWriteRefusal =
  'notArgo' | 'notSeen' | 'several' | 'elsewhere' | 'forbidden' | 'busy' | 'window';

/** What the user confirms. */
export interface ArgoWritePlan {
  /** For `strata/argoWrite`, once. */
  readonly id: string;
  readonly action: 'refresh' | 'sync';
  readonly cluster: string;
  readonly environment?: string | undefined;
  readonly isProduction: boolean;
  /** The name of the context of the kubeconfig, or the address of a server of Argo CD. */
  readonly by: string;
  readonly user?: string | undefined;
  readonly applications: readonly ArgoWriteTarget[];
}

/** One application that is written to. */
export interface ArgoWriteTarget {
  readonly name: string;
  readonly namespace: string;
  readonly sync: LiveStatus['sync'];
  /** What would be applied, as far as Argo CD knows it by now. */
  readonly desired: readonly string[];
  /** The windows of its project are not known. */
  readonly windowsUnknown: boolean;
}

/** The request to write what was confirmed, `strata/argoWrite`; `null` where something is other than confirmed. */
export const argoWriteMethod = 'strata/argoWrite';

/** The plan by its `id`; the settings are those of now. */
export interface ArgoWriteParams {
  readonly id: string;
  readonly settings: LiveSettings;
  readonly mayWrite: boolean;
}

/** What came of it, for each application. */
export interface ArgoWritten {
  readonly results: readonly {
    readonly name: string;
    readonly outcome: 'written' | 'busy' | 'window' | 'changed' | 'gone' | 'failed';
    readonly failure?: LiveFailure | undefined;
  }[];
}
