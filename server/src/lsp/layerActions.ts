import { setImmediate } from 'node:timers/promises';
import { CodeActionKind, type CodeAction, type Range } from 'vscode-languageserver';
import {
  layerFixes,
  proveLayerFix,
  textsOfFix,
  type LayerFix,
} from '../analysis/fixes/layerFixes.ts';
import { newFork } from '../analysis/fork.ts';
import { offsetAt } from './openDocuments.ts';
import type { Session } from './session.ts';
import { treeEdit } from './treeEdit.ts';
import { uriOf, type Place } from './trees.ts';

/** How long roots are rendered to prove one action, in milliseconds: what is not proven by then is not offered. */
const longest = 2_000;

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
  const { tree, path } = place;
  const document = session.documents.get(uriOf(tree, path));
  if (document === undefined) return [];
  const at = { file: path, offset: offsetAt(document.text, range.start) };
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
  if (fix.roots.length === 0) return false;
  const texts = await workspace.complete((one) => textsOfFix(one, fix), signal);
  const fork = await workspace.complete(() => newFork(workspace.host, { texts }), signal);
  try {
    const end = Date.now() + longest;
    for (const root of fix.roots) {
      if (Date.now() > end) return false;
      await setImmediate(undefined, { signal });
      const proof = await workspace.complete((one) => proveLayerFix(one, fork, root), signal);
      if (proof === 'other') return false;
    }
    return true;
  } finally {
    fork.dispose();
  }
}
