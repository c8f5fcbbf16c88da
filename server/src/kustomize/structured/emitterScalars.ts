import { isBlank, isBlankOrEnd, isBreak } from '../../yaml/characters.ts';
import type { ScalarStyle } from '../../yaml/resourceNode.ts';
import { writeHeaderComment } from './emitterComments.ts';
import {
  BEST_INDENT,
  put,
  putBreak,
  writeBreak,
  writeIndent,
  writeIndicator,
  type Emitter,
} from './emitterState.ts';
import { isPrintable } from './scalarAnalysis.ts';

/**
 * Writes a scalar in its style. go-yaml v3 never breaks a long line.
 *
 * Source: go-yaml v3.0.3 emitterc.go `yaml_emitter_process_scalar`.
 */
export function writeScalar(emitter: Emitter, value: string, style: ScalarStyle): void {
  switch (style) {
    case 'plain':
      writePlain(emitter, value);
      return;
    case 'single':
      writeIndicator(emitter, "'", { needsSpace: true });
      writeLines(emitter, value.replaceAll("'", "''"));
      writeIndicator(emitter, "'", { needsSpace: false });
      return;
    case 'double':
      writeIndicator(emitter, '"', { needsSpace: true });
      put(emitter, escapeText(value));
      writeIndicator(emitter, '"', { needsSpace: false });
      return;
    case 'literal':
      writeLiteral(emitter, value);
      return;
    case 'folded':
      writeFolded(emitter, value);
  }
}

function writePlain(emitter: Emitter, value: string): void {
  if (value !== '') {
    if (!emitter.whitespace) {
      put(emitter, ' ');
    }
    writeLines(emitter, value);
    emitter.whitespace = false;
  }
  emitter.indention = false;
}

/** The lines of a plain or single-quoted scalar; what breaks them in the text breaks them here. */
function writeLines(emitter: Emitter, value: string): void {
  let afterBreak = false;
  for (const part of value.split(/([\n\r\u0085\u2028\u2029])/)) {
    if (isBreak(part.charCodeAt(0))) {
      if (!afterBreak && part === '\n') {
        putBreak(emitter);
      }
      writeBreak(emitter, part);
      afterBreak = true;
    } else if (part !== '') {
      if (afterBreak) {
        writeIndent(emitter);
      }
      put(emitter, part);
      emitter.indention = false;
      afterBreak = false;
    }
  }
}

/** go-yaml looks for a byte order mark at the start of the text, wherever it is in it. */
function escapeText(value: string): string {
  const escapesAll = value.startsWith('\uFEFF');
  return Array.from(value, (character) =>
    escapesAll || mustEscape(character) ? escapeCharacter(character) : character,
  ).join('');
}

function mustEscape(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return character === '"' || character === '\\' || isBreak(code) || !isPrintable(code);
}

const NAMED_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\0', '0'],
  ['\x07', 'a'],
  ['\b', 'b'],
  ['\t', 't'],
  ['\n', 'n'],
  ['\v', 'v'],
  ['\f', 'f'],
  ['\r', 'r'],
  ['\x1b', 'e'],
  ['"', '"'],
  ['\\', '\\'],
  ['\x85', 'N'],
  ['\xa0', '_'],
  ['\u2028', 'L'],
  ['\u2029', 'P'],
]);

function escapeCharacter(character: string): string {
  const named = NAMED_ESCAPES.get(character);
  if (named !== undefined) {
    return `\\${named}`;
  }
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase();
  if (code <= 0xff) {
    return `\\x${digits.padStart(2, '0')}`;
  }
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}

function writeLiteral(emitter: Emitter, value: string): void {
  writeIndicator(emitter, `|${hintsOf(value)}`, { needsSpace: true });
  writeHeaderComment(emitter);
  writeBlockLines(emitter, value, () => false);
}

function writeFolded(emitter: Emitter, value: string): void {
  writeIndicator(emitter, `>${hintsOf(value)}`, { needsSpace: true });
  writeHeaderComment(emitter);
  const isFlush = firstWordIsFlush(value);
  writeBlockLines(emitter, value, (line) => isFlush && !isBlank(line.charCodeAt(0)));
}

/** The lines of a block; one that `doubles` gets a second line break when it ends in `\n`, since folding takes one. */
function writeBlockLines(
  emitter: Emitter,
  value: string,
  doubles: (line: string) => boolean,
): void {
  emitter.whitespace = true;
  let line = '';
  for (const part of value.split(/([\n\r\u0085\u2028\u2029])/)) {
    if (isBreak(part.charCodeAt(0))) {
      if (line !== '' && part === '\n' && doubles(line)) {
        putBreak(emitter);
      }
      writeBreak(emitter, part);
      line = '';
    } else if (part !== '') {
      writeIndent(emitter);
      put(emitter, part);
      emitter.indention = false;
      line = part;
    }
  }
}

/** go-yaml means to look at the next line but looks at the first one that is not empty. */
function firstWordIsFlush(value: string): boolean {
  const first = value.search(/[^\n\r\u0085\u2028\u2029]/);
  return first >= 0 && !isBlankOrEnd(value.charCodeAt(first));
}

/** The hints behind `|` or `>`: the indentation where the text begins with white space, and what becomes of its end. */
function hintsOf(value: string): string {
  const first = value.charCodeAt(0);
  const indentation = first === 0x20 || isBreak(first) ? String(BEST_INDENT) : '';
  if (!isBreak(value.charCodeAt(value.length - 1))) {
    return `${indentation}-`;
  }
  const keeps = value.length === 1 || isBreak(value.charCodeAt(value.length - 2));
  return keeps ? `${indentation}+` : indentation;
}
