import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

test.each([
  ['wep', ['web', 'api'], 'web'],
  ['checkuot', ['checkout', 'cart'], 'checkout'],
  ['web', ['web'], undefined],
  ['web', ['database'], undefined],
  ['ab', ['cd'], undefined],
  ['', ['a'], undefined],
  ['web', [''], undefined],
  ['web', [], undefined],
  // One that is as near comes first by its name.
  ['cat', ['cut', 'car'], 'car'],
  // The same name in another registry, and without one.
  ['registry.example.com/shop/web', ['shop/web', 'other'], 'shop/web'],
  ['web', ['registry.example.com/web'], 'registry.example.com/web'],
])('%s of %j', (text, candidates, expected) => {
  expect(nearest(text, candidates)).toBe(expected);
});
