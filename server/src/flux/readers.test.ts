import { expect, test } from 'vitest';
import { readResourceText } from '../kustomize/objects.ts';
import type { Resource } from '../kustomize/resource.ts';
import { readArtifactGenerator } from './artifactGenerator.ts';
import { readHelmRelease, releaseNameOf, releaseNamespaceOf } from './helmRelease.ts';
import { readImagePolicy, readImageUpdateAutomation } from './imageAutomation.ts';
import { readFluxKustomization } from './readFluxKustomization.ts';
import { readResourceSet } from './resourceSet.ts';
import { readFluxSource } from './sources.ts';

/** The first object of a text in `a.yaml`, read; fails the test where it is of another type. */
function read<T>(reader: (resource: Resource) => T | undefined, text: string): T {
  const [resource] = readResourceText(text, { file: 'a.yaml', inside: [], root: '' }).resources;
  const object = resource && reader(resource);
  if (object === undefined) throw new Error('another type');
  return object;
}

const head = (apiVersion: string, kind: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a, namespace: n}\nspec:\n`;

test('a value says where it stands', () => {
  const text = `${head('kustomize.toolkit.fluxcd.io/v1', 'Kustomization')}  path: ./app\n`;
  const object = read(readFluxKustomization, text);
  expect(object.path).toEqual({
    value: './app',
    at: { kind: 'node', file: 'a.yaml', ordinal: 14 },
  });
});

test('a Kustomization', () => {
  const object = read(
    readFluxKustomization,
    `${head('kustomize.toolkit.fluxcd.io/v1beta2', 'Kustomization')}
  sourceRef: {kind: GitRepository, name: fleet, namespace: flux-system}
  dependsOn: [{name: base}]
  kubeConfig: {secretRef: {name: prod, key: value}}
  decryption: {provider: sops, secretRef: {name: age}}
  suspend: true
  prune: false
  namePrefix: [x]
  postBuild: {substitute: {a: 5}, substituteFrom: [{kind: Secret, name: s, optional: true}]}
`,
  );
  expect(object).toMatchObject({
    sourceRef: { kind: 'GitRepository', name: 'fleet', namespace: 'flux-system' },
    dependsOn: [{ kind: 'Kustomization', name: 'base', namespace: 'n' }],
    kubeConfig: { secret: { value: 'prod' }, key: { value: 'value' } },
    decryption: { provider: { value: 'sops' }, secret: { value: 'age' } },
    suspend: { value: true },
    prune: { value: false },
  });
  expect(object.problems.map(({ parameters }) => parameters.field)).toEqual(['spec.namePrefix']);
  expect(object.postBuild.problems.map(({ parameters }) => parameters)).toEqual([
    { field: 'spec.postBuild.substitute.a', expected: 'text', found: 'number' },
  ]);
  expect(object.postBuild.substituteFrom).toMatchObject([{ name: 's', optional: true }]);
});

test('sources', () => {
  const source = 'source.toolkit.fluxcd.io/v1';
  expect(
    read(
      readFluxSource,
      `${head(source, 'GitRepository')}  url: ssh://git@a.example.com/b\n  ref: {tag: v1, semver: ">=1"}\n  ignore: "/*"\n`,
    ),
  ).toMatchObject({
    kind: 'GitRepository',
    url: { value: 'ssh://git@a.example.com/b' },
    ref: { tag: { value: 'v1' }, semver: { value: '>=1' }, branch: undefined },
    ignore: { value: '/*' },
  });
  expect(
    read(readFluxSource, `${head(source, 'OCIRepository')}  url: oci://a\n  ref: {digest: d}\n`),
  ).toMatchObject({ kind: 'OCIRepository', digest: { value: 'd' } });
  expect(
    read(readFluxSource, `${head(source, 'Bucket')}  bucketName: b\n  endpoint: e\n`),
  ).toMatchObject({ kind: 'Bucket', bucketName: { value: 'b' } });
  expect(
    read(readFluxSource, `${head(source, 'HelmRepository')}  url: oci://a\n  type: oci\n`),
  ).toMatchObject({ kind: 'HelmRepository', type: { value: 'oci' } });
  expect(
    read(
      readFluxSource,
      `${head(source, 'ExternalArtifact')}  sourceRef: {apiVersion: v, kind: ArtifactGenerator, name: g}\n`,
    ),
  ).toMatchObject({ sourceRef: { kind: 'ArtifactGenerator', name: 'g', namespace: 'n' } });
});

test('an ArtifactGenerator', () => {
  const object = read(
    readArtifactGenerator,
    `${head('source.extensions.fluxcd.io/v1beta1', 'ArtifactGenerator')}
  sources: [{alias: repo, kind: GitRepository, name: fleet}]
  artifacts:
  - name: app
    copy: [{from: "@repo/app/**", to: "@artifact/", exclude: ["*.md"]}]
`,
  );
  expect(object.sources).toMatchObject([{ alias: 'repo', name: 'fleet', namespace: 'n' }]);
  expect(object.artifacts).toMatchObject([
    { name: { value: 'app' }, copy: [{ from: { value: '@repo/app/**' } }] },
  ]);
});

test('a HelmRelease', () => {
  const object = read(
    readHelmRelease,
    `${head('helm.toolkit.fluxcd.io/v2', 'HelmRelease')}
  targetNamespace: prod
  chart: {spec: {chart: ./charts/a, version: 1.x, sourceRef: {kind: GitRepository, name: fleet}}}
  valuesFrom: [{kind: ConfigMap, name: v, valuesKey: x.yaml}]
  values: {replicas: 2}
  postRenderers: [{kustomize: {images: [{name: a, newTag: "2"}], patches: [{patch: p}]}}]
`,
  );
  expect(object).toMatchObject({
    chart: { chart: { value: './charts/a' }, sourceRef: { name: 'fleet', namespace: 'n' } },
    valuesFrom: [{ kind: 'ConfigMap', valuesKey: { value: 'x.yaml' } }],
    values: { value: { keys: ['replicas'] } },
    postRenderers: [{ images: [{ newTag: { value: '2' } }], patches: [{ patch: { value: 'p' } }] }],
  });
  expect([releaseNameOf(object), releaseNamespaceOf(object)]).toEqual(['prod-a', 'prod']);
});

test('image policies and automations', () => {
  const image = 'image.toolkit.fluxcd.io/v1';
  expect(
    read(
      readImagePolicy,
      `${head(image, 'ImagePolicy')}  imageRepositoryRef: {name: r}\n  policy: {semver: {range: 1.x}}\n  filterTags: {pattern: "^v", extract: $1}\n`,
    ),
  ).toMatchObject({ semver: { value: '1.x' }, pattern: { value: '^v' } });
  expect(
    read(
      readImageUpdateAutomation,
      `${head(image, 'ImageUpdateAutomation')}  sourceRef: {kind: GitRepository, name: f}\n  update: {path: ./apps}\n  git: {checkout: {ref: {branch: main}}, push: {branch: bumps}}\n`,
    ),
  ).toMatchObject({
    path: { value: './apps' },
    checkout: { branch: { value: 'main' } },
    pushBranch: { value: 'bumps' },
  });
});

test('a ResourceSet', () => {
  const object = read(
    readResourceSet,
    `${head('fluxcd.controlplane.io/v1', 'ResourceSet')}
  inputs: [{tenant: a}, {tenant: b}]
  inputsFrom: [{kind: ResourceSetInputProvider, name: p}]
  resourcesTemplate: text
`,
  );
  expect(object.inputs).toHaveLength(2);
  expect(object.inputsFrom).toMatchObject([{ name: 'p', namespace: 'n' }]);
  expect(object.resourcesTemplate?.value).toBe('text');
});
