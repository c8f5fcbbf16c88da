import { plainTag } from './goScalar.ts';
import { endsWord, findContent, finishLine, type QuickReader } from './quickReader.ts';
import type { ScalarNode, ScalarStyle } from './resourceNode.ts';
import { scanBlockScalar } from './scanBlockScalar.ts';
import { scanQuotedScalar } from './scanFlowScalar.ts';
import type { BlockCursor, ScanCursor } from './scanner.ts';

/** A scalar's node, which takes the next ordinal. */
export function makeScalar(
  reader: QuickReader,
  value: string,
  tag: string,
  style: ScalarStyle,
): ScalarNode {
  if (reader.skips) return skippedScalar;
  const ordinal = reader.ordinal;
  reader.ordinal = ordinal + 1;
  return { kind: 'scalar', value, tag, style, ordinal, origin: undefined };
}

const skippedScalar: ScalarNode = {
  kind: 'scalar',
  value: '',
  tag: '!!str',
  style: 'plain',
  ordinal: 0,
  origin: undefined,
};

/** The node of a plain scalar. */
export function makePlain(reader: QuickReader, value: string): ScalarNode {
  if (reader.skips) return skippedScalar;
  const tag = value === '<<' ? '!!merge' : plainTag(value, reader.version);
  return makeScalar(reader, value, tag, 'plain');
}

/** Whether a plain scalar of a block collection may begin at the position. */
export function startsPlain(reader: QuickReader): boolean {
  switch (reader.text.charCodeAt(reader.position)) {
    case 0x2d: // -
    case 0x3f: // ?
    case 0x3a: // :
      return !endsWord(reader, reader.position + 1);
    case 0x09: // a tab
    case 0x21: // !
    case 0x22: // "
    case 0x23: // #
    case 0x25: // %
    case 0x26: // &
    case 0x27: // '
    case 0x2a: // *
    case 0x2c: // ,
    case 0x3e: // >
    case 0x40: // @
    case 0x5b: // [
    case 0x5d: // ]
    case 0x60: // `
    case 0x7b: // {
    case 0x7c: // |
    case 0x7d: // }
      return false;
    default:
      return true;
  }
}

/**
 * Reads a plain scalar of a block collection over all its lines; `indent` is the column that further lines must pass. Ends at
 * the next content.
 */
export function readPlain(reader: QuickReader, indent: number): ScalarNode | undefined {
  const start = reader.position;
  if (!passPlainLine(reader)) {
    return undefined;
  }
  let value = reader.skips ? '' : reader.text.slice(start, reader.position);
  for (;;) {
    const next = findContinuation(reader, indent);
    if (next < 0) {
      break;
    }
    reader.position = next;
    if (!passPlainLine(reader)) {
      return undefined;
    }
    value += reader.emptyLines === 0 ? ' ' : '\n'.repeat(reader.emptyLines);
    value += reader.text.slice(next, reader.position);
  }
  const node = makePlain(reader, value);
  return finishPlain(reader) ? node : undefined;
}

function finishPlain(reader: QuickReader): boolean {
  while (reader.position < reader.end && reader.text.charCodeAt(reader.position) === 0x09) {
    reader.position += 1;
  }
  return finishLine(reader);
}

/** Passes the words of a plain scalar on this line; false when a `:` makes a key of them. */
function passPlainLine(reader: QuickReader): boolean {
  const { text, end } = reader;
  let position = reader.position;
  while (position < end) {
    const code = text.charCodeAt(position);
    if (code <= 0x3a) {
      if (code === 0x0a) {
        break;
      }
      if (code === 0x3a) {
        if (endsWord(reader, position + 1)) {
          return false;
        }
      } else if (code === 0x23 && isBlankAt(text, position - 1)) {
        break;
      }
    }
    position += 1;
  }
  while (isBlankAt(text, position - 1)) {
    position -= 1;
  }
  reader.position = position;
  return true;
}

/** Whether a space or a tab stands at `position`. */
export function isBlankAt(text: string, position: number): boolean {
  const code = text.charCodeAt(position);
  return code === 0x20 || code === 0x09;
}

/** Where the plain scalar goes on after this line, −1 when it does not; says how many empty lines are between. */
function findContinuation(reader: QuickReader, indent: number): number {
  const { text, end } = reader;
  let position = reader.position;
  while (isBlankAt(text, position)) {
    position += 1;
  }
  if (position >= end || text.charCodeAt(position) !== 0x0a) {
    return -1;
  }
  let emptyLines = 0;
  for (;;) {
    position += 1;
    const lineStart = position;
    while (text.charCodeAt(position) === 0x20) {
      position += 1;
    }
    if (position >= end) {
      return -1;
    }
    const code = text.charCodeAt(position);
    if (code !== 0x0a) {
      reader.emptyLines = emptyLines;
      return position - lineStart <= indent || code === 0x23 || code === 0x09 ? -1 : position;
    }
    emptyLines += 1;
  }
}

/** The text of a quoted scalar; ends behind its closing quote. */
export function readQuotedText(reader: QuickReader): string | undefined {
  const { text, end } = reader;
  const start = reader.position + 1;
  const quote = text.charCodeAt(reader.position);
  for (let position = start; position < end; position += 1) {
    const code = text.charCodeAt(position);
    if (code === quote) {
      if (quote === 0x27 && text.charCodeAt(position + 1) === 0x27) {
        break;
      }
      reader.position = position + 1;
      return text.slice(start, position);
    }
    if (code === 0x0a || (code === 0x5c && quote === 0x22)) {
      break;
    }
  }
  return readIntricateQuotes(reader, quote === 0x27 ? 'single' : 'double');
}

function readIntricateQuotes(reader: QuickReader, style: 'single' | 'double'): string | undefined {
  const { text, position } = reader;
  const cursor: ScanCursor = { text, position, lineStart: -1, failure: undefined };
  const token = scanQuotedScalar(cursor, position, style);
  if (token === undefined || cursor.position > reader.end) {
    return undefined;
  }
  reader.position = cursor.position;
  return token.value;
}

/** Reads a block scalar; `indent` is the column of the collection around it. Ends at the next content. */
export function readBlock(reader: QuickReader, indent: number): ScalarNode | undefined {
  const start = reader.position;
  if (reader.text.charCodeAt(start) === 0x7c) {
    const literal = readLiteral(reader, indent);
    if (reader.position !== start) {
      return literal;
    }
  }
  return readIntricateBlock(reader, indent);
}

function readIntricateBlock(reader: QuickReader, indent: number): ScalarNode | undefined {
  const { text, position } = reader;
  const style = text.charCodeAt(position) === 0x7c ? 'literal' : 'folded';
  const cursor: BlockCursor = { text, position, lineStart: -1, failure: undefined, indent };
  const token = scanBlockScalar(cursor, style);
  if (token === undefined || cursor.position > reader.end) {
    return undefined;
  }
  if (cursor.lineStart < 0) {
    return undefined;
  }
  reader.position = cursor.position === reader.end ? reader.end : cursor.lineStart;
  const node = makeScalar(reader, token.value, '!!str', style);
  return findContent(reader) ? node : undefined;
}

/** Reads a literal scalar whose indentation is found from its first line; leaves the reader where it was for any other. */
function readLiteral(reader: QuickReader, indent: number): ScalarNode | undefined {
  const { text, end } = reader;
  let position = reader.position + 1;
  const chomping = text.charCodeAt(position);
  if (chomping === 0x2b || chomping === 0x2d) {
    position += 1;
  }
  while (text.charCodeAt(position) === 0x20) {
    position += 1;
  }
  if (text.charCodeAt(position) !== 0x0a) {
    return undefined;
  }
  position += 1;
  const width = firstIndentation(text, position);
  if (width <= indent) {
    return undefined;
  }
  let value = '';
  let breaks = '';
  let lineStart = position;
  for (;;) {
    position = lineStart;
    const contentStart = lineStart + width;
    while (position < contentStart && text.charCodeAt(position) === 0x20) {
      position += 1;
    }
    if (position >= end) {
      break;
    }
    const code = text.charCodeAt(position);
    if (code === 0x0a) {
      breaks += '\n';
      lineStart = position + 1;
      continue;
    }
    if (position < contentStart) {
      break;
    }
    let lineEnd = text.indexOf('\n', position);
    if (lineEnd < 0 || lineEnd >= end) {
      lineEnd = end;
    }
    if (!reader.skips) value += breaks + text.slice(position, lineEnd);
    breaks = lineEnd < end ? '\n' : '';
    lineStart = lineEnd < end ? lineEnd + 1 : end;
  }
  if (chomping !== 0x2d) {
    value += chomping === 0x2b || breaks === '' ? breaks : '\n';
  }
  reader.position = Math.min(lineStart, end);
  const node = makeScalar(reader, value, '!!str', 'literal');
  return findContent(reader) ? node : undefined;
}

/** The indentation of the first line that is not empty; −1 when an empty line is longer or a tab stands there. */
function firstIndentation(text: string, start: number): number {
  let position = start;
  let widest = 0;
  for (;;) {
    const lineStart = position;
    while (text.charCodeAt(position) === 0x20) {
      position += 1;
    }
    const width = position - lineStart;
    const code = text.charCodeAt(position);
    if (code !== 0x0a) {
      return width < widest || code === 0x09 || position >= text.length ? -1 : width;
    }
    widest = Math.max(widest, width);
    position += 1;
  }
}
