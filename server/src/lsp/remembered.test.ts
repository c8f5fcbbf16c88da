import { expect, test } from 'vitest';
import { nobodyStops } from '../../test/languageSession.ts';
import { Remembered } from './remembered.ts';

test('an answer of now is made anew where something changed while it was made', async () => {
  const remembered = new Remembered<number>();
  let made = 0;
  const make = (): Promise<number> => {
    made += 1;
    if (made === 1) remembered.forget();
    return Promise.resolve(made);
  };
  expect(await remembered.getOfNow('a', make, nobodyStops())).toBe(2);
  expect(await remembered.getOfNow('a', make, nobodyStops())).toBe(2);
});
