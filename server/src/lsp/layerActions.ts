import { CodeActionKind, type CodeAction, type Range } from 'vscode-languageserver';
import {
  layerFixes,
  proveLayerFix,
  textsOfFix,
  type LayerFix,
} from '../analysis/fixes/layerFixes.ts';
import { proofsOf } from './proofs.ts';
import type { Session } from './session.ts';
import { shownPlace } from './sourcePlace.ts';
import { treeEdit } from './treeEdit.ts';
import type { Place } from './trees.ts';

/**
 * What can be done about the value in a line: out of a layer that repeats it, or up into the base where all layers agree.
 * Each is carried out on a fork first, and offered only where every root that is delivered stays as it is, to the byte.
 */
export async function layerActions(
  session: Session,
  place: Place,
  range: Range,
  signal: AbortSignal,
): Promise<readonly CodeAction[]> {
  const { tree } = place;
  const at = shownPlace(session, place, range.start);
  if (at === undefined) return [];
  const fixes = await tree.workspace.complete((one) => layerFixes(one, at), signal);
  const actions: CodeAction[] = [];
  for (const fix of fixes) {
    if (!(await isProven(place, fix, signal))) continue;
    actions.push({
      title: session.words.layerFixes.title(fix),
      kind: fix.code === 'drop' ? CodeActionKind.QuickFix : CodeActionKind.RefactorRewrite,
      edit: treeEdit(session, tree, fix.edits, fix.deleted),
    });
  }
  return actions;
}

async function isProven(
  { tree: { workspace } }: Place,
  fix: LayerFix,
  signal: AbortSignal,
): Promise<boolean> {
  const { roots } = fix;
  const texts = await workspace.complete((one) => textsOfFix(one, fix), signal);
  const proofs = await proofsOf(workspace, { texts, roots, prove: proveLayerFix }, signal);
  return proofs !== undefined && proofs.has('same') && !proofs.has('other');
}
