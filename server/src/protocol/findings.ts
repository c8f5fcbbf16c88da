/** The request that makes all findings of a folder those that were there before, `strata/adoptFindings`. */
export const adoptFindingsMethod = 'strata/adoptFindings';

/** A file of the folder that is meant, by its URI; the first folder where there is none. */
export interface AdoptFindingsParams {
  readonly uri?: string;
}

/** How many findings the baseline holds now, or why it holds none of them. */
export type AdoptFindings =
  | { readonly kind: 'adopted'; readonly count: number }
  | { readonly kind: 'refused'; readonly reason: string };

/** The request for the findings that are not told one by one, `strata/olderFindings`; it takes nothing. */
export const olderFindingsMethod = 'strata/olderFindings';

/** The findings of files that are not open, and not on lines that changed since the last commit. */
export interface OlderFindings {
  /** The number of all. */
  readonly count: number;
  /** The files with the most first. */
  readonly files: readonly OlderFindingsOfFile[];
}

/** A file with older findings. */
export interface OlderFindingsOfFile {
  readonly uri: string;
  /** The path in its tree. */
  readonly path: string;
  readonly count: number;
}

/** The notification that older findings are others than before, `strata/olderFindingsChanged`; it carries nothing. */
export const olderFindingsChangedMethod = 'strata/olderFindingsChanged';

/** The setting that says which findings of files that are not open are told one by one. */
export const findingsScopeSetting = 'strata.findings.scope';

/** Those on lines that changed since the last commit, or all. */
export type FindingsScope = 'changed' | 'all';
