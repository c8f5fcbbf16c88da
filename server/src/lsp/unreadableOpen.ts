import { hasUnreadable } from '../analysis/unreadable.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** Whether a file that is open in an editor cannot be read: what it declares is not gone. */
export async function hasUnreadableOpen(
  session: Session,
  tree: Tree,
  signal: AbortSignal,
): Promise<boolean> {
  const open = [...session.documents.values()].flatMap(({ uri, version }) => {
    const place = session.trees.placeOf(uri);
    // Templates of charts are no YAML, and what nobody typed into is as it always was.
    const isWritten = version > 1 && place?.tree === tree && !/(^|\/)templates\//.test(place.path);
    return isWritten ? [place.path] : [];
  });
  return tree.workspace.complete((analysis) => hasUnreadable(analysis, open), signal);
}

/** The same for all trees. */
export async function hasUnreadableInAny(session: Session, signal: AbortSignal): Promise<boolean> {
  for (const tree of session.trees.all) {
    if (await hasUnreadableOpen(session, tree, signal)) return true;
  }
  return false;
}
