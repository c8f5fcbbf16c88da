import { FileChangeType, type DidChangeWatchedFilesParams } from 'vscode-languageserver';
import { refreshDiagnostics } from './diagnostic.ts';
import type { FileEvent } from '../workspace/fileEvents.ts';
import { watchNewFolders } from './initialized.ts';
import { followNames } from './otherFolders.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** `workspace/didChangeWatchedFiles`: takes in what happened on disk. */
export async function didChangeWatchedFiles(
  session: Session,
  { changes }: DidChangeWatchedFilesParams,
  signal: AbortSignal,
): Promise<void> {
  await session.trees.ready();
  const events = new Map<Tree, FileEvent[]>();
  let namesMoved = false;
  for (const { uri, type } of changes) {
    const place = session.trees.placeOf(uri);
    if (place === undefined) continue;
    if (isOfGit(place.path)) {
      namesMoved ||= movesNames(place.path);
      continue;
    }
    const ofTree = events.get(place.tree) ?? [];
    ofTree.push({ path: place.path, kind: kindOf(type) });
    events.set(place.tree, ofTree);
  }
  for (const [tree, ofTree] of events) {
    await tree.workspace.applyFileEvents(ofTree, signal);
    const created = ofTree.flatMap(({ path, kind }) => (kind === 'created' ? [path] : []));
    await watchNewFolders(session.connection, session.client, tree, created, signal);
  }
  if (namesMoved) {
    session.namesChanged();
    await followNames(session, signal);
  }
  if (events.size === 0) return;
  session.changed();
  refreshDiagnostics(session);
}

function isOfGit(path: string): boolean {
  return /(^|\/)\.git(\/|$)/.test(path);
}

/** Whether a file of git says what names of commits mean, what is staged, or when it last fetched. */
function movesNames(path: string): boolean {
  return /(^|\/)\.git\/(HEAD|index|FETCH_HEAD|packed-refs|refs\/.+)$/.test(path);
}

function kindOf(type: FileChangeType): FileEvent['kind'] {
  switch (type) {
    case FileChangeType.Created:
      return 'created';
    case FileChangeType.Deleted:
      return 'deleted';
    default:
      return 'changed';
  }
}
