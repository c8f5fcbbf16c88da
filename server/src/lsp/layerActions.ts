import {
  CodeActionKind,
  ResourceOperationKind,
  type CodeAction,
  type Range,
} from 'vscode-languageserver';
import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import { forkOfFix, proveFleet, proveLayerFix, type LayerFix } from '../analysis/fixes/layerFix.ts';
import { layerFixes, layerRefactorings } from '../analysis/fixes/layerFixes.ts';
import type { SourcePlace } from '../analysis/hover.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { proofsOf } from './proofs.ts';
import type { Session } from './session.ts';
import { shownPlace } from './sourcePlace.ts';
import { treeEdit } from './treeEdit.ts';
import type { Place } from './trees.ts';

/** What is asked for: what there is too much of, other ways to say the same, or both. */
export interface LayerQuestion {
  readonly range: Range;
  readonly fixes: boolean;
  readonly refactorings: boolean;
}

/**
 * What can be done about the layer at a place: a value or an entry that does nothing goes; a value moves up into the base or
 * down into the layers; equal patches become a component; a layer goes into the one that builds on it. Each is carried out on
 * a fork first, and offered only where every root that is delivered stays as it is, to the byte, and so does the fleet.
 */
export async function layerActions(
  session: Session,
  place: Place,
  { range, fixes, refactorings }: LayerQuestion,
  signal: AbortSignal,
): Promise<readonly CodeAction[]> {
  const { tree } = place;
  const at = shownPlace(session, place, range.start);
  if (at === undefined) return [];
  const questions: readonly ((one: Analysis, at: SourcePlace) => Answer<readonly LayerFix[]>)[] = [
    ...(fixes ? [layerFixes] : []),
    ...(refactorings ? [layerRefactorings] : []),
  ];
  const actions: CodeAction[] = [];
  for (const question of questions) {
    for (const fix of await tree.workspace.complete((one) => question(one, at), signal)) {
      if (!canCarryOut(session, fix) || !(await isProven(place, fix, signal))) continue;
      const isFix = fix.title.code.startsWith('drop');
      actions.push({
        title: session.words.layerFixes.title(fix.title),
        kind: isFix ? CodeActionKind.QuickFix : kindOf(fix),
        edit: treeEdit(session, tree, fix),
      });
    }
  }
  return actions;
}

function kindOf({ title: { code } }: LayerFix): CodeActionKind {
  if (code === 'inline') return CodeActionKind.RefactorInline;
  return code === 'extract' ? CodeActionKind.RefactorExtract : CodeActionKind.RefactorRewrite;
}

/** Whether the client can make and move the files of a fix; one that goes and is read by nobody any more may as well stay. */
function canCarryOut({ client }: Session, { created, moved, title }: LayerFix): boolean {
  const { documentChanges = false, resourceOperations = [] } =
    client.workspace?.workspaceEdit ?? {};
  const can = (kind: ResourceOperationKind): boolean =>
    documentChanges && resourceOperations.includes(kind);
  return (
    (created.size === 0 || can(ResourceOperationKind.Create)) &&
    (moved.length === 0 || can(ResourceOperationKind.Rename)) &&
    (title.code !== 'inline' || can(ResourceOperationKind.Delete))
  );
}

async function isProven(
  { tree: { workspace } }: Place,
  fix: LayerFix,
  signal: AbortSignal,
): Promise<boolean> {
  const change = await workspace.complete((one) => forkOfFix(one, fix), signal);
  // The fleet comes last: most of what is wrong shows in a root.
  const roots: readonly (FileId | undefined)[] = [...fix.roots, undefined];
  const prove: Parameters<typeof proofsOf<FileId | undefined, 'same' | 'other'>>[1]['prove'] = (
    one,
    fork,
    root,
  ) => (root === undefined ? proveFleet(one, fork, fix) : proveLayerFix(one, fork, root));
  const proofs = await proofsOf(workspace, { change, roots, prove }, signal);
  return fix.roots.length > 0 && proofs !== undefined && !proofs.has('other');
}
