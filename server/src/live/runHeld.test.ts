import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { runHeld } from './runHeld.ts';

test.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect', 'uncaughtException'])(
  '%s only tells what runs that it shall come to its end',
  async (name) => {
    const process = new EventEmitter();
    const answer = await runHeld(process, (ended) => {
      process.emit(name, new Error('EPIPE'));
      // Whoever is impatient ends it no sooner.
      expect(process.emit(name, new Error('EPIPE'))).toBe(true);
      return Promise.resolve(ended.aborted);
    });
    expect(answer).toBe(true);
    expect(process.eventNames()).toEqual([]);
  },
);

test('who throws holds the process no longer, either', async () => {
  const process = new EventEmitter();
  await expect(runHeld(process, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(process.eventNames()).toEqual([]);
});
