import { expect, test } from 'vitest';
import { helmOf, type HelmShipper } from './helmVersion.ts';

test.each([
  ['argocd', undefined, '3.18.4'],
  ['argocd', 'v3.2.0', '3.18.4'],
  ['argocd', '3.0.23', '3.17.1'],
  ['argocd', 'v3.3.19+a1b2c3', '3.19.4'],
  ['argocd', 'v3.4.12', '3.19.4'],
  ['argocd', 'v3.5.7', '4.2.1'],
  ['argocd', 'v3.6.1', '4.3.1'],
  ['argocd', 'v3.9.0', '4.3.1'],
  ['argocd', 'v2.14.1', '3.17.1'],
  ['argocd', 'latest', '3.18.4'],
  ['flux', undefined, '3.19.0'],
  ['flux', 'v2.7.5', '3.19.0'],
  ['flux', 'v2.8.3', '4.1.1'],
  ['flux', '2.9', '4.2.1'],
] satisfies [HelmShipper, string | undefined, string][])(
  '%s %s ships Helm %s',
  (shipper, version, helm) => {
    expect(helmOf(shipper, version)).toBe(helm);
  },
);
