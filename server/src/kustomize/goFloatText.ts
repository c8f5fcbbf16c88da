import { formatGeneral } from '../yaml/goNumber.ts';

/**
 * Go's `strconv.FormatFloat(value, 'g', -1, 32)`: the shortest text that reads back as the same float of 32 bits, though the
 * number has 64: sigs.k8s.io/yaml makes a string of a number in this way, so that 123456789.5 becomes `1.2345679e+08`.
 *
 * Source: sigs.k8s.io/yaml v1.5.0 yaml.go `convertToJSONableObject`; Go strconv/ftoa.go.
 */
export function singleFloatText(value: number): string {
  const single = Math.fround(value);
  if (Number.isNaN(single)) {
    return 'NaN';
  }
  if (!Number.isFinite(single)) {
    return single > 0 ? '+Inf' : '-Inf';
  }
  return Object.is(single, -0) ? '-0' : formatGeneral(shortestDecimal(single));
}

/** The number with the fewest digits that is the same in 32 bits. */
function shortestDecimal(single: number): number {
  for (let digits = 0; digits < 9; digits += 1) {
    const decimal = Number(single.toExponential(digits));
    if (Math.fround(decimal) === single) {
      return decimal;
    }
  }
  return single;
}
