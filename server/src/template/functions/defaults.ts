import { failure, goFunction, type CallResult, type TemplateFunction } from '../functionTable.ts';
import { deepEqualValues } from './deepEqual.ts';
import {
  anyType,
  boolValue,
  isTrue,
  kindOf,
  nilValue,
  stringValue,
  typeOf,
  type Value,
} from '../value.ts';
import { argument, textOf } from './arguments.ts';

/** Defaults, choices and types of values. Source: sprig v3.3.0 defaults.go, reflect.go. */
export const defaultFunctions: readonly (readonly [string, TemplateFunction])[] = [
  [
    'default',
    goFunction('any, ...any', 'any', ([given = nilValue, value = nilValue]) =>
      isTrue(value) ? value : given,
    ),
  ],
  ['empty', goFunction('any', 'bool', (values) => boolValue(!isTrue(argument(values, 0))))],
  ['coalesce', goFunction('...any', 'any', (values) => values.find(isTrue) ?? nilValue)],
  ['all', goFunction('...any', 'bool', (values) => boolValue(values.every(isTrue)))],
  ['any', goFunction('...any', 'bool', (values) => boolValue(values.some(isTrue)))],
  [
    'ternary',
    goFunction('any, any, bool', 'any', ([yes = nilValue, no = nilValue, which = nilValue]) =>
      isTrue(which) ? yes : no,
    ),
  ],
  ['fail', goFunction('string', 'string', ([message]) => failure(textOf(message)))],
  ['hello', goFunction('', 'string', () => stringValue('Hello!'))],
  ['typeOf', goFunction('any', 'string', (values) => stringValue(typeOf(argument(values, 0))))],
  [
    'typeIs',
    goFunction('string, any', 'bool', ([type, value = nilValue]) =>
      boolValue(textOf(type) === typeOf(value)),
    ),
  ],
  [
    'typeIsLike',
    goFunction('string, any', 'bool', ([type, value = nilValue]) =>
      boolValue([textOf(type), `*${textOf(type)}`].includes(typeOf(value))),
    ),
  ],
  ['kindOf', goFunction('any', 'string', (values) => stringValue(kindOf(argument(values, 0))))],
  [
    'kindIs',
    goFunction('string, any', 'bool', ([kind, value = nilValue]) =>
      boolValue(textOf(kind) === kindOf(value)),
    ),
  ],
  [
    'deepEqual',
    goFunction('any, any', 'bool', ([left = nilValue, right = nilValue]) =>
      boolValue(deepEqualValues(left, right)),
    ),
  ],
  ['deepCopy', goFunction('any', 'any', deepCopy)],
  ['mustDeepCopy', goFunction('any', 'any', deepCopy)],
];

function deepCopy([value = nilValue]: readonly Value[]): CallResult {
  return value.kind === 'nil'
    ? failure('reflect: call of reflect.Value.Type on zero Value')
    : deepCopyValue(value);
}

/** A copy of a value whose maps are its own. */
export function deepCopyValue(value: Value): Value {
  switch (value.kind) {
    case 'list':
      return value.element === anyType || value.element.includes('[')
        ? { ...value, items: value.items.map(deepCopyValue) }
        : value;
    case 'map':
      return {
        ...value,
        entries: new Map([...value.entries].map(([key, item]) => [key, deepCopyValue(item)])),
      };
    default:
      return value;
  }
}
