import { join } from 'node:path';
import {
  MessageType,
  ShowMessageNotification,
  type ExecuteCommandParams,
} from 'vscode-languageserver';
import { readTextFile } from '../workspace/output.ts';
import { encryptWithSops } from '../workspace/sops.ts';
import type { Session } from './session.ts';
import { uriOf, type Place } from './trees.ts';

/** The command of the quick fix that encrypts a file; its argument is the URI of the file. */
export const encryptCommand = 'strata.encryptWithSops';

/** `workspace/executeCommand`: has SOPS encrypt a file, which needs trust and a file that is saved. */
export async function executeCommand(
  session: Session,
  { command, arguments: given = [] }: ExecuteCommandParams,
  signal: AbortSignal,
): Promise<null> {
  const [uri] = given.map(String);
  const place = uri === undefined ? undefined : session.trees.placeOf(uri);
  if (command !== encryptCommand || place === undefined) return null;
  const refusal = await encrypt(session, place, signal);
  if (refusal !== undefined) {
    await session.connection.sendNotification(ShowMessageNotification.type, {
      type: MessageType.Error,
      message: refusal,
    });
  }
  return null;
}

/** Why the file is still in clear; `undefined` where it is not. */
async function encrypt(
  session: Session,
  { tree, path }: Place,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { words, trees } = session;
  if (!trees.trusted) return words.secrets.needsTrust;
  if (isUnsaved(session, { tree, path })) return words.secrets.saveFirst(path);
  const done = await encryptWithSops(tree.workspace.top, path, signal);
  if (done.kind === 'failed') return words.secrets.sopsFailed(path);
  await tree.workspace.applyFileEvents([{ path, kind: 'changed' }], signal);
  session.changed();
  return undefined;
}

/** Whether an editor shows something else than what is on disk. */
function isUnsaved({ documents }: Session, { tree, path }: Place): boolean {
  const shown = documents.get(uriOf(tree, path));
  return shown !== undefined && shown.text !== readTextFile(join(tree.workspace.top, path));
}
