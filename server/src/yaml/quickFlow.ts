import { plainTag } from './goScalar.ts';
import { endsWord, type QuickReader } from './quickReader.ts';
import { makePlain, makeScalar, readQuotedText } from './quickScalars.ts';
import type { MapNode, ResourceNode, SequenceNode } from './resourceNode.ts';

/** How deep the quick reader goes. */
export const quickDepth = 200;

/**
 * Reads `[…]` or `{…}` with plain and quoted scalars inside, every entry of a map with its `:`; ends behind the closing bracket.
 * Anchors, tags, comments, `?`, pairs in sequences and plain scalars over several lines are left to `compose`.
 */
export function readFlow(reader: QuickReader): ResourceNode | undefined {
  reader.depth += 1;
  if (reader.depth > quickDepth) {
    return undefined;
  }
  const isSequence = reader.text.charCodeAt(reader.position) === 0x5b;
  reader.position += 1;
  const node = isSequence ? readFlowSequence(reader) : readFlowMap(reader);
  reader.depth -= 1;
  return node;
}

function readFlowSequence(reader: QuickReader): SequenceNode | undefined {
  const ordinal = reader.ordinal;
  reader.ordinal = ordinal + 1;
  const first = reader.nodes.length;
  for (;;) {
    let code = passFlowSpace(reader);
    if (code !== 0x5d) {
      const item = readFlowNode(reader, code);
      if (item === undefined) {
        return undefined;
      }
      reader.nodes.push(item);
      code = passFlowSpace(reader);
    }
    reader.position += 1;
    if (code === 0x5d) {
      const items = reader.nodes.slice(first);
      reader.nodes.length = first;
      return { kind: 'sequence', items, tag: '!!seq', flow: true, ordinal, origin: undefined };
    }
    if (code !== 0x2c) {
      return undefined;
    }
  }
}

function readFlowMap(reader: QuickReader): MapNode | undefined {
  const ordinal = reader.ordinal;
  reader.ordinal = ordinal + 1;
  const firstKey = reader.keys.length;
  const first = reader.nodes.length;
  for (;;) {
    let code = passFlowSpace(reader);
    if (code !== 0x7d) {
      if (!readFlowEntry(reader, code)) {
        return undefined;
      }
      code = passFlowSpace(reader);
    }
    reader.position += 1;
    if (code === 0x7d) {
      const keys = reader.keys.slice(firstKey);
      const values = reader.nodes.slice(first);
      reader.keys.length = firstKey;
      reader.nodes.length = first;
      return {
        kind: 'map',
        keys,
        values,
        keyTags: undefined,
        tag: '!!map',
        flow: true,
        ordinal,
        origin: undefined,
      };
    }
    if (code !== 0x2c) {
      return undefined;
    }
  }
}

/** Reads `key: value`; only keys that are strings. */
function readFlowEntry(reader: QuickReader, code: number): boolean {
  const { text } = reader;
  const start = reader.position;
  const isQuoted = code === 0x22 || code === 0x27;
  const key = isQuoted ? readQuotedText(reader) : readFlowPlain(reader, code);
  if (
    key === undefined ||
    (!isQuoted && plainTag(key, reader.version) !== '!!str') ||
    key === '<<'
  ) {
    return false;
  }
  while (text.charCodeAt(reader.position) === 0x20) {
    reader.position += 1;
  }
  const isNear =
    reader.position - start < 1000 && !text.slice(start, reader.position).includes('\n');
  if (!isNear || text.charCodeAt(reader.position) !== 0x3a) {
    return false;
  }
  reader.position += 1;
  reader.ordinal += 1;
  const next = passFlowSpace(reader);
  if (next === 0x2c || next === 0x7d) {
    return false;
  }
  const value = readFlowNode(reader, next);
  if (value === undefined) {
    return false;
  }
  reader.keys.push(key);
  reader.nodes.push(value);
  return true;
}

function readFlowNode(reader: QuickReader, code: number): ResourceNode | undefined {
  if (code === 0x5b || code === 0x7b) {
    const node = readFlow(reader);
    return isFollowedByColon(reader) ? undefined : node;
  }
  if (code === 0x22 || code === 0x27) {
    const text = readQuotedText(reader);
    return text === undefined || isFollowedByColon(reader)
      ? undefined
      : makeScalar(reader, text, '!!str', code === 0x22 ? 'double' : 'single');
  }
  const text = readFlowPlain(reader, code);
  return text === undefined || isFollowedByColon(reader) ? undefined : makePlain(reader, text);
}

function isFollowedByColon(reader: QuickReader): boolean {
  const { text } = reader;
  let position = reader.position;
  while (text.charCodeAt(position) === 0x20) {
    position += 1;
  }
  return text.charCodeAt(position) === 0x3a;
}

/** The text of a plain scalar on one line; `undefined` when its line ends before the entry does. */
function readFlowPlain(reader: QuickReader, first: number): string | undefined {
  const { text, end } = reader;
  const start = reader.position;
  if (!startsFlowPlain(reader, first)) {
    return undefined;
  }
  let position = start;
  for (;;) {
    if (position >= end) {
      return undefined;
    }
    const code = text.charCodeAt(position);
    if (code === 0x2c || code === 0x5d || code === 0x7d) {
      break;
    }
    if (code === 0x3a && endsWord(reader, position + 1)) {
      break;
    }
    if (code === 0x0a) {
      if (!entryEndsAfterBreak(reader, position)) {
        return undefined;
      }
      break;
    }
    if (code === 0x3f || code === 0x5b || code === 0x7b || code === 0x23 || code === 0x09) {
      return undefined;
    }
    position += 1;
  }
  reader.position = position;
  while (text.charCodeAt(position - 1) === 0x20) {
    position -= 1;
  }
  return text.slice(start, position);
}

/** Whether the next content after a line break closes the collection: then the scalar has ended. */
function entryEndsAfterBreak({ text }: QuickReader, position: number): boolean {
  let next = position;
  let code = 0x20;
  while (code === 0x20 || code === 0x0a) {
    next += 1;
    code = text.charCodeAt(next);
  }
  return code === 0x5d || code === 0x7d || code === 0x2c;
}

function startsFlowPlain(reader: QuickReader, code: number): boolean {
  switch (code) {
    case 0x2d: // -
      return !endsWord(reader, reader.position + 1);
    case 0: // nothing
    case 0x21: // !
    case 0x23: // #
    case 0x25: // %
    case 0x26: // &
    case 0x2a: // *
    case 0x2c: // ,
    case 0x3a: // :
    case 0x3e: // >
    case 0x3f: // ?
    case 0x40: // @
    case 0x5d: // ]
    case 0x60: // `
    case 0x7c: // |
    case 0x7d: // }
      return false;
    default:
      return true;
  }
}

/** Passes spaces and breaks; the code unit that follows, 0 where a line may be a document indicator or the part ends. */
function passFlowSpace(reader: QuickReader): number {
  const { text, end } = reader;
  let position = reader.position;
  for (;;) {
    const code = text.charCodeAt(position);
    if (position >= end) {
      return 0;
    }
    if (code === 0x0a) {
      const next = text.charCodeAt(position + 1);
      if (next === 0x2d || next === 0x2e) {
        return 0;
      }
    } else if (code !== 0x20) {
      reader.position = position;
      return code === 0x09 ? 0 : code;
    }
    position += 1;
  }
}
