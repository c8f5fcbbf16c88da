/*
 * Where the cursor is in a text that is being written: YAML that may not be valid just now, so that only lines, columns and
 * brackets are looked at.
 */

/** Where a completion takes place. */
export interface CompletionContext {
  /** Keys and `-` for items of lists, from the root of the document to what is being written. */
  readonly path: readonly string[];
  /** Whether a key can stand there, a value, or (in a list) either. */
  readonly writes: 'key' | 'value' | 'item';
  /** What of it is written already: from `start` to the cursor, without a quote. UTF-16 offsets. */
  readonly prefix: string;
  readonly start: number;
  /** Where the word ends that the cursor is in. */
  readonly end: number;
  /** The keys beside the one that is being written, and the texts behind them. */
  readonly siblings: ReadonlyMap<string, string>;
  /** The texts that stand above on the way, by the path that leads to them: `kind` and `metadata/name` of the document. */
  readonly document: ReadonlyMap<string, string>;
  /** Whether the cursor is in brackets. */
  readonly inFlow: boolean;
  /** The scalar with many lines that the cursor is in, from its first line on; its own context counts there. */
  readonly block: { readonly text: string; readonly offset: number } | undefined;
}

/** The context at an offset; `undefined` in a comment and in the text of a block scalar that `block` does not hold. */
export function contextAt(text: string, offset: number): CompletionContext | undefined {
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  if (/^\s*#|\s#/.test(before)) return undefined;
  const documentStart = startOfDocument(text, lineStart);
  const above = text.slice(documentStart, lineStart);
  const stack = readLines(above);
  const block = stack.block;
  const column = before.length - before.trimStart().length;
  if (block !== undefined && (before.trim() === '' || column > block.column)) {
    return blockContext(text, documentStart + block.start, offset, stack.entries);
  }
  const written = readLine(stack.entries, before, 0);
  const { entries, rest, from } = written;
  return contextOf({ text, offset, lineStart: lineStart + from, documentStart }, entries, rest);
}

interface Entry {
  readonly column: number;
  readonly name: string;
}

interface Lines {
  readonly entries: readonly Entry[];
  readonly block: { readonly column: number; readonly start: number } | undefined;
}

function startOfDocument(text: string, before: number): number {
  const found = text.lastIndexOf('\n---', before - 1);
  const start = found < 0 ? 0 : text.indexOf('\n', found + 1) + 1;
  return start > before ? 0 : start;
}

const keyForm = /^(?:"([^"]*)"|'([^']*)'|([^\s"'#[\]{},][^#[\]{},]*?))\s*:(?=\s|$)/;

/** What is open at the end of lines. */
function readLines(text: string): Lines {
  let entries: readonly Entry[] = [];
  let block: Lines['block'];
  let start = 0;
  for (const line of text.split('\n').slice(0, -1)) {
    const next = start + line.length + 1;
    const column = line.length - line.trimStart().length;
    const isEmpty = line.trim() === '' || (block === undefined && line.trim().startsWith('#'));
    if (block !== undefined && !isEmpty && column <= block.column) block = undefined;
    if (block === undefined && !isEmpty) {
      const read = readLine(entries, line.replace(/\s#.*$/, ''), 0);
      entries = read.entries;
      if (/^[|>][-+0-9]*$/.test(read.rest.trim()))
        block = { column: entries.at(-1)?.column ?? 0, start: next };
    }
    start = next;
  }
  return { entries, block };
}

/** A line with what is open before it: what is open behind it, and the text of a value, with the column that it starts at. */
function readLine(
  before: readonly Entry[],
  line: string,
  from: number,
): { readonly entries: readonly Entry[]; readonly rest: string; readonly from: number } {
  const own = line.slice(from);
  const column = from + own.length - own.trimStart().length;
  const text = line.slice(column);
  if (/^-(?:\s|$)/.test(text)) {
    const open = before.filter(
      (one) => one.column < column || (one.column === column && one.name !== '-'),
    );
    return readLine([...open, { column, name: '-' }], line, column + 1);
  }
  const key = keyForm.exec(text);
  // What stands alone on a line belongs to whatever is less indented.
  const open = before.filter((one) => one.column < column);
  if (key === null) return { entries: open, rest: text, from: column };
  const [whole, double, single, plain = ''] = key;
  const name = double ?? single ?? plain;
  const behind = column + whole.length;
  return { entries: [...open, { column, name }], rest: line.slice(behind), from: behind };
}

interface Place {
  readonly text: string;
  readonly offset: number;
  /** Where the rest begins. */
  readonly lineStart: number;
  readonly documentStart: number;
}

function contextOf(place: Place, entries: readonly Entry[], rest: string): CompletionContext {
  const { text, offset } = place;
  const flow = readFlow(rest);
  const path = [...entries.map(({ name }) => name), ...flow.path];
  const last = entries.at(-1);
  const head = text.slice(lineStartOf(text, offset), place.lineStart);
  const isBehindKey = last !== undefined && last.name !== '-' && /:\s*$/.test(head);
  const word = /[^\s"']*$/.exec(flow.word)?.[0] ?? '';
  const start = offset - word.length;
  const end = offset + (/^[^\s"',\]}#:]*/.exec(text.slice(offset))?.[0].length ?? 0);
  const writes: CompletionContext['writes'] = flow.isOpen
    ? flow.writes
    : isBehindKey
      ? 'value'
      : last?.name === '-' && isOnLine(text, offset, last)
        ? 'item'
        : 'key';
  return {
    path,
    writes,
    prefix: word,
    start,
    end,
    siblings: flow.siblings ?? siblingsOf(place, entries, isBehindKey),
    document: documentTexts(text.slice(place.documentStart, endOfDocument(text, offset))),
    inFlow: flow.isOpen,
    block: undefined,
  };
}

function lineStartOf(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function isOnLine(text: string, offset: number, { column }: Entry): boolean {
  return text[lineStartOf(text, offset) + column] === '-';
}

function endOfDocument(text: string, offset: number): number {
  const found = text.indexOf('\n---', offset);
  return found < 0 ? text.length : found;
}

interface Flow {
  readonly isOpen: boolean;
  readonly path: readonly string[];
  readonly writes: CompletionContext['writes'];
  readonly word: string;
  /** Those of the innermost braces; `undefined` where there are none. */
  readonly siblings: ReadonlyMap<string, string> | undefined;
}

/** What is open in brackets at the end of a text. */
function readFlow(rest: string): Flow {
  const open: { kind: '[' | '{'; key: string | undefined; texts: Map<string, string> }[] = [];
  let word = '';
  let quote: string | undefined;
  const take = (): void => {
    const top = open.at(-1);
    if (top?.key !== undefined) top.texts.set(top.key, word.trim());
    if (top !== undefined) top.key = undefined;
    word = '';
  };
  for (const character of rest) {
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      else word += character;
    } else if (character === '"' || character === "'") quote = character;
    else if ((character === '[' || character === '{') && word.trim() === '') {
      open.push({ kind: character, key: undefined, texts: new Map() });
      word = '';
    } else if ((character === ']' || character === '}') && open.length > 0) {
      open.pop();
      word = '';
    } else if (character === ',' && open.length > 0) take();
    else if (character === ':' && open.at(-1)?.kind === '{') {
      const top = open.at(-1);
      if (top !== undefined) top.key = word.trim();
      word = '';
    } else word += character;
  }
  const top = open.at(-1);
  return {
    isOpen: top !== undefined,
    path: open.flatMap(({ kind, key }) => (kind === '[' ? ['-'] : key === undefined ? [] : [key])),
    writes: top?.kind === '[' ? 'item' : top?.key === undefined ? 'key' : 'value',
    word,
    siblings: open.findLast(({ kind }) => kind === '{')?.texts,
  };
}

/** The keys of the map that is being written, above and below the cursor, with the texts behind them. */
function siblingsOf(
  { text, offset, documentStart }: Place,
  entries: readonly Entry[],
  isBehindKey: boolean,
): ReadonlyMap<string, string> {
  const own = isBehindKey ? entries.at(-1)?.column : undefined;
  const current = text.slice(lineStartOf(text, offset), offset);
  const dashes = /^[\s-]*/.exec(current)?.[0].length ?? 0;
  const column = own ?? dashes;
  const found = new Map<string, string>();
  const lines = text.slice(documentStart, endOfDocument(text, offset)).split('\n');
  const at = text.slice(documentStart, offset).split('\n').length - 1;
  const visit = (line: string): 'go on' | 'end' => {
    const indent = line.length - line.trimStart().length;
    if (line.trim() === '' || line.trim().startsWith('#')) return 'go on';
    const dash = /^[\s-]*/.exec(line)?.[0].length ?? 0;
    const key = keyForm.exec(line.slice(column));
    if (dash === column && key !== null) {
      const [whole, double, single, plain = ''] = key;
      const value = line
        .slice(column + whole.length)
        .replace(/\s#.*$/, '')
        .trim();
      found.set(double ?? single ?? plain, value.replace(/^["']|["']$/g, ''));
      // A dash before the key begins the map.
      if (indent < column) return 'end';
      return 'go on';
    }
    return indent < column ? 'end' : 'go on';
  };
  const startsHere = /^\s*-/.test(current) && column > current.length - current.trimStart().length;
  if (!startsHere)
    for (let line = at - 1; line >= 0 && visit(lines[line] ?? '') === 'go on'; line -= 1);
  for (let line = at + 1; line < lines.length; line += 1) {
    const text = lines[line] ?? '';
    if (/^\s*-\s/.test(text) && text.length - text.trimStart().length < column) break;
    if (visit(text) === 'end') break;
  }
  return found;
}

/** The texts of the first levels of a document, by their paths: enough to say which object it is. */
function documentTexts(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  let entries: readonly Entry[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const flow = /^(metadata)\s*:\s*\{(.*)\}/.exec(line);
    for (const [, key = '', value = ''] of (flow?.[2] ?? '').matchAll(
      /([\w-]+)\s*:\s*["']?([^,"']*)/g,
    ))
      found.set(`metadata/${key}`, value.trim());
    const read = readLine(entries, line.replace(/\s#.*$/, ''), 0);
    entries = read.entries;
    const value = read.rest.trim().replace(/^["']|["']$/g, '');
    if (value !== '' && !/^[[{|>]/.test(value))
      found.set(entries.map(({ name }) => name).join('/'), value);
  }
  return found;
}

/** The context in the text of a scalar with many lines, which may be YAML itself; its path begins at the text. */
function blockContext(
  text: string,
  start: number,
  offset: number,
  entries: readonly Entry[],
): CompletionContext | undefined {
  const rest = text.slice(start);
  const indent = /^ *(?=\S)/m.exec(rest)?.[0].length ?? 0;
  const lines: string[] = [];
  for (const line of rest.split('\n')) {
    if (line.trim() !== '' && line.length - line.trimStart().length < indent) break;
    lines.push(line.slice(indent));
  }
  const inner = lines.join('\n');
  const before = text.slice(start, offset).split('\n');
  const innerOffset =
    lines.slice(0, before.length - 1).reduce((sum, line) => sum + line.length + 1, 0) +
    Math.max((before.at(-1)?.length ?? 0) - indent, 0);
  const found = contextAt(inner, innerOffset);
  if (found === undefined) return undefined;
  const prefix = found.prefix.length;
  const end = offset + (found.end - innerOffset);
  return {
    ...found,
    start: offset - prefix,
    end,
    path: [...entries.map(({ name }) => name), '|', ...found.path],
    block: { text: inner, offset: innerOffset },
  };
}
