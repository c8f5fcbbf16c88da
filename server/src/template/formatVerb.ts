import { byteLength, fromByteValues, isStray, runesOf, toBytes } from './goBytes.ts';
import { formatFloat } from './goFloat.ts';
import { formatBinary, formatHexadecimal } from './goFloatBits.ts';
import { describeRune, quoteAscii, quoteGo, quoteRune } from './goQuote.ts';
import { sortedEntries } from './printValue.ts';
import { stringValue, typeOf, type Value } from './value.ts';

/** What stands between `%` and a verb. */
export interface FormatFlags {
  sharp: boolean;
  /** Set for `%#v`: values are shown as Go's syntax has them. */
  syntax: boolean;
  zero: boolean;
  plus: boolean;
  minus: boolean;
  space: boolean;
  width: number | undefined;
  precision: number | undefined;
  goodIndex: boolean;
}

/** Nothing between `%` and its verb. */
export function noFlags(): FormatFlags {
  return {
    sharp: false,
    syntax: false,
    zero: false,
    plus: false,
    minus: false,
    space: false,
    width: undefined,
    precision: undefined,
    goodIndex: true,
  };
}

/** A value as a verb prints it. Source: Go 1.26 fmt/print.go `printArg`, `printValue`; fmt/format.go. */
export function formatVerb(value: Value, verb: string, given: FormatFlags): string {
  // `%+v` shows the names of fields and `%#v` Go's syntax: neither is about signs and points.
  return formatValue(
    value,
    verb,
    verb === 'v' ? { ...given, plus: false, sharp: false, syntax: given.sharp } : given,
  );
}

function formatValue(value: Value, verb: string, flags: FormatFlags): string {
  if (verb === 'T') {
    return pad(truncated(typeOf(value), flags), flags);
  }
  if (verb === 'p') {
    return badVerb(value, verb, flags);
  }
  switch (value.kind) {
    case 'nil':
      return verb === 'v' ? pad('<nil>', flags) : badVerb(value, verb, flags);
    case 'bool':
      return verb === 'v' || verb === 't'
        ? pad(String(value.value), flags)
        : badVerb(value, verb, flags);
    case 'integer':
      return formatInteger(value, verb, flags);
    case 'float':
      return formatFloatVerb(value, verb, flags);
    case 'string':
      return formatString(value.value, value, verb, flags);
    case 'list':
      return formatList(value, verb, flags);
    case 'map':
      return formatMap(value, verb, flags);
    case 'object':
      return formatString(value.text, value, verb, flags);
  }
}

function formatList(
  value: Extract<Value, { kind: 'list' }>,
  verb: string,
  flags: FormatFlags,
): string {
  if (value.element === 'uint8' && 'sqxX'.includes(verb)) {
    const text = value.text ?? fromByteValues(value.items.map(byteOf));
    return formatString(text, value, verb, flags);
  }
  if (verb === 'v' && flags.syntax) {
    const items = value.items.map((item) => formatItem(item, verb, flags));
    return `${typeOf(value)}{${items.join(', ')}}`;
  }
  return `[${value.items.map((item) => formatItem(item, verb, flags)).join(' ')}]`;
}

function byteOf(value: Value): number {
  return value.kind === 'integer' ? Number(value.value) : 0;
}

/** What is nil inside of something prints alike with every verb. */
function formatItem(item: Value, verb: string, flags: FormatFlags): string {
  return item.kind === 'nil'
    ? verb === 'v' && flags.syntax
      ? 'interface {}(nil)'
      : '<nil>'
    : formatValue(item, verb, flags);
}

function formatMap(
  value: Extract<Value, { kind: 'map' }>,
  verb: string,
  flags: FormatFlags,
): string {
  const entries = sortedEntries(value.entries).map(
    ([key, item]) =>
      `${formatValue(stringValue(key), verb, flags)}:${formatItem(item, verb, flags)}`,
  );
  return verb === 'v' && flags.syntax
    ? `${typeOf(value)}{${entries.join(', ')}}`
    : `map[${entries.join(' ')}]`;
}

function badVerb(value: Value, verb: string, flags: FormatFlags): string {
  return value.kind === 'nil'
    ? `%!${verb}(<nil>)`
    : `%!${verb}(${typeOf(value)}=${formatValue(value, 'v', flags)})`;
}

/** Pads to the width, in characters. Source: fmt/format.go `padString`. */
function pad(text: string, flags: FormatFlags): string {
  if (flags.width === undefined) {
    return text;
  }
  const missing = flags.width - runesOf(text).length;
  if (missing <= 0) {
    return text;
  }
  if (flags.minus) {
    return text + ' '.repeat(missing);
  }
  return (flags.zero ? '0' : ' ').repeat(missing) + text;
}

function formatInteger(
  value: Extract<Value, { kind: 'integer' }>,
  verb: string,
  flags: FormatFlags,
): string {
  const number = value.value;
  switch (verb) {
    case 'v':
    case 'd':
      return digits(number, 10, '', flags);
    case 'b':
      return digits(number, 2, flags.sharp ? '0b' : '', flags);
    case 'o':
      return digits(number, 8, flags.sharp ? '0' : '', flags);
    case 'O':
      return digits(number, 8, '0o', flags);
    case 'x':
      return digits(number, 16, flags.sharp ? '0x' : '', flags);
    case 'X':
      return digits(number, 16, flags.sharp ? '0X' : '', flags, 'upper');
    case 'c':
      return pad(String.fromCodePoint(validRune(number)), flags);
    case 'q':
      return pad(quoteRune(validRune(number)), flags);
    case 'U': {
      const text = `U+${BigInt.asUintN(64, number).toString(16).toUpperCase().padStart(4, '0')}`;
      return pad(flags.sharp ? describeRune(validRune(number)) : text, flags);
    }
    default:
      return badVerb(value, verb, flags);
  }
}

function validRune(number: bigint): number {
  const code = number >= 0n && number <= 0x10ffffn ? Number(number) : 0xfffd;
  return code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
}

/** Source: fmt/format.go `fmtInteger`. */
function digits(
  value: bigint,
  base: number,
  prefix: string,
  flags: FormatFlags,
  letterCase: 'lower' | 'upper' = 'lower',
): string {
  const negative = value < 0n;
  const sign = negative ? '-' : flags.plus ? '+' : flags.space ? ' ' : '';
  const plain = (negative ? -value : value).toString(base);
  const text = letterCase === 'upper' ? plain.toUpperCase() : plain;
  if (flags.precision !== undefined) {
    const shown = flags.precision === 0 && value === 0n ? '' : text.padStart(flags.precision, '0');
    if (shown === '') {
      return ' '.repeat(flags.width ?? 0);
    }
    return pad(sign + withPrefix(prefix, shown), { ...flags, zero: false });
  }
  if (flags.zero && !flags.minus && flags.width !== undefined) {
    // The prefix comes on top of the width.
    const padded = text.padStart(flags.width - sign.length, '0');
    return sign + withPrefix(prefix, padded);
  }
  return pad(sign + withPrefix(prefix, text), { ...flags, zero: false });
}

function withPrefix(prefix: string, text: string): string {
  return prefix === '0' && text.startsWith('0') ? text : prefix + text;
}

function formatFloatVerb(
  value: Extract<Value, { kind: 'float' }>,
  verb: string,
  flags: FormatFlags,
): string {
  const lower = verb.toLowerCase();
  if (lower === 'x' || verb === 'b') {
    return formatBits(value.value, verb, flags);
  }
  if (!'vegf'.includes(lower) || verb === 'V') {
    return badVerb(value, verb, flags);
  }
  const kind = lower === 'v' ? 'g' : lower === 'e' ? 'e' : lower === 'f' ? 'f' : 'g';
  const precision = flags.precision ?? (kind === 'g' ? -1 : 6);
  const text = formatFloat(value.value, kind, precision);
  const negative = text.startsWith('-');
  const unsigned = text.replace(/^[+-]/, '');
  const isFinite = Number.isFinite(value.value);
  const sign = negative
    ? '-'
    : flags.plus || text.startsWith('+')
      ? flags.plus || !flags.space
        ? '+'
        : ' '
      : flags.space
        ? ' '
        : '';
  const sharp = sharpened(unsigned, kind, flags);
  const shown = verb === 'E' || verb === 'G' ? sharp.replace('e', 'E') : sharp;
  if (flags.zero && !flags.minus && isFinite && flags.width !== undefined) {
    return sign + shown.padStart(flags.width - sign.length, '0');
  }
  return pad(sign + shown, { ...flags, zero: false });
}

/** Deviation: a precision of `%x` does not count. */
function formatBits(value: number, verb: string, flags: FormatFlags): string {
  const size = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : flags.plus ? '+' : flags.space ? ' ' : '';
  if (!Number.isFinite(value)) {
    return pad(Number.isNaN(value) ? 'NaN' : `${value < 0 ? '-' : '+'}Inf`, flags);
  }
  const text = verb === 'b' ? formatBinary(size) : formatHexadecimal(size);
  return pad(sign + (verb === 'X' ? text.toUpperCase() : text), { ...flags, zero: false });
}

/** `#` keeps the point and, for `g`, the zeros at the end. */
function sharpened(text: string, kind: 'e' | 'f' | 'g', flags: FormatFlags): string {
  if (!flags.sharp || !/^[0-9.]/.test(text)) {
    return text;
  }
  const [mantissa = '', exponent] = text.split('e');
  const tail = exponent === undefined ? '' : `e${exponent}`;
  let body = mantissa.includes('.') ? mantissa : `${mantissa}.`;
  if (kind === 'g') {
    const wanted = flags.precision ?? 6;
    const significant = body.replace('.', '').replace(/^0+/, '').length;
    body += '0'.repeat(Math.max(wanted - Math.max(significant, 1), 0));
  }
  return body + tail;
}

function formatString(text: string, value: Value, verb: string, flags: FormatFlags): string {
  switch (verb) {
    case 'v':
      return flags.syntax ? pad(quoteGo(text), flags) : pad(truncated(text, flags), flags);
    case 's':
      return pad(truncated(text, flags), flags);
    case 'q': {
      const shown = truncated(text, flags);
      if (flags.sharp && !shown.includes('`') && isBackquotable(shown)) {
        return pad(`\`${shown}\``, flags);
      }
      return pad(flags.plus ? quoteAscii(shown) : quoteGo(shown), flags);
    }
    case 'x':
    case 'X': {
      const bytes = Array.from(toBytes(text)).slice(0, flags.precision ?? byteLength(text));
      const hex = bytes.map((byte) => byte.toString(16).padStart(2, '0'));
      const prefix = flags.sharp ? '0x' : '';
      const joined = flags.space
        ? hex.map((pair) => prefix + pair).join(' ')
        : (hex.length > 0 ? prefix : '') + hex.join('');
      return pad(verb === 'X' ? joined.toUpperCase() : joined, flags);
    }
    default:
      return badVerb(value, verb, flags);
  }
}

function isBackquotable(text: string): boolean {
  return Array.from(text).every((character) => {
    const code = character.codePointAt(0) ?? 0;
    return (code >= 0x20 || code === 9) && code !== 0x7f && code !== 0xfeff && !isStray(code);
  });
}

/** The first characters of a string, as many as the precision says. */
function truncated(text: string, flags: FormatFlags): string {
  return flags.precision === undefined ? text : Array.from(text).slice(0, flags.precision).join('');
}
