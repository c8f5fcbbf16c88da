import { expect, test } from 'vitest';
import { closingLine } from './testCounts.ts';

test('the closing line is for machines, too', () => {
  expect(closingLine({ passed: 12, failed: 0, skipped: 486 })).toBe(
    '12 passed, 0 failed, 486 skipped',
  );
});
