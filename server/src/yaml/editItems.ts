import { applyEdits, type TextEdit } from '../text/textEdit.ts';
import {
  columnOf,
  entryOf,
  linesOfEntry,
  listIndentation,
  mapAt,
  nextLine,
  readEditable,
  type EditableEntry,
  type EditableText,
} from './edit.ts';
import type { YamlPath } from './positions.ts';
import type { MapNode } from './resourceNode.ts';

/**
 * The text with the scalar of one field of a map as the last item of a list in another field of the same map, which is made
 * where it is missing. `undefined` where the scalar has many lines, or the fields are written in a way that this cannot keep.
 */
export function moveScalarToList(
  text: string,
  path: YamlPath,
  from: string,
  to: string,
): string | undefined {
  const file = readEditable(text);
  const map = file && mapAt(file, path);
  if (file === undefined || map === undefined) return undefined;
  const source = entryOf(file, map, from);
  if (source?.value.kind !== 'scalar' || !isOneLine(text, source)) return undefined;
  if (!map.keys.some((key) => key.toLowerCase() === to.toLowerCase()))
    return applyEdits(text, newList(file, map, source, to));
  const target = entryOf(file, map, to);
  if (target === undefined || map.flow) return undefined;
  const added = append(file, source, target);
  const removed = removal(file, map, source);
  return added && removed && applyEdits(text, [added, removed]);
}

function isOneLine(text: string, { key, valueRange }: EditableEntry): boolean {
  const { start, end } = valueRange;
  return end > start && !text.slice(key.start, end).includes('\n');
}

/** `env: x` becomes `envs:` and below it `- x`, and in flow `envs: [x]`. */
function newList(
  file: EditableText,
  map: MapNode,
  { key, colonEnd, valueRange }: EditableEntry,
  to: string,
): readonly TextEdit[] {
  const { text, lineBreak } = file;
  const quote = /^["']/.exec(text.slice(key.start, key.end))?.[0] ?? '';
  const name: TextEdit = { ...key, newText: `${quote}${to}${quote}` };
  if (map.flow) {
    const { start, end } = valueRange;
    return [name, { start, end: start, newText: '[' }, { start: end, end, newText: ']' }];
  }
  const space = /^[ \t]*/.exec(text.slice(colonEnd))?.[0].length ?? 0;
  const column = columnOf(text, key.start) + listIndentation(file);
  const newText = `${lineBreak}${' '.repeat(column)}- `;
  return [name, { start: colonEnd, end: colonEnd + space, newText }];
}

/** The scalar, with the comment behind it, as the last item of a list. */
function append(
  { text, lineBreak, rangeOf }: EditableText,
  { colonEnd }: EditableEntry,
  { value, valueRange }: EditableEntry,
): TextEdit | undefined {
  if (value.kind !== 'sequence' || value.items.length === 0) return undefined;
  const written = text.slice(colonEnd, nextLine(text, colonEnd)).trim();
  if (value.flow) {
    const last = value.items.at(-1);
    if (last === undefined || !/^[\w./-]+$/.test(written)) return undefined;
    const { end } = rangeOf(last.ordinal);
    return { start: end, end, newText: `, ${written}` };
  }
  const at = nextLine(text, valueRange.end);
  const item = `${' '.repeat(columnOf(text, valueRange.start))}- ${written}`;
  const isOpen = at === text.length && !text.endsWith('\n');
  return { start: at, end: at, newText: isOpen ? lineBreak + item : item + lineBreak };
}

/** Takes the lines of an entry away, or leaves the dash before it to the next entry. */
function removal(
  { text, rangeOf }: EditableText,
  map: MapNode,
  entry: EditableEntry,
): TextEdit | undefined {
  const lines = linesOfEntry(text, entry);
  if (lines !== undefined) return { ...lines, newText: '' };
  const next = map.values[map.values.indexOf(entry.value) + 1];
  if (next === undefined) return undefined;
  const end = rangeOf(next.ordinal - 1).start;
  const between = text.slice(nextLine(text, entry.valueRange.end), end);
  return between.trim() === '' ? { start: entry.key.start, end, newText: '' } : undefined;
}
