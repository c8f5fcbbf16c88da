import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { RenameFilesParams, TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { newFork } from '../analysis/fork.ts';
import { movedPath, moveFiles, type Move, type MovePlan } from '../analysis/moveFiles.ts';
import { rulesMoved } from '../analysis/movePatterns.ts';
import { applicationsMoved, reachedRoots, rendersSame, textsAfter } from '../analysis/moveProof.ts';
import { logFault } from './request.ts';
import type { Session } from './session.ts';
import { showWarning } from './showWarning.ts';
import type { Tree } from './trees.ts';
import { treeEdit } from './treeEdit.ts';

/** How long what a move reaches is rendered and compared, in milliseconds: the editor waits for the answer. */
const longest = 3_000;

/**
 * `workspace/willRenameFiles`: every path that leads to what moves is written anew, and so are the paths in it. What the move
 * reaches is rendered as it would be: what would come out otherwise, or could not be followed, is told before it happens.
 */
export async function willRenameFiles(
  session: Session,
  { files }: RenameFilesParams,
  signal: AbortSignal,
): Promise<WorkspaceEdit | null> {
  await session.trees.ready();
  const byTree = new Map<Tree, Move[]>();
  for (const { oldUri, newUri } of files) {
    const place = session.trees.placeOf(oldUri);
    const to = newUri.startsWith('file:')
      ? place?.tree.workspace.fileIdOf(fileURLToPath(newUri))
      : undefined;
    if (place === undefined || to === undefined || place.path === to) continue;
    byTree.set(place.tree, [...(byTree.get(place.tree) ?? []), { from: place.path, to }]);
  }
  const changes: Record<string, TextEdit[]> = {};
  const documentChanges: NonNullable<WorkspaceEdit['documentChanges']> = [];
  const { renames } = session.words;
  for (const [tree, moves] of byTree) {
    const plan = await tree.workspace
      .complete((one) => moveFiles(one, moves), signal)
      .catch((error: unknown) => {
        // The client moves the files all the same.
        if (!signal.aborted) warn(session, [renames.notFollowed]);
        throw error;
      });
    const warnings = await warningsOf(session, tree, { moves, plan }, signal).catch(
      (error: unknown) => {
        signal.throwIfAborted();
        logFault(session, 'workspace/willRenameFiles', error);
        return [renames.notCompared];
      },
    );
    warn(session, warnings);
    const edit = treeEdit(session, tree, plan);
    Object.assign(changes, edit.changes);
    documentChanges.push(...(edit.documentChanges ?? []));
  }
  if (documentChanges.length > 0) return { documentChanges };
  return Object.keys(changes).length > 0 ? { changes } : null;
}

function warn(session: Session, warnings: readonly string[]): void {
  if (warnings.length > 0) showWarning(session, warnings.join(' '));
}

/** What is to be known before a move, in sentences. */
async function warningsOf(
  { words: { renames } }: Session,
  { workspace }: Tree,
  { moves, plan }: { readonly moves: readonly Move[]; readonly plan: MovePlan },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const warnings = plan.lost.map(({ file, start }) => renames.lost(`${file}:${start.line + 1}`));
  const roots = await workspace.complete((one) => reachedRoots(one, plan, moves), signal);
  const texts = await workspace.complete((one) => textsAfter(one, plan.edits), signal);
  const moved = (path: string): string => movedPath(moves, path);
  const fork = await workspace.complete(() => newFork(workspace.host, { texts, moved }), signal);
  try {
    const end = Date.now() + longest;
    const otherRoots: string[] = [];
    let looked = 0;
    for (const root of roots) {
      if (Date.now() > end) break;
      looked += 1;
      await setImmediate(undefined, { signal });
      const verdict = await workspace.complete(
        (one) => rendersSame(one, fork, root, moves),
        signal,
      );
      if (verdict === 'other') otherRoots.push(root === '' ? '.' : root);
    }
    if (otherRoots.length > 0) warnings.push(renames.rendersOther(otherRoots.slice(0, 5)));
    if (looked < roots.length) warnings.push(renames.notLooked(roots.length - looked));
    const { lost, gained } = await workspace.complete(
      (one) => applicationsMoved(one, fork),
      signal,
    );
    if (lost.length + gained.length > 0) {
      warnings.push(renames.applications(lost.slice(0, 5), gained.slice(0, 5)));
    }
    const other = await workspace.complete((one) => rulesMoved(one, fork, moves), signal);
    if (other.owners.length > 0) warnings.push(renames.otherOwners(firstOf(other.owners)));
    if (other.encryption.length > 0) {
      warnings.push(renames.otherEncryption(firstOf(other.encryption)));
    }
    return warnings;
  } finally {
    fork.dispose();
  }
}

/** Some names, with a mark where there are more. */
function firstOf(files: readonly string[]): readonly string[] {
  return files.length > 5 ? [...files.slice(0, 5), '…'] : files;
}
