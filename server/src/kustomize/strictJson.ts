import {
  booleanTree,
  mapTree,
  nullTree,
  numberTree,
  sequenceTree,
  stringTree,
  type JsonTree,
  type NodePlace,
} from './jsonTree.ts';

/**
 * Reads JSON as Go's encoding/json does: nothing but JSON, with nothing after it. Scalars keep their text, the last of equal
 * keys wins, and half a surrogate pair becomes U+FFFD. Ordinals are those that the same text has as YAML (see
 * `ResourceNode.ordinal`). `undefined` where the text is no JSON.
 *
 * Source: Go encoding/json scanner.go and decode.go. Deviation: nesting is bounded by `MAX_DEPTH`.
 */
export function readStrictJson(text: string): JsonTree | undefined {
  return isJson(text) ? readValue({ text, position: 0, ordinal: 0 }, 0) : undefined;
}

/** How deep lists and maps may nest; Go goes on to 10,000. */
const MAX_DEPTH = 1000;

/** A text that is known to be JSON, and where reading stands in it. */
interface Reader {
  readonly text: string;
  position: number;
  ordinal: number;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readValue(reader: Reader, depth: number): JsonTree | undefined {
  if (depth > MAX_DEPTH) {
    return undefined;
  }
  const place = { ordinal: takeOrdinal(reader), origin: undefined };
  switch (peek(reader)) {
    case '{':
      return readMap(reader, place, depth);
    case '[':
      return readSequence(reader, place, depth);
    case '"': {
      const token = stringToken(reader);
      return stringTree(decodeString(token), place, token);
    }
    default:
      return wordTree(wordToken(reader), place);
  }
}

function wordTree(token: string, place: NodePlace): JsonTree {
  switch (token) {
    case 'null':
      return nullTree(place);
    case 'true':
    case 'false':
      return booleanTree(token === 'true', place);
    default:
      return numberTree(token, place);
  }
}

function readSequence(reader: Reader, place: NodePlace, depth: number): JsonTree | undefined {
  const items: JsonTree[] = [];
  skip(reader);
  while (peek(reader) !== ']') {
    const item = readValue(reader, depth + 1);
    if (item === undefined) {
      return undefined;
    }
    items.push(item);
    skipComma(reader);
  }
  skip(reader);
  return sequenceTree(items, place);
}

function readMap(reader: Reader, place: NodePlace, depth: number): JsonTree | undefined {
  const entries = new Map<string, JsonTree>();
  skip(reader);
  while (peek(reader) !== '}') {
    takeOrdinal(reader);
    const key = decodeString(stringToken(reader));
    peek(reader);
    skip(reader);
    const value = readValue(reader, depth + 1);
    if (value === undefined) {
      return undefined;
    }
    entries.set(key, value);
    skipComma(reader);
  }
  skip(reader);
  return mapTree(entries, place);
}

function takeOrdinal(reader: Reader): number {
  const { ordinal } = reader;
  reader.ordinal += 1;
  return ordinal;
}

/** The next character that is no white space. */
function peek(reader: Reader): string {
  while (/\s/.test(reader.text.charAt(reader.position))) {
    reader.position += 1;
  }
  return reader.text.charAt(reader.position);
}

function skip(reader: Reader): void {
  reader.position += 1;
}

function skipComma(reader: Reader): void {
  if (peek(reader) === ',') {
    skip(reader);
  }
}

function stringToken(reader: Reader): string {
  const start = reader.position;
  let end = start + 1;
  while (reader.text.charAt(end) !== '"') {
    end += reader.text.charAt(end) === '\\' ? 2 : 1;
  }
  reader.position = end + 1;
  return reader.text.slice(start, reader.position);
}

function wordToken(reader: Reader): string {
  const start = reader.position;
  while (/[-+.\w]/.test(reader.text.charAt(reader.position))) {
    reader.position += 1;
  }
  return reader.text.slice(start, reader.position);
}

function decodeString(token: string): string {
  const value: unknown = JSON.parse(token);
  return typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\uFFFD') : '';
}
