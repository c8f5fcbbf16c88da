import { problem, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** A line that begins one side of a conflict, and the two that must follow. */
const begin = /^<{7}(?: |\r?$)/m;
const conflict = /^<{7}(?: [^\n]*|\r)?\n[^]*?^={7}\r?\n[^]*?^>{7}(?: |\r?$)/m;

/** The one thing to say of a text with conflicts of a merge in it, at the first of them; `undefined` where there is none. */
export function conflictMarkers(file: FileId, text: string): Problem | undefined {
  if (!text.includes('<<<<<<<') || !conflict.test(text)) return undefined;
  const offset = text.search(begin);
  const count = String([...text.matchAll(new RegExp(begin, 'gm'))].length);
  return problem('file.conflict-markers', { count }, { kind: 'offset', file, offset });
}
