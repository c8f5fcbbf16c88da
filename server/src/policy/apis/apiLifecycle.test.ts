import { expect, test } from 'vitest';
import { readServed } from '../../../test/policyTables.ts';
import { apiLifecycleOf, lifecycleApis } from './apiLifecycle.ts';

/** The minor version of the API server whose discovery is recorded. */
const recorded = 37;
const served = new Set(readServed());

test('what the table calls gone is not served, and all that is stable is', () => {
  const wrong = lifecycleApis().filter((api) => {
    const [apiVersion = '', kind = ''] = api.split(' ');
    const { introduced, removed = Number.POSITIVE_INFINITY } = apiLifecycleOf(apiVersion, kind) ?? {
      introduced: 0,
    };
    const isStable = /(?:^|\/)v\d+$/.test(apiVersion);
    const isThere = introduced <= recorded && recorded < removed;
    return isStable ? served.has(api) !== isThere : served.has(api) && !isThere;
  });
  expect(wrong).toEqual([]);
});

test('what is served and could be delivered stands in the table', () => {
  const asked = /Review$|^(?:TokenRequest|Eviction|Scale|Binding|ComponentStatus)$/;
  expect(
    readServed().filter((api) => {
      const [apiVersion = '', kind = ''] = api.split(' ');
      return !asked.test(kind) && apiLifecycleOf(apiVersion, kind) === undefined;
    }),
  ).toEqual([]);
});
