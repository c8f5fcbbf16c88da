import {
  CodeActionKind,
  type CodeAction,
  type CodeActionContext,
  type Range,
} from 'vscode-languageserver';
import {
  practiceFixes,
  provePracticeFix,
  type PracticeFix,
} from '../analysis/fixes/practiceFixes.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { proofsOf } from './proofs.ts';
import type { Session } from './session.ts';
import { shownPlace } from './sourcePlace.ts';
import { treeEdit } from './treeEdit.ts';
import type { Place } from './trees.ts';

/** The findings that each fix ends. */
const ends: Readonly<Record<PracticeFix['code'], string>> = {
  'pin-image': 'practice.mutable-tag',
  'protect-object': 'practice.prune-unprotected',
};

/**
 * What ends a finding of best practice at a place. Each is carried out on a fork first, and offered only where what is
 * rendered differs exactly as its title says.
 */
export async function practiceActions(
  session: Session,
  place: Place,
  { range, context }: { readonly range: Range; readonly context: CodeActionContext },
  signal: AbortSignal,
): Promise<readonly CodeAction[]> {
  const { tree } = place;
  const at = shownPlace(session, place, range.start);
  if (at === undefined) return [];
  const fixes = await tree.workspace.complete((one) => practiceFixes(one, at), signal);
  const actions: CodeAction[] = [];
  for (const fix of fixes) {
    if (!(await isProven(place, fix, signal))) continue;
    actions.push({
      title: session.words.layerFixes.practice(fix),
      kind: CodeActionKind.QuickFix,
      diagnostics: context.diagnostics.filter(({ code }) => code === ends[fix.code]),
      edit: treeEdit(session, tree, fix),
    });
  }
  return actions;
}

async function isProven(
  { tree: { workspace } }: Place,
  fix: PracticeFix,
  signal: AbortSignal,
): Promise<boolean> {
  const proofs = await proofsOf(
    workspace,
    {
      change: { texts: new Map([[fix.file, fix.text]]) },
      roots: fix.roots.length === 0 ? [undefined] : fix.roots,
      prove: (one, fork, root: FileId | undefined) => provePracticeFix(one, fork, fix, root),
    },
    signal,
  );
  return proofs !== undefined && proofs.has('changed') && !proofs.has('other');
}
