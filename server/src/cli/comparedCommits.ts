import type { Result } from '../util/result.ts';
import { changesSince, type ChangesSince } from '../workspace/changesSince.ts';
import type { Io } from './io.ts';
import { newPause, startProgress } from './progress.ts';

/** The commits of a time that really changed something; tells how far it is, and where a clone is too short to know all. */
export async function comparedCommits(
  top: string,
  asked: { readonly start: string; readonly since: string },
  io: Io,
): Promise<Result<ChangesSince, string>> {
  let all = 0;
  const progress = startProgress(io.err, (done) => `${done} of ${all} commits`);
  const due = newPause();
  const pause = async (done: number, count: number): Promise<void> => {
    all = count;
    progress.tell(done);
    await due.whenDue(io.signal);
  };
  const found = await changesSince(top, { ...asked, pause }, io.signal);
  progress.end();
  if (found.kind === 'ok' && found.value.cutOff !== undefined) {
    const begin = found.value.cutOff.slice(0, 12);
    io.err.write(
      `strata: warning: the clone is shallow and begins at ${begin}: what is older is missing.\n`,
    );
  }
  return found;
}
