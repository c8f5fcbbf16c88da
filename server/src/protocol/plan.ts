import type { LiveApplication, LiveStatus } from './live.ts';

/** The request for what can be promoted, `strata/promotable`. */
export const promotableMethod = 'strata/promotable';

/** What can be promoted in the opened folders. */
export interface Promotable {
  readonly applications: readonly PromotableApplication[];
}

/** An application at the stages that have it, in the order of promotions. */
export interface PromotableApplication {
  /** The name of the opened folder's tree. */
  readonly tree: string;
  readonly name: string;
  readonly stages: readonly PromotableStage[];
}

/** A stage of an application. */
export interface PromotableStage {
  readonly name: string;
  readonly clusters: readonly string[];
  /** Each once; `''` where nothing tells it. */
  readonly versions: readonly string[];
}

/** The request for a plan of a promotion, `strata/planPromotion`. */
export const planPromotionMethod = 'strata/planPromotion';

/** What is to be promoted. */
export interface PlanPromotionParams {
  readonly tree: string;
  readonly applications: readonly string[];
  readonly from: string;
  readonly to: readonly string[];
  /** Why stages between are left out. */
  readonly because?: string;
  /** Words of choices: nothing else moves. Default: all versions. */
  readonly only?: readonly string[];
}

/** A plan, or why there is none. */
export type PlanAnswer =
  | { readonly kind: 'plan'; readonly plan: PlanView }
  | { readonly kind: 'refused'; readonly text: string };

/** A plan as it is shown and applied. All texts are in the language of the editor. */
export interface PlanView {
  readonly title: string;
  readonly files: readonly PlanFile[];
  readonly effects: readonly PlanTarget[];
  readonly refused: readonly PlanNoteView[];
  readonly dangers: readonly PlanNoteView[];
  readonly left: readonly PlanNoteView[];
  /** Of a promotion: how the applications of its source stage stand. Absent in plans that were made by an older version. */
  readonly evidence?: readonly PlanEvidence[] | undefined;
  /** Of a cluster that retires: what to do, one after the other. */
  readonly order?: readonly PlanNoteView[] | undefined;
  /** Of a new cluster: what to look at, and what shows it. */
  readonly checks?: readonly PlanNoteView[] | undefined;
  /** Of a rollback: the objects that would go. */
  readonly pruned: readonly PlanNoteView[];
  /** Of a rollback: what no edit of files undoes. */
  readonly cannotGoBack: readonly PlanNoteView[];
  /** Whether only a missing reason stands against it: for stages that are left out, or for others that change, too. */
  readonly needsReason: boolean;
  /** Of a promotion of all versions: what moves and what may move, to be chosen from; absent where nothing can be chosen. */
  readonly choices?: readonly PlanChoice[] | undefined;
}

/** A version or a setting that a promotion may move. */
export interface PlanChoice {
  /** What asks for it and for nothing else, in `only`. */
  readonly word: string;
  /** What it is called; of things of one name, with what they are. */
  readonly name: string;
  /** `''` where none stands there. */
  readonly before: string;
  readonly after: string;
  /** Why it stays as it is; absent for what moves. */
  readonly stays?: string | undefined;
}

/** How an application of the source stage of a promotion stands, by its four signals. */
export interface PlanEvidence {
  readonly stage: string;
  readonly application: string;
  readonly cluster?: string | undefined;
  /** Absent where nobody saw it. */
  readonly seen?: PlanSignals | undefined;
  /** Whether what was seen has the versions of the plan. */
  readonly runs: 'same' | 'other' | 'unknown';
}

/** Four signals, and when they were seen. */
export interface PlanSignals extends Pick<LiveApplication, 'smoke' | 'business'> {
  readonly status: Pick<LiveStatus, 'sync' | 'certain' | 'health' | 'lastSyncAt'>;
  /** Since when the health is what it is, in ISO form; absent where nobody tells. */
  readonly healthSince?: string | undefined;
  /** In milliseconds since 1970. */
  readonly seenAt: number;
}

/** A file that a plan edits, with its whole texts: no byte beside its edits is another one. */
export interface PlanFile {
  readonly uri: string;
  /** From the top of the tree. */
  readonly path: string;
  /** `undefined` where there is no such file. */
  readonly before?: string;
  readonly after?: string;
  readonly lines: readonly PlanLineView[];
}

/** A line that changes, from 0; `undefined` where there is none on one side. */
export interface PlanLineView {
  readonly line: number;
  readonly before?: string;
  readonly after?: string;
}

/** What a plan changes at one place. */
export interface PlanTarget {
  readonly application: string;
  readonly cluster?: string;
  readonly fields: readonly PlanFieldView[];
}

/** A field that changes; values of Secrets are masked. */
export interface PlanFieldView {
  readonly resource: string;
  readonly path: string;
  readonly before?: string;
  readonly after?: string;
  /** Of a whole object: whether it comes or goes. */
  readonly change?: 'created' | 'deleted';
  readonly intended: boolean;
}

/** A sentence with the place that it speaks of. */
export interface PlanNoteView {
  readonly text: string;
  readonly uri?: string;
  /** From 0. */
  readonly line?: number;
}
