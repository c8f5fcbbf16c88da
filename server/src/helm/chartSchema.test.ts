import { describe, expect, test } from 'vitest';
import { chartSchema } from './chartSchema.ts';

/** The keys of the values that a schema with patterns for `a` refuses; `undefined` where it cannot be used. */
function refused(schema: object, values: unknown): readonly string[] | undefined {
  const errors = chartSchema(JSON.stringify(schema)).check(values);
  return errors === 'no JSON' ? ['no JSON'] : errors?.map(({ keyword }) => keyword);
}

const pattern = (text: string): object => ({ properties: { a: { pattern: text } } });
const fails = ['properties', 'pattern'];

// What Go 1.26 says of each; JavaScript says otherwise of some, or reads them not at all.
describe('patterns are read as Go reads them', () => {
  test.each([
    ['^[a-z]+$', 'abc', []],
    ['^[a-z]+$', 'ABC', fails],
    ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', 'a-b', []],
    ['^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', 'a-', fails],
    ['^([a-z0-9]+(-[a-z0-9]+)*)$', 'a-b-c', []],
    ['^([a-z0-9]+(-[a-z0-9]+)*)$', 'a--b', fails],
    ['^(?i)abc$', 'ABC', []],
    ['^[[:alpha:]]+$', 'abc', []],
    ['^[[:alpha:]]+$', 'a1', fails],
    [String.raw`\Aabc\z`, 'abc', []],
    [String.raw`^\s$`, '\u00a0', fails],
    ['^a.c$', 'a\u2028c', []],
    ['^a.c$', 'a\nc', fails],
    ['', 'x', []],
  ])('%j of %j', (text, value, expected) => {
    expect(refused(pattern(text), { a: value })).toEqual(expected);
  });

  test('names of properties, too', () => {
    const schema = {
      patternProperties: { '(?i)^x': { type: 'string' }, '^(y+)+$': { type: 'boolean' } },
      additionalProperties: false,
    };
    expect(refused(schema, { X1: 'a', yy: true })).toEqual([]);
    expect(refused(schema, { X1: 1 })).toContain('type');
    expect(refused(schema, { z: 1 })).toContain('additionalProperties');
  });
});

test('a schema with a pattern that Go refuses cannot be used', () => {
  expect(refused(pattern('^(?=a)'), { a: 'a' })).toBe(undefined);
  expect(refused(pattern('^('), { a: 'a' })).toBe(undefined);
});

test('patterns on which JavaScript would take years take no time', () => {
  const text = `${'a'.repeat(20_000)}!`;
  for (const hostile of ['^(a+)+$', '^(a|a)*$', '^(a|aa)+$', '^a*a*a*a*a*a*$', '(.*)*x', 'a*a*b'])
    expect(refused(pattern(hostile), { a: text })).toEqual(fails);
});

test('what would take long even so is left out', () => {
  expect(refused(pattern('^(a{1,100}){1,9}b$'), { a: 'a'.repeat(500_000) })).toBe(undefined);
});

test('what many patterns take is counted together', () => {
  const value = 'a'.repeat(200_000);
  const refusedBy = (count: number): readonly string[] | undefined => {
    const patterns = Array.from({ length: count }, (_, index) => `(a|aa)*b${index}`);
    return refused(
      { properties: { a: { anyOf: patterns.map((one) => ({ pattern: one })) } } },
      { a: value },
    );
  };
  expect(refusedBy(1)).toContain('anyOf');
  expect(refusedBy(100)).toBe(undefined);
});

// Source: xeipuuv/gojsonschema v1.2.0 draft.go `Hybrid`, format_checkers.go; santhosh-tekuri/jsonschema v6 draft.go.
describe('before Helm 3.19 a schema is read by what draft 7 knows', () => {
  const of = (schema: object, values: unknown, rules: 'old' | 'new'): boolean =>
    (chartSchema(JSON.stringify(schema)).check(values, rules)?.length ?? 0) > 0;
  const newest = 'https://json-schema.org/draft/2020-12/schema';

  test.each([
    ['a format of a schema without a draft', {}, { format: 'email' }, 'x', true, false],
    ['a format of a newer draft', { $schema: newest }, { format: 'ipv4' }, '1.2', true, false],
    ['a format that it does not know', {}, { format: 'duration' }, 'x', false, false],
    [
      'a keyword of a newer draft',
      { $schema: newest },
      { properties: { b: {} }, unevaluatedProperties: false },
      { c: 1 },
      false,
      true,
    ],
    ['a type', { $schema: newest }, { type: 'integer' }, 'x', true, true],
  ])('%s', (_, top, below, value, old, now) => {
    const schema = { ...top, properties: { a: below } };
    expect(of(schema, { a: value }, 'old')).toBe(old);
    expect(of(schema, { a: value }, 'new')).toBe(now);
  });
});
