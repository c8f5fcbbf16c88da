import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { eagerSweeper } from './renderedChanged.ts';

test('looks before anything else after a change that comes alone, and once after a burst', async () => {
  let looks = 0;
  const changed = eagerSweeper(() => {
    looks += 1;
    return Promise.resolve();
  });
  changed();
  expect(looks).toBe(0);
  await nextTurn();
  expect(looks).toBe(1);
  for (let change = 0; change < 5; change += 1) changed();
  await nextTurn();
  expect(looks).toBe(1);
  await expect.poll(() => looks, { timeout: 10_000 }).toBe(2);
});

test('waits for a moment where the last look took long', async () => {
  let looks = 0;
  const changed = eagerSweeper(async () => {
    looks += 1;
    await setTimeout(looks === 1 ? 60 : 0);
  });
  changed();
  await setTimeout(200);
  expect(looks).toBe(1);
  changed();
  await nextTurn();
  expect(looks).toBe(1);
  await expect.poll(() => looks, { timeout: 10_000 }).toBe(2);
});
