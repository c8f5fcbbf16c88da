import type { SemanticTokens, SemanticTokensParams } from 'vscode-languageserver';
import { semanticTokens as tokensOf, type TokenKind } from '../analysis/semanticTokens.ts';
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
  let [lineStart, lineBreak, last] = [0, text.indexOf('\n'), 0];
  for (const { start, end, kind } of found) {
    let down = 0;
    for (; lineBreak >= 0 && lineBreak < start; lineBreak = text.indexOf('\n', lineStart)) {
      lineStart = lineBreak + 1;
      down += 1;
    }
    data.push(down, start - (down > 0 ? lineStart : last), end - start, kinds.indexOf(kind), 0);
    last = start;
  }
  return { data };
}
