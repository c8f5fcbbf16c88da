import { typeOf, type Value } from '../value.ts';

/** Whether two values are equal all through, types included. Source: Go 1.26 reflect/deepequal.go. */
export function deepEqualValues(left: Value, right: Value): boolean {
  if (typeOf(left) !== typeOf(right)) {
    return false;
  }
  if (left.kind === 'list' && right.kind === 'list') {
    return (
      left.items.length === right.items.length &&
      left.items.every((item, index) => {
        const other = right.items[index];
        return other !== undefined && deepEqualValues(item, other);
      })
    );
  }
  if (left.kind === 'map' && right.kind === 'map') {
    return (
      left.entries.size === right.entries.size &&
      [...left.entries].every(([key, item]) => {
        const other = right.entries.get(key);
        return other !== undefined && deepEqualValues(item, other);
      })
    );
  }
  if (left.kind === 'object' && right.kind === 'object') {
    return left.text === right.text;
  }
  return left.kind === 'nil' || ('value' in left && 'value' in right && left.value === right.value);
}
