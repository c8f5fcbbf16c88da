import type { DefinitionParams, Location } from 'vscode-languageserver';
import { locationOf } from './positions.ts';
import { renderedLine } from './renderedLine.ts';
import type { Session } from './session.ts';

/** `textDocument/definition`: from a rendered line to the place that wrote it. */
export async function definition(
  session: Session,
  { textDocument: { uri }, position: { line } }: DefinitionParams,
): Promise<Location | null> {
  await session.trees.ready();
  const shown = renderedLine(session, { uri, line });
  return shown === undefined ? null : locationOf(shown.tree, shown.line.writtenAt);
}
