import type { JsonValue } from '../yaml/decode.ts';
import { sameDuration } from './goDuration.ts';
import { isNumber, sameJson } from './json.ts';
import { isQuantity, sameQuantity } from './quantity.ts';
import type { ScalarType } from './types/fieldType.ts';
import type { FindingReason } from './verdict.ts';

/** How two values compare, or that no server would take the one of Git. */
export type ScalarVerdict =
  | { readonly kind: 'equal'; readonly reason: undefined }
  | { readonly kind: 'differs'; readonly reason: undefined }
  | { readonly kind: 'invalid'; readonly reason: FindingReason };

const equal: ScalarVerdict = { kind: 'equal', reason: undefined };
const differs: ScalarVerdict = { kind: 'differs', reason: undefined };

/** Compares values without parts by what they mean; `have` is `undefined` where only the value of Git is to be judged. */
export function compareScalar(
  { scalar, values }: ScalarType,
  want: JsonValue,
  have: JsonValue | undefined,
  key: string,
): ScalarVerdict {
  // What the server has, it has taken.
  if (have !== undefined && sameJson(want, have)) return equal;
  switch (scalar) {
    case 'string':
      if (typeof want !== 'string') return invalid('wrongType');
      if (values !== undefined && want !== '' && !values.includes(want)) return invalid('badValue');
      return differs;
    case 'number':
      if (!isNumber(want)) return invalid('wrongType');
      return isMode(key) && (want < 0 || want > 511) ? invalid('badMode') : differs;
    case 'boolean':
      return typeof want === 'boolean' ? differs : invalid('wrongType');
    case 'quantity':
      if (!isQuantity(want)) return invalid('badQuantity');
      return have !== undefined && sameQuantity(want, have) === true ? equal : differs;
    case 'intOrString':
      // A text is the name of a port or a share; digits alone are neither.
      if (typeof want === 'string' && /^\d+$/.test(want)) return invalid('badPort');
      return typeof want === 'string' || isNumber(want) ? differs : invalid('wrongType');
    case 'duration':
      if (typeof want !== 'string') return invalid('wrongType');
      return typeof have === 'string' && sameDuration(want, have) === true ? equal : differs;
    case 'untyped':
      return differs;
  }
}

function invalid(reason: FindingReason): ScalarVerdict {
  return { kind: 'invalid', reason };
}

/** Bits of permissions of a file, which go from 0 to 0777. */
function isMode(key: string): boolean {
  return key === 'defaultMode' || key === 'mode';
}
