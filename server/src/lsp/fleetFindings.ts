import { isDeepStrictEqual } from 'node:util';
import type { FileId } from '../text/sourcePointer.ts';
import { findFleetProblems, type ProblemPart } from '../workspace/fleetProblems.ts';
import { refreshDiagnostics } from './diagnostic.ts';
import { describeFault } from './request.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** Milliseconds without a change after which fleets are looked at as a whole. */
export const idleDelay = 1_000;

const parts: readonly ProblemPart[] = ['declared', 'rendered'];

/** Looks at the fleets of all trees while nothing happens; open documents are asked for again where theirs is other. */
export async function lookAtFleets(session: Session, changed: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([changed, session.stopped]);
  await session.trees.ready();
  session.findings.keep(session.trees.all);
  for (const part of parts) {
    let isOther = false;
    for (const tree of session.trees.all) {
      try {
        isOther = (await lookAt(session, tree, part, signal)) || isOther;
      } catch (error) {
        if (signal.aborted) return;
        session.connection.console.error(`findings of the fleet: ${describeFault(error)}`);
      }
    }
    if (isOther) refreshDiagnostics(session);
  }
}

/** Whether an open document has other findings than before. */
async function lookAt(
  { findings, trees, documents }: Session,
  tree: Tree,
  part: ProblemPart,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await findFleetProblems(tree.workspace, part, signal);
  signal.throwIfAborted();
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
