import { failure, goFunction, type CallResult, type TemplateFunction } from '../functionTable.ts';
import { printValue } from '../printValue.ts';
import { parseInteger } from '../parseNumber.ts';
import { floatValue, intValue, nilValue, stringValue, type Value } from '../value.ts';
import { argument, countOf, floatOf, integerOf, textOf } from './arguments.ts';
import { decimalOperation, type Operator } from './decimal.ts';

/** Functions on numbers. Source: sprig v3.3.0 functions.go, numeric.go. */
export const numberFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ['atoi', goFunction('string', 'int', ([text]) => intValue(decimalInteger(textOf(text))))],
  ['int64', goFunction('any', 'int64', (values) => int64(integerOf(argument(values, 0))))],
  ['int', goFunction('any', 'int', (values) => intValue(integerOf(argument(values, 0))))],
  ['float64', goFunction('any', 'float64', (values) => floatValue(floatOf(argument(values, 0))))],
  [
    'toDecimal',
    goFunction('any', 'int64', (values) => int64(octal(printValue(argument(values, 0))))),
  ],
  ['add1', goFunction('any', 'int64', (values) => int64(integerOf(argument(values, 0)) + 1n))],
  ['add', goFunction('...any', 'int64', (values) => int64(fold(values, 0n, (a, b) => a + b)))],
  [
    'sub',
    goFunction('any, any', 'int64', ([a = nilValue, b = nilValue]) =>
      int64(integerOf(a) - integerOf(b)),
    ),
  ],
  [
    'div',
    goFunction('any, any', 'int64', ([a = nilValue, b = nilValue]) =>
      divide(a, b, (x, y) => x / y),
    ),
  ],
  [
    'mod',
    goFunction('any, any', 'int64', ([a = nilValue, b = nilValue]) =>
      divide(a, b, (x, y) => x % y),
    ),
  ],
  [
    'mul',
    goFunction('any, ...any', 'int64', (values) =>
      int64(fold(values, 1n, (a, b) => BigInt.asIntN(64, a * b))),
    ),
  ],
  ['max', extreme((a, b) => b > a)],
  ['biggest', extreme((a, b) => b > a)],
  ['min', extreme((a, b) => b < a)],
  [
    'maxf',
    goFunction('any, ...any', 'float64', (values) => floatValue(Math.max(...values.map(floatOf)))),
  ],
  [
    'minf',
    goFunction('any, ...any', 'float64', (values) => floatValue(Math.min(...values.map(floatOf)))),
  ],
  [
    'ceil',
    goFunction('any', 'float64', (values) => floatValue(Math.ceil(floatOf(argument(values, 0))))),
  ],
  [
    'floor',
    goFunction('any', 'float64', (values) => floatValue(Math.floor(floatOf(argument(values, 0))))),
  ],
  [
    'round',
    goFunction('any, int, ...float64', 'float64', ([value = nilValue, places, on]) =>
      round(floatOf(value), countOf(places), on === undefined ? 0.5 : floatOf(on)),
    ),
  ],
  [
    'add1f',
    goFunction('any', 'float64', ([value = nilValue]) => decimals('add', value, [intValue(1)])),
  ],
  ['addf', goFunction('...any', 'float64', (values) => decimals('add', floatValue(0), values))],
  [
    'subf',
    goFunction('any, ...any', 'float64', ([first = nilValue, ...others]) =>
      decimals('subtract', first, others),
    ),
  ],
  [
    'mulf',
    goFunction('any, ...any', 'float64', ([first = nilValue, ...others]) =>
      decimals('multiply', first, others),
    ),
  ],
  [
    'divf',
    goFunction('any, ...any', 'float64', ([first = nilValue, ...others]) =>
      decimals('divide', first, others),
    ),
  ],
  [
    'until',
    goFunction('int', '[]int', ([count]) => range(0, countOf(count), countOf(count) < 0 ? -1 : 1)),
  ],
  [
    'untilStep',
    goFunction('int, int, int', '[]int', ([start, stop, step]) =>
      range(countOf(start), countOf(stop), countOf(step)),
    ),
  ],
  ['seq', goFunction('...int', 'string', (values) => sequence(values.map(countOf)))],
];

function int64(value: bigint): Value {
  return intValue(BigInt.asIntN(64, value), 'int64');
}

/** Go's `strconv.Atoi`, 0 where it fails; what is too large is the largest or the least. */
function decimalInteger(text: string): bigint {
  if (!/^[+-]?[0-9]+$/.test(text)) {
    return 0n;
  }
  const value = BigInt(text.replace(/^\+/, ''));
  const [least, most] = [-(1n << 63n), (1n << 63n) - 1n];
  return value < least ? least : value > most ? most : value;
}

function octal(text: string): bigint {
  const value = /^[+-]?[0-7]+$/.test(text)
    ? parseInteger(text.replace(/^([+-]?)/, '$10o'))
    : undefined;
  return value !== undefined && BigInt.asIntN(64, value) === value ? value : 0n;
}

function fold(
  values: readonly Value[],
  start: bigint,
  combine: (total: bigint, next: bigint) => bigint,
): bigint {
  return values.reduce((total, value) => combine(total, integerOf(value)), start);
}

function divide(a: Value, b: Value, operate: (x: bigint, y: bigint) => bigint): CallResult {
  const divisor = integerOf(b);
  return divisor === 0n
    ? failure('runtime error: integer divide by zero')
    : int64(operate(integerOf(a), divisor));
}

function extreme(isBetter: (best: bigint, next: bigint) => boolean): TemplateFunction {
  return goFunction('any, ...any', 'int64', (values) => {
    const [first = 0n, ...others] = values.map(integerOf);
    return int64(others.reduce((best, next) => (isBetter(best, next) ? next : best), first));
  });
}

function round(value: number, places: number, on: number): Value {
  const power = 10 ** places;
  const digit = power * value;
  const fraction = digit - Math.trunc(digit);
  return floatValue((fraction >= on ? Math.ceil(digit) : Math.floor(digit)) / power);
}

function decimals(operator: Operator, first: Value, others: readonly Value[]): CallResult {
  const result = decimalOperation(operator, floatOf(first), others.map(floatOf));
  return typeof result === 'number' ? floatValue(result) : failure(result.problem);
}

const maxRange = 1_000_000;

function steps(start: number, stop: number, step: number): readonly number[] | undefined {
  if ((stop < start && step >= 0) || (stop >= start && step <= 0)) {
    return [];
  }
  const count = Math.ceil((stop - start) / step);
  return count > maxRange
    ? undefined
    : Array.from({ length: count }, (_, index) => start + index * step);
}

function range(start: number, stop: number, step: number): CallResult {
  const numbers = steps(start, stop, step);
  return numbers === undefined
    ? failure('the list is too long', 'limit')
    : { kind: 'list', element: 'int', items: numbers.map((number) => intValue(number)) };
}

function sequence(parameters: readonly number[]): CallResult {
  const [first = 0, second = 0, third = 0] = parameters;
  const numbers = sequenceSteps(parameters.length, first, second, third);
  return numbers === undefined
    ? failure('the list is too long', 'limit')
    : stringValue(numbers.join(' '));
}

function sequenceSteps(
  count: number,
  first: number,
  second: number,
  third: number,
): readonly number[] | undefined {
  switch (count) {
    case 1: {
      const step = first < 1 ? -1 : 1;
      return steps(1, first + step, step);
    }
    case 2: {
      const step = second < first ? -1 : 1;
      return steps(first, second + step, step);
    }
    case 3: {
      if (third < first) {
        return second > 0 ? [] : steps(first, third - 1, second);
      }
      return steps(first, third + 1, second);
    }
    default:
      return [];
  }
}
