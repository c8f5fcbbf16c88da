import { describe, expect, test } from 'vitest';
import { parseRenderedUri, renderedUri } from './renderedUri.ts';

const application = {
  kind: 'application',
  tree: 'fleet',
  cluster: 'prod-eu-1',
  namespace: 'shop',
  name: 'checkout',
} as const;

describe('addresses of rendered documents', () => {
  test.each([
    [
      'a root',
      { kind: 'root', tree: 'fleet', root: 'apps/checkout' },
      'strata:/fleet/root/apps/checkout.strata.yaml',
    ],
    [
      'the top of the tree',
      { kind: 'root', tree: 'fleet', root: '' },
      'strata:/fleet/root.strata.yaml',
    ],
    [
      'names with signs',
      { kind: 'root', tree: 'a b', root: 'c#d/e?f' },
      'strata:/a%20b/root/c%23d/e%3Ff.strata.yaml',
    ],
    [
      'other letters',
      { kind: 'root', tree: '集群', root: 'é' },
      'strata:/%E9%9B%86%E7%BE%A4/root/%C3%A9.strata.yaml',
    ],
    [
      'another side of a root',
      { kind: 'root', tree: 'fleet', root: 'apps', at: 'origin/main&x=1' },
      'strata:/fleet/root/apps.strata.yaml?at%3Dorigin%2Fmain%26x%3D1',
    ],
    [
      'an application on a cluster',
      { ...application, at: 'HEAD' },
      'strata:/fleet/prod-eu-1/shop/checkout.strata.yaml?at%3DHEAD',
    ],
    [
      'a cluster of many segments',
      { ...application, cluster: 'arn:aws:eks:eu-1:1:cluster/prod' },
      'strata:/fleet/arn%3Aaws%3Aeks%3Aeu-1%3A1%3Acluster/prod/shop/checkout.strata.yaml',
    ],
    [
      'no cluster and no namespace',
      { ...application, cluster: undefined, namespace: '' },
      'strata:/fleet/%3F/-/checkout.strata.yaml',
    ],
    [
      'an application that its name does not tell from others',
      { ...application, key: 'root:a\nKind.group/shop/checkout', at: 'HEAD' },
      'strata:/fleet/prod-eu-1/shop/checkout.strata.yaml?of%3Dcm9vdDphCktpbmQuZ3JvdXAvc2hvcC9jaGVja291dA%26at%3DHEAD',
    ],
    [
      'a cluster that is called as roots are',
      { ...application, cluster: 'root' },
      'strata:/fleet/root/shop/checkout.strata.yaml?of%3D',
    ],
  ] as const)('%s', (_, address, uri) => {
    expect(renderedUri(address)).toBe(uri);
    expect(parseRenderedUri(uri)).toEqual(address);
  });

  test.each([
    'file:///a.strata.yaml',
    'strata:/a/b.yaml',
    'strata:/a/b/c.strata.yaml',
    'strata:/%/root/a.strata.yaml',
  ])('%s is none', (uri) => {
    expect(parseRenderedUri(uri)).toBeUndefined();
  });
});
