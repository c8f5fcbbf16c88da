import { englishMessage } from '../text/messages.ts';
import type { LocatedProblem } from './locatedProblem.ts';
import type { SourceRange } from './sourceRange.ts';

/** A problem as JSON tells it; lines and columns count from 1. */
export interface JsonProblem {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** A problem for JSON. */
export function problemJson(problem: LocatedProblem): JsonProblem {
  const { code, severity, range } = problem;
  const place = range === undefined ? {} : placeJson(range);
  return { code, severity, message: englishMessage(problem), ...place };
}

/** A place for JSON; lines and columns count from 1. */
export function placeJson({ file, start }: SourceRange): {
  readonly file: string;
  readonly line: number;
  readonly column: number;
} {
  return { file, line: start.line + 1, column: start.column + 1 };
}
