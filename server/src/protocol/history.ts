/** The request for the history of what runs, `strata/history`; its states come as partial results, and the answer ends them. */
export const historyMethod = 'strata/history';

/** Whose history is asked for. */
export interface HistoryParams {
  /** The rendered document of an application on a cluster, in the working tree. */
  readonly uri: string;
  /** Only what changed this value, and who sets it now. */
  readonly value?: ValueOf;
  /** Under this token the parts come. */
  readonly partialResultToken?: number | string;
}

/** A field of an object, as `strata explain` names them. */
export interface ValueOf {
  readonly resource: string;
  readonly field: string;
}

/** A part of a history. */
export interface HistoryPart {
  /** The newest first; later parts have older ones. */
  readonly states: readonly HistoryStateView[];
  /** Who sets the value in the last commit, the winner first; only in the first part. */
  readonly layers?: readonly ValueLayer[];
  /** The value in the last commit and in the working tree, where they differ; only in the first part. */
  readonly uncommitted?: { readonly before?: string; readonly after?: string };
}

/** The end of a history: it was told as far as it was wanted, or why not. */
export type HistoryEnd =
  | { readonly kind: 'told'; readonly isComplete: boolean }
  | { readonly kind: 'refused'; readonly text: string };

/** A commit that really changed what runs. */
export interface HistoryStateView {
  readonly commit: string;
  readonly author: string;
  /** ISO 8601. */
  readonly date: string;
  readonly subject: string;
  readonly pullRequest?: string;
  /** The object of the application itself is another one. */
  readonly objectChanged: boolean;
  /** Something that cannot be rendered, at this commit or before it: what changed is not all known. */
  readonly isUnknown: boolean;
  readonly changes: readonly HistoryChange[];
  /** How many more there are. */
  readonly more: number;
  /** The application before and after, as rendered documents. */
  readonly beforeUri: string;
  readonly afterUri: string;
}

/** What became of an object; values of Secrets are masked. */
export interface HistoryChange {
  readonly change: 'created' | 'deleted' | 'changed';
  /** `Deployment/checkout`. */
  readonly object: string;
  readonly fields: readonly HistoryField[];
}

/** A field that changed. */
export interface HistoryField {
  /** Its last key. */
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
  /** Where it was written at the time: `file:line`. */
  readonly place?: string;
}

/** A layer that sets a value, with the commit that wrote its line. */
export interface ValueLayer {
  readonly uri: string;
  /** From 0, in the last commit. */
  readonly line: number;
  /** `file:line`. */
  readonly place: string;
  readonly step: string;
  /** `undefined` where it has no value of its own. */
  readonly value?: string;
  readonly written?: WrittenBy;
}

/** Who wrote a line. */
export interface WrittenBy {
  readonly commit: string;
  readonly author: string;
  /** ISO 8601. */
  readonly date: string;
  readonly subject: string;
}

/** The request for what a place of a layer, or of a rendered document, becomes, `strata/valuesAt`. */
export const valuesAtMethod = 'strata/valuesAt';

/** A place; line and character count from 0. */
export interface ValuesAtParams {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** The values; empty where nothing that is delivered cites the place. */
export interface ValuesAt {
  readonly values: readonly ValueAt[];
}

/** What a place becomes on a cluster; values of Secrets are masked. */
export interface ValueAt extends ValueOf {
  /** The rendered document of the application. */
  readonly uri: string;
  readonly application: string;
  /** `undefined` where the repository cannot tell. */
  readonly cluster?: string;
  readonly environment?: string;
  readonly isProduction: boolean;
  readonly value: string;
}

/** The request for a plan of a rollback, `strata/planRollback`. */
export const planRollbackMethod = 'strata/planRollback';

/** What is to be rolled back; the answer is a `PlanAnswer`. */
export interface PlanRollbackParams {
  /** The rendered document of an application on a cluster, in the working tree. */
  readonly uri: string;
  /** The commit whose state is restored. */
  readonly to: string;
  /** Why others may change with it. */
  readonly because?: string;
}
