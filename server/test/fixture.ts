/**
 * A small repository in one string, for tests.
 *
 * ```
 * # file: base/kustomization.yaml
 * resources:
 * - miss$0ing.yaml
 * # ^^^^^^^^^^^^^^ kustomize.missing-file
 * namePrefix: a-
 * # <---------- kustomize.deprecated
 * ```
 *
 * - `# file: path` begins a file; the path is POSIX and relative.
 * - `# ^^^ code` marks the text above the carets; words after the code are a note.
 * - `# <--- code` marks as many characters as it has dashes, from column 0.
 * - `$0` is the cursor, once at most; `\$0` is the text `$0`.
 *
 * Marks and cursor are not part of the files. Marks stand under the text as it is written here, so
 * also under a cursor. Indentation that all lines share is dropped.
 */
export interface Fixture {
  /** The text of each file by its path, in the order of the string; a text ends in a newline or is empty. */
  readonly files: ReadonlyMap<string, string>;
  /** In the order of the string. */
  readonly marks: readonly Mark[];
  /** `undefined` where the string has no `$0`. */
  readonly cursor: Cursor | undefined;
}

/** A range within one line of a file. Lines, columns and offsets are UTF-16 and start at 0; ends are exclusive. */
export interface Mark {
  readonly path: string;
  readonly line: number;
  readonly startColumn: number;
  readonly endColumn: number;
  readonly startOffset: number;
  readonly endOffset: number;
  /** The marked text. */
  readonly text: string;
  /** The first word after the carets. */
  readonly code: string;
  /** What stands after the code; empty where there is nothing. */
  readonly note: string;
}

/** A place in a file. Line, column and offset are UTF-16 and start at 0. */
export interface Cursor {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Reads a fixture; throws on one that is not well written, as that is a fault of the test. */
export function parseFixture(text: string): Fixture {
  const files = new Map<string, string>();
  const marks: Mark[] = [];
  let cursor: Cursor | undefined;
  for (const section of splitSections(dropSharedIndentation(text))) {
    if (files.has(section.path)) {
      throw new Error(`Two files of the fixture are named ${section.path}`);
    }
    const file = readSection(section);
    if (cursor !== undefined && file.cursor !== undefined) {
      throw new Error('The fixture has two cursors');
    }
    cursor ??= file.cursor;
    files.set(section.path, file.text);
    marks.push(...file.marks);
  }
  return { files, marks, cursor };
}

const header = /^# file: (\S.*)$/;
const caretMark = /^(\s*#\s*)(\^+)(.*)$/;
const startMark = /^\s*#\s*<(-+)(.*)$/;
const cursorText = /(?<!\\)\$0/g;

interface Section {
  readonly path: string;
  readonly lines: readonly string[];
}

interface ReadSection {
  readonly text: string;
  readonly marks: readonly Mark[];
  readonly cursor: Cursor | undefined;
}

/** A line of a file as it is written in the fixture and as it is in the file. */
interface TextLine {
  readonly line: number;
  readonly offset: number;
  readonly text: string;
  /** Column of the cursor in the file's line. */
  readonly cursorColumn: number | undefined;
}

function dropSharedIndentation(text: string): readonly string[] {
  const lines = text.split('\n');
  if (lines[0]?.trim() === '') {
    lines.shift();
  }
  if (lines.at(-1)?.trim() === '') {
    lines.pop();
  }
  const indentations = lines
    .filter((line) => line.trim() !== '')
    .map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indentations);
  return lines.map((line) => line.slice(shared));
}

function splitSections(lines: readonly string[]): readonly Section[] {
  const sections: { path: string; lines: string[] }[] = [];
  for (const line of lines) {
    const path = header.exec(line)?.[1]?.trim();
    const section = sections.at(-1);
    if (path !== undefined) {
      if (path.startsWith('/') || path.split('/').some((part) => /^(|\.|\.\.)$/.test(part))) {
        throw new Error(`${path} is no relative POSIX path`);
      }
      sections.push({ path, lines: [] });
    } else if (section !== undefined) {
      section.lines.push(line);
    } else {
      throw new Error('A fixture begins with a line "# file: path"');
    }
  }
  return sections;
}

function readSection({ path, lines }: Section): ReadSection {
  const marks: Mark[] = [];
  let text = '';
  let count = 0;
  let current: TextLine | undefined;
  let cursor: Cursor | undefined;
  for (const line of lines) {
    const columns = readMark(line);
    if (columns === undefined) {
      current = readTextLine(line, count, text.length);
      if (current.cursorColumn !== undefined) {
        if (cursor !== undefined) {
          throw new Error('The fixture has two cursors');
        }
        const column = current.cursorColumn;
        cursor = { path, line: count, column, offset: current.offset + column };
      }
      text += `${current.text}\n`;
      count += 1;
    } else if (current === undefined) {
      throw new Error(`A mark of ${path} has no text above it: ${line}`);
    } else {
      marks.push(placeMark(path, current, columns));
    }
  }
  return { text, marks, cursor };
}

function readTextLine(written: string, line: number, offset: number): TextLine {
  const parts = written.split(cursorText).map((part) => part.replaceAll('\\$0', '$0'));
  if (parts.length > 2) {
    throw new Error('The fixture has two cursors');
  }
  return {
    line,
    offset,
    text: parts.join(''),
    cursorColumn: parts.length === 2 ? parts[0]?.length : undefined,
  };
}

/** A mark's columns as they are written, so with the cursor in the line above. */
interface MarkColumns {
  readonly start: number;
  readonly end: number;
  readonly words: string;
}

function readMark(line: string): MarkColumns | undefined {
  const caret = caretMark.exec(line);
  if (caret !== null) {
    const [, before = '', carets = '', words = ''] = caret;
    return { start: before.length, end: before.length + carets.length, words };
  }
  const [, dashes, words = ''] = startMark.exec(line) ?? [];
  return dashes === undefined ? undefined : { start: 0, end: dashes.length, words };
}

function placeMark(path: string, above: TextLine, { start, end, words }: MarkColumns): Mark {
  const [code = '', ...note] = words.trim().split(/\s+/);
  const startColumn = withoutCursor(start, above);
  const endColumn = withoutCursor(end, above);
  if (code === '') {
    throw new Error(`A mark of ${path} has no code, under: ${above.text}`);
  }
  if (endColumn > above.text.length) {
    throw new Error(`The mark ${code} of ${path} is longer than the line above: ${above.text}`);
  }
  return {
    path,
    line: above.line,
    startColumn,
    endColumn,
    startOffset: above.offset + startColumn,
    endOffset: above.offset + endColumn,
    text: above.text.slice(startColumn, endColumn),
    code,
    note: note.join(' '),
  };
}

/** The column in the file of a column in a line that is written with a cursor of two characters. */
function withoutCursor(column: number, { cursorColumn }: TextLine): number {
  return cursorColumn === undefined || column <= cursorColumn
    ? column
    : Math.max(cursorColumn, column - 2);
}
