import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  MessageType,
  ShowMessageNotification,
  type ExecuteCommandParams,
} from 'vscode-languageserver';
import { baselineFile, withSecretEntries } from '../analysis/baseline.ts';
import {
  scannedFiles,
  secretFindings,
  textOfFile,
  type SecretFinding,
} from '../analysis/secretFindings.ts';
import type { AdoptSecrets, AdoptSecretsParams } from '../protocol/secrets.ts';
import { readTextFile } from '../workspace/output.ts';
import { encryptWithSops } from '../workspace/sops.ts';
import { today } from './secretDiagnostics.ts';
import type { Session } from './session.ts';
import { uriOf, type Place, type Tree } from './trees.ts';
import { workspaceEdit } from './workspaceEdit.ts';

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

/** How many files are read before others get their turn. */
const filesAtOnce = 40;

/** `strata/adoptSecrets`: writes all findings of a tree to its baseline, by an edit that the user can undo. */
export async function adoptSecrets(
  session: Session,
  { uri }: AdoptSecretsParams,
  signal: AbortSignal,
): Promise<AdoptSecrets> {
  await session.trees.ready();
  const { trees, words } = session;
  const tree = (uri === undefined ? undefined : trees.placeOf(uri)?.tree) ?? trees.all[0];
  if (tree === undefined) return { kind: 'refused', reason: words.secrets.noFolder };
  if (!trees.trusted) return { kind: 'refused', reason: words.secrets.needsTrust };
  const found = await allSecrets(tree, signal);
  const { workspace } = tree;
  const before = await workspace.complete((one) => textOfFile(one, baselineFile), signal);
  const after = withSecretEntries(before ?? '', found);
  const change = { kind: 'write', file: baselineFile, before, after } as const;
  const edit = before === after ? undefined : workspaceEdit(session, tree, [change]);
  if (edit === undefined && before !== after)
    return { kind: 'refused', reason: words.secrets.cannotCreate };
  if (edit !== undefined) {
    const { applied } = await session.connection.workspace.applyEdit(edit);
    if (!applied) return { kind: 'refused', reason: words.secrets.notApplied };
  }
  return { kind: 'adopted', count: found.length };
}

async function allSecrets(
  { workspace }: Tree,
  signal: AbortSignal,
): Promise<readonly SecretFinding[]> {
  const files = scannedFiles(workspace.host.analysis());
  const found: SecretFinding[] = [];
  for (let at = 0; at < files.length; at += filesAtOnce) {
    await setImmediate(undefined, { signal });
    const some = files.slice(at, at + filesAtOnce);
    found.push(...(await workspace.complete((one) => secretFindings(one, some, today()), signal)));
  }
  return found.filter(({ rule }) => rule !== 'secrets.unused-suppression');
}
