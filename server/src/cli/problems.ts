import type { LocatedProblem } from '../analysis/locatedProblem.ts';
import type { SourceRange } from '../analysis/sourceRange.ts';
import { englishMessage } from '../text/messages.ts';
import { styled, type Output } from './io.ts';

/** `file:line:column` as people count, from 1. */
export function placeText({ file, start }: SourceRange): string {
  return `${file}:${start.line + 1}:${start.column + 1}`;
}

/** A problem in one line: where, what, and its code. */
export function problemLine(output: Output, problem: LocatedProblem): string {
  const place = problem.range === undefined ? '' : `${placeText(problem.range)}: `;
  const word = problem.kustomize === 'fails' ? styled(output, 'red', 'error') : problem.severity;
  const code = styled(output, 'dim', `[${problem.code}]`);
  return `${place}${word}: ${englishMessage(problem)} ${code}\n`;
}

/** A problem in one line without colours, for JSON. */
export function problemText(problem: LocatedProblem): string {
  const place = problem.range === undefined ? '' : `${placeText(problem.range)}: `;
  return place + englishMessage(problem);
}
