/**
 * Why Strata answers as it does, as a code and texts; `text/reasonWords.en.ts` makes a sentence of it. A reason is no
 * problem: nothing has to be wrong.
 */
export interface Reason {
  readonly code: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Makes a reason. */
export function reason(code: string, parameters: Readonly<Record<string, string>> = {}): Reason {
  return { code, parameters };
}

/** How sure an answer is: it stands in the repository; it follows from what stands there by a rule; it may be otherwise. */
export type Certainty = 'known' | 'inferred' | 'open';

/** The less certain of two. */
export function lessCertain(a: Certainty, b: Certainty): Certainty {
  if (a === 'open' || b === 'open') return 'open';
  return a === 'inferred' || b === 'inferred' ? 'inferred' : 'known';
}
