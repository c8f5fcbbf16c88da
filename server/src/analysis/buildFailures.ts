import type { Problem } from '../text/problem.ts';
import type { Analysis, RenderSource } from './analysis.ts';
import { mapAnswer, type Answer } from './answer.ts';

/** Where a root or an application fails; empty where it builds. */
export function buildFailures(
  analysis: Analysis,
  source: RenderSource,
): Answer<readonly Pick<Problem, 'code' | 'at'>[]> {
  return mapAnswer(analysis.render(source), ({ failures }) => failures);
}
