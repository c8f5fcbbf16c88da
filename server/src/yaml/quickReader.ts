import type { GoYamlVersion } from './goScalar.ts';
import type { ResourceNode } from './resourceNode.ts';

/**
 * The state of a quick reading, changed in place. Every function that reads something leaves `position` behind it; it gives
 * `undefined` or false where the text is beyond what the quick reader knows for sure, and then `compose` reads the whole part
 * again.
 */
export interface QuickReader {
  readonly text: string;
  /** The end of the part; the character before it is a line feed, but for the last part of a file. */
  readonly end: number;
  readonly version: GoYamlVersion;
  position: number;
  /** The column of `position` when it stands at the first character of a line's content; −1 at the end of the part. */
  column: number;
  ordinal: number;
  depth: number;
  /** The key that `readKey` found. */
  key: string;
  keyTag: string;
  /** How many empty lines `findContinuation` passed. */
  emptyLines: number;
  /** Whether what is read is only checked: its nodes are then no nodes. */
  skips: boolean;
  /** Entries and items of the collections that are being read, so that each collection gets arrays of its own size. */
  readonly keys: string[];
  readonly nodes: ResourceNode[];
}

/** The part of a text that is read, and how: offsets are UTF-16, half-open. */
export interface QuickPart {
  readonly start: number;
  readonly end: number;
  readonly version: GoYamlVersion;
  readonly firstOrdinal: number;
  /** The keys at the top whose values are wanted; all where it is absent. What others hold is then only checked. */
  readonly wanted?: readonly string[];
}

/** A reader at the start of a part. */
export function createQuickReader(
  text: string,
  { start, end, version, firstOrdinal }: QuickPart,
): QuickReader {
  return {
    text,
    end,
    version,
    position: start,
    column: 0,
    ordinal: firstOrdinal,
    depth: 0,
    key: '',
    keyTag: '!!str',
    emptyLines: 0,
    skips: false,
    keys: [],
    nodes: [],
  };
}

/** Whether a space, a tab, a line feed or the end of the part stands at `index`. */
export function endsWord(reader: QuickReader, index: number): boolean {
  if (index >= reader.end) {
    return true;
  }
  const code = reader.text.charCodeAt(index);
  return code === 0x20 || code === 0x0a || code === 0x09;
}

/**
 * Moves from the end of a line to the first content after it. False at a tab before the content and at what may be a document
 * indicator.
 */
export function nextContent(reader: QuickReader): boolean {
  if (reader.position < reader.end) {
    reader.position += 1;
  }
  return findContent(reader);
}

/** The same from the start of a line. */
export function findContent(reader: QuickReader): boolean {
  const { text, end } = reader;
  let position = reader.position;
  for (;;) {
    const lineStart = position;
    while (text.charCodeAt(position) === 0x20) {
      position += 1;
    }
    if (position >= end) {
      reader.position = end;
      reader.column = -1;
      return true;
    }
    const code = text.charCodeAt(position);
    if (code === 0x23) {
      const lineEnd = text.indexOf('\n', position);
      position = lineEnd < 0 || lineEnd >= end ? end : lineEnd + 1;
    } else if (code === 0x0a) {
      position += 1;
    } else {
      reader.position = position;
      reader.column = position - lineStart;
      return code !== 0x09 && !(position === lineStart && isIndicator(text, position, code));
    }
  }
}

function isIndicator(text: string, position: number, code: number): boolean {
  return (
    (code === 0x2d || code === 0x2e) &&
    text.charCodeAt(position + 1) === code &&
    text.charCodeAt(position + 2) === code
  );
}

/** Moves past spaces and a comment to the next content. False when something else stands on the line. */
export function finishLine(reader: QuickReader): boolean {
  const { text, end } = reader;
  const start = reader.position;
  let position = start;
  while (text.charCodeAt(position) === 0x20) {
    position += 1;
  }
  if (position < end) {
    const code = text.charCodeAt(position);
    if (code === 0x23 && position > start) {
      const lineEnd = text.indexOf('\n', position);
      position = lineEnd < 0 || lineEnd > end ? end : lineEnd;
    } else if (code !== 0x0a) {
      return false;
    }
  }
  reader.position = Math.min(position, end);
  return nextContent(reader);
}
