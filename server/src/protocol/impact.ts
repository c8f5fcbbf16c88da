import type { RedactedYaml } from './redactedYaml.ts';

/** The request for what a change does to each cluster, `strata/impact`. */
export const impactMethod = 'strata/impact';

/** Which two trees are compared; whoever asks for a part of an impact says it again. */
export interface ImpactParams {
  readonly base: ImpactBase;
  readonly head: ImpactHead;
}

/** What is looked at: files with the texts of open editors, what is staged, or whatever `git rev-parse` takes. */
export type ImpactHead =
  | { readonly kind: 'workingTree' }
  | { readonly kind: 'staged' }
  | { readonly kind: 'revision'; readonly revision: string };

/**
 * What it is compared with: exactly a commit, what a commit and the head share, or, `automatic`, what the head shares with
 * the default branch of the upstream; `HEAD` where there is no upstream.
 */
export type ImpactBase =
  | { readonly kind: 'automatic' }
  | { readonly kind: 'shared'; readonly revision: string }
  | { readonly kind: 'exact'; readonly revision: string };

/** One answer for each tree that is open. */
export interface ImpactAnswer {
  readonly trees: readonly (ImpactOfTree | ImpactRefusal)[];
}

/** Why there is no impact: git may not be asked, there is no repository, or what git said. */
export interface ImpactRefusal {
  readonly kind: 'refused';
  readonly tree: string;
  readonly reason: 'untrusted' | 'no-repository' | 'git' | 'fault';
  readonly message: string;
}

/** What a change does, without its objects and fields: `strata/impactPart` has them. Values of Secrets are masked. */
export interface ImpactOfTree {
  readonly kind: 'compared';
  /** The name of the tree. */
  readonly tree: string;
  readonly base: ImpactBaseSide;
  readonly head: ImpactHead;
  /** An open file cannot be read just now, and this is how it was before. */
  readonly isOutdated: boolean;
  readonly headline: ImpactHeadline;
  /** Borders between clusters that the change crosses. */
  readonly crossings: readonly ImpactCrossing[];
  /** Production first, then as on the way to it; only clusters that the change does more than touch. */
  readonly clusters: readonly ImpactCluster[];
  /** What changes, or may; by cluster and name. */
  readonly applications: readonly ImpactApplication[];
  /** Roots that change and that nothing in the repository delivers or builds on. */
  readonly roots: readonly ImpactRoot[];
  /** What leads nowhere, as far as the change makes it so or touches it; roots above are not among it. */
  readonly looseEnds: readonly ImpactLooseEnd[];
  /** What reads the change and renders to the same. */
  readonly touched: readonly ImpactTouched[];
}

/** The commit that something is compared with. */
export interface ImpactBaseSide {
  /** The full id of the commit. */
  readonly commit: string;
  /** The name that led to it, such as `origin/main`. */
  readonly name: string;
  /** `shared`: what the name and the head have in common. */
  readonly relation: 'exact' | 'shared';
  /** When git last fetched, in milliseconds since 1970. */
  readonly fetchedAt?: number | undefined;
}

/** An impact in one line. */
export interface ImpactHeadline {
  /** Such as `4+ clusters change (2 production) · 3 open`. */
  readonly text: string;
  /** How many clusters change. */
  readonly clusters: number;
  /** Whether anything changes, or may. */
  readonly isQuiet: boolean;
  /** Whether the change crosses a border between release domains, or into production. */
  readonly crosses: boolean;
}

/** A border that a change crosses. */
export interface ImpactCrossing {
  /** In words, such as `crosses into production`. */
  readonly text: string;
  /** The environments, or the release domains. */
  readonly between: readonly string[];
}

/** What became of something. */
export type ImpactStatus =
  'created' | 'changed' | 'deleted' | 'moved' | 'fails' | 'fixed' | 'unknown' | 'touched';

/** A cluster that changes, or may. */
export interface ImpactCluster {
  readonly name: string;
  readonly environment?: string | undefined;
  readonly releaseDomain?: string | undefined;
  readonly isProduction: boolean;
  readonly status: ImpactStatus;
  /** The revision that has to move before anything changes there. */
  readonly waitsFor?: string | undefined;
  /** Clusters with equal numbers change in the same way. */
  readonly change: number;
}

/** Something whose objects `strata/impactPart` tells. */
export interface ImpactPartOwner {
  /** Stays the same as long as it is the same application or root. */
  readonly id: string;
  readonly status: ImpactStatus;
  /** How many objects differ. */
  readonly objects: number;
  readonly dangers: number;
  /** Whether pods restart. */
  readonly restarts: boolean;
  /** What cannot be rendered, in words. */
  readonly gaps: readonly string[];
  /** Why it does not build, the first reason. */
  readonly failure?: ImpactFailure | undefined;
  /** Of what fails: it was not there before, only lacks what is not in the repository, or is forbidden by its project. */
  readonly failing?: 'new' | 'lacking' | 'refused' | 'still' | undefined;
}

/** Why something does not build, in words. */
export interface ImpactFailure {
  readonly message: string;
  readonly place?: ImpactPlace | undefined;
}

/** An application that changes, or may. */
export interface ImpactApplication extends ImpactPartOwner {
  /** The name without that of the cluster. */
  readonly name: string;
  readonly fullName: string;
  readonly namespace: string;
  readonly kind: string;
  /** `undefined` where the repository cannot tell. */
  readonly cluster?: string | undefined;
  readonly certainty: 'known' | 'inferred' | 'open';
  /** How it is known, or what would tell, in words. */
  readonly why: string;
  /** What else is to be said of it, in words, such as the folder that it was made of before. */
  readonly notes: readonly string[];
  /** Who has to approve, such as `@team (CODEOWNERS:3)`. */
  readonly approvals: readonly string[];
  readonly declaredAt: ImpactPlace;
  /** The address of its rendered document; `undefined` where it is gone. */
  readonly uri?: string | undefined;
}

/** A root that nothing delivers. */
export interface ImpactRoot extends ImpactPartOwner {
  readonly path: string;
  readonly uri: string;
}

/** Something that reads the change and renders to the same: an application on a cluster, or a root. */
export interface ImpactTouched {
  readonly name: string;
  readonly cluster?: string | undefined;
  readonly uri?: string | undefined;
}

/** Something that nothing delivers, or that is made of what is not there. */
export interface ImpactLooseEnd {
  readonly text: string;
  /** Whether the change makes it so. */
  readonly isNew: boolean;
}

/** A place in a file. */
export interface ImpactPlace {
  readonly uri: string;
  /** From 0. */
  readonly line: number;
  /** The commit whose file is meant; the working tree's where there is none. */
  readonly commit?: string | undefined;
}

/** The request for the objects of an application or a root, `strata/impactPart`; `null` where there is none by now. */
export const impactPartMethod = 'strata/impactPart';

/** What is asked for: the `id` of an application or of a root. */
export interface ImpactPartParams extends ImpactParams {
  readonly tree: string;
  readonly id: string;
}

/** The objects of an application or a root. */
export interface ImpactPart {
  readonly dangers: readonly ImpactDanger[];
  readonly resources: readonly ImpactResource[];
}

/** A danger in words. */
export interface ImpactDanger {
  readonly code: string;
  readonly message: string;
  readonly place?: ImpactPlace | undefined;
}

/** An object that differs. */
export interface ImpactResource {
  /** `Kind[.group]/[namespace/]name`. */
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string | undefined;
  readonly previousName?: string | undefined;
  readonly change: 'created' | 'changed' | 'deleted' | 'renamed' | 'reordered';
  /** It is in something that cannot be rendered, so that there is no text of it. */
  readonly isHidden: boolean;
  /** It is in Git no more, and stays on its cluster all the same. */
  readonly stays?: boolean | undefined;
  readonly restarts: boolean;
  readonly fields: readonly ImpactField[];
}

/** A field that differs. */
export interface ImpactField {
  readonly path: string;
  /** Such as `3 → 5`. */
  readonly values: string;
  /** Where its value is set now; where it was set, for one that is gone. */
  readonly place?: ImpactPlace | undefined;
}

/** The request for the YAML of one object on both sides, `strata/impactText`; `null` where there is none by now. */
export const impactTextMethod = 'strata/impactText';

/** The object by the `id` of it and of its owner. */
export interface ImpactTextParams extends ImpactPartParams {
  readonly resource: string;
}

/** An object before and after; empty where it is not there. Equal values of Secrets have one mask in both. */
export interface ImpactText {
  readonly before: RedactedYaml;
  readonly after: RedactedYaml;
}

/** The request for an impact as a text, `strata/impactReport`; `null` where there is none. */
export const impactReportMethod = 'strata/impactReport';

/** `markdown` for a review, as the command line writes it; `commit` for the message of a commit. */
export interface ImpactReportParams extends ImpactParams {
  readonly tree: string;
  readonly form: 'markdown' | 'commit';
}

/** A text without values of Secrets. */
export interface ImpactReport {
  readonly text: string;
}

/** Tells the client that an impact it asked for is not what it was told last; it asks again. */
export const impactChangedMethod = 'strata/impactChanged';

/** Asks the server to look again what the names of commits mean, `strata/impactRefresh`. */
export const impactRefreshMethod = 'strata/impactRefresh';

/** The request for the names of commits that can be compared, `strata/impactRevisions`. */
export const impactRevisionsMethod = 'strata/impactRevisions';

/** Branches and tags, the newest first, and the last commits. */
export interface ImpactRevisions {
  readonly revisions: readonly ImpactRevision[];
}

/** A name of a commit. */
export interface ImpactRevision {
  readonly kind: 'branch' | 'remote' | 'tag' | 'pull-request' | 'commit';
  readonly name: string;
  readonly commit: string;
  readonly subject: string;
  /** In milliseconds since 1970. */
  readonly committedAt: number;
}
