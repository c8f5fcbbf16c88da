import { expect, test } from 'vitest';
import { disposable, disposeAll } from './disposable.ts';

test('release runs once, however often dispose is called', () => {
  let released = 0;
  const one = disposable(() => {
    released += 1;
  });
  one.dispose();
  one.dispose();
  expect(released).toBe(1);
});

test('parts are disposed in reverse order', () => {
  const order: string[] = [];
  const parts = ['connection', 'watch'].map((name) =>
    disposable(() => {
      order.push(name);
    }),
  );
  disposeAll(parts).dispose();
  expect(order).toEqual(['watch', 'connection']);
});
