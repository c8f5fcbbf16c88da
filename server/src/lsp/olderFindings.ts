import { isDeepStrictEqual } from 'node:util';
import type { Diagnostic } from 'vscode-languageserver';
import { filesWithFindings, findingsOf } from '../analysis/findings.ts';
import type { LocatedProblem } from '../analysis/locatedProblem.ts';
import {
  findingsScopeSetting,
  olderFindingsChangedMethod,
  type FindingsScope,
  type OlderFindings,
  type OlderFindingsOfFile,
} from '../protocol/findings.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { changedLines, isOnLines } from '../workspace/changedLines.ts';
import { newTurns } from '../workspace/turns.ts';
import { diagnosticOf } from './diagnosticWords.ts';
import type { UnopenedFindings } from './heldFindings.ts';
import { isHidden, today } from './secretDiagnostics.ts';
import type { Session } from './session.ts';
import { uriOf, type Tree } from './trees.ts';

/** How many files are looked at before others get their turn. */
const filesAtOnce = 20;

/** `strata/olderFindings`: how many findings there are that are not told one by one, and in which files. */
export function olderFindings(session: Session): Promise<OlderFindings> {
  const files = session.findings.allUnopened
    .flatMap(({ older }) => older)
    .toSorted((a, b) => b.count - a.count || (a.path < b.path ? -1 : 1));
  const count = files.reduce((sum, one) => sum + one.count, 0);
  return Promise.resolve({ count, files });
}

/** Looks through the files that nobody has open: what stands on changed lines is told, the rest is counted. */
export async function lookThroughUnopened(
  session: Session,
  tree: Tree,
  signal: AbortSignal,
): Promise<void> {
  const found = await unopenedFindings(session, tree, signal);
  const before = session.findings.unopenedOf(tree);
  if (isDeepStrictEqual(before, found)) return;
  session.findings.holdUnopened(tree, found);
  const isCounted = found.older.length > 0 || before !== undefined;
  if (isCounted && !isDeepStrictEqual(before?.older, found.older))
    await session.connection.sendNotification(olderFindingsChangedMethod);
}

async function unopenedFindings(
  session: Session,
  tree: Tree,
  signal: AbortSignal,
): Promise<UnopenedFindings> {
  const { workspace } = tree;
  const pause = newTurns(signal);
  const [scope, changed] = [await scopeOf(session), await workspace.changedFiles(signal)];
  const told = new Map<string, readonly Diagnostic[]>();
  const older: OlderFindingsOfFile[] = [];
  const files = (await workspace.complete(filesWithFindings, signal)).filter(
    (path) => !workspace.ignored.has(path) && !session.documents.has(uriOf(tree, path)),
  );
  for (let at = 0; at < files.length; at += filesAtOnce) {
    await pause();
    const some = files.slice(at, at + filesAtOnce);
    const found = await workspace.complete((one) => findingsOf(one, some, today()), signal);
    for (const [path, problems] of found) {
      // Where git may not be asked, what it ignores was listed as well.
      if (!workspace.git && (await isHidden({ workspace, path }, signal))) continue;
      const isTold =
        scope === 'all'
          ? () => true
          : await onNewLines(tree, { path, isChanged: changed?.has(path) === true }, signal);
      const uri = uriOf(tree, path);
      const now = problems.filter(isTold).flatMap((one) => diagnosticOf(session, one));
      if (now.length > 0) told.set(uri, now);
      const count = problems.filter((one) => !isTold(one)).length;
      if (count > 0) older.push({ uri, path, count });
    }
  }
  return { told, older };
}

/** Tells whether a problem of a file stands on a line that the last commit does not have. */
async function onNewLines(
  { workspace }: Tree,
  { path, isChanged }: { readonly path: FileId; readonly isChanged: boolean },
  signal: AbortSignal,
): Promise<(problem: LocatedProblem) => boolean> {
  if (!isChanged) return () => false;
  const lines = await changedLines(workspace, path, signal);
  return ({ range }) => isOnLines(range, lines);
}

/** What the client is set to; a client that cannot be asked has the default. */
async function scopeOf({ client, connection }: Session): Promise<FindingsScope> {
  if (client.workspace?.configuration !== true) return 'changed';
  try {
    const value: unknown = await connection.workspace.getConfiguration(findingsScopeSetting);
    return value === 'all' ? 'all' : 'changed';
  } catch {
    // A client that cannot answer just now is asked again the next time.
    return 'changed';
  }
}
