import { expect, test } from 'vitest';
import { withImpact } from './commitMessage.ts';

const impact = 'Impact: 2 clusters change\n- dev-eu-1: checkout (Deployment/checkout)\n';

test('an impact follows what is written, after an empty line', () => {
  expect(withImpact('Scale checkout', impact)).toBe(`Scale checkout\n\n${impact.trimEnd()}`);
});

test('the subject is still to be written where the message is empty', () => {
  expect(withImpact('', impact)).toBe(`\n\n${impact.trimEnd()}`);
});

test('an impact that stands there is replaced, and nothing else', () => {
  const before = withImpact('Scale checkout\n\nBecause of Monday.', impact);
  const now = 'Impact: no cluster changes\n';
  expect(withImpact(before, now)).toBe(
    'Scale checkout\n\nBecause of Monday.\n\nImpact: no cluster changes',
  );
  expect(withImpact(withImpact('', impact), now)).toBe('\n\nImpact: no cluster changes');
});
