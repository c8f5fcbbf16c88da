import { expect, test } from 'vitest';
import { readPodSecurityCases } from '../../../test/policyTables.ts';
import { podTemplateOf } from '../podTemplate.ts';
import { violationsOf } from './podSecurity.ts';

const cases = readPodSecurityCases();

test('the recorded table is whole', () => {
  expect(cases.length).toBeGreaterThanOrEqual(150);
  expect(cases.filter(([, , , , verdict]) => verdict === null)).toEqual([]);
});

// Recorded from kube-apiserver 1.37.2 by `npm run record-policies`: the words of its admission, in its order.
test.each(cases)('%s, %s %s', (_name, level, version, pod, verdict) => {
  const template = podTemplateOf({ group: '', kind: 'Pod' }, pod);
  const minor = version === 'latest' ? undefined : Number(version.slice(3));
  const found = template === undefined ? [] : violationsOf(template, { level, minor });
  expect(found.map(({ reason, detail }) => `${reason} (${detail})`).join(', ')).toBe(verdict);
});

// A field that says what is forbidden is one that the object has.
test.each(cases.filter(([, , , , verdict]) => verdict !== ''))(
  '%s, %s %s: each violation names a field',
  (_name, level, version, pod) => {
    const template = podTemplateOf({ group: '', kind: 'Pod' }, pod);
    const minor = version === 'latest' ? undefined : Number(version.slice(3));
    const found = template === undefined ? [] : violationsOf(template, { level, minor });
    expect(found.length).toBeGreaterThan(0);
    for (const { places } of found) {
      expect(places.length).toBeGreaterThan(0);
      for (const { path, isMissing } of places) if (!isMissing) expect(has(pod, path)).toBe(true);
    }
  },
);

function has(value: unknown, path: readonly (string | number)[]): boolean {
  let there = value;
  for (const step of path) {
    if (typeof there !== 'object' || there === null || !(step in there)) return false;
    there = (there as Record<string | number, unknown>)[step];
  }
  return there !== undefined;
}
