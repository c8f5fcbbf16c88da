import { expect, test } from 'vitest';
import { readResourceText } from '../kustomize/objects.ts';
import { clusterOf, readClusterSecret, type ArgoCluster } from './clusterSecret.ts';

function read(text: string): ArgoCluster | undefined {
  const [resource] = readResourceText(text, { file: 'a.yaml', inside: [], root: '' }).resources;
  return resource && readClusterSecret(resource);
}

const metadata = `metadata:
  name: prod
  namespace: argocd
  labels: {argocd.argoproj.io/secret-type: cluster, tier: prod}
  annotations: {owner: team-a}`;

test('a Secret in clear', () => {
  const cluster = read(`
apiVersion: v1
kind: Secret
${metadata}
stringData: {name: prod-eu-1, project: shop}
data:
  server: aHR0cHM6Ly9wcm9kLmV4YW1wbGU=
  config: Zm9yZ2V0IG1l
`);
  expect(cluster && clusterOf(cluster)).toEqual({
    secretName: 'prod',
    namespace: 'argocd',
    name: 'prod-eu-1',
    server: 'https://prod.example',
    project: 'shop',
    labels: { 'argocd.argoproj.io/secret-type': 'cluster', tier: 'prod' },
    annotations: { owner: 'team-a' },
  });
  expect(JSON.stringify({ ...cluster, resource: undefined })).not.toContain('forget');
});

test('what is encrypted counts by its metadata', () => {
  const encrypted = read(`
apiVersion: v1
kind: Secret
${metadata}
stringData: {name: 'ENC[AES256_GCM,data:x]', server: '<path:secret/data/x#server>'}
`);
  expect(encrypted).toMatchObject({ name: undefined, server: undefined, secretName: 'prod' });
  expect(encrypted && clusterOf(encrypted)).toBeUndefined();
  const sealed = read(`
apiVersion: bitnami.com/v1alpha1
kind: SealedSecret
metadata: {name: prod, namespace: argocd}
spec:
  encryptedData: {name: Abc, server: Def}
  template:
    ${metadata.replaceAll('\n', '\n    ')}
    data: {name: prod-eu-1}
`);
  expect(sealed).toMatchObject({
    from: 'SealedSecret',
    namespace: 'argocd',
    name: { value: 'prod-eu-1' },
    server: undefined,
  });
});

test('what comes from outside counts by what its template says', () => {
  const external = read(`
apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata: {name: source, namespace: argocd}
spec:
  target:
    name: prod
    template:
      ${metadata.replaceAll('\n', '\n      ')}
      data: {name: prod-eu-1, server: 'https://prod.example', config: '{{ .token }}'}
`);
  expect(external && clusterOf(external)).toMatchObject({ secretName: 'prod', name: 'prod-eu-1' });
  const bare = read(`
apiVersion: external-secrets.io/v1
kind: ExternalSecret
${metadata}
spec: {target: {template: {data: {name: '{{ .name }}'}}}}
`);
  expect(bare).toMatchObject({ secretName: 'prod', name: undefined });
});

test('another Secret is no cluster', () => {
  const text = `apiVersion: v1\nkind: Secret\n${metadata}\n`;
  expect(read(text.replace('secret-type: cluster', 'secret-type: repository'))).toBeUndefined();
  expect(read(text.replace('kind: Secret', 'kind: ConfigMap'))).toBeUndefined();
});
