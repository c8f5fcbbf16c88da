import { expect, test } from 'vitest';
import { servedResources } from './served.ts';

test('well-known kinds of others lie where their definitions say', () => {
  const served = servedResources([]);
  const of = (kind: string): unknown =>
    served({ group: 'gateway.networking.k8s.io', kind, clusterScoped: false });
  expect(of('GatewayClass')).toMatchObject({ name: 'gatewayclasses', namespaced: false });
  expect(of('Gateway')).toMatchObject({ name: 'gateways', namespaced: true });
});
