import { treesChangedMethod } from '../protocol/place.ts';
import type { Session } from './session.ts';

/** Milliseconds after the last change: views may be a moment late, and somebody types. */
export const viewDelay = 300;

/** `strata/treesChanged`: views that are open ask again. */
export async function tellTreesChanged({ connection }: Session): Promise<void> {
  await connection.sendNotification(treesChangedMethod);
}
