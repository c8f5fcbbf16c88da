import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { eagerSweeper } from './renderedChanged.ts';

// However slow the machine is, no more time goes by than is said.
beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'],
  });
  onTestFinished(() => {
    vi.useRealTimers();
  });
});

/** Lets what is planned for the next turn run. */
async function nextTurn(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

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
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toBe(2);
});

test('waits for a moment where the last look took long', async () => {
  let looks = 0;
  const changed = eagerSweeper(async () => {
    looks += 1;
    await new Promise((resolve) => setTimeout(resolve, looks === 1 ? 60 : 0));
  });
  changed();
  await vi.advanceTimersByTimeAsync(200);
  expect(looks).toBe(1);
  changed();
  await nextTurn();
  expect(looks).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(looks).toBe(2);
});
