import type { InlayHint, InlayHintParams } from 'vscode-languageserver';
import { overriddenLines, type OverriddenLine } from '../analysis/overriddenLines.ts';
import type { LineNote, LineNotes, LineNotesParams } from '../protocol/lineNotes.ts';
import { pathBeside } from './renderedWords.ts';
import type { Session } from './session.ts';
import { folderOf } from './rootHover.ts';
import type { Place } from './trees.ts';
import type { Words } from './words/words.ts';

/** The most characters of a value that a note shows. */
const mostCharacters = 40;

/** `strata/lineNotes`: what other layers put over the values of a file, for behind its lines. */
export async function lineNotes(
  session: Session,
  { uri }: LineNotesParams,
  signal: AbortSignal,
): Promise<LineNotes> {
  const found = await notesOf(session, uri, signal);
  const byLine = new Map<number, LineNote>();
  for (const { line, text } of found) if (!byLine.has(line)) byLine.set(line, { line, text });
  return { notes: [...byLine.values()] };
}

/** `textDocument/inlayHint`: the same behind every line, for clients that show hints. */
export async function inlayHint(
  session: Session,
  { textDocument: { uri }, range }: InlayHintParams,
  signal: AbortSignal,
): Promise<InlayHint[] | null> {
  if (session.options.inlayHints !== true) return null;
  const found = await notesOf(session, uri, signal);
  return found
    .filter(({ line }) => range.start.line <= line && line <= range.end.line)
    .map(({ line, character, text }) => ({
      position: { line, character },
      label: text,
      paddingLeft: true,
    }));
}

interface PlacedNote extends LineNote {
  readonly character: number;
}

async function notesOf(
  session: Session,
  uri: string,
  signal: AbortSignal,
): Promise<readonly PlacedNote[]> {
  await session.trees.ready();
  const place = session.trees.placeOf(uri);
  if (place === undefined) return [];
  const { workspace } = place.tree;
  const lines = await workspace.complete((one) => overriddenLines(one, place.path), signal);
  return lines.map((line) => ({
    line: line.range.end.line,
    character: line.range.end.column,
    text: textOf(session.words, place, line),
  }));
}

function textOf({ notes }: Words, place: Place, { winners }: OverriddenLine): string {
  const [first, ...rest] = winners;
  if (first === undefined) return '';
  const where = `${pathBeside(folderOf(place), first.at.file)}:${first.at.start.line + 1}`;
  const text = notes.overrides({
    place: where,
    value: first.value === undefined ? undefined : shortText(first.value),
    clusters: first.clusters.length,
    roots: first.roots,
  });
  return rest.length === 0 ? text : `${text}, ${notes.more(rest.length)}`;
}

function shortText(value: string): string {
  const line = value.replace(/\s+/g, ' ').trim();
  return line.length > mostCharacters ? `${line.slice(0, mostCharacters - 1)}…` : line;
}
