import { expect, test, vi } from 'vitest';
import { lazy } from './lazy.ts';

test('makes its value when it is first asked for, and once', () => {
  const make = vi.fn(() => 7);
  const value = lazy(make);
  expect(make).not.toHaveBeenCalled();
  expect([value(), value()]).toEqual([7, 7]);
  expect(make).toHaveBeenCalledTimes(1);
});
