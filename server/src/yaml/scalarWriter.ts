import { isBreak } from './characters.ts';
import { chooseStyle, isPrintable, isSimpleText } from './textStyle.ts';

/**
 * What has been printed so far: go-yaml v2's emitter. It is changed in place. `column` counts characters from 0; `whitespace`
 * is true when the last character was white space that a token may follow, `indention` when the line has only indentation
 * and `-`, `?`, `:` so far.
 */
export interface Writer {
  out: string;
  line: number;
  column: number;
  indent: number;
  whitespace: boolean;
  indention: boolean;
}

/** The preferred width of a line: a text breaks at the first single space after this column. */
const bestWidth = 80;

/** Spaces to indent with. */
const spaces = Array.from({ length: 65 }, (_, width) => ' '.repeat(width));

/** Begins a line at the indentation, unless the writer stands there. */
export function writeIndent(writer: Writer): void {
  const indent = Math.max(writer.indent, 0);
  if (
    !writer.indention ||
    writer.column > indent ||
    (writer.column === indent && !writer.whitespace)
  ) {
    writer.out += '\n';
    writer.column = 0;
    writer.line += 1;
  }
  if (writer.column < indent) {
    const width = indent - writer.column;
    writer.out += spaces[width] ?? ' '.repeat(width);
    writer.column = indent;
  }
  writer.whitespace = true;
  writer.indention = true;
}

/** Writes an indicator such as `-` or `:`. */
export function writeIndicator(
  writer: Writer,
  indicator: string,
  {
    needsSpace,
    keepsIndention,
  }: { readonly needsSpace: boolean; readonly keepsIndention: boolean },
): void {
  const text = needsSpace && !writer.whitespace ? ` ${indicator}` : indicator;
  writer.out += text;
  writer.column += text.length;
  writer.whitespace = false;
  writer.indention = writer.indention && keepsIndention;
}

/** Writes a text as a scalar; as a `key` it stays on one line. */
export function writeText(writer: Writer, text: string, context: 'key' | 'value'): void {
  const { indent } = writer;
  writer.indent = indent < 0 ? 2 : indent + 2;
  if (isSimpleText(text)) {
    writePlain(writer, text, context);
  } else {
    writeIntricate(writer, text, context);
  }
  writer.indent = indent;
}

function writeIntricate(writer: Writer, text: string, context: 'key' | 'value'): void {
  switch (chooseStyle(text, context)) {
    case 'plain':
      writePlain(writer, text, context);
      break;
    case 'single':
      writeSingleQuoted(writer, text, context);
      break;
    case 'double':
      writeDoubleQuoted(writer, text, context);
      break;
    case 'literal':
      writeLiteral(writer, text);
      break;
  }
}

/** Writes a text that is plain as it stands, such as a number. */
export function writePlain(writer: Writer, text: string, context: 'key' | 'value'): void {
  if (!writer.whitespace) {
    writer.out += ' ';
    writer.column += 1;
  }
  if (context === 'key' || writer.column + text.length <= bestWidth) {
    writer.out += text;
    writer.column += lengthOf(text);
  } else {
    writeFolding(writer, text, 'plain');
  }
  writer.whitespace = false;
  writer.indention = false;
}

/** The length in characters. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xdc00) {
      length -= 1;
    }
  }
  return length;
}

/** Writes a text of one line, breaking it at single spaces that stand beyond the width. */
function writeFolding(writer: Writer, text: string, style: 'plain' | 'single'): void {
  let afterSpace = false;
  let start = 0;
  for (;;) {
    const space = text.indexOf(' ', start);
    const end = space < 0 ? text.length : space;
    writeWord(writer, text.slice(start, end), style);
    afterSpace = afterSpace && end === start;
    if (space < 0) {
      return;
    }
    const canBreak =
      !afterSpace &&
      writer.column > bestWidth &&
      text.charCodeAt(space + 1) !== 0x20 &&
      (style === 'plain' || (space > 0 && space < text.length - 1));
    if (canBreak) {
      writer.indention = false;
      writer.whitespace = false;
      writeIndent(writer);
    } else {
      writer.out += ' ';
      writer.column += 1;
    }
    afterSpace = true;
    start = space + 1;
  }
}

function writeWord(writer: Writer, word: string, style: 'plain' | 'single'): void {
  const text = style === 'single' ? word.replaceAll("'", "''") : word;
  writer.out += text;
  writer.column += lengthOf(text);
}

function writeSingleQuoted(writer: Writer, text: string, context: 'key' | 'value'): void {
  writeIndicator(writer, "'", { needsSpace: true, keepsIndention: false });
  if (/[\u2028\u2029]/.test(text)) {
    writeSeparatedLines(writer, text, context);
  } else if (context === 'key' || writer.column + 2 * text.length <= bestWidth) {
    writeWord(writer, text, 'single');
  } else {
    writeFolding(writer, text, 'single');
  }
  writeIndicator(writer, "'", { needsSpace: false, keepsIndention: false });
}

/** Lines that end in a line or paragraph separator, which stands for itself, with indentation after it. */
function writeSeparatedLines(writer: Writer, text: string, context: 'key' | 'value'): void {
  for (const part of text.split(/([\u2028\u2029])/)) {
    if (part === '\u2028' || part === '\u2029') {
      writer.out += part;
      writer.column = 0;
      writer.line += 1;
      writer.indention = true;
    } else if (part !== '') {
      if (writer.indention) {
        writeIndent(writer);
      }
      if (context === 'key') {
        writeWord(writer, part, 'single');
      } else {
        writeFolding(writer, part, 'single');
      }
      writer.indention = false;
    }
  }
}

/** Source: go-yaml v2.4.2 emitterc.go yaml_emitter_write_double_quoted_scalar. */
function writeDoubleQuoted(writer: Writer, text: string, context: 'key' | 'value'): void {
  writeIndicator(writer, '"', { needsSpace: true, keepsIndention: false });
  // go-yaml looks for a byte order mark at the start of the text, wherever it is in it.
  const escapesAll = text.startsWith('\ufeff');
  const characters = Array.from(text);
  let afterSpace = false;
  characters.forEach((character, index) => {
    if (escapesAll || mustEscape(character)) {
      const escaped = escape(character);
      writer.out += escaped;
      writer.column += escaped.length;
      afterSpace = false;
    } else if (character !== ' ') {
      writer.out += character;
      writer.column += 1;
      afterSpace = false;
    } else {
      const isInside = index > 0 && index < characters.length - 1;
      if (context === 'value' && !afterSpace && writer.column > bestWidth && isInside) {
        writeIndent(writer);
        if (characters[index + 1] === ' ') {
          writer.out += '\\';
          writer.column += 1;
        }
      } else {
        writer.out += ' ';
        writer.column += 1;
      }
      afterSpace = true;
    }
  });
  writeIndicator(writer, '"', { needsSpace: false, keepsIndention: false });
}

function mustEscape(character: string): boolean {
  return (
    character === '"' ||
    character === '\\' ||
    character === '\n' ||
    !isPrintable(character) ||
    /[\u2028\u2029]/.test(character)
  );
}

const namedEscapes: ReadonlyMap<string, string> = new Map([
  ['\0', '\\0'],
  ['\x07', '\\a'],
  ['\b', '\\b'],
  ['\t', '\\t'],
  ['\n', '\\n'],
  ['\v', '\\v'],
  ['\f', '\\f'],
  ['\r', '\\r'],
  ['\x1b', '\\e'],
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\x85', '\\N'],
  ['\xa0', '\\_'],
  ['\u2028', '\\L'],
  ['\u2029', '\\P'],
]);

function escape(character: string): string {
  const named = namedEscapes.get(character);
  if (named !== undefined) {
    return named;
  }
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase();
  if (code <= 0xff) {
    return `\\x${digits.padStart(2, '0')}`;
  }
  return code <= 0xffff ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
}

/** Source: go-yaml v2.4.2 emitterc.go yaml_emitter_write_literal_scalar, yaml_emitter_write_block_scalar_hints. */
function writeLiteral(writer: Writer, text: string): void {
  const first = text.charCodeAt(0);
  const hint = first === 0x20 || isBreak(first) ? '2' : '';
  const header = `|${hint}${chompingHint(text)}`;
  writeIndicator(writer, header, { needsSpace: true, keepsIndention: false });
  const indentation = spaces[writer.indent] ?? ' '.repeat(writer.indent);
  let start = 0;
  writer.out += '\n';
  writer.line += 1;
  while (start < text.length) {
    let end = start;
    while (end < text.length && !isBreak(text.charCodeAt(end))) {
      end += 1;
    }
    if (end > start) {
      writer.out += indentation;
      writer.out += text.slice(start, end);
    }
    if (end < text.length) {
      writer.out += text.slice(end, end + 1);
      writer.line += 1;
    }
    start = end + 1;
  }
  const endsLine = isBreak(text.charCodeAt(text.length - 1));
  writer.column = endsLine ? 0 : writer.indent + 1;
  writer.indention = endsLine;
  writer.whitespace = true;
}

function chompingHint(text: string): string {
  if (!isBreak(text.charCodeAt(text.length - 1))) {
    return '-';
  }
  return text.length === 1 || isBreak(text.charCodeAt(text.length - 2)) ? '+' : '';
}
