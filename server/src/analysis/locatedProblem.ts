import { diagnosticRow, type DiagnosticRow, type Severity } from '../text/diagnostics.ts';
import { withoutQuotedValue } from '../secrets/quotedValue.ts';
import type { Problem } from '../text/problem.ts';
import type { Reader } from '../query/database.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { sourceIndexOf } from './sourceIndex.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** A problem at its place, still without words: `text/messages.ts` has them. */
export interface LocatedProblem {
  readonly code: string;
  readonly severity: Severity;
  readonly kustomize: DiagnosticRow['kustomize'];
  readonly parameters: Readonly<Record<string, string>>;
  /** `undefined` where the problem is one of a folder, or has no place of its own. */
  readonly range: SourceRange | undefined;
}

/** Problems of a build at their places. */
export function locateProblems(
  analysis: Analysis,
  problems: readonly Problem[],
): Answer<readonly LocatedProblem[]> {
  return analysis.ask((reader) => problems.map((problem) => locateProblem(reader, problem)));
}

/** One problem at its place. */
export function locateProblem(reader: Reader, { code, parameters, at }: Problem): LocatedProblem {
  const isPlace = at !== undefined && sourceIndexOf(reader, at.file) !== undefined;
  const range = isPlace ? rangeOfPointer(reader, at) : undefined;
  return { code, ...diagnosticRow(code), parameters: withoutQuotedValues(parameters), range };
}

/** The parameters of a problem without values of the file that a message of a tool quotes. */
export function withoutQuotedValues(parameters: Problem['parameters']): Problem['parameters'] {
  const { message } = parameters;
  return message === undefined
    ? parameters
    : { ...parameters, message: withoutQuotedValue(message) };
}
