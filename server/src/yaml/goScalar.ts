import { parseTimestamp } from './goTimestamp.ts';

/** Which go-yaml reads a scalar: version 3 reads resources, version 2 kustomization files and what is printed. */
export type GoYamlVersion = 2 | 3;

/** What go-yaml makes of the text of a scalar that has no tag and no quotes. */
export type ResolvedScalar =
  | { readonly tag: '!!null' }
  | { readonly tag: '!!bool'; readonly value: boolean }
  | { readonly tag: '!!int'; readonly value: number | bigint }
  | { readonly tag: '!!float'; readonly value: number }
  | { readonly tag: '!!timestamp'; readonly text: string; readonly fitsJson: boolean }
  | { readonly tag: '!!merge' }
  | { readonly tag: '!!str' };

/**
 * Resolves the text of a plain scalar as go-yaml does: integers of 64 bits with `0x`, `0o`, `0b`, a leading `0` and `_`
 * anywhere, floats, timestamps, `true`, `null`, `<<`; version 2 takes `yes`, `on`, `y` and their kin for booleans as well.
 *
 * Source: go-yaml v3.0.3 and v2.4.2 resolve.go.
 */
export function resolvePlain(text: string, version: GoYamlVersion): ResolvedScalar {
  const code = text.length === 0 ? 0 : text.charCodeAt(0);
  if (code >= 0x30 && code <= 0x39) {
    return resolveNumber(text, version);
  }
  switch (code) {
    case 0x2b: // +
    case 0x2d: // -
      return infinities.get(text) ?? resolveNumber(text, version);
    case 0x2e: // .
      return infinities.get(text) ?? resolveFraction(text);
    default:
      return mayBeWord(text, code) ? (words(version).get(text) ?? string) : string;
  }
}

/** A text that cannot be what its tag says; `message` is go-yaml's. */
export interface MisfitScalar {
  readonly tag: 'misfit';
  readonly message: string;
}

/**
 * Resolves the text of a scalar that has a tag. Any text is a string; a tag that go-yaml does not know leaves the text as it
 * is, which comes out as `!!str`; `!!int abc` does not fit. An empty tag resolves as `resolvePlain`.
 *
 * Source: go-yaml v3.0.3 and v2.4.2 resolve.go resolve.
 */
export function resolveTagged(
  text: string,
  tag: string,
  version: GoYamlVersion,
): ResolvedScalar | MisfitScalar {
  switch (tag) {
    case '':
      return resolvePlain(text, version);
    case '!!int':
    case '!!float':
    case '!!bool':
    case '!!null':
    case '!!timestamp': {
      const plain = resolvePlain(text, version);
      const found =
        plain.tag === '!!timestamp' && tag !== '!!timestamp'
          ? resolveNumberOnly(text, version)
          : plain;
      return fit(text, tag, found);
    }
    default:
      return string;
  }
}

function fit(text: string, tag: string, found: ResolvedScalar): ResolvedScalar | MisfitScalar {
  if (found.tag === tag) {
    return found;
  }
  // go-yaml widens an int64 and forgets the uint64.
  if (tag === '!!float' && found.tag === '!!int' && found.value < 2n ** 63n) {
    return { tag, value: Number(found.value) };
  }
  const message = `cannot decode ${found.tag} \`${text}\` as a ${tag}`;
  return { tag: 'misfit', message };
}

/** The tag that go-yaml gives a plain scalar: quicker than `resolvePlain` for the common words and numbers. */
export function plainTag(text: string, version: GoYamlVersion): ResolvedScalar['tag'] {
  const length = text.length;
  if (length === 0) {
    return '!!null';
  }
  const code = text.charCodeAt(0);
  if (code > 0x39) {
    return mayBeWord(text, code) ? (words(version).get(text)?.tag ?? '!!str') : '!!str';
  }
  if (code >= 0x31 && length < 16 && allDigits(text)) {
    return '!!int';
  }
  return resolvePlain(text, version).tag;
}

/** Whether the text is short enough for one of the words that are no strings, and begins like one of them. */
function mayBeWord(text: string, code: number): boolean {
  if (text.length > 5) {
    return false;
  }
  switch (code) {
    case 0: // an empty text
    case 0x3c: // <
    case 0x46: // F
    case 0x4e: // N
    case 0x4f: // O
    case 0x54: // T
    case 0x59: // Y
    case 0x66: // f
    case 0x6e: // n
    case 0x6f: // o
    case 0x74: // t
    case 0x79: // y
    case 0x7e: // ~
      return true;
    default:
      return false;
  }
}

function allDigits(text: string): boolean {
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 0x30 || code > 0x39) {
      return false;
    }
  }
  return true;
}

const string: ResolvedScalar = { tag: '!!str' };

function words(version: GoYamlVersion): ReadonlyMap<string, ResolvedScalar> {
  return version === 3 ? words3 : words2;
}

const words3: ReadonlyMap<string, ResolvedScalar> = new Map<string, ResolvedScalar>([
  ...['true', 'True', 'TRUE'].map((word) => [word, { tag: '!!bool', value: true }] as const),
  ...['false', 'False', 'FALSE'].map((word) => [word, { tag: '!!bool', value: false }] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map((word) => [word, { tag: '!!null' }] as const),
  ['<<', { tag: '!!merge' }],
]);

const words2: ReadonlyMap<string, ResolvedScalar> = new Map<string, ResolvedScalar>([
  ...words3,
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON'].map(
    (word) => [word, { tag: '!!bool', value: true }] as const,
  ),
  ...['n', 'N', 'no', 'No', 'NO', 'off', 'Off', 'OFF'].map(
    (word) => [word, { tag: '!!bool', value: false }] as const,
  ),
]);

const infinities: ReadonlyMap<string, ResolvedScalar> = new Map<string, ResolvedScalar>([
  ...['.nan', '.NaN', '.NAN'].map((word) => [word, { tag: '!!float', value: NaN }] as const),
  ...['.inf', '.Inf', '.INF', '+.inf', '+.Inf', '+.INF'].map(
    (word) => [word, { tag: '!!float', value: Infinity }] as const,
  ),
  ...['-.inf', '-.Inf', '-.INF'].map(
    (word) => [word, { tag: '!!float', value: -Infinity }] as const,
  ),
]);

// A text that starts with a point goes through Go's ParseFloat, which wants a digit on both sides of every `_`.
const fraction = /^\.[0-9][0-9_]*(?:[eE][-+]?[0-9][0-9_]*)?$/;
const looseUnderscore = /__|_[eE]|_$/;

function resolveFraction(text: string): ResolvedScalar {
  if (!fraction.test(text) || looseUnderscore.test(text)) {
    return string;
  }
  const value = Number(text.replaceAll('_', ''));
  return Number.isFinite(value) ? { tag: '!!float', value } : string;
}

const float = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;

function resolveNumber(text: string, version: GoYamlVersion): ResolvedScalar {
  const time = parseTimestamp(text);
  if (time !== undefined) {
    return { tag: '!!timestamp', text: time.text, fitsJson: time.fitsJson };
  }
  return resolveNumberOnly(text, version);
}

function resolveNumberOnly(text: string, version: GoYamlVersion): ResolvedScalar {
  const plain = text.includes('_') ? text.replaceAll('_', '') : text;
  const integer = parseInteger(plain);
  if (integer !== undefined) {
    return { tag: '!!int', value: integer };
  }
  if (float.test(plain)) {
    const value = Number(plain);
    if (Number.isFinite(value)) {
      return { tag: '!!float', value };
    }
  }
  const odd = parseSignAfterPrefix(plain, version);
  return odd === undefined ? string : { tag: '!!int', value: odd };
}

/** Go's ParseInt, then ParseUint, in base 0 and 64 bits. */
function parseInteger(text: string): number | bigint | undefined {
  const sign = text.charCodeAt(0);
  const signed = sign === 0x2b || sign === 0x2d;
  const rest = signed ? text.slice(1) : text;
  const magnitude = parseMagnitude(rest);
  if (magnitude === undefined) {
    return undefined;
  }
  const value = sign === 0x2d ? -magnitude : magnitude;
  if (value < -(2n ** 63n) || value >= (signed ? 2n ** 63n : 2n ** 64n)) {
    return undefined;
  }
  return shrink(value);
}

function parseMagnitude(text: string): bigint | undefined {
  if (/^(?:0|[1-9][0-9]*)$/.test(text)) {
    return toBigInt('', text);
  }
  if (/^0[0-7]+$/.test(text)) {
    return toBigInt('0o', text);
  }
  if (!/^0(?:[bB][01]+|[oO][0-7]+|[xX][0-9a-fA-F]+)$/.test(text)) {
    return undefined;
  }
  return toBigInt(text.slice(0, 2).toLowerCase(), text.slice(2));
}

/** No number of 64 bits has more than 64 digits: longer texts are not worth the time that BigInt takes for them. */
function toBigInt(prefix: string, digits: string): bigint | undefined {
  const significant = digits.replace(/^0+(?=.)/, '');
  return significant.length > 64 ? undefined : BigInt(prefix + significant);
}

/** go-yaml cuts `0b` and `0o` off before it parses the rest, which may then have a sign of its own: `0b-1` is −1. */
function parseSignAfterPrefix(text: string, version: GoYamlVersion): number | bigint | undefined {
  const match = (version === 3 ? /^0(?:b[-+][01]+|o[-+][0-7]+)$/ : /^0b[-+][01]+$/).exec(text);
  if (match === null) {
    return undefined;
  }
  const magnitude = toBigInt(text.slice(0, 2), text.slice(3));
  if (magnitude === undefined) {
    return undefined;
  }
  const value = text.charAt(2) === '-' ? -magnitude : magnitude;
  return value < -(2n ** 63n) || value >= 2n ** 63n ? undefined : shrink(value);
}

function shrink(value: bigint): number | bigint {
  const small = Number(value);
  return Number.isSafeInteger(small) ? small : value;
}
