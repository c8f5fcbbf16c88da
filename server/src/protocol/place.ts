/** A line of a file; counts from 0. */
export interface Place {
  readonly uri: string;
  readonly line: number;
}

/** How sure an answer is: it stands in the repository; it follows from what stands there by a rule; it may be otherwise. */
export type Certainty = 'known' | 'inferred' | 'open';

/** Tells the client that the files of the opened folders, or what editors show of them, are other than before. */
export const treesChangedMethod = 'strata/treesChanged';
