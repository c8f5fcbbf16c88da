import { expect, test } from 'vitest';
import { applicationOf } from '../../test/argoTree.ts';
import { readResourceText } from '../kustomize/objects.ts';
import { readApplication } from './application.ts';

test('a value says where it stands', () => {
  const { destination } = applicationOf('destination: {name: prod-eu-1, namespace: shop}');
  expect(destination.name).toEqual({
    value: 'prod-eu-1',
    at: { kind: 'node', file: 'app.yaml', ordinal: 16 },
  });
  expect(destination.namespace?.value).toBe('shop');
  expect(destination.server).toBeUndefined();
});

test.each([
  ['argoproj.io/v1alpha1', 'Application', true],
  ['argoproj.io/v1beta1', 'Application', true],
  ['argoproj.io/v1alpha1', 'ApplicationSet', false],
  ['app.k8s.io/v1beta1', 'Application', false],
])('%s %s', (apiVersion, kind, isOne) => {
  const text = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\n`;
  const [resource] = readResourceText(text, { file: 'a.yaml', inside: [], root: '' }).resources;
  expect(resource && readApplication(resource) !== undefined).toBe(isOne);
});

// Source: Argo CD 3.2.0 pkg/apis/application/v1alpha1/types.go `GetSources`, `HasMultipleSources`.
test('sources win over a source, and a hydrator over both', () => {
  const one = 'source: {repoURL: r, path: one}';
  const many = 'sources: [{repoURL: r, path: two}, {repoURL: r, ref: values}]';
  const hydrator = `sourceHydrator:
  drySource: {repoURL: r, targetRevision: HEAD, path: dry}
  syncSource: {targetBranch: env/prod, path: wet}
  hydrateTo: {targetBranch: env/prod-next}`;
  const paths = (spec: string): readonly (string | undefined)[] =>
    applicationOf(spec).sources.map(({ path }) => path?.value);
  expect(paths(one)).toEqual(['one']);
  expect(paths(`${one}\n${many}`)).toEqual(['two', undefined]);
  expect(paths(`${one}\nsources: []`)).toEqual(['one']);
  expect(paths(`${many}\n${hydrator}`)).toEqual(['wet']);
  const { sources, hydrator: read } = applicationOf(hydrator);
  expect(sources[0]?.targetRevision?.value).toBe('env/prod');
  expect(read?.dry.path?.value).toBe('dry');
  expect(read?.hydrateTo?.value).toBe('env/prod-next');
});

// Source: types.go `CascadedDeletion`; application_defaults.go.
test.each([
  ['resources-finalizer.argocd.argoproj.io', true],
  ['resources-finalizer.argocd.argoproj.io/background', true],
  ['resources-finalizer.argocd.argoproj.io/foreground', true],
  ['resources-finalizer.argocd.argoproj.io/other', false],
  ['post-delete-finalizer.argocd.argoproj.io', false],
])('the finalizer %s', (finalizer, cascades) => {
  const { cascades: found } = applicationOf('project: a', `finalizers: ['${finalizer}']`);
  expect(found).toBe(cascades);
});

test('a project that is not named is the default one; automation counts unless it is switched off', () => {
  const plain = applicationOf('syncPolicy: {automated: {prune: true}, syncOptions: [A=b]}');
  expect(plain.project).toBe('default');
  expect(plain.automated).toMatchObject({ enabled: true, prune: true, selfHeal: false });
  expect(plain.syncOptions.map(({ value }) => value)).toEqual(['A=b']);
  const off = applicationOf('project: shop\nsyncPolicy: {automated: {enabled: false}}');
  expect(off.project).toBe('shop');
  expect(off.automated?.enabled).toBe(false);
  expect(applicationOf('project: a').automated).toBeUndefined();
});

test('all options of a source', () => {
  const [source] = applicationOf(`
source:
  repoURL: r
  path: p
  kustomize:
    namePrefix: a-
    images: [web=registry/web:1]
    replicas: [{name: web, count: 3}, {name: db, count: "2"}]
    commonLabels: {b: "2", a: "1"}
    patches:
    - target: {kind: Deployment, labelSelector: app=web}
      patch: "- {op: remove, path: /a}"
      options: {allowNameChange: true}
    components: [../c]
    apiVersions: [v1/Pod]
  helm:
    valueFiles: [$values/a.yaml]
    parameters: [{name: a.b, value: "1", forceString: true}]
    fileParameters: [{name: c, path: d.txt}]
    valuesObject: {x: 1}
    skipCrds: true
  directory: {recurse: true, include: "*.yaml", jsonnet: {libs: [vendor]}}
  plugin: {name: cue, env: [{name: A, value: b}], parameters: [{name: x, string: y}]}
`).sources;
  expect(source?.kustomize).toMatchObject({
    namePrefix: { value: 'a-' },
    images: [{ value: 'web=registry/web:1' }],
    replicas: [
      { name: 'web', count: { value: '3' } },
      { name: 'db', count: { value: '2' } },
    ],
    commonLabels: [
      { key: 'a', value: '1' },
      { key: 'b', value: '2' },
    ],
    patches: [
      {
        target: { kind: 'Deployment', labelSelector: 'app=web', name: '' },
        options: [{ key: 'allowNameChange', value: true }],
      },
    ],
    components: [{ value: '../c' }],
    apiVersions: [{ value: 'v1/Pod' }],
  });
  expect(source?.helm).toMatchObject({
    valueFiles: [{ value: '$values/a.yaml' }],
    parameters: [{ name: 'a.b', value: '1', forceString: true }],
    fileParameters: [{ name: 'c', path: 'd.txt' }],
    skipCrds: true,
  });
  expect(source?.helm?.valuesObject?.value.kind).toBe('map');
  expect(source?.directory).toMatchObject({ recurse: true, include: { value: '*.yaml' } });
  expect(source?.directory?.jsonnet).toBeDefined();
  expect(source?.plugin).toMatchObject({
    name: { value: 'cue' },
    env: [{ name: 'A', value: 'b' }],
  });
});

test('a field of a wrong type is a problem, and reads as if it were not there', () => {
  const { problems, sources } = applicationOf(
    'source: {repoURL: r, path: 5, kustomize: {images: a}}',
  );
  expect(sources[0]?.path).toBeUndefined();
  expect(problems.map(({ parameters }) => parameters['field'])).toEqual([
    'spec.source.path',
    'spec.source.kustomize.images',
  ]);
});
