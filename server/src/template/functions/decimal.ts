/** What is done with numbers whose digits all count. */
export type Operator = 'add' | 'subtract' | 'multiply' | 'divide';

/** A whole number divided by a power of ten. */
interface Decimal {
  readonly value: bigint;
  readonly places: number;
}

/**
 * Arithmetic on the decimal digits of floats, from the left: 0.1 and 0.2 add up to 0.3. Quotients have 16 places.
 * Source: sprig v3.3.0 numeric.go `execDecimalOp`; shopspring/decimal v1.4.0 decimal.go.
 */
export function decimalOperation(
  operator: Operator,
  first: number,
  others: readonly number[],
): number | { readonly problem: string } {
  let result = decimalOf(first);
  for (const other of others) {
    const next = decimalOf(other);
    if (result === undefined || next === undefined) {
      break;
    }
    const combined = combine(operator, result, next);
    if (combined === undefined) {
      return { problem: 'decimal division by 0' };
    }
    result = combined;
  }
  const bad = [first, ...others].find((number) => !Number.isFinite(number));
  if (bad !== undefined || result === undefined) {
    const name = Number.isNaN(bad) ? 'NaN' : (bad ?? 0) > 0 ? '+Inf' : '-Inf';
    return { problem: `Cannot create a Decimal from ${name}` };
  }
  return Number(`${result.value}e${-result.places}`);
}

function decimalOf(number: number): Decimal | undefined {
  if (!Number.isFinite(number)) {
    return undefined;
  }
  const [mantissa = '0', exponent = '0'] = number.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const places = fraction.length - Number(exponent);
  const value = BigInt(whole + fraction);
  return places < 0 ? { value: value * 10n ** BigInt(-places), places: 0 } : { value, places };
}

function combine(operator: Operator, a: Decimal, b: Decimal): Decimal | undefined {
  switch (operator) {
    case 'add':
    case 'subtract': {
      const places = Math.max(a.places, b.places);
      const [left, right] = [scaled(a, places), scaled(b, places)];
      return { value: operator === 'add' ? left + right : left - right, places };
    }
    case 'multiply':
      return { value: a.value * b.value, places: a.places + b.places };
    case 'divide':
      return b.value === 0n ? undefined : quotient(a, b);
  }
}

function scaled({ value, places }: Decimal, to: number): bigint {
  return value * 10n ** BigInt(to - places);
}

/** Rounded at 16 places, a half away from zero. Source: decimal.go `DivRound`. */
function quotient(a: Decimal, b: Decimal): Decimal {
  const precision = 16;
  const numerator = a.value * 10n ** BigInt(precision + b.places);
  const denominator = b.value * 10n ** BigInt(a.places);
  const negative = numerator < 0n !== denominator < 0n;
  const [top, bottom] = [absolute(numerator), absolute(denominator)];
  const whole = top / bottom + ((top % bottom) * 2n >= bottom ? 1n : 0n);
  return { value: negative ? -whole : whole, places: precision };
}

function absolute(value: bigint): bigint {
  return value < 0n ? -value : value;
}
