import { applyEdits, type TextEdit } from '../text/textEdit.ts';
import {
  columnOf,
  entryOf,
  lineStart,
  linesOfEntry,
  listIndentation,
  nextLine,
  readEditable,
  renameKey,
  shiftBelow,
  shiftLines,
  type EditableEntry,
  type EditableText,
  type EditRange,
} from './edit.ts';
import type { SequenceNode } from './resourceNode.ts';

/**
 * The text with the items of one list at the end, or at the beginning, of another of the same file, and the first list
 * gone; where there is no other list, the first one takes its name. Comments go with the items. `undefined` where the lists
 * are written in a way that this cannot keep.
 */
export function moveList(
  text: string,
  from: string,
  { to, where }: { readonly to: string; readonly where: 'before' | 'after' },
): string | undefined {
  const file = readEditable(text);
  const source = file && entryOf(file, file.root, from);
  if (file === undefined || source === undefined) return undefined;
  if (!file.root.keys.some((key) => key.toLowerCase() === to.toLowerCase()))
    return renameKey(text, source, to);
  const target = entryOf(file, file.root, to);
  if (target === undefined || file.root.flow) return undefined;
  const lines = linesOfEntry(text, source);
  const targetLines = linesOfEntry(text, target);
  if (lines === undefined || targetLines === undefined) return undefined;
  const lead = leadingComments(text, lines.start);
  const removed = withBlankLine(text, { start: lead, end: lines.end });
  const inFlow = flowIntoFlow(file, source, target, where);
  const hasComments = lead < lines.start || restOfLine(text, source) !== '';
  const edits =
    inFlow !== undefined && !hasComments
      ? [inFlow]
      : intoBlock(file, { source, lines, lead }, target, where);
  if (edits === undefined) return undefined;
  return withSameEnd(text, applyEdits(text, [...edits, { ...removed, newText: '' }]));
}

/** Comments that stand directly above a line, with something else than the top of the file above them. */
function leadingComments(text: string, line: number): number {
  let start = line;
  while (start > 0) {
    const above = lineStart(text, start - 1);
    const content = text.slice(above, start).trim();
    if (content.startsWith('---') || content.startsWith('\uFEFF')) return line;
    if (!content.startsWith('#')) return start;
    start = above;
  }
  return line;
}

/** A range of lines with one of the blank lines around it, where there would be two together or one at an end. */
function withBlankLine(text: string, { start, end }: EditRange): EditRange {
  const above = start === 0 ? undefined : lineStart(text, start - 1);
  const isBlankAbove = above === undefined || text.slice(above, start).trim() === '';
  const below = nextLine(text, end);
  const isBlankBelow = end === text.length || text.slice(end, below).trim() === '';
  if (!isBlankAbove || !isBlankBelow) return { start, end };
  return above === undefined ? { start, end: below } : { start: above, end };
}

/** What follows the value on its line, or on the line of the key of a block: a comment, or nothing. */
function restOfLine(text: string, { colonEnd, value, valueRange }: EditableEntry): string {
  const isBlock = value.kind === 'sequence' && !value.flow;
  const from = isBlock ? colonEnd : valueRange.end;
  return text.slice(from, nextLine(text, from)).trim();
}

function flowIntoFlow(
  { text, rangeOf }: EditableText,
  source: EditableEntry,
  target: EditableEntry,
  where: 'before' | 'after',
): TextEdit | undefined {
  if (source.value.kind !== 'sequence' || target.value.kind !== 'sequence') return undefined;
  if (!source.value.flow || !target.value.flow) return undefined;
  const texts = flowItems(text, source.value, source.valueRange, rangeOf);
  const present = flowItems(text, target.value, target.valueRange, rangeOf);
  const [first] = target.value.items;
  const last = target.value.items.at(-1);
  if (!texts?.length || !present || first === undefined || last === undefined) return undefined;
  if (where === 'before') {
    const { start } = rangeOf(first.ordinal);
    return { start, end: start, newText: `${texts.join(', ')}, ` };
  }
  const { end } = rangeOf(last.ordinal);
  return { start: end, end, newText: `, ${texts.join(', ')}` };
}

/** The items of a list in one line; `undefined` where something else than them and commas stands in it. */
function flowItems(
  text: string,
  { items }: SequenceNode,
  { start, end }: EditRange,
  rangeOf: EditableText['rangeOf'],
): readonly string[] | undefined {
  let rest = '';
  let at = start + 1;
  const texts = items.map(({ ordinal }) => {
    const range = rangeOf(ordinal);
    rest += text.slice(at, range.start);
    at = range.end;
    return text.slice(range.start, range.end).trim();
  });
  rest += text.slice(at, end - 1);
  const isPlain = /^[ ,]*$/.test(rest) && !text.slice(start, end).includes('\n');
  return isPlain && !texts.includes('') ? texts : undefined;
}

interface Source {
  readonly source: EditableEntry;
  readonly lines: EditRange;
  readonly lead: number;
}

/** Writes the items as lines below the key or the last item of a block; a list in one line becomes a block. */
function intoBlock(
  file: EditableText,
  { source, lines, lead }: Source,
  target: EditableEntry,
  where: 'before' | 'after',
): readonly TextEdit[] | undefined {
  const { text, lineBreak } = file;
  const asBlock = targetAsBlock(file, target);
  if (asBlock === undefined) return undefined;
  const { column, edits } = asBlock;
  const comments = shiftLines(
    text.slice(lead, lines.start),
    column - columnOf(text, source.key.start),
  );
  const items = itemLines(file, source, lines, column);
  if (items === undefined) return undefined;
  const rest = restOfLine(text, source);
  const keyComment = rest === '' ? '' : `${' '.repeat(column)}${rest}${lineBreak}`;
  const newText = comments + keyComment + items;
  const at =
    where === 'after' ? nextLine(text, target.valueRange.end) : nextLine(text, target.colonEnd);
  const missing = at === text.length && !text.endsWith('\n') ? lineBreak : '';
  return [...edits, { start: at, end: at, newText: missing + newText }];
}

/** The lines of the items of a list, from a column on, each with its line break. */
function itemLines(
  { text, lineBreak, rangeOf }: EditableText,
  { value, valueRange, colonEnd }: EditableEntry,
  lines: EditRange,
  column: number,
): string | undefined {
  if (isEmpty(value)) return '';
  if (value.kind !== 'sequence') return undefined;
  if (value.flow) {
    const texts = flowItems(text, value, valueRange, rangeOf);
    return texts?.map((item) => `${' '.repeat(column)}- ${item}${lineBreak}`).join('');
  }
  // An anchor or a tag on the line of the key would be lost.
  if (!/^(#.*)?$/.test(text.slice(colonEnd, nextLine(text, colonEnd)).trim())) return undefined;
  const body = text.slice(nextLine(text, colonEnd), lines.end);
  const shifted = shiftLines(body, column - columnOf(text, valueRange.start));
  return shifted.endsWith('\n') ? shifted : shifted + lineBreak;
}

function isEmpty(value: EditableEntry['value']): boolean {
  return value.kind === 'sequence'
    ? value.items.length === 0
    : value.kind === 'scalar' && value.tag === '!!null';
}

/** The column of the dashes of a list, and what makes a block of it where it is none. */
function targetAsBlock(
  file: EditableText,
  { key, colonEnd, value, valueRange }: EditableEntry,
): { readonly column: number; readonly edits: readonly TextEdit[] } | undefined {
  const { text, lineBreak, rangeOf } = file;
  if (value.kind === 'sequence' && !value.flow)
    return { column: columnOf(text, valueRange.start), edits: [] };
  const column = columnOf(text, key.start) + listIndentation(file);
  if (isEmpty(value))
    return { column, edits: [{ start: colonEnd, end: valueRange.end, newText: '' }] };
  if (value.kind !== 'sequence') return undefined;
  const texts = flowItems(text, value, valueRange, rangeOf);
  if (texts === undefined || text.slice(colonEnd, valueRange.start).trim() !== '') return undefined;
  const lineEnd = nextLine(text, valueRange.end);
  const items = texts.map((item) => `${' '.repeat(column)}- ${item}${lineBreak}`).join('');
  const comment = text.slice(valueRange.end, lineEnd).trimEnd();
  return {
    column,
    edits: [{ start: colonEnd, end: lineEnd, newText: `${comment}${lineBreak}${items}` }],
  };
}

/** A file that had no line break at its end gets none, and the other way round. */
function withSameEnd(before: string, after: string): string {
  return before.endsWith('\n') ? after : after.replace(/\r?\n$/, '');
}

/**
 * The text with each scalar of a list as the one value of a map, under a key that `keyOf` gives for it. `undefined` where an
 * item is no scalar, or is written in a way that this cannot keep.
 */
export function wrapItems(
  text: string,
  name: string,
  keyOf: (value: string) => string,
): string | undefined {
  const file = readEditable(text);
  const entry = file && entryOf(file, file.root, name);
  if (file === undefined || entry === undefined) return undefined;
  if (isEmpty(entry.value)) return text;
  const { value: list } = entry;
  if (list.kind !== 'sequence') return undefined;
  const edits: TextEdit[] = [];
  for (const item of list.items) {
    if (item.kind !== 'scalar') return undefined;
    const range = file.rangeOf(item.ordinal);
    const added = list.flow
      ? wrapInFlow(range, quoted(keyOf(item.value), file.root.flow))
      : wrapInBlock(text, range, keyOf(item.value));
    if (added === undefined) return undefined;
    edits.push(...added);
  }
  return applyEdits(text, edits);
}

function quoted(key: string, isQuoted: boolean): string {
  return isQuoted ? `"${key}"` : key;
}

function wrapInFlow({ start, end }: EditRange, key: string): readonly TextEdit[] {
  return [
    { start, end: start, newText: `{${key}: ` },
    { start: end, end, newText: '}' },
  ];
}

function wrapInBlock(text: string, range: EditRange, key: string): readonly TextEdit[] | undefined {
  const start = lineStart(text, range.start);
  const dash = /^ *- +(?=\S)/.exec(text.slice(start, range.end))?.[0];
  if (dash === undefined || start + dash.length > range.start) return undefined;
  const at = start + dash.length;
  return [{ start: at, end: at, newText: `${key}: ` }, ...shiftBelow(text, range, 2)];
}

/**
 * The text with the map under a key as the first field of the only item of a list: `key: {…}` becomes
 * `key: [{field: {…}, and more}]`. `more` are lines `name: value` of the item. `undefined` where it is no map.
 */
export function wrapMap(
  text: string,
  name: string,
  field: string,
  more: readonly (readonly [string, string])[],
): string | undefined {
  const file = readEditable(text);
  const entry = file && entryOf(file, file.root, name);
  if (file === undefined || entry?.value.kind !== 'map') return undefined;
  const { key, colonEnd, valueRange } = entry;
  if (file.root.flow) {
    const [start, end] = [valueRange.start, valueRange.end];
    const rest = more.map(([one, value]) => `, ${quoted(one, true)}: ${value}`).join('');
    return applyEdits(text, [
      { start, end: start, newText: `[{${quoted(field, true)}: ` },
      { start: end, end, newText: `${rest}}]` },
    ]);
  }
  if (linesOfEntry(text, entry) === undefined) return undefined;
  const step = listIndentation(file);
  const indentation = ' '.repeat(columnOf(text, key.start) + step);
  const below = nextLine(text, valueRange.end);
  const rest = more.map(([one, value]) => `${indentation}  ${one}: ${value}${file.lineBreak}`);
  const missing = text.slice(0, below).endsWith('\n') ? '' : file.lineBreak;
  const result = applyEdits(text, [
    { start: colonEnd, end: colonEnd, newText: `${file.lineBreak}${indentation}- ${field}:` },
    ...shiftBelow(text, { start: colonEnd, end: valueRange.end }, 2 + step),
    { start: below, end: below, newText: missing + rest.join('') },
  ]);
  return withSameEnd(text, result);
}
