import type { LiveApplication, LiveRow } from '../../../server/src/protocol/live.ts';
import { matters } from './liveMatters.ts';

/** A difference at the line that says what Git wants. */
export interface LiveNote {
  readonly application: LiveApplication;
  readonly row: LiveRow;
}

/** The differences that people should look at, by file and by line from 0. */
export function notesByLine(
  applications: readonly LiveApplication[],
): ReadonlyMap<string, ReadonlyMap<number, readonly LiveNote[]>> {
  const files = new Map<string, Map<number, LiveNote[]>>();
  for (const application of applications) {
    for (const row of application.rows.filter(matters)) {
      if (row.place === undefined) continue;
      const { uri, line } = row.place;
      const lines = files.get(uri) ?? new Map<number, LiveNote[]>();
      lines.set(line, [...(lines.get(line) ?? []), { application, row }]);
      files.set(uri, lines);
    }
  }
  return files;
}
