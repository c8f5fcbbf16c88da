import type { Answer } from '../../server/src/analysis/answer.ts';

/** The value of an answer of a tree that holds all its files. Throws where something is still asked for. */
export function answered<T>(answer: Answer<T>): T {
  if (answer.kind === 'needs') throw new Error('Everything is loaded.');
  return answer.value;
}
