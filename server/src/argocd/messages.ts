import { wrongTypeCode } from '../delivery/objectReader.ts';
import { englishMessage, fillMessage } from '../text/messages.ts';
import type { Problem } from '../text/problem.ts';

/** What a problem of Argo CD says in English. */
export function argocdMessage(problem: Problem): string {
  return problem.code === wrongTypeCode
    ? fillMessage('`{field}` is a {expected}; a {found} stands here.', problem.parameters, {})
    : englishMessage(problem).trimEnd();
}
