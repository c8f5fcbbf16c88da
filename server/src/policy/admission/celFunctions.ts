import { Environment } from '@marcbachmann/cel-js';
import { parseQuantity, type Rational } from '../../drift/quantity.ts';
import { compileMatcher, findMatch } from '../../template/functions/regexpMatcher.ts';
import { compileGoRegexp } from '../../text/goRegexp.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { registerNetwork } from './celNetwork.ts';

/** What a function says where Kubernetes would fail, or where it can do more than we can. */
export type CelTrouble = (what: string) => void;

/** What `matches` is called here: the library's own asks JavaScript, whose expressions differ and may take any time. */
export const ownMatches = 'strataMatches';

/**
 * CEL as the API server has it for admission: variables, and the functions that Kubernetes adds. What is not here is told as
 * not understood by whoever compiles an expression.
 *
 * Source: kubernetes apiserver pkg/cel/library and pkg/cel/environment/base.go (v0.37.2); cel-go ext/strings.go, ext/sets.go.
 */
export function newCelEnvironment(trouble: CelTrouble, variables: readonly string[]): Environment {
  const environment = new Environment({
    unlistedVariablesAreDyn: false,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
  });
  for (const name of variables) environment.registerVariable(name, 'dyn');
  registerStrings(environment, trouble);
  registerLists(environment, trouble);
  registerSets(environment);
  registerQuantities(environment, trouble);
  registerNetwork(environment, trouble);
  return environment;
}

/** The variables of admission; `authorizer` is not among them, since only the cluster knows who may what. */
export const admissionVariables: readonly string[] = [
  'object',
  'oldObject',
  'request',
  'params',
  'namespaceObject',
  'variables',
];

function registerStrings(environment: Environment, trouble: CelTrouble): void {
  const add = (signature: string, run: (...values: never[]) => unknown): void => {
    environment.registerFunction(signature, run);
  };
  add(`string.${ownMatches}(string): bool`, (text: string, pattern: string) => {
    const compiled = compileGoRegexp(pattern);
    if ('problem' in compiled) trouble(`the expression ${pattern} is none`);
    return 'problem' in compiled ? false : compiled.test(text);
  });
  const matchesOf = (text: string, pattern: string, most: number): readonly string[] => {
    const matcher = compileMatcher(pattern);
    if ('problem' in matcher) {
      trouble(`the expression ${pattern} is none`);
      return [];
    }
    const found: string[] = [];
    let from = 0;
    while (found.length < most && from <= text.length) {
      const match = findMatch(matcher, text, from);
      if (match === undefined) break;
      const [start = 0, end = 0] = match;
      found.push(text.slice(start, end));
      from = end > start ? end : end + 1;
    }
    return found;
  };
  add(
    'string.find(string): string',
    (text: string, pattern: string) => matchesOf(text, pattern, 1)[0] ?? '',
  );
  add('string.findAll(string): list<string>', (text: string, pattern: string) =>
    matchesOf(text, pattern, Number.POSITIVE_INFINITY),
  );
  add('string.findAll(string, int): list<string>', (text: string, pattern: string, most: bigint) =>
    matchesOf(text, pattern, most < 0n ? Number.POSITIVE_INFINITY : Number(most)),
  );
  add(
    'string.charAt(int): string',
    (text: string, at: bigint) => Array.from(text)[Number(at)] ?? '',
  );
  add('string.replace(string, string): string', (text: string, old: string, fresh: string) =>
    text.replaceAll(old, () => fresh),
  );
  add('string.reverse(): string', (text: string) => Array.from(text).reverse().join(''));
  add('string.format(list): string', (text: string, values: readonly unknown[]) =>
    formatted(text, values, trouble),
  );
}

/** The verbs that messages use; others are trouble. Source: cel-go ext/formatting.go. */
function formatted(text: string, values: readonly unknown[], trouble: CelTrouble): string {
  let next = 0;
  return text.replaceAll(/%(%|\.?\d*[a-zA-Z])/g, (_, verb: string) => {
    if (verb === '%') return '%';
    const value = values[next++];
    if (verb === 's' && typeof value === 'string') return value;
    if ((verb === 's' || verb === 'd') && typeof value === 'bigint') return String(value);
    if (verb === 's' && typeof value === 'boolean') return String(value);
    if (verb === 's' && Array.isArray(value) && value.every((one) => typeof one === 'string'))
      return `[${value.map((one) => `"${one}"`).join(', ')}]`;
    trouble(`format with %${verb} of such a value`);
    return '';
  });
}

function registerLists(environment: Environment, trouble: CelTrouble): void {
  const add = (signature: string, run: (...values: never[]) => unknown): void => {
    environment.registerFunction(signature, run);
  };
  add('list.isSorted(): bool', (list: readonly unknown[]) =>
    list.every((one, index) => index === 0 || compare(list[index - 1], one, trouble) <= 0),
  );
  add('list.sum(): dyn', (list: readonly unknown[]) => {
    if (list.every((one) => typeof one === 'bigint')) return list.reduce((a, b) => a + b, 0n);
    if (list.every((one) => typeof one === 'number')) return list.reduce((a, b) => a + b, 0);
    trouble('a sum of such values');
    return 0n;
  });
  const extreme = (list: readonly unknown[], isBetter: (order: number) => boolean): unknown => {
    if (list.length === 0) trouble('the least or the greatest of nothing');
    return list.reduce((best, one) => (isBetter(compare(one, best, trouble)) ? one : best));
  };
  add('list.min(): dyn', (list: readonly unknown[]) =>
    list.length === 0 ? (trouble('min of an empty list'), 0n) : extreme(list, (order) => order < 0),
  );
  add('list.max(): dyn', (list: readonly unknown[]) =>
    list.length === 0 ? (trouble('max of an empty list'), 0n) : extreme(list, (order) => order > 0),
  );
  add('list.indexOf(dyn): int', (list: readonly unknown[], value: unknown) =>
    BigInt(list.findIndex((one) => isSame(one, value))),
  );
  add('list.lastIndexOf(dyn): int', (list: readonly unknown[], value: unknown) =>
    BigInt(list.findLastIndex((one) => isSame(one, value))),
  );
}

/** The order of two values of one kind. */
function compare(a: unknown, b: unknown, trouble: CelTrouble): number {
  const isNumber = (value: unknown): value is number | bigint =>
    typeof value === 'number' || typeof value === 'bigint';
  if (isNumber(a) && isNumber(b)) return a < b ? -1 : a > b ? 1 : 0;
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : a > b ? 1 : 0;
  trouble('an order of such values');
  return 0;
}

/** Numbers of two kinds are the same where they are equal. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'bigint' && typeof b === 'number') return Number(a) === b;
  if (typeof a === 'number' && typeof b === 'bigint') return a === Number(b);
  return deepEqual(a, b);
}

/** Stands for the word `sets`, whose functions take it for their receiver. */
class SetsNamespace {
  readonly word = 'sets';
}

function registerSets(environment: Environment): void {
  const isWithin = (some: readonly unknown[], all: readonly unknown[]): boolean =>
    some.every((one) => all.some((other) => isSame(one, other)));
  environment.registerType('SetsNamespace', SetsNamespace);
  environment.registerConstant('sets', 'SetsNamespace', new SetsNamespace());
  const add = (
    name: string,
    run: (a: readonly unknown[], b: readonly unknown[]) => boolean,
  ): void => {
    environment.registerFunction(
      `SetsNamespace.${name}(list, list): bool`,
      (_: SetsNamespace, a: readonly unknown[], b: readonly unknown[]) => run(a, b),
    );
  };
  add('contains', (a, b) => isWithin(b, a));
  add('equivalent', (a, b) => isWithin(a, b) && isWithin(b, a));
  add('intersects', (a, b) => a.some((one) => b.some((other) => isSame(one, other))));
}

/** A quantity of Kubernetes, exact. */
class Quantity {
  readonly value: Rational;

  constructor(value: Rational) {
    this.value = value;
  }
}

function registerQuantities(environment: Environment, trouble: CelTrouble): void {
  const add = (signature: string, run: (...values: never[]) => unknown): void => {
    environment.registerFunction(signature, run);
  };
  environment.registerType('Quantity', { ctor: Quantity, fields: {} });
  add('isQuantity(string): bool', (text: string) => parseQuantity(text) !== undefined);
  add('quantity(string): Quantity', (text: string) => {
    const value = parseQuantity(text);
    if (value === undefined) trouble(`the quantity ${text} is none`);
    return new Quantity(value ?? zero);
  });
  const order = (a: Quantity, b: Quantity): bigint => {
    const difference = minus(a.value, b.value).numerator;
    return difference < 0n ? -1n : difference > 0n ? 1n : 0n;
  };
  environment.registerOperator(
    'Quantity == Quantity',
    (a: Quantity, b: Quantity) => order(a, b) === 0n,
  );
  add('Quantity.compareTo(Quantity): int', order);
  add('Quantity.isGreaterThan(Quantity): bool', (a: Quantity, b: Quantity) => order(a, b) > 0n);
  add('Quantity.isLessThan(Quantity): bool', (a: Quantity, b: Quantity) => order(a, b) < 0n);
  add(
    'Quantity.add(Quantity): Quantity',
    (a: Quantity, b: Quantity) => new Quantity(plus(a.value, b.value)),
  );
  add(
    'Quantity.add(int): Quantity',
    (a: Quantity, b: bigint) => new Quantity(plus(a.value, whole(b))),
  );
  add(
    'Quantity.sub(Quantity): Quantity',
    (a: Quantity, b: Quantity) => new Quantity(minus(a.value, b.value)),
  );
  add(
    'Quantity.sub(int): Quantity',
    (a: Quantity, b: bigint) => new Quantity(minus(a.value, whole(b))),
  );
  add('Quantity.sign(): int', ({ value }: Quantity) =>
    value.numerator < 0n ? -1n : value.numerator > 0n ? 1n : 0n,
  );
  const isWhole = ({ value }: Quantity): boolean => value.numerator % value.denominator === 0n;
  add('Quantity.isInteger(): bool', isWhole);
  add('Quantity.asInteger(): int', (one: Quantity) => {
    if (!isWhole(one)) trouble('a quantity that is no integer');
    return one.value.numerator / one.value.denominator;
  });
  add(
    'Quantity.asApproximateFloat(): double',
    ({ value }: Quantity) => Number(value.numerator) / Number(value.denominator),
  );
}

const zero: Rational = { numerator: 0n, denominator: 1n };

function whole(value: bigint): Rational {
  return { numerator: value, denominator: 1n };
}

function plus(a: Rational, b: Rational): Rational {
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

function minus(a: Rational, b: Rational): Rational {
  return plus(a, { ...b, numerator: -b.numerator });
}
