import { describe, expect, test } from 'vitest';
import { object } from '../../test/tracedSource.ts';
import { reason } from '../delivery/reason.ts';
import { readResourceText } from '../kustomize/objects.ts';
import { clusterOfEntry, clusterOfObject, type NamedCluster } from './clusterName.ts';
import { fleetObjects } from './fleetObjects.ts';
import { readFluxKustomization } from './readFluxKustomization.ts';

function read(text: string) {
  const { resources } = readResourceText(text, { file: 'a.yaml', inside: [], root: '' });
  const [first] = resources;
  const kustomization = first && readFluxKustomization(first);
  if (kustomization === undefined) throw new Error('another type');
  return { kustomization, objects: fleetObjects(resources) };
}

const kustomization = (spec: string): string =>
  object('kustomize.toolkit.fluxcd.io/v1', 'Kustomization', 'top', spec);

describe('the cluster of an entry', () => {
  test.each([
    ['clusters/eu', 'eu'],
    ['clusters/eu/flux-system', 'eu'],
    ['clusters/eu/flux-system/gotk-sync.yaml', 'eu'],
    ['clusters/eu/apps.yaml', 'eu'],
    ['gitops/clusters/eu/flux-system', 'eu'],
    ['clusters/production/eu-west-1/flux-system', 'eu-west-1'],
    ['clusters/eu/prod/flux-system', 'eu-prod'],
    ['clusters/prod/01', 'prod-01'],
    ['clusters/01', '01'],
    ['kubernetes/clusters/main/flux/config', 'main'],
    ['kubernetes/main/flux/cluster', 'main'],
    ['kubernetes/flux/cluster', 'cluster'],
    ['kubernetes/flux/cluster/ks.yaml', 'cluster'],
    ['home/flux-system', 'home'],
    ['kubernetes/apps/flux-system', undefined],
    ['apps/web', undefined],
    ['apps.yaml', undefined],
    ['', undefined],
  ])('%s is for %s', (entry, cluster) => {
    const named = clusterOfEntry(entry, {});
    expect(named.cluster).toBe(cluster);
    expect(named.certainty).toBe(cluster === undefined ? 'open' : 'inferred');
  });

  test('the register counts most, and the longest of its folders', () => {
    const register = [
      { name: 'all', path: 'clusters' },
      { name: 'Europe', path: 'clusters/eu' },
      { name: 'none', path: '' },
    ];
    expect(clusterOfEntry('clusters/eu/flux-system', { register })).toEqual({
      cluster: 'Europe',
      certainty: 'known',
      why: reason('cluster.by-register', { path: 'clusters/eu' }),
    });
    expect(clusterOfEntry('clusters/eu2', { register }).cluster).toBe('all');
  });

  test.each([
    ['{cluster_name: eu-1}', 'eu-1'],
    ['{CLUSTER: eu-1}', 'eu-1'],
    ['{clusterName: eu-1, cluster: x}', 'eu-1'],
    ['{CLUSTER: "01", ENVIRONMENT: prod}', 'prod-01'],
    ['{CLUSTER: "01"}', '01'],
    ['{CLUSTER: eu-1, ENVIRONMENT: prod}', 'eu-1'],
    ['{CLUSTER: ""}', 'eu'],
    ['{CLUSTER: "${OTHER}"}', 'eu'],
    ['{CLUSTER_DOMAIN: x}', 'eu'],
  ])('the variables %s make it %s', (substitute, cluster) => {
    const { kustomization: top } = read(kustomization(`{postBuild: {substitute: ${substitute}}}`));
    expect(clusterOfEntry('clusters/eu', { top }).cluster).toBe(cluster);
  });
});

test.each([
  ['kubernetes/apps/flux-system', './kubernetes/flux/cluster', 'cluster'],
  ['bootstrap', 'clusters/eu', 'eu'],
  ['clusters/eu', 'clusters/us', 'eu'],
  ['clusters/eu/tools/start', 'clusters/eu', 'eu'],
  ['clusters/eu/flux-instance', './apps', 'eu'],
  ['bootstrap', './apps', undefined],
])('an entry %s whose top reads %s is for %s', (entry, path, cluster) => {
  const { kustomization: top } = read(kustomization(`{path: ${path}}`));
  expect(clusterOfEntry(entry, { top }).cluster).toBe(cluster);
});

test.each([
  ['clusters/eu', 'cluster.by-folder'],
  ['clusters/eu/apps.yaml', 'cluster.by-file'],
])('an entry %s says by what it is named', (entry, code) => {
  const { kustomization: top } = read(kustomization(`{path: ./apps}`));
  expect(clusterOfEntry(entry, { top }).why.code).toBe(code);
});

test('the Kustomization that Flux is started with names the cluster where nothing else does', () => {
  const open: NamedCluster = { cluster: undefined, certainty: 'open', why: reason('cluster.none') };
  const named = (name: string): string | undefined => {
    const text = kustomization('{path: clusters/eu}').replace('name: top', `name: ${name}`);
    return clusterOfObject(read(text).kustomization, open, fleetObjects([])).cluster;
  };
  expect([named('flux-system'), named('apps')]).toEqual(['eu', undefined]);
});

describe('the cluster of an object', () => {
  const own: NamedCluster = { cluster: 'hub', certainty: 'known', why: reason('cluster.own') };
  const configMap =
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: login, namespace: flux-system}\n' +
    'data: {provider: gcp, cluster: projects/p/locations/l/clusters/edge-7}\n';
  test.each([
    ['{}', 'hub known cluster.own'],
    ['{kubeConfig: {secretRef: {name: edge-kubeconfig}}}', 'edge inferred cluster.by-kubeconfig'],
    ['{kubeConfig: {secretRef: {name: kubeconfig-edge}}}', 'edge inferred cluster.by-kubeconfig'],
    ['{kubeConfig: {secretRef: {name: edge}}}', 'edge inferred cluster.by-kubeconfig'],
    ['{kubeConfig: {secretRef: {name: kubeconfig}}}', '- open cluster.kubeconfig-unknown'],
    ['{kubeConfig: {secretRef: {name: cluster-kubeconfig}}}', '- open cluster.kubeconfig-unknown'],
    [
      '{kubeConfig: {secretRef: {name: cluster-kubeconfig}}, postBuild: {substitute: {CLUSTER: eu}}}',
      'eu inferred cluster.by-variable',
    ],
    ['{kubeConfig: {}}', '- open cluster.kubeconfig-unknown'],
    ['{kubeConfig: {configMapRef: {name: login}}}', 'edge-7 inferred cluster.by-kubeconfig'],
    ['{kubeConfig: {configMapRef: {name: x-kubeconfig}}}', 'x inferred cluster.by-kubeconfig'],
  ])('%s is %s', (spec, expected) => {
    const { kustomization: of, objects } = read(`${kustomization(spec)}---\n${configMap}`);
    const { cluster, certainty, why } = clusterOfObject(of, own, objects);
    expect(`${cluster ?? '-'} ${certainty} ${why.code}`).toBe(expected);
  });

  test('a Secret that each cluster has in a namespace of its own is told by the namespace', () => {
    const text = kustomization('{kubeConfig: {secretRef: {name: cluster-kubeconfig}}}');
    const { kustomization: of, objects } = read(
      text.replace('namespace: flux-system', 'namespace: staging'),
    );
    const { cluster, why } = clusterOfObject(of, own, objects);
    expect([cluster, why.code]).toEqual(['staging', 'cluster.by-kubeconfig-namespace']);
  });
});

test('neither variable nor path of what is delivered elsewhere name the cluster of the entry', () => {
  const kubeConfig = 'kubeConfig: {secretRef: {name: cluster-kubeconfig}}';
  for (const rest of ['postBuild: {substitute: {CLUSTER: eu}}', 'path: clusters/eu/tenants']) {
    const { kustomization: top } = read(kustomization(`{${kubeConfig}, ${rest}}`));
    expect(clusterOfEntry('hub/eu.yaml', { top }).cluster).toBeUndefined();
  }
});
