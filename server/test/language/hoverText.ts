import type { Hover, MarkupContent } from 'vscode-languageserver';
import { hover } from '../../src/lsp/hover.ts';
import { nobodyStops, openFixture, type LanguageSession } from '../languageSession.ts';

/** What a hover says, as people read it: without escapes, links by their words, lines as they are shown. */
async function hoverAt(
  { session, uriOf }: LanguageSession,
  path: string,
  offset: number,
): Promise<string> {
  const uri = uriOf(path);
  const text = session.documents.get(uri)?.text ?? '';
  const before = text.slice(0, offset).split('\n');
  const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
  const parameters = { textDocument: { uri }, position };
  return plain(await hover(session, parameters, nobodyStops()));
}

function plain(found: Hover | null): string {
  if (found === null) return '';
  const { value } = found.contents as MarkupContent;
  return value
    .replace(/\[([^\]]*(?:\\\][^\]]*)*)\]\(<[^>]*>\)/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1')
    .replace(/[ ]*\n+/g, '\n');
}

/** What the hover at the cursor says. */
export async function hoverAtCursor(text: string): Promise<string> {
  const opened = openFixture(text);
  const { path = '', offset = 0 } = opened.fixture.cursor ?? {};
  return hoverAt(opened, path, offset);
}
