import type { JsonValue } from '../yaml/decode.ts';

/** A rational number: exact, so that `0.1` and `100m` are one and 64 bits do not matter. */
export interface Rational {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/**
 * Whether two quantities have one value; `undefined` where one of them is none. `1000m` is `1`, `0.5` is `500m`, and `1G` is
 * not `1Gi`. Source: apimachinery pkg/api/resource/quantity.go (v0.37), `ParseQuantity`.
 */
export function sameQuantity(a: JsonValue, b: JsonValue): boolean | undefined {
  const [left, right] = [parseQuantity(a), parseQuantity(b)];
  if (left === undefined || right === undefined) return undefined;
  return left.numerator * right.denominator === right.numerator * left.denominator;
}

/** Whether one quantity is less than another; `undefined` where one of them is none. */
export function isLessQuantity(a: JsonValue, b: JsonValue): boolean | undefined {
  const [left, right] = [parseQuantity(a), parseQuantity(b)];
  if (left === undefined || right === undefined) return undefined;
  return left.numerator * right.denominator < right.numerator * left.denominator;
}

/** Whether a value is a quantity. */
export function isQuantity(value: JsonValue): boolean {
  return parseQuantity(value) !== undefined;
}

const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:([KMGTPE]i|[numkMGTPE]?)|[eE]([+-]?\d{1,3}))$/;

const decimal: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

const binary: Readonly<Record<string, bigint>> = {
  Ki: 10n,
  Mi: 20n,
  Gi: 30n,
  Ti: 40n,
  Pi: 50n,
  Ei: 60n,
};

/** The number that a quantity means; `undefined` where it is none. */
export function parseQuantity(value: JsonValue): Rational | undefined {
  const text = typeof value === 'string' ? value : numberText(value);
  const [, sign, whole = '', fraction = '', suffix = '', exponent] = form.exec(text ?? '') ?? [];
  if (sign === undefined || (whole === '' && fraction === '')) return undefined;
  const digits = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n);
  const scale = 10n ** BigInt(fraction.length);
  const shift = binary[suffix];
  if (shift !== undefined) return { numerator: digits << shift, denominator: scale };
  const power = exponent === undefined ? (decimal[suffix] ?? 0) : Number(exponent);
  return power >= 0
    ? { numerator: digits * 10n ** BigInt(power), denominator: scale }
    : { numerator: digits, denominator: scale * 10n ** BigInt(-power) };
}

function numberText(value: JsonValue): string | undefined {
  if (typeof value === 'bigint') return String(value);
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : undefined;
}
