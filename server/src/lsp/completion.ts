import {
  CompletionItemKind,
  MarkupKind,
  type CompletionItem,
  type CompletionList,
  type CompletionParams,
} from 'vscode-languageserver';
import type { CompletionItem as Offered } from '../analysis/completion/completionItem.ts';
import { completionsAt } from '../analysis/completion/completionsAt.ts';
import { positionAt } from '../analysis/sourceRange.ts';
import type { Session } from './session.ts';
import { askAt } from './sourcePlace.ts';

/** `textDocument/completion`: what the repository, its layers and its clusters know that can be written at a place. */
export async function completion(
  session: Session,
  { textDocument: { uri }, position }: CompletionParams,
  signal: AbortSignal,
): Promise<CompletionList | null> {
  const options = { fields: session.options.yamlSchemas !== 'elsewhere' };
  const found = await askAt(
    session,
    { uri, position },
    (analysis, place) => completionsAt(analysis, place, options),
    signal,
  );
  const text = session.documents.get(uri)?.text;
  if (found?.value === undefined || text === undefined) return null;
  const { start, end, items } = found.value;
  const [from, to] = [positionAt(text, start), positionAt(text, end)];
  const range = {
    start: { line: from.line, character: from.column },
    end: { line: to.line, character: to.column },
  };
  return { isIncomplete: false, items: items.map((item) => itemOf(session, item, range)) };
}

function itemOf(
  { words }: Session,
  { label, kind, insert, detail, field, sort, goesOn }: Offered,
  range: {
    readonly start: CompletionParams['position'];
    readonly end: CompletionParams['position'];
  },
): CompletionItem {
  const documentation = field === undefined ? '' : words.field(field);
  return {
    label,
    kind: kinds[kind],
    textEdit: { range, newText: insert ?? label },
    ...(detail !== undefined && { labelDetails: { description: detail }, detail }),
    ...(documentation !== '' && {
      documentation: { kind: MarkupKind.Markdown, value: documentation },
    }),
    ...(sort !== undefined && { sortText: sort }),
    ...(goesOn === true && { command: suggestAgain }),
  };
}

/** Editors that do not know it do nothing. */
const suggestAgain = { title: '', command: 'editor.action.triggerSuggest' };

const kinds: Readonly<Record<Offered['kind'], CompletionItemKind>> = {
  field: CompletionItemKind.Field,
  value: CompletionItemKind.Value,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
  object: CompletionItemKind.Class,
  image: CompletionItemKind.Module,
  cluster: CompletionItemKind.Enum,
  label: CompletionItemKind.EnumMember,
  variable: CompletionItemKind.Variable,
};
