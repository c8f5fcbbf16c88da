import { setImmediate } from 'node:timers/promises';
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
import { newFork } from '../analysis/fork.ts';
import { offsetAt } from './openDocuments.ts';
import type { Session } from './session.ts';
import { treeEdit } from './treeEdit.ts';
import { uriOf, type Place } from './trees.ts';

/** How long roots are rendered to prove one action, in milliseconds: what is not proven by then is not offered. */
const longest = 2_000;

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
  const { tree, path } = place;
  const document = session.documents.get(uriOf(tree, path));
  if (document === undefined) return [];
  const at = { file: path, offset: offsetAt(document.text, range.start) };
  const fixes = await tree.workspace.complete((one) => practiceFixes(one, at), signal);
  const actions: CodeAction[] = [];
  for (const fix of fixes) {
    if (!(await isProven(place, fix, signal))) continue;
    actions.push({
      title: session.words.layerFixes.practice(fix),
      kind: CodeActionKind.QuickFix,
      diagnostics: context.diagnostics.filter(({ code }) => code === ends[fix.code]),
      edit: treeEdit(session, tree, fix.edits),
    });
  }
  return actions;
}

async function isProven(
  { tree: { workspace } }: Place,
  fix: PracticeFix,
  signal: AbortSignal,
): Promise<boolean> {
  const texts = new Map([[fix.file, fix.text]]);
  const fork = await workspace.complete(() => newFork(workspace.host, { texts }), signal);
  try {
    const end = Date.now() + longest;
    let isChanged = false;
    for (const root of fix.roots.length === 0 ? [undefined] : fix.roots) {
      if (Date.now() > end) return false;
      await setImmediate(undefined, { signal });
      const proof = await workspace.complete(
        (one) => provePracticeFix(one, fork, fix, root),
        signal,
      );
      if (proof === 'other') return false;
      isChanged ||= proof === 'changed';
    }
    return isChanged;
  } finally {
    fork.dispose();
  }
}
