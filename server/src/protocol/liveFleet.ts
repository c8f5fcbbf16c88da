import type { LiveApplication, LiveFailure, LiveSettings, LiveStatus } from './live.ts';

/**
 * The request for where everything stands on all clusters, `strata/fleet`. Nothing is asked of a cluster before it says so:
 * what is told until then comes from the repository.
 */
export const fleetMethod = 'strata/fleet';

/** What is asked for. */
export interface FleetParams {
  readonly settings: LiveSettings;
  /**
   * `know`: what is known by now; `read`: the clusters are read, unless they are just being read; `retry`: the same for a user
   * who wants it now, where plugins of the kubeconfig have failed; `end`: no more.
   */
  readonly ask: 'know' | 'read' | 'retry' | 'end';
}

/** All clusters, or why nothing is told of them. */
export type FleetAnswer =
  /** Nothing is read of clusters where the workspace is not trusted. */
  { readonly kind: 'untrusted' } | ({ readonly kind: 'fleet' } & FleetView);

/** All clusters by all applications. It has no values of any object, so that it may be kept in a file. */
export interface FleetView {
  /** Whether clusters are being read, and how many of them are done. */
  readonly reading?: { readonly done: number; readonly all: number } | undefined;
  /** The connections by which clusters are read. */
  readonly sources: readonly FleetSource[];
  /** The names of applications, without those of clusters: one column each. */
  readonly columns: readonly string[];
  readonly clusters: readonly FleetCluster[];
  /** How many applications there are of which the repository cannot tell the cluster. */
  readonly unplaced: number;
  /** The newest commit of the tree, by its full id: what revisions are measured by. */
  readonly head?: string | undefined;
}

/** Whom one can ask, and what came of it. */
export interface FleetSource {
  /** The cluster whose context it is, or the address of an Argo CD server. */
  readonly name: string;
  /** The name of the context, or the address. */
  readonly context: string;
  /** When it was read, in milliseconds since 1970; `undefined` where it never was. */
  readonly readAt?: number | undefined;
  /** Why it was not read the last time: what is known of it is from before. */
  readonly failure?: LiveFailure | undefined;
  /** Kinds of controllers that may not be read there. */
  readonly unread?: readonly string[] | undefined;
  /** ApplicationSets there that fail: what they should make may be missing. */
  readonly failing?: readonly FleetGenerator[] | undefined;
}

/** An ApplicationSet that fails, and what its controller says. */
export interface FleetGenerator {
  readonly name: string;
  readonly namespace: string;
  readonly message: string;
}

/** One cluster, and what is delivered to it. */
export interface FleetCluster {
  readonly tree: string;
  readonly name: string;
  readonly environment?: string | undefined;
  readonly region?: string | undefined;
  readonly releaseDomain?: string | undefined;
  readonly isProduction: boolean;
  /** `false` for what only objects of controllers name. */
  readonly isKnown: boolean;
  /** The place in `sources` of its own context; `undefined` where it has none. */
  readonly source?: number | undefined;
  readonly cells: readonly FleetCell[];
}

/** An application on a cluster. */
export interface FleetCell {
  /** The place in `columns`. */
  readonly column: number;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** The place in `sources` of who told it; `undefined` where nobody did. */
  readonly source?: number | undefined;
  /** `unknown` where nobody told; `notAssessed` where no controller looks after it. */
  readonly sync: LiveStatus['sync'] | 'notAssessed';
  readonly certain: boolean;
  readonly health: LiveStatus['health'];
  /** Why it is unknown: nobody was asked, nobody can be, the controller has no such object, or its server shows none. */
  readonly why?: 'notRead' | 'noContext' | 'notThere' | 'notShown' | undefined;
  /** What runs, as far as it is a commit: seven digits of it. */
  readonly revision?: string | undefined;
  /** How many commits `head` is ahead of what runs; `undefined` where the clone cannot tell. */
  readonly behindHead?: number | undefined;
  /** Commits between what runs and what the controller knows it should run. */
  readonly behind?: LiveStatus['behind'];
  readonly opensAt?: string | undefined;
  readonly lastSyncAt?: string | undefined;
  /** When its controller last looked, where that is so long ago that it has perhaps stopped. */
  readonly silentSince?: LiveStatus['silentSince'];
}

/** Tells the client that more is known of the fleet; it asks again. */
export const fleetChangedMethod = 'strata/fleetChanged';

/** The request for one cell, `strata/fleetApplication`; `null` where it is gone. */
export const fleetApplicationMethod = 'strata/fleetApplication';

/** Which cell, and what of it. */
export interface FleetApplicationParams {
  readonly settings: LiveSettings;
  readonly tree: string;
  readonly cluster: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** `drift` reads its objects from its cluster, too; `status` asks nobody. */
  readonly ask: 'status' | 'drift';
}

/** All that is known of an application on a cluster. */
export interface FleetApplication {
  readonly application: LiveApplication;
  readonly autoSync: boolean;
  /** The field or the annotation that holds it back. */
  readonly suspendedBy?: string | undefined;
  /** Whether its objects were compared with Git, or why not. */
  readonly compared: 'yes' | 'notAsked' | 'notInGit' | 'noContext';
  readonly way: FleetWay;
  /** What was deployed, the newest first. */
  readonly history: readonly FleetDeploy[];
  /** What happened to it lately, the newest first; `undefined` where nobody was asked, or it may not be read. */
  readonly events?: readonly FleetEvent[] | undefined;
}

/** What a cluster says that happened. */
export interface FleetEvent {
  /** When it was seen last, in ISO form; `''` where nobody says it. */
  readonly at: string;
  readonly isWarning: boolean;
  readonly reason: string;
  /** Such as `Pod/checkout-7d9f-x2x`. */
  readonly object: string;
  readonly message: string;
  /** How often it was seen. */
  readonly count: number;
}

/** The way of a commit to the cluster: times in ISO form, as far as they are known. */
export interface FleetWay {
  readonly revision?: string | undefined;
  readonly committedAt?: string | undefined;
  readonly fetchedAt?: string | undefined;
  readonly startedAt?: string | undefined;
  readonly appliedAt?: string | undefined;
  readonly healthyAt?: string | undefined;
}

/** One deploy, with what Git knows of its commit. */
export interface FleetDeploy {
  readonly revision: string;
  readonly deployedAt?: string | undefined;
  /** `true` where nobody asked for it. */
  readonly automated?: boolean | undefined;
  readonly subject?: string | undefined;
  readonly author?: string | undefined;
  /** By trailers of the commit; empty where they say nothing. */
  readonly approvers: readonly string[];
  readonly pullRequest?: string | undefined;
}
