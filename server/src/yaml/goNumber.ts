/** A float as Go's encoding/json writes it; JavaScript writes the same, but for a negative zero. */
export function floatToJson(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/**
 * A number that went through JSON, as go-yaml v2 prints it: whole numbers of 64 bits with all their digits, others as Go's
 * `%g` does (`1.2345675e+06`).
 *
 * Source: go-yaml v2.4.2 encode.go floatv, intv; Go's strconv.FormatFloat.
 */
export function floatToYaml(value: number): string {
  if (Number.isSafeInteger(value)) {
    return String(value + 0);
  }
  const json = floatToJson(value);
  if (/^-?[0-9]+$/.test(json)) {
    const whole = BigInt(json);
    if (whole >= -(2n ** 63n) && whole < 2n ** 64n) {
      return json;
    }
  }
  return formatGeneral(value);
}

/** Go's `strconv.FormatFloat(value, 'g', -1, 64)` for a finite number. */
export function formatGeneral(value: number): string {
  const [digits = '', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) {
    return String(value);
  }
  const sign = power < 0 ? '-' : '+';
  return `${digits}e${sign}${String(Math.abs(power)).padStart(2, '0')}`;
}
