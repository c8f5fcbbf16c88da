import { runeAt, runesOf, textOfRunes, toBytes, type ByteText } from './byteText.ts';
import { matchesPattern } from './pathMatch.ts';

/**
 * What the operator of `${name…}` makes of a value: a function of the value and the operator's arguments, all in bytes.
 * `undefined` where the real one crashes. Source: fluxcd/pkg/envsubst v1.8.0 template.go `lookupFunc`, funcs.go.
 */
export function applyOperator(
  operator: string,
  value: ByteText,
  args: readonly ByteText[],
): ByteText | undefined {
  const [first, second] = args;
  switch (operator) {
    case ',':
      return firstMapped(value, lower);
    case ',,':
      return mapped(value, lower);
    case '^':
      return firstMapped(value, upper);
    case '^^':
      return mapped(value, upper);
    case '#':
      return first === undefined ? String(value.length) : trimShortest(value, first);
    case '##':
      return first === undefined ? value : trimLongest(value, first);
    case '%':
      return first === undefined ? value : trimmedEnd(value, first, trimShortest);
    case '%%':
      return first === undefined ? value : trimmedEnd(value, first, trimLongest);
    case ':':
      return first === undefined ? value : substring(value, first, second);
    case '/#':
      return first === undefined || second === undefined || !value.startsWith(first)
        ? value
        : replaced(value, first, second, 'first');
    case '/%':
      return first === undefined || second === undefined || !value.endsWith(first)
        ? value
        : value.slice(0, value.length - first.length) + second;
    case '/':
      return first === undefined ? value : replaced(value, first, second ?? '', 'first');
    case '//':
      return first === undefined ? value : replaced(value, first, second ?? '', 'all');
    default:
      return value === '' ? args.join('') : value;
  }
}

/** Source: funcs.go `toSubstr`: positions and lengths are bytes; what is no number leaves the value. */
function substring(
  value: ByteText,
  positionText: ByteText,
  lengthText: ByteText | undefined,
): ByteText | undefined {
  const size = value.length;
  const given = integer(positionText);
  if (given === undefined) return value;
  const position = given < 0 ? Math.max(0, size + given) : given;
  if (lengthText === undefined) return value.slice(position);
  const length = integer(lengthText);
  if (length === undefined) return value;
  if (length < 0) return size + length < position ? '' : value.slice(position, size + length);
  // Go's sum of two large numbers is negative, which no slice can be cut at.
  if (position + length > largestInteger) return undefined;
  return value.slice(position, position + length);
}

const largestInteger = 2 ** 63 - 1;

/** Source: Go strconv `Atoi`: a sign and decimal digits, in 64 bits. */
function integer(text: ByteText): number | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const value = BigInt(text.startsWith('+') ? text.slice(1) : text);
  return value >= -(2n ** 63n) && value < 2n ** 63n ? Number(value) : undefined;
}

/** Source: Go strings `Replace`: an empty text is found before every character and at the end. */
function replaced(
  value: ByteText,
  old: ByteText,
  replacement: ByteText,
  count: 'first' | 'all',
): ByteText {
  if (old === '') {
    if (count === 'first') return replacement + value;
    let result = replacement;
    for (let at = 0; at < value.length;) {
      const { width } = runeAt(value, at);
      result += value.slice(at, at + width) + replacement;
      at += width;
    }
    return result;
  }
  const literal = (): string => replacement;
  return count === 'first' ? value.replace(old, literal) : value.replaceAll(old, literal);
}

/** Source: funcs.go `trimShortest`; an empty match counts as none. */
function trimShortest(value: ByteText, pattern: ByteText): ByteText {
  let shortest = '';
  for (let end = value.length; end > 0; end--) {
    const matches = matchesPattern(pattern, value.slice(0, end));
    if (matches === undefined) return value;
    if (matches) shortest = value.slice(0, end);
  }
  return value.slice(shortest.length);
}

/** Source: funcs.go `trimLongest`. */
function trimLongest(value: ByteText, pattern: ByteText): ByteText {
  for (let end = value.length; end > 0; end--) {
    const matches = matchesPattern(pattern, value.slice(0, end));
    if (matches === undefined) return value;
    if (matches) return value.slice(end);
  }
  return value;
}

/** Source: funcs.go `trimShortestSuffix`: value and pattern are turned round, the brackets of a class too. */
function trimmedEnd(
  value: ByteText,
  pattern: ByteText,
  trim: (value: ByteText, pattern: ByteText) => ByteText,
): ByteText {
  return reversed(trim(reversed(value), reversed(pattern)));
}

function reversed(text: ByteText): ByteText {
  return textOfRunes(runesOf(text).toReversed());
}

function mapped(value: ByteText, change: (point: number) => number): ByteText {
  return textOfRunes(runesOf(value).map(change));
}

function firstMapped(value: ByteText, change: (point: number) => number): ByteText {
  if (value === '') return value;
  const { point, width } = runeAt(value, 0);
  return toBytes(String.fromCodePoint(change(point))) + value.slice(width);
}

/** Source: Go unicode `ToLower`: one character for one. */
function lower(point: number): number {
  return point === 0x130 ? 0x69 : single(String.fromCodePoint(point).toLowerCase(), point);
}

/** Source: Go unicode `ToUpper`: one character for one; Greek letters with an iota below have a title form only. */
function upper(point: number): number {
  const isTitled =
    (point >= 0x1f80 && point <= 0x1faf && (point & 8) === 0) ||
    [0x1fb3, 0x1fc3, 0x1ff3].includes(point);
  if (!isTitled) return single(String.fromCodePoint(point).toUpperCase(), point);
  return point <= 0x1faf ? point + 8 : point + 9;
}

function single(text: string, fallback: number): number {
  const [first, ...rest] = text;
  return rest.length > 0 ? fallback : (first?.codePointAt(0) ?? fallback);
}
