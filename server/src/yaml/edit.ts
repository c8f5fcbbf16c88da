import { applyEdits, type TextEdit } from '../text/textEdit.ts';
import { nodeAtPath, readConfigurationPositions, type YamlPath } from './positions.ts';
import { readConfiguration } from './readConfiguration.ts';
import type { MapNode, ResourceNode } from './resourceNode.ts';

/*
 * A kustomization file with the places that edits need. What an edit does not mean to change stays as it is to the byte:
 * comments, blank lines, quotes and line breaks.
 */

/** A half-open range of UTF-16 offsets. */
export interface EditRange {
  readonly start: number;
  readonly end: number;
}

/** A kustomization file that can be edited: it is a map, and nothing in it is wrong. */
export interface EditableText {
  readonly text: string;
  readonly root: MapNode;
  /** `\r\n` where the first line ends so. */
  readonly lineBreak: string;
  readonly rangeOf: (ordinal: number) => EditRange;
}

/** One entry of a map. */
export interface EditableEntry {
  /** As it is written, with its quotes. */
  readonly key: EditRange;
  /** Behind the colon of the key. */
  readonly colonEnd: number;
  readonly value: ResourceNode;
  /** Without white space at the end, an anchor and a tag; empty, behind the colon, where nothing is written. */
  readonly valueRange: EditRange;
}

/** Reads a kustomization file for editing; `undefined` where it cannot be read or is no map. */
export function readEditable(text: string): EditableText | undefined {
  const { root, problems } = readConfiguration(text);
  if (root?.kind !== 'map' || problems.length > 0) return undefined;
  const { starts, ends } = readConfigurationPositions(text);
  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const rangeOf = (ordinal: number): EditRange => ({
    start: starts[ordinal] ?? 0,
    end: ends[ordinal] ?? 0,
  });
  return { text, root, lineBreak, rangeOf };
}

/** The map at a path of a file; `undefined` where there is none. */
export function mapAt({ root }: EditableText, path: YamlPath): MapNode | undefined {
  const node = nodeAtPath(root, path);
  return node?.kind === 'map' ? node : undefined;
}

/**
 * The entry of a map with a key, in whatever case, as Go's JSON takes it; `undefined` where there is none, more than one,
 * or one that is not written as `key:`.
 */
export function entryOf(
  { text, rangeOf }: EditableText,
  map: MapNode,
  name: string,
): EditableEntry | undefined {
  const found = map.keys.flatMap((key, index) =>
    key.toLowerCase() === name.toLowerCase() ? [index] : [],
  );
  const [index = -1] = found;
  const value = map.values[index];
  if (value === undefined || found.length > 1) return undefined;
  const key = rangeOf(value.ordinal - 1);
  const colon = /^[ \t]*:/.exec(text.slice(key.end));
  if (colon === null || key.end === key.start) return undefined;
  const colonEnd = key.end + colon[0].length;
  return { key, colonEnd, value, valueRange: valueRange(text, rangeOf(value.ordinal), colonEnd) };
}

function valueRange(text: string, { start, end }: EditRange, colonEnd: number): EditRange {
  if (end <= start || start < colonEnd) return { start: colonEnd, end: colonEnd };
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

/** The text with another name for a key; its quotes stay. */
export function renameKey(text: string, { key }: EditableEntry, name: string): string {
  const quote = /^["']/.exec(text.slice(key.start, key.end))?.[0] ?? '';
  return applyEdits(text, [{ ...key, newText: `${quote}${name}${quote}` }]);
}

/** The offset of the beginning of a line. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** The offset behind the line break of a line, or of the end of the text. */
export function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** The column of an offset, from 0 in UTF-16 units. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** The whole lines of an entry, from its key on; `undefined` where something stands before it on its line. */
export function linesOfEntry(
  text: string,
  { key, valueRange }: EditableEntry,
): EditRange | undefined {
  const start = lineStart(text, key.start);
  if (text.slice(start, key.start).trim() !== '') return undefined;
  return { start, end: nextLine(text, valueRange.end) };
}

/** Lines moved to the right, or to the left as far as they go; empty lines stay empty. */
export function shiftLines(lines: string, by: number): string {
  if (by === 0) return lines;
  if (by > 0) return lines.replaceAll(/(?<![^\n])(?=[^\r\n])/g, ' '.repeat(by));
  return lines.replaceAll(new RegExp(`(?<![^\\n]) {1,${-by}}`, 'g'), '');
}

/** The edits that move the lines below the first line of a range to the right. */
export function shiftBelow(text: string, { start, end }: EditRange, by: number): TextEdit[] {
  const edits: TextEdit[] = [];
  for (let at = nextLine(text, start); at < end; at = nextLine(text, at)) {
    if (!/[\r\n]/.test(text.charAt(at)))
      edits.push({ start: at, end: at, newText: ' '.repeat(by) });
  }
  return edits;
}

/** By how many columns the lists of a file stand to the right of their keys, as its first list in lines has it; else 0. */
export function listIndentation({ text, root, rangeOf }: EditableText): number {
  for (const value of root.values) {
    if (value.kind === 'sequence' && !value.flow) {
      const key = columnOf(text, rangeOf(value.ordinal - 1).start);
      return Math.max(columnOf(text, rangeOf(value.ordinal).start) - key, 0);
    }
  }
  return 0;
}
