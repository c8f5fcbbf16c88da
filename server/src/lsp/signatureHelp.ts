import {
  MarkupKind,
  type ParameterInformation,
  type SignatureHelp,
  type SignatureHelpParams,
  type SignatureInformation,
} from 'vscode-languageserver';
import { signaturesAt } from '../analysis/signature/signatureAt.ts';
import type { SignatureForm } from '../analysis/signature/signatureForms.ts';
import type { Session } from './session.ts';
import { askAt } from './sourcePlace.ts';
import type { SignatureWords } from './words/signatureWords.ts';

/** The characters after which editors ask. */
export const signatureOptions = { triggerCharacters: ['=', '?', '&', '[', '{', '(', ','] };

/** `textDocument/signatureHelp`: how a text with a form of its own is written, and which part of it the cursor is in. */
export async function signatureHelp(
  session: Session,
  { textDocument: { uri }, position }: SignatureHelpParams,
  signal: AbortSignal,
): Promise<SignatureHelp | null> {
  const found = await askAt(session, { uri, position }, signaturesAt, signal);
  const forms = found?.value ?? [];
  const [first] = forms;
  if (first === undefined) return null;
  const { signatures: words } = session.words;
  return {
    signatures: forms.map((one) => signatureOf(words, one)),
    activeSignature: 0,
    activeParameter: first.active,
  };
}

function signatureOf(
  words: SignatureWords,
  { form, label, parts, active }: SignatureForm,
): SignatureInformation {
  let from = 0;
  const parameters = parts.map((part): ParameterInformation => {
    const start = label.indexOf(part, from);
    from = start + part.length;
    const value = words.part(form, part);
    return {
      label: [start, from],
      ...(value !== '' && { documentation: { kind: MarkupKind.PlainText, value } }),
    };
  });
  const value = words.form(form);
  return {
    label,
    parameters,
    activeParameter: active,
    ...(value !== '' && { documentation: { kind: MarkupKind.PlainText, value } }),
  };
}
