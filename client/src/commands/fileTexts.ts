import {
  FileSystemError,
  Range,
  Uri,
  WorkspaceEdit,
  l10n,
  window,
  workspace,
  type TextDocument,
} from 'vscode';
import { plainMessage } from '../views/plainMessage.ts';

/** A file with the text that it has to have, and the one that it gets; `undefined` where there is none. */
export interface Replacement {
  readonly uri: string;
  readonly path: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/**
 * Replaces texts of files that are clean, saves them, and compares the bytes; files come and go, too. Tells why it does not,
 * and gives whether it did.
 */
export async function replaceTexts(files: readonly Replacement[]): Promise<boolean> {
  const edit = new WorkspaceEdit();
  const documents: TextDocument[] = [];
  for (const file of files) {
    const { from, to } = file;
    const uri = Uri.parse(file.uri);
    const document = from === undefined ? undefined : await openIfThere(uri);
    const why = await whyNot(document, file);
    if (why !== undefined) {
      void window.showWarningMessage(plainMessage(why));
      return false;
    }
    if (to === undefined) edit.deleteFile(uri);
    else if (document === undefined || from === undefined)
      edit.createFile(uri, { contents: new TextEncoder().encode(to) });
    else {
      for (const { range, text } of lineChanges(document, from, to)) edit.replace(uri, range, text);
      documents.push(document);
    }
  }
  if (!(await workspace.applyEdit(edit))) {
    void window.showWarningMessage(l10n.t('The editor did not take the edits.'));
    return false;
  }
  for (const document of documents) await document.save();
  for (const { uri, path, to } of files) {
    if ((await textOnDisk(Uri.parse(uri))) !== to)
      void window.showWarningMessage(
        plainMessage(
          l10n.t(
            '{0} is not what the plan says after it was saved: something changed it, such as a formatter.',
            path,
          ),
        ),
      );
  }
  return true;
}

async function openIfThere(uri: Uri): Promise<TextDocument | undefined> {
  return (await textOnDisk(uri)) === undefined ? undefined : workspace.openTextDocument(uri);
}

async function whyNot(
  document: TextDocument | undefined,
  { uri, path, from }: Replacement,
): Promise<string | undefined> {
  if (document?.isDirty === true)
    return l10n.t('{0} has changes that are not saved: save or revert it first.', path);
  if (document !== undefined && document.encoding !== 'utf8' && document.encoding !== 'utf8bom')
    return l10n.t(
      '{0} is written in {1}, and only UTF-8 is kept to the byte.',
      path,
      document.encoding,
    );
  if (from?.includes('\r\n') === true && /(?<!\r)\n/.test(from))
    return l10n.t(
      '{0} has line ends of two kinds, which the editor would make one: use strata promote --write.',
      path,
    );
  if ((await textOnDisk(Uri.parse(uri))) !== from)
    return l10n.t('{0} is not what it was when the plan was made; make it again.', path);
  return undefined;
}

/** The text of a file as its bytes have it; `undefined` where there is none. */
export async function textOnDisk(uri: Uri): Promise<string | undefined> {
  try {
    // A byte-order mark is part of the text of a plan.
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(await workspace.fs.readFile(uri));
  } catch (error) {
    if (error instanceof FileSystemError && error.code === 'FileNotFound') return undefined;
    throw error;
  }
}

/** The smallest range of characters that differs, as one edit of the document, whose line ends are its own. */
function lineChanges(
  document: TextDocument,
  from: string,
  to: string,
): readonly { readonly range: Range; readonly text: string }[] {
  const [before, after] = [from, to].map((text) => text.replace(/^\uFEFF/, ''));
  if (before === undefined || after === undefined || before === after) return [];
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const range = new Range(document.positionAt(start), document.positionAt(before.length - end));
  return [{ range, text: after.slice(start, after.length - end) }];
}
