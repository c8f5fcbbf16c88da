import { describe, expect, test } from 'vitest';
import { parseRenderedUri, renderedUri } from './renderedUri.ts';

describe('addresses of rendered documents', () => {
  test.each([
    [
      'a root',
      { tree: 'fleet', root: 'apps/checkout' },
      'strata:/fleet/root/apps/checkout.strata.yaml',
    ],
    ['the top of the tree', { tree: 'fleet', root: '' }, 'strata:/fleet/root.strata.yaml'],
    [
      'names with signs',
      { tree: 'a b', root: 'c#d/e?f' },
      'strata:/a%20b/root/c%23d/e%3Ff.strata.yaml',
    ],
    [
      'other letters',
      { tree: '集群', root: 'é' },
      'strata:/%E9%9B%86%E7%BE%A4/root/%C3%A9.strata.yaml',
    ],
  ])('%s', (_, address, uri) => {
    expect(renderedUri(address)).toBe(uri);
    expect(parseRenderedUri(uri)).toEqual(address);
  });

  test.each(['file:///a.strata.yaml', 'strata:/a/b.yaml', 'strata:/%/root/a.strata.yaml'])(
    '%s is none',
    (uri) => {
      expect(parseRenderedUri(uri)).toBeUndefined();
    },
  );
});
