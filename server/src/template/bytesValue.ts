import { toBytes } from './goBytes.ts';
import { intValue, type ListValue } from './value.ts';

/** The bytes of a string of Go as a slice, which is made when it is asked for. */
export function bytesValue(textOf: () => string): ListValue {
  return {
    kind: 'list',
    element: 'uint8',
    get items() {
      return Array.from(toBytes(textOf()), (byte) => intValue(byte, 'uint8'));
    },
    get text() {
      return textOf();
    },
  };
}
