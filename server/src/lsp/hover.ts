import { MarkupKind, type Hover, type HoverParams } from 'vscode-languageserver';
import { renderedScheme } from '../protocol/renderedDocument.ts';
import { renderedHover } from './renderedHover.ts';
import type { Session } from './session.ts';
import { sopsHover } from './sopsHover.ts';
import { sourceHover } from './sourceHover.ts';

/** `textDocument/hover`: what the value is in the end, and the chain that leads to it. */
export async function hover(
  session: Session,
  { textDocument: { uri }, position }: HoverParams,
  signal: AbortSignal,
): Promise<Hover | null> {
  await session.trees.ready();
  const at = { uri, position };
  const value = uri.startsWith(`${renderedScheme}:`)
    ? await renderedHover(session, at, signal)
    : ((await sopsHover(session, at, signal)) ?? (await sourceHover(session, at, signal)));
  return value === undefined ? null : { contents: { kind: MarkupKind.Markdown, value } };
}
