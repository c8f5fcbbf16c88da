import type { Certainty, Place } from './place.ts';
import type { ApplicationOf } from './rootsOf.ts';

/** The request for the clusters and what is delivered to them, `strata/clusters`; it takes nothing. */
export const clustersMethod = 'strata/clusters';

/** What the opened folders know of clusters. */
export interface ClustersAnswer {
  /** Sorted by name. */
  readonly clusters: readonly ClusterNode[];
  /** Sorted by cluster and name; clusters that nobody can tell come last. */
  readonly applications: readonly ClusterApplication[];
  /** What may make more applications than the repository can tell. */
  readonly open: readonly OpenGenerator[];
  /** A file that is open in an editor cannot be read just now: what it declares is missing. */
  readonly isBeingWritten: boolean;
}

/** One cluster. */
export interface ClusterNode {
  /** The name of the tree that knows it. */
  readonly tree: string;
  readonly name: string;
  readonly environment?: string;
  readonly region?: string;
  readonly releaseDomain?: string;
  readonly wave?: number;
  readonly isProduction: boolean;
  readonly certainty: Certainty;
  /** Where it is registered, or seen first. */
  readonly place?: Place;
  /** All that is known of it, in the order in which it is told. */
  readonly facts: readonly ClusterFact[];
}

/** One fact, in words. */
export interface ClusterFact {
  readonly name: string;
  readonly value: string;
  readonly certainty: Certainty;
  /** The place or the reason that it follows from. */
  readonly from: string;
  readonly place?: Place;
}

/** One application on a cluster. */
export interface ClusterApplication extends ApplicationOf {
  readonly tree: string;
  readonly namespace: string;
  readonly controller: 'argocd' | 'flux' | 'plain';
  /** The folder, or the chart, that it is made of. */
  readonly source: string;
  readonly declared: Place;
  /** The same, as it is told: `file:line`. */
  readonly declaredAt: string;
  readonly suspended: boolean;
  readonly certainty: Certainty;
  /** Why it is so, as sentences. */
  readonly why: string;
}

/** A generator whose applications only its controller knows. */
export interface OpenGenerator {
  readonly tree: string;
  readonly name: string;
  readonly namespace: string;
  readonly kind: string;
  readonly declared: Place;
  readonly declaredAt: string;
  readonly why: string;
}
