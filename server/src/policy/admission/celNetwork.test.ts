import { expect, test } from 'vitest';
import { newCelCompiler } from './celExpression.ts';

const compile = newCelCompiler();

test.each([
  ["url('https://example.com:443/a').getScheme()", 'https'],
  ["url('HTTP://example.com').getScheme()", 'http'],
  ["url('x-own://example.com').getScheme()", 'x-own'],
  ["url('https://example.com:443/a').getHost()", 'example.com:443'],
  ["url('https://example.com/a').getHostname()", 'example.com'],
  ["url('https://example.com/a').getEscapedPath()", '/a'],
  ["url('https://example.com').getEscapedPath()", ''],
  ["isURL('https://example.com')", true],
  ["isURL('example.com')", false],
])('%s', (text, value) => {
  expect(compile(text).evaluate({})).toEqual({ kind: 'value', value });
});

test.each(["isURL('/a')", "isURL('mailto:a@example.com')", "url('/a').getHost()"])(
  '%s is not told',
  (text) => {
    expect(compile(text).evaluate({})).toEqual({ kind: 'unknown', why: 'not-understood' });
  },
);
