import type { LiveRow } from '../../../server/src/protocol/live.ts';

/** Whether a difference is one that people should look at. */
export function matters({ counts, verdict, ignoredBy }: LiveRow): boolean {
  return counts || (verdict === 'extraManual' && ignoredBy === undefined);
}
