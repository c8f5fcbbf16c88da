import type { ComposedDocument } from './compose.ts';
import { plainTag } from './goScalar.ts';
import { quickDepth, readFlow } from './quickFlow.ts';
import {
  isBlankAt,
  makeScalar,
  readBlock,
  readPlain,
  readQuotedText,
  startsPlain,
} from './quickScalars.ts';
import {
  createQuickReader,
  endsWord,
  findContent,
  finishLine,
  type QuickPart,
  type QuickReader,
} from './quickReader.ts';
import type { MapNode, ResourceNode, SequenceNode } from './resourceNode.ts';

/**
 * Reads a part of a text as `compose` does, several times as fast, where it has nothing but block and
 * flow collections, scalars and comments; `undefined` for anything else, and for every text that may be wrong. The part must
 * have no control characters, no tabs before content and no line breaks but line feeds (see `composePart`).
 */
export function quickRead(text: string, part: QuickPart): ComposedDocument | undefined {
  const reader = createQuickReader(text, part);
  if (!passDocumentStart(reader) || !findContent(reader) || reader.column < 0) {
    return undefined;
  }
  const isSequence = isEntry(reader);
  if (!isSequence && !readKey(reader)) {
    return undefined;
  }
  const root = isSequence
    ? readSequence(reader, reader.column)
    : part.wanted === undefined
      ? readMap(reader, reader.column)
      : readWanted(reader, reader.column, part.wanted);
  if (root === undefined || reader.column >= 0) {
    return undefined;
  }
  return { root, hasAliases: false, nextOrdinal: reader.ordinal, failure: undefined };
}

/** Passes `---` on the first line; false when more stands on that line than a comment. */
function passDocumentStart(reader: QuickReader): boolean {
  const { text, end, position } = reader;
  if (!text.startsWith('---', position)) {
    return true;
  }
  const lineEnd = text.indexOf('\n', position);
  if (lineEnd < 0 || lineEnd >= end || !/^---(?: *| +#.*)$/.test(text.slice(position, lineEnd))) {
    return false;
  }
  reader.position = lineEnd + 1;
  return true;
}

/** Whether `-` with white space after it stands at the position. */
function isEntry(reader: QuickReader): boolean {
  return reader.text.charCodeAt(reader.position) === 0x2d && endsWord(reader, reader.position + 1);
}

/**
 * Reads a key with its `:`, plain or quoted, on one line. False when there is none, or none that is simple enough; the position
 * is then as it was.
 */
function readKey(reader: QuickReader): boolean {
  const { text } = reader;
  const start = reader.position;
  const code = text.charCodeAt(start);
  if (code === 0x22 || code === 0x27) {
    if (readQuotedKey(reader)) {
      return true;
    }
    reader.position = start;
    return false;
  }
  return startsPlain(reader) && readPlainKey(reader);
}

function readPlainKey(reader: QuickReader): boolean {
  const { text, end } = reader;
  const start = reader.position;
  let position = start;
  for (;;) {
    const code = text.charCodeAt(position);
    if (code <= 0x3a) {
      if (code === 0x3a && endsWord(reader, position + 1)) {
        break;
      }
      if (code === 0x0a || code === 0x23) {
        return false;
      }
    }
    position += 1;
    if (position >= end) {
      return false;
    }
  }
  if (position - start > 1000) {
    return false;
  }
  reader.position = position + 1;
  while (isBlankAt(text, position - 1)) {
    position -= 1;
  }
  if (reader.skips) {
    reader.key = position - start === 2 && text.startsWith('<<', start) ? '<<' : '';
    return true;
  }
  reader.key = text.slice(start, position);
  reader.keyTag = plainTag(reader.key, reader.version);
  return true;
}

function readQuotedKey(reader: QuickReader): boolean {
  const { text } = reader;
  const start = reader.position;
  const key = readQuotedText(reader);
  if (key === undefined) {
    return false;
  }
  let position = reader.position;
  while (text.charCodeAt(position) === 0x20) {
    position += 1;
  }
  const isKey =
    position - start < 1000 &&
    text.charCodeAt(position) === 0x3a &&
    endsWord(reader, position + 1) &&
    !text.slice(start, position).includes('\n');
  reader.position = position + 1;
  reader.key = key;
  reader.keyTag = '!!str';
  return isKey;
}

/** Reads a map whose first key was just read and stands at `column`. */
function readMap(reader: QuickReader, column: number): MapNode | undefined {
  if (reader.skips) return skipMap(reader, column);
  reader.depth += 1;
  if (reader.depth > quickDepth) {
    return undefined;
  }
  const ordinal = reader.ordinal;
  reader.ordinal = ordinal + 1;
  const firstKey = reader.keys.length;
  const first = reader.nodes.length;
  let keyTags: string[] | undefined;
  for (;;) {
    const { key, keyTag } = reader;
    if (key === '<<') {
      return undefined;
    }
    if (keyTag !== '!!str') {
      keyTags ??= new Array<string>(reader.keys.length - firstKey).fill('!!str');
    }
    keyTags?.push(keyTag);
    reader.keys.push(key);
    reader.ordinal += 1;
    const value = readValue(reader, column);
    if (value === undefined) {
      return undefined;
    }
    reader.nodes.push(value);
    if (reader.column < column) {
      break;
    }
    if (reader.column > column || isEntry(reader) || !readKey(reader)) {
      return undefined;
    }
  }
  reader.depth -= 1;
  const keys = reader.keys.slice(firstKey);
  const values = reader.nodes.slice(first);
  reader.keys.length = firstKey;
  reader.nodes.length = first;
  return {
    kind: 'map',
    keys,
    values,
    keyTags,
    tag: '!!map',
    flow: false,
    ordinal,
    origin: undefined,
  };
}

/** The same, with the values of the wanted keys alone. */
function readWanted(
  reader: QuickReader,
  column: number,
  wanted: readonly string[],
): MapNode | undefined {
  const ordinal = reader.ordinal;
  reader.ordinal = ordinal + 1;
  const keys: string[] = [];
  const values: ResourceNode[] = [];
  for (;;) {
    const { key } = reader;
    if (key === '<<') return undefined;
    reader.ordinal += 1;
    reader.skips = !wanted.includes(key);
    const value = readValue(reader, column);
    if (value === undefined) return undefined;
    if (!reader.skips) {
      keys.push(key);
      values.push(value);
    }
    reader.skips = false;
    if (reader.column < column) break;
    if (reader.column > column || isEntry(reader) || !readKey(reader)) return undefined;
  }
  return { ...skippedMap, keys, values, ordinal };
}

const skippedMap: MapNode = {
  kind: 'map',
  keys: [],
  values: [],
  keyTags: undefined,
  tag: '!!map',
  flow: false,
  ordinal: 0,
  origin: undefined,
};

/** Checks a map whose first key was just read and stands at `column`, and all that is in it. */
function skipMap(reader: QuickReader, column: number): MapNode | undefined {
  reader.depth += 1;
  if (reader.depth > quickDepth) return undefined;
  for (;;) {
    if (reader.key === '<<' || readValue(reader, column) === undefined) return undefined;
    if (reader.column < column) break;
    if (reader.column > column || isEntry(reader) || !readKey(reader)) return undefined;
  }
  reader.depth -= 1;
  return skippedMap;
}

/** Reads what stands behind the `:` of a key at `column`; ends at the next content. */
function readValue(reader: QuickReader, column: number): ResourceNode | undefined {
  const { text, end } = reader;
  let { position } = reader;
  while (text.charCodeAt(position) === 0x20) {
    position += 1;
  }
  const code = position < end ? text.charCodeAt(position) : 0x0a;
  if (code !== 0x0a && code !== 0x23) {
    reader.position = position;
    return isEntry(reader) ? undefined : readScalarOrFlow(reader, code, column);
  }
  if (!finishLine(reader)) {
    return undefined;
  }
  if (reader.column > column) {
    return readNested(reader, column);
  }
  return reader.column === column && isEntry(reader)
    ? readSequence(reader, column)
    : makeScalar(reader, '', '!!null', 'plain');
}

/** Reads a node on lines of its own, deeper than `column`. */
function readNested(reader: QuickReader, column: number): ResourceNode | undefined {
  if (isEntry(reader)) {
    return readSequence(reader, reader.column);
  }
  const nestedColumn = reader.column;
  if (readKey(reader)) {
    return readMap(reader, nestedColumn);
  }
  return readScalarOrFlow(reader, reader.text.charCodeAt(reader.position), column);
}

/** Reads a scalar or a flow collection inside a block collection at `column`; ends at the next content. */
function readScalarOrFlow(
  reader: QuickReader,
  code: number,
  column: number,
): ResourceNode | undefined {
  switch (code) {
    case 0x22:
    case 0x27: {
      const text = readQuotedText(reader);
      if (text === undefined) {
        return undefined;
      }
      const node = makeScalar(reader, text, '!!str', code === 0x22 ? 'double' : 'single');
      return finishLine(reader) ? node : undefined;
    }
    case 0x7c:
    case 0x3e:
      return readBlock(reader, column);
    case 0x5b:
    case 0x7b: {
      const node = readFlow(reader);
      return node !== undefined && finishLine(reader) ? node : undefined;
    }
    default:
      return startsPlain(reader) ? readPlain(reader, column) : undefined;
  }
}

const skippedSequence: SequenceNode = {
  kind: 'sequence',
  items: [],
  tag: '!!seq',
  flow: false,
  ordinal: 0,
  origin: undefined,
};

/** Reads a sequence whose first `-` stands at `column`; ends at the next content. */
function readSequence(reader: QuickReader, column: number): SequenceNode | undefined {
  reader.depth += 1;
  if (reader.depth > quickDepth) {
    return undefined;
  }
  const ordinal = reader.ordinal;
  reader.ordinal = ordinal + 1;
  const first = reader.nodes.length;
  do {
    const item = readItem(reader, column);
    if (item === undefined) {
      return undefined;
    }
    if (!reader.skips) reader.nodes.push(item);
    if (reader.column > column) {
      return undefined;
    }
  } while (reader.column === column && isEntry(reader));
  reader.depth -= 1;
  if (reader.skips) return skippedSequence;
  const items = reader.nodes.slice(first);
  reader.nodes.length = first;
  return { kind: 'sequence', items, tag: '!!seq', flow: false, ordinal, origin: undefined };
}

function readItem(reader: QuickReader, column: number): ResourceNode | undefined {
  const { text, end } = reader;
  const start = reader.position + 1;
  let position = start;
  while (text.charCodeAt(position) === 0x20) {
    position += 1;
  }
  reader.position = position;
  const code = position < end ? text.charCodeAt(position) : 0x0a;
  if (code === 0x0a || code === 0x23) {
    reader.position = start;
    if (!finishLine(reader)) {
      return undefined;
    }
    return reader.column > column
      ? readNested(reader, column)
      : makeScalar(reader, '', '!!null', 'plain');
  }
  const itemColumn = column + 1 + position - start;
  if (isEntry(reader)) {
    return readSequence(reader, itemColumn);
  }
  return readKey(reader) ? readMap(reader, itemColumn) : readScalarOrFlow(reader, code, column);
}
