import type { SemanticTokens, SemanticTokensParams } from 'vscode-languageserver';
import { semanticTokens as tokensOf, type TokenKind } from '../analysis/semanticTokens.ts';
import { positionAt } from '../analysis/sourceRange.ts';
import type { Session } from './session.ts';

const kinds: readonly TokenKind[] = ['class', 'parameter', 'variable'];

/** What tokens are called. */
export const semanticTokensOptions = {
  legend: { tokenTypes: [...kinds], tokenModifiers: [] },
  full: true,
};

/** `textDocument/semanticTokens/full`: what no grammar can tell. */
export async function semanticTokens(
  session: Session,
  { textDocument: { uri } }: SemanticTokensParams,
  signal: AbortSignal,
): Promise<SemanticTokens> {
  await session.trees.ready();
  const place = session.trees.placeOf(uri);
  if (place === undefined) return { data: [] };
  const { tree, path } = place;
  const found = await tree.workspace.complete((one) => tokensOf(one, path), signal);
  // The text that was asked about: somebody may have typed while the answer was waited for.
  const text = session.documents.get(uri)?.text;
  if (text === undefined) return { data: [] };
  const data: number[] = [];
  let [line, column] = [0, 0];
  for (const { start, end, kind } of found) {
    const at = positionAt(text, start);
    const isSameLine = at.line === line;
    const by = isSameLine ? at.column - column : at.column;
    data.push(at.line - line, by, end - start, kinds.indexOf(kind), 0);
    [line, column] = [at.line, at.column];
  }
  return { data };
}
