import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import type { CheckDocument } from '../analysis/checkDocument.ts';

const kustomization = (namespace: string): string => `
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: shop }
spec:
  interval: 1m
  prune: true
  sourceRef: { kind: GitRepository, name: apps${namespace} }`;

const alert = `
apiVersion: notification.toolkit.fluxcd.io/v1beta3
kind: Alert
metadata: { name: all, namespace: shop }
spec:
  eventSources:
  - { kind: Kustomization, name: "*" }
  - { kind: Kustomization, name: "*", namespace: bank }`;

const controller = (name: string, args: string): string => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: flux-system }
spec:
  template: { metadata: { labels: { app: ${name} } }, spec: { containers: [{ name: manager, image: "example.com/flux:1", args: [${args}] }] } }
  selector: { matchLabels: { app: ${name} } }`;

const instance = (multitenant: boolean): string => `
apiVersion: fluxcd.controlplane.io/v1
kind: FluxInstance
metadata: { name: flux, namespace: flux-system }
spec: { distribution: { version: 2.x, registry: example.com }, cluster: { multitenant: ${multitenant} } }`;

async function messages(more: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = temporaryTree(policyFleet({ clusters: ['one'], more }));
  const { out } = await strata(['check', '--json'], { folder });
  return (JSON.parse(out) as CheckDocument).findings.map(
    ({ file, line, message }) => `${file.replace(/^.*\//, '')}:${line} ${message}`,
  );
}

const other = { 'apps.yaml': kustomization(', namespace: flux-system') };
const refused =
  'apps.yaml:8 Flux is locked down: Kustomization.kustomize.toolkit.fluxcd.io/shop/apps may not take `GitRepository/apps` of the namespace `flux-system`.';

test.each([
  [
    'its controller says so',
    controller('kustomize-controller', '--no-cross-namespace-refs=true'),
    [refused],
  ],
  [
    'another controller says so',
    controller('helm-controller', '--no-cross-namespace-refs=true'),
    [],
  ],
  ['it says otherwise', controller('kustomize-controller', '--no-cross-namespace-refs=false'), []],
  ['the operator runs it for tenants', instance(true), [refused]],
  ['the operator does not', instance(false), []],
])('a source of another namespace, where %s', async (_name, flux, expected) => {
  expect(await messages({ ...other, 'flux.yaml': flux })).toEqual(expected);
});

test('a source of the same namespace, and what an alert listens to', async () => {
  const flux = { 'flux.yaml': instance(true) };
  expect(await messages({ ...flux, 'apps.yaml': kustomization(', namespace: shop') })).toEqual([]);
  expect(await messages({ ...flux, 'apps.yaml': kustomization('') })).toEqual([]);
  expect(await messages({ ...flux, 'alert.yaml': alert })).toEqual([
    'alert.yaml:8 Flux is locked down: Alert.notification.toolkit.fluxcd.io/shop/all may not take `Kustomization/*` of the namespace `bank`.',
  ]);
});
