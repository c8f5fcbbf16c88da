import { expect, test } from 'vitest';
import { isGoUrl } from './goUrl.ts';

// As Go 1.24's net/url, url.Parse, answers.
test.each([
  ['', true],
  ['#/definitions/A', true],
  ['#%zz', false],
  ['#/a b', true],
  [':a', false],
  ['a:b:c', true],
  ['a/b:c', true],
  ['1a:b', false],
  ['-:b', false],
  ['a b:c', false],
  ['a\tb', false],
  ['http://a.example.com/b?c=%zz', true],
  ['http://a.example.com/%zz', false],
  ['http://a b/c', false],
  ['http://a:80x/', false],
  ['http://a:/', true],
  ['http://[::1]:80/', true],
  ['http://[::1/', false],
  ['http://[::1]x/', false],
  ['http://a%20b/', false],
  ['http://%c3%a4/', true],
  ['http://u:p@a/', true],
  ['http://u^@a/', false],
  ['//a b/c', false],
  ['///a b/c', true],
  ['/%', false],
  ['mailto:%zz', true],
])('%j: %s', (text, expected) => {
  expect(isGoUrl(text)).toBe(expected);
});
