import { compareBytes } from '../../util/compareBytes.ts';
import { sameTime } from '../goTime.ts';
import { failure, type FunctionFailure } from '../functionTable.ts';
import { formatVerb, noFlags } from '../formatVerb.ts';
import { reflectedType, unboxed, valueOf, type Reflected } from '../reflected.ts';

type Kind = 'bool' | 'int' | 'uint' | 'float' | 'string' | 'other';

function basicKind(value: Reflected): Kind {
  switch (value.kind) {
    case 'bool':
    case 'float':
    case 'string':
      return value.kind;
    case 'integer':
      return value.type.startsWith('u') ? 'uint' : 'int';
    default:
      return 'other';
  }
}

function isInteger(kind: Kind): boolean {
  return kind === 'int' || kind === 'uint';
}

/** Whether the first is equal to one of the others: `eq`. Source: Go 1.26 text/template/funcs.go `eq`. */
export function compareEqual(
  first: Reflected,
  others: readonly Reflected[],
): boolean | FunctionFailure {
  const left = unboxed(first);
  if (others.length === 0) {
    return failure('missing argument for comparison');
  }
  const kind = basicKind(left);
  for (const other of others) {
    const right = unboxed(other);
    const equal = equalTo(left, kind, right);
    if (equal !== false) {
      return equal;
    }
  }
  return false;
}

function equalTo(left: Reflected, kind: Kind, right: Reflected): boolean | FunctionFailure {
  const rightKind = basicKind(right);
  if (kind !== rightKind && !(isInteger(kind) && isInteger(rightKind))) {
    return left.kind === 'invalid' || right.kind === 'invalid'
      ? false
      : failure(
          `incompatible types for comparison: ${reflectedType(left)} and ${reflectedType(right)}`,
        );
  }
  if (kind !== 'other') {
    return 'value' in left && 'value' in right && left.value === right.value;
  }
  if (left.kind === 'invalid' || right.kind === 'invalid') {
    return isNil(left) && isNil(right);
  }
  if (goKind(left) !== goKind(right)) {
    return failure(
      `non-comparable types ${printed(left)}: ${reflectedType(left)}, ${reflectedType(right)}: ${printed(right)}`,
    );
  }
  if (isNil(left) || isNil(right)) {
    return isNil(left) && isNil(right);
  }
  return left.kind === 'object' && right.kind === 'object'
    ? left === right || sameTime(left, right)
    : failure(`non-comparable type ${printed(right)}: ${reflectedType(right)}`);
}

/** Pointers are not structs. */
function goKind(value: Reflected): string {
  return value.kind === 'object' && value.type.startsWith('*') ? 'pointer' : value.kind;
}

/** Source: funcs.go `isNil`. */
function isNil(value: Reflected): boolean {
  return value.kind === 'invalid' || (value.kind === 'list' && value.isNil === true);
}

function printed(value: Reflected): string {
  return formatVerb(valueOf(value), 's', noFlags());
}

/** Whether the first is less than the second: `lt`. Source: funcs.go `lt`. */
export function compareLess(first: Reflected, second: Reflected): boolean | FunctionFailure {
  const [left, right] = [unboxed(first), unboxed(second)];
  const [kind, rightKind] = [basicKind(left), basicKind(right)];
  if (kind === 'other' || rightKind === 'other') {
    return failure('invalid type for comparison');
  }
  if (kind !== rightKind && !(isInteger(kind) && isInteger(rightKind))) {
    return failure(
      `incompatible types for comparison: ${reflectedType(left)} and ${reflectedType(right)}`,
    );
  }
  if (left.kind === 'string' && right.kind === 'string') {
    return compareBytes(left.value, right.value) < 0;
  }
  if (left.kind === 'integer' && right.kind === 'integer') {
    return left.value < right.value;
  }
  return left.kind === 'float' && right.kind === 'float'
    ? left.value < right.value
    : failure('invalid type for comparison');
}
