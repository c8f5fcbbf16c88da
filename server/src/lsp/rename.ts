import { setImmediate } from 'node:timers/promises';
import {
  LSPErrorCodes,
  ResponseError,
  type PrepareRenameParams,
  type Range,
  type RenameParams,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { newFork } from '../analysis/fork.ts';
import { textsAfter } from '../analysis/moveProof.ts';
import {
  proveRename,
  renameObject,
  renameTarget,
  type RenamePlan,
  type RenameRefusal,
} from '../analysis/renameObject.ts';
import { oldMentions } from '../analysis/oldMentions.ts';
import { rangeOf } from './positions.ts';
import type { Session } from './session.ts';
import { showWarning } from './showWarning.ts';
import { askAt } from './sourcePlace.ts';
import type { Tree } from './trees.ts';
import { treeEdit } from './treeEdit.ts';

/** `textDocument/prepareRename`: the name at a place; an error says why it cannot be renamed. */
export async function prepareRename(
  session: Session,
  { textDocument: { uri }, position }: PrepareRenameParams,
  signal: AbortSignal,
): Promise<{ range: Range; placeholder: string } | ResponseError<never> | null> {
  const found = await askAt(session, { uri, position }, renameTarget, signal);
  if (found === undefined) return null;
  const { value } = found;
  if ('kind' in value) return value.code === 'nothing' ? null : refusalOf(session, value);
  return { range: rangeOf(value.range), placeholder: value.text };
}

/**
 * `textDocument/rename`: another name for an object, in every layer that names it. Each root that renders it is rendered with
 * the edits first: where anything but the name would change, the rename is refused.
 */
export async function rename(
  session: Session,
  { textDocument: { uri }, position, newName }: RenameParams,
  signal: AbortSignal,
): Promise<WorkspaceEdit | ResponseError<never> | null> {
  const found = await askAt(session, { uri, position }, renameTarget, signal);
  if (found === undefined) return null;
  const { tree, value: target } = found;
  if ('kind' in target) return refusalOf(session, target);
  const { workspace } = tree;
  const plan = await workspace.complete((one) => renameObject(one, target, newName), signal);
  if (plan.kind === 'refused') return refusalOf(session, plan);
  const proof = await prove(tree, plan, signal);
  if (proof !== 'proved') return refusalOf(session, proof);
  const names = { edits: plan.edits, name: target.name };
  const mentions = await workspace.complete((one) => oldMentions(one, names, plan.roots), signal);
  const [first] = mentions;
  if (first !== undefined) {
    const place = `${first.file}:${first.start.line + 1}`;
    const { mentioned } = session.words.renames;
    showWarning(session, mentioned(target.name, mentions.length, place));
  }
  return treeEdit(session, tree, plan);
}

/** Renders one root after the other as it would be, so that others get an answer between them. */
async function prove(
  { workspace }: Tree,
  plan: RenamePlan,
  signal: AbortSignal,
): Promise<RenameRefusal | 'proved'> {
  const texts = await workspace.complete((one) => textsAfter(one, plan.edits), signal);
  const fork = await workspace.complete(() => newFork(workspace.host, { texts }), signal);
  try {
    for (const source of plan.sources) {
      await setImmediate(undefined, { signal });
      const proof = await workspace.complete((one) => proveRename(one, fork, plan, source), signal);
      if (proof !== 'proved') return proof;
    }
    return 'proved';
  } finally {
    fork.dispose();
  }
}

function refusalOf({ words }: Session, refusal: RenameRefusal): ResponseError<never> {
  return new ResponseError<never>(LSPErrorCodes.RequestFailed, words.renames.refused(refusal));
}
