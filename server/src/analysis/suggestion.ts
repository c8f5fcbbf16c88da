import { nearest } from '../kustomize/nearest.ts';

/** The candidate that somebody may have meant; `undefined` where none is near. */
export function suggestion(text: string, candidates: readonly string[]): string | undefined {
  return nearest(text, candidates);
}
