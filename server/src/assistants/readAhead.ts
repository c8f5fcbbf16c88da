import { scannedFiles } from '../analysis/secretFindings.ts';
import { newSecretFindings } from '../analysis/secretDiagnostics.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { takeSurvey } from '../workspace/survey.ts';
import { newTurns } from '../workspace/turns.ts';
import { walkFleet } from '../workspace/walkFleet.ts';
import type { PlannedTree } from '../workspace/planFork.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** How many files are looked through before others get their turn. */
const filesAtOnce = 20;

/**
 * Does what the first questions will need, with a turn for whoever asks meanwhile: the first answer about a large repository
 * is then as quick as the later ones. Ends early when the signal fires.
 */
export async function readAhead(
  workspace: Workspace,
  today: string,
  signal: AbortSignal,
): Promise<void> {
  const pause = newTurns(signal);
  await walkFleet(workspace, pause, signal);
  await takeSurvey(workspace.complete, today, signal);
  await lookForSecrets(workspace, scannedFiles(workspace.host.analysis()), today, signal);
}

/** Looks through files for secrets, so that asking for what is found takes no time; others have their turn meanwhile. */
export async function lookForSecrets(
  { complete, host }: PlannedTree,
  files: readonly FileId[],
  today: string,
  signal: AbortSignal,
): Promise<void> {
  const pause = newTurns(signal);
  for (let at = 0; at < files.length; at += filesAtOnce) {
    await pause();
    const known = host.analysis().files;
    const some = files.slice(at, at + filesAtOnce).filter((file) => known.has(file));
    await complete((one) => newSecretFindings(one, some, today), signal);
  }
}
