import type { Place } from './place.ts';
import type { RedactedYaml } from './redactedYaml.ts';

/** The request for the clusters that can be selected, `strata/liveClusters`. */
export const liveClustersMethod = 'strata/liveClusters';

/** What a user says about clusters outside of any workspace; every request about clusters carries it. */
export interface LiveSettings {
  /** Contexts of the kubeconfig by the name of a cluster. */
  readonly contexts: Readonly<Record<string, string>>;
  /** The plugins that may run, by their `fingerprint`. */
  readonly allowed: readonly string[];
  /** Argo CD servers with the tokens of the user, which nobody logs. */
  readonly argocd?: readonly ArgoSignIn[] | undefined;
  /** Numbers of the business; nothing is asked where it is `undefined`. */
  readonly metrics?: LiveMetrics | undefined;
}

/** An Argo CD server that the user named, and a token that it takes. */
export interface ArgoSignIn {
  readonly server: string;
  readonly token: string;
}

/** By which numbers a user knows whether the business goes well. */
export interface LiveMetrics {
  /** Addresses of Prometheus by the name of a cluster; `*` for all others. */
  readonly prometheus: Readonly<Record<string, string>>;
  /** By the name of an application, with or without that of its cluster. */
  readonly business: Readonly<Record<string, BusinessQuery>>;
}

/** A query with one number as its answer, in which `$cluster` and `$application` stand for names, and what it should be. */
export interface BusinessQuery {
  readonly query: string;
  readonly above?: number | undefined;
  readonly below?: number | undefined;
}

/** The clusters; none of them is connected by this question. */
export type LiveClusters =
  /** Nothing is read of clusters where the workspace is not trusted. */
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'clusters'; readonly clusters: readonly LiveClusterChoice[] };

/** One cluster of the register, and how it would be reached. */
export interface LiveClusterChoice {
  readonly tree: string;
  readonly name: string;
  readonly environment?: string | undefined;
  readonly releaseDomain?: string | undefined;
  readonly isProduction: boolean;
  /** How many applications are delivered to it. */
  readonly applications: number;
  /** `undefined` where no context of the kubeconfig fits. */
  readonly context?: LiveContext | undefined;
  /** The Argo CD servers that may tell of it instead; `undefined` where there are none, or nothing for them to tell. */
  readonly argocd?: readonly string[] | undefined;
}

/** A context of the user's kubeconfig. */
export interface LiveContext {
  readonly name: string;
  readonly server: string;
  readonly user: string;
  /** TLS is not checked. */
  readonly insecure: boolean;
  /** The program that gives credentials, which runs only where the user allows it. */
  readonly plugin?: LivePlugin | undefined;
}

/** A program that a kubeconfig wants to run. */
export interface LivePlugin {
  /** The command with its words, as it is shown. */
  readonly line: string;
  /** Stands for command, words, names of variables and file: another program is another fingerprint. */
  readonly fingerprint: string;
}

/** Selects a cluster, `strata/liveSelect`; from then on it is followed. Without a name nothing is followed any more. */
export const liveSelectMethod = 'strata/liveSelect';

/** The cluster and what the user says about clusters. */
export interface LiveSelectParams {
  readonly tree?: string | undefined;
  readonly cluster?: string | undefined;
  readonly settings: LiveSettings;
}

/** Whether it is followed now. */
export type LiveSelected =
  | { readonly kind: 'followed' }
  | { readonly kind: 'refused'; readonly why: 'untrusted' | 'unknownCluster' | 'noContext' };

/** The request for what is seen of the selected cluster, `strata/live`; `null` where none is selected. */
export const liveMethod = 'strata/live';

/** The selected cluster as it is seen. */
export interface LiveView {
  readonly tree: string;
  readonly cluster: string;
  readonly environment?: string | undefined;
  readonly isProduction: boolean;
  /** Those of the kubeconfig; `''` where Argo CD servers tell of the cluster. */
  readonly context: string;
  readonly server: string;
  readonly user: string;
  /** The Argo CD servers that tell of it; `undefined` where the cluster itself is asked. */
  readonly argocd?: readonly string[] | undefined;
  /** The machine that reads the kubeconfig. */
  readonly host: string;
  readonly state: 'loading' | 'live' | 'stale';
  /** When the cluster last said anything, in milliseconds since 1970. */
  readonly seenAt?: number | undefined;
  /** Why it is stale. */
  readonly failure?: LiveFailure | undefined;
  readonly applications: readonly LiveApplication[];
}

/** Why something cannot be seen: a kind of failure, and a word about it that holds nothing secret. */
export interface LiveFailure {
  readonly kind:
    | 'unreachable'
    | 'tlsInvalid'
    | 'authRequired'
    | 'consentRequired'
    | 'forbidden'
    | 'notFound'
    | 'gone'
    | 'throttled'
    | 'serverError';
  readonly detail: string;
}

/** An application on the selected cluster. */
export interface LiveApplication {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly kind: string;
  /** What its controller says; `undefined` where that is not seen. */
  readonly status?: LiveStatus | undefined;
  readonly rows: readonly LiveRow[];
  /** What hooks, tests and analyses say of what is deployed; `undefined` where there are none. */
  readonly smoke?: LiveSmoke | undefined;
  /** What the number says that a setting asks for; `undefined` where none does. */
  readonly business?: LiveBusiness | undefined;
  /** How many parts of it cannot be rendered: it may differ in more. */
  readonly gaps: number;
  /** Why its objects could not be read. */
  readonly failure?: LiveFailure | undefined;
  /** The address of its rendered document. */
  readonly uri: string;
}

/** What was tried of what is deployed. */
export interface LiveSmoke {
  readonly state: 'passed' | 'failed' | 'running';
  /** Who says so, such as `Job/smoke-test`. */
  readonly from: readonly string[];
}

/** Whether a number of the business is as it should be; `unknown` where there is none. */
export interface LiveBusiness {
  readonly state: 'met' | 'missed' | 'unknown';
  readonly value?: number | undefined;
  /** When it was taken, in milliseconds since 1970. */
  readonly at?: number | undefined;
}

/** Where an application stands, as its controller says. */
export interface LiveStatus {
  readonly sync:
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
  readonly certain: boolean;
  readonly health:
    'healthy' | 'progressing' | 'degraded' | 'missing' | 'suspended' | 'unknown' | 'notAssessed';
  readonly deployed: readonly string[];
  readonly desired: readonly string[];
  readonly lastSyncAt?: string | undefined;
  readonly checkedAt?: string | undefined;
  /** When its controller last looked, where that is so long ago that it has perhaps stopped. */
  readonly silentSince?: string | undefined;
  /** When the sync window opens that it waits for; `undefined` where it waits for none, or nobody can tell. */
  readonly opensAt?: string | undefined;
  /** Commits between what runs and what should run: all, and those that touch the application. */
  readonly behind?: { readonly all: number; readonly touching?: number | undefined } | undefined;
  /** The stage and the words of a failure, or why it waits. */
  readonly message?: string | undefined;
}

/** A field, or a whole object, that differs. */
export interface LiveRow {
  /** `Kind[.group]/[namespace/]name`. */
  readonly resource: string;
  readonly path: string;
  readonly verdict: string;
  readonly tier: 'security' | 'availability' | 'config' | 'cosmetic';
  readonly counts: boolean;
  /** As text on one line; `undefined` where there is none. */
  readonly want?: string | undefined;
  readonly have?: string | undefined;
  readonly owner?: string | undefined;
  readonly ownedSince?: string | undefined;
  readonly willRevert: boolean | 'unknown';
  readonly reason?: string | undefined;
  readonly ignoredBy?: string | undefined;
  /** The line that says what Git wants. */
  readonly place?: Place | undefined;
}

/** The request for both sides of an object, `strata/liveText`; `null` where there is none by now. */
export const liveTextMethod = 'strata/liveText';

/** The application by its `id`, and the object. */
export interface LiveTextParams {
  readonly id: string;
  readonly resource: string;
}

/** An object as it is live and as Git renders it: normalized; equal values of Secrets have one mask in both. */
export interface LiveText {
  readonly live: RedactedYaml;
  readonly rendered: RedactedYaml;
}

/**
 * The request for a plan after which Git says what is live, `strata/adoptDrift`; the answer is a `PlanAnswer`, `null` where
 * no cluster is selected or the application is gone.
 */
export const adoptDriftMethod = 'strata/adoptDrift';

/** The application by its `id`, and which of its rows Git takes over. */
export interface AdoptDriftParams {
  readonly id: string;
  readonly rows: readonly LiveRowName[];
}

/** What tells a row of an application. */
export type LiveRowName = Pick<LiveRow, 'resource' | 'path'>;

/**
 * The request for the command that makes the controller apply what Git says, `strata/syncCommand`; `null` where nobody keeps
 * the application.
 */
export const syncCommandMethod = 'strata/syncCommand';

/** The application by its `id`; with an object only that is applied, where the controller can. */
export interface SyncCommandParams {
  readonly id: string;
  readonly resource?: string | undefined;
}

/** A command for the shell of the machine that reads the kubeconfig, with its words quoted. */
export interface SyncCommand {
  readonly text: string;
}

/** The request for the latest commits that change the selected cluster, `strata/liveChanges`; `null` where none is selected. */
export const liveChangesMethod = 'strata/liveChanges';

/** The latest commits that really change what runs on the selected cluster, the newest first. */
export interface LiveChanges {
  readonly changes: readonly LiveChange[];
  /**
   * Why there may be more: git did not give the history, or the local clone begins later than the list. `undefined` where
   * these are all.
   */
  readonly open?: 'unreadable' | 'shallow' | undefined;
}

/** A commit, and where it stands on the selected cluster. */
export interface LiveChange {
  /** The full id. */
  readonly commit: string;
  readonly subject: string;
  readonly author: string;
  /** In ISO form. */
  readonly date: string;
  readonly applications: readonly LiveStand[];
}

/** Where a commit stands at one application. */
export interface LiveStand {
  readonly name: string;
  readonly stand:
    'healthy' | 'failed' | 'unhealthy' | 'progressing' | 'applying' | 'waiting' | 'unknown';
  /** The word of the controller for a failure, what it waits for, or why it is not known. */
  readonly why?: string | undefined;
  /** When the sync window opens that it waits for. */
  readonly opensAt?: string | undefined;
}

/** Tells the client that the selected cluster is seen otherwise than before; it asks again. */
export const liveChangedMethod = 'strata/liveChanged';
