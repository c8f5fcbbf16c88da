/** The parts of a finite float: `mantissa × 2^exponent`. */
function partsOf(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const fraction = bits & ((1n << 52n) - 1n);
  const biased = Number((bits >> 52n) & 0x7ffn);
  return biased === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction | (1n << 52n), exponent: biased - 1075 };
}

function signed(exponent: number, width: number): string {
  return `${exponent < 0 ? '-' : '+'}${String(Math.abs(exponent)).padStart(width, '0')}`;
}

/** A positive finite float as `%b` prints it: `4503599627370496p-52`. Source: Go 1.26 strconv/ftoa.go `fmtB`. */
export function formatBinary(value: number): string {
  const { mantissa, exponent } = partsOf(value);
  return `${mantissa}p${signed(exponent, 1)}`;
}

/** A positive finite float as `%x` prints it, with as many digits as it takes: `0x1.4p+01`. Source: strconv/ftoa.go `fmtX`. */
export function formatHexadecimal(value: number): string {
  if (value === 0) {
    return '0x0p+00';
  }
  const parts = partsOf(value);
  let { mantissa, exponent } = parts;
  while (mantissa < 1n << 52n) {
    mantissa <<= 1n;
    exponent -= 1;
  }
  const digits = (mantissa & ((1n << 52n) - 1n)).toString(16).padStart(13, '0').replace(/0+$/, '');
  return `0x1${digits === '' ? '' : `.${digits}`}p${signed(exponent + 52, 2)}`;
}
