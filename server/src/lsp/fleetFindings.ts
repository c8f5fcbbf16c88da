import { isDeepStrictEqual } from 'node:util';
import type { KeptProblem } from '../analysis/fleetProblems.ts';
import { olderFindingsChangedMethod } from '../protocol/findings.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { findFleetProblems, type ProblemPart } from '../workspace/fleetProblems.ts';
import { checkerProblemsOf } from './checkers.ts';
import { refreshDiagnostics } from './diagnostic.ts';
import type { HeldPart } from './heldFindings.ts';
import { lookThroughUnopened } from './olderFindings.ts';
import { describeFault } from './request.ts';
import { today } from './secretDiagnostics.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** Milliseconds without a change after which fleets are looked at as a whole. */
export const idleDelay = 1_000;

const parts: readonly ProblemPart[] = ['declared', 'rendered', 'changed'];

/**
 * Looks at the fleets of all trees while nothing happens, and then through the files that nobody has open; open documents are
 * asked for again where theirs is other.
 */
export async function lookAtFleets(session: Session, changed: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([changed, session.stopped]);
  const { trees, findings, connection } = session;
  await trees.ready();
  try {
    if (findings.keep(trees.all)) await connection.sendNotification(olderFindingsChangedMethod);
    for (const part of parts) {
      let isOther = false;
      for (const tree of trees.all)
        isOther = (await lookAt(session, tree, part, signal)) || isOther;
      if (isOther) refreshDiagnostics(session);
    }
    for (const tree of trees.all) await lookThroughUnopened(session, tree, signal);
    for (const tree of trees.all) {
      const told = await checkerProblemsOf(session, tree, signal);
      if (told.length === 0 && !findings.holds(tree, 'checkers')) continue;
      const before = findings.of(tree);
      if (holds(session, tree, 'checkers', told)) refreshDiagnostics(session);
      if (!isDeepStrictEqual(before, findings.of(tree)))
        await lookThroughUnopened(session, tree, signal);
    }
  } catch (error) {
    if (!signal.aborted) connection.console.error(`findings of fleets: ${describeFault(error)}`);
  }
}

/** Whether an open document has other findings than before. */
async function lookAt(
  session: Session,
  tree: Tree,
  part: ProblemPart,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await findFleetProblems(tree.workspace, part, { today: today(), signal });
  signal.throwIfAborted();
  return holds(session, tree, part, found);
}

/** Holds a part of what a fleet lacks, and says whether an open document has other findings than before. */
function holds(
  { findings, trees, documents }: Session,
  tree: Tree,
  part: HeldPart,
  found: readonly KeptProblem[],
): boolean {
  const before = findings.of(tree);
  findings.hold(tree, part, found);
  const after = findings.of(tree);
  tree.workspace.host.apply({ fleetProblems: after });
  const isOther = (path: FileId): boolean => !isDeepStrictEqual(before.get(path), after.get(path));
  return [...documents.keys()].some((uri) => {
    const place = trees.placeOf(uri);
    return place?.tree === tree && isOther(place.path);
  });
}
