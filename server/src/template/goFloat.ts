/**
 * Go's `strconv.FormatFloat(value, verb, precision, 64)`: `e` is `-d.dddde±dd`, `f` is `-ddd.dddd`, `g` is `e` for large
 * exponents and `f` else. A precision of −1 takes the fewest digits that read back as the same number.
 *
 * Source: Go 1.26 strconv/ftoa.go.
 */
export function formatFloat(value: number, verb: 'e' | 'f' | 'g', precision: number): string {
  if (Number.isNaN(value)) {
    return 'NaN';
  }
  if (!Number.isFinite(value)) {
    return value > 0 ? '+Inf' : '-Inf';
  }
  if (precision < 0 && value > 0 && value < wholeAsWritten[verb] && Number.isInteger(value)) {
    return String(value);
  }
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  return sign + formatPositive(Math.abs(value), verb, precision);
}

/** Below these, a whole number that is not negative is written by its digits alone: what most floats of charts are. */
const wholeAsWritten = { e: 0, f: 1e21, g: 1e6 } as const;

/** Digits `d` and a point `p`: the number is `0.d × 10^p`. */
interface Decimal {
  readonly digits: string;
  readonly point: number;
}

function formatPositive(value: number, verb: 'e' | 'f' | 'g', precision: number): string {
  const shortest = precision < 0;
  switch (verb) {
    case 'e': {
      const decimal = shortest
        ? shortestDecimal(value)
        : roundToDigits(exact(value), precision + 1);
      return exponential(decimal, shortest ? Math.max(decimal.digits.length - 1, 0) : precision);
    }
    case 'f': {
      const decimal = shortest ? shortestDecimal(value) : roundToPlaces(exact(value), precision);
      return fixed(
        decimal,
        shortest ? Math.max(decimal.digits.length - decimal.point, 0) : precision,
      );
    }
    case 'g': {
      const digits = precision === 0 ? 1 : precision;
      const decimal = shortest ? shortestDecimal(value) : roundToDigits(exact(value), digits);
      const length = decimal.digits.length;
      let limit = shortest ? 6 : digits;
      if (!shortest && limit > length && length >= decimal.point) {
        limit = length;
      }
      const exponent = length === 0 ? -1 : decimal.point - 1;
      if (exponent < -4 || exponent >= limit) {
        const places = shortest || digits > length ? length : digits;
        return exponential(decimal, Math.max(places - 1, 0));
      }
      return fixed(decimal, Math.max(length - decimal.point, 0));
    }
  }
}

function exponential({ digits, point }: Decimal, places: number): string {
  const padded = digits.padEnd(places + 1, '0');
  const mantissa = places > 0 ? `${padded.charAt(0)}.${padded.slice(1, places + 1)}` : padded;
  const exponent = digits === '' ? 0 : point - 1;
  const sign = exponent < 0 ? '-' : '+';
  return `${mantissa}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`;
}

function fixed({ digits, point }: Decimal, places: number): string {
  const whole = point > 0 ? digits.slice(0, point).padEnd(point, '0') : '0';
  if (places <= 0) {
    return whole;
  }
  const fraction = point >= 0 ? digits.slice(point) : '0'.repeat(-point) + digits;
  return `${whole}.${fraction.slice(0, places).padEnd(places, '0')}`;
}

function shortestDecimal(value: number): Decimal {
  if (value === 0) {
    return { digits: '', point: 0 };
  }
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  return { digits: mantissa.replace('.', ''), point: Number(exponent) + 1 };
}

/** All digits of a float: each is a whole number divided by a power of two. */
function exact(value: number): Decimal {
  if (value === 0) {
    return { digits: '', point: 0 };
  }
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  const exponent = (biased === 0 ? 1 : biased) - 1075;
  const digits =
    exponent >= 0
      ? String(mantissa << BigInt(exponent))
      : String(mantissa * 5n ** BigInt(-exponent));
  const point = digits.length + Math.min(exponent, 0);
  return { digits: digits.replace(/0+$/, ''), point };
}

function roundToPlaces(decimal: Decimal, places: number): Decimal {
  return roundToDigits(decimal, decimal.point + places);
}

/** Rounds to `count` digits, a half to the even neighbor. Source: strconv/decimal.go `shouldRoundUp`. */
function roundToDigits({ digits, point }: Decimal, count: number): Decimal {
  if (count >= digits.length) {
    return { digits, point };
  }
  if (count < 0) {
    return { digits: '', point: 0 };
  }
  const kept = digits.slice(0, count);
  const rest = digits.slice(count);
  const isHalf = /^50*$/.test(rest);
  const isOdd = count > 0 && Number(kept.charAt(count - 1)) % 2 === 1;
  if (isHalf ? !isOdd : rest.charAt(0) < '5') {
    return { digits: kept.replace(/0+$/, ''), point: kept.replace(/0+$/, '') === '' ? 0 : point };
  }
  const raised = String(BigInt(`0${kept}`) + 1n).padStart(count, '0');
  const grown = raised.length > Math.max(count, 0) ? 1 : 0;
  return { digits: raised.replace(/0+$/, ''), point: point + grown };
}
