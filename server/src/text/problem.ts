import type { SourcePointer } from './sourcePointer.ts';

/**
 * Something that does not work, as a value: a code of the table in `diagnostics.ts` and the parameters of its message.
 * `at` is where it stands, or `undefined` until a caller that knows the place fills it in (`problemAt`).
 */
export interface Problem {
  readonly kind: 'problem';
  readonly code: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly at: SourcePointer | undefined;
}

/** Makes a problem; parameters are texts for the message table. */
export function problem(
  code: string,
  parameters: Readonly<Record<string, string>> = {},
  at?: SourcePointer,
): Problem {
  return { kind: 'problem', code, parameters, at };
}

/** The same problem with its place, unless it already has one. */
export function problemAt(value: Problem, at: SourcePointer | undefined): Problem {
  return value.at !== undefined || at === undefined ? value : { ...value, at };
}
