import { expect, test } from 'vitest';
import { assertNever } from './assertNever.ts';

test('the message names the kind and never the content', () => {
  const value: unknown = { kind: 'surprise', text: 'somebody’s secret' };
  expect(() => assertNever(value as never)).toThrow('Unexpected case: kind surprise');
  expect(() => assertNever('somebody’s secret' as never)).toThrow(/^Unexpected case: string$/);
});
