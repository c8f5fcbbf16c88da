import { expect, test } from 'vitest';
import { databaseOf } from '../../test/fluxTree.ts';
import { git, here, object, sources } from '../../test/tracedSource.ts';
import { reason } from '../delivery/reason.ts';
import { readResourceText } from '../kustomize/objects.ts';
import { fleetObjects, isSameObject } from './fleetObjects.ts';
import {
  applicationOf,
  isFluxApplication,
  readFluxApplication,
  topKustomization,
} from './fluxApplication.ts';
import { renderFluxApplication } from './renderApplication.ts';

const source = object(sources, 'GitRepository', 'fleet', git('{branch: main}'));
const sourceRef = 'sourceRef: {kind: GitRepository, name: fleet}';

function read(text: string) {
  const { resources } = readResourceText(text, { file: 'a.yaml', inside: [], root: '' });
  const [resource] = resources;
  if (resource === undefined) throw new Error('nothing');
  return { resource, resources };
}

function apply(kind: string, spec: string, more = source) {
  const version =
    kind === 'HelmRelease' ? 'helm.toolkit.fluxcd.io/v2' : 'kustomize.toolkit.fluxcd.io/v1';
  const { resource, resources } = read(`${object(version, kind, 'web', spec)}---\n${more}`);
  const reader = databaseOf({
    'apps/web/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
  });
  const objects = fleetObjects(resources);
  const traced = applicationOf(resource, {
    reader,
    objects,
    isHere: (url) => ({ isHere: url === here, isFollowed: url === here }),
    artifacts: new Map(),
    ignoreFiles: [],
    cluster: { cluster: 'eu', certainty: 'inferred', why: reason('cluster.by-folder') },
  });
  if (traced === undefined) throw new Error('another type');
  return { ...traced, rendered: renderFluxApplication(traced, { reader, objects }) };
}

test('a Kustomization as an application', () => {
  const { application, rendered } = apply(
    'Kustomization',
    `{path: ./apps/web, ${sourceRef}, prune: true, targetNamespace: web}`,
  );
  expect(application).toMatchObject({
    controller: 'flux',
    kind: 'Kustomization',
    name: 'web',
    namespace: 'flux-system',
    destination: { cluster: 'eu', server: undefined, namespace: 'web' },
    sources: [{ path: 'apps/web', pathExists: true, isHere: true, build: 'kustomize' }],
    certainty: 'inferred',
    why: { code: 'cluster.by-folder' },
    prunes: true,
    cascades: true,
    suspended: false,
  });
  expect(rendered.kind === 'rendered' && rendered.resources.map(({ id }) => id.namespace)).toEqual([
    'web',
  ]);
});

test('a source elsewhere is a gap, and tells more than how the cluster is known', () => {
  const elsewhere = object(sources, 'GitRepository', 'fleet', '{url: https://example.com/x}');
  const { application, rendered } = apply('Kustomization', `{path: x, ${sourceRef}}`, elsewhere);
  expect(application).toMatchObject({ certainty: 'inferred', why: { code: 'source.elsewhere' } });
  expect(rendered).toMatchObject({
    resources: [],
    failures: [],
    gaps: [{ kind: 'remote', detail: 'https://example.com/x' }],
  });
});

test.each([
  ['branch: main', 'apps/<unknown:CLUSTER>', 'open source.unknown-variable', 'cluster CLUSTER'],
  ['tag: v1', 'gone', 'inferred source.other-revision', `remote ${here}@v1`],
  ['branch: main', 'gone', 'inferred source.no-folder', ''],
])('at {%s} the path %s is %s, with the gap %s', (ref, path, why, gap) => {
  const of = object(sources, 'GitRepository', 'fleet', git(`{${ref}}`));
  const { application, rendered } = apply('Kustomization', `{path: "${path}", ${sourceRef}}`, of);
  expect(`${application.certainty} ${application.why.code}`).toBe(why);
  if (rendered.kind === 'pending') throw new Error('pending');
  expect(rendered.gaps.map(({ kind, detail }) => `${kind} ${detail}`).join()).toBe(gap);
  expect(rendered.failures.map(({ code }) => code)).toEqual(
    gap === '' ? ['flux.path-not-found'] : [],
  );
});

test.each([
  ['{}', false, false],
  ['{prune: true}', true, true],
  ['{prune: true, deletionPolicy: MirrorPrune}', true, true],
  ['{prune: true, deletionPolicy: Orphan}', true, false],
  ['{prune: false, deletionPolicy: Delete}', false, true],
  ['{prune: false, deletionPolicy: WaitForTermination}', false, true],
  ['{prune: true, suspend: true}', true, false],
])(
  'a Kustomization %s prunes: %s, cascades: %s (kc kustomization_controller.go finalizerShouldDeleteResources)',
  (spec, prunes, cascades) => {
    expect(apply('Kustomization', spec).application).toMatchObject({ prunes, cascades });
  },
);

test('a HelmRelease gives its chart values in layers, and what is not known is a gap', () => {
  const more = `
apiVersion: v1
kind: ConfigMap
metadata: {name: values, namespace: flux-system}
data: {values.yaml: "a: 1", other: "5"}
---
apiVersion: v1
kind: Secret
metadata: {name: values, namespace: flux-system}
stringData: {values.yaml: "ENC[AES256_GCM,data:x,iv:y,tag:z,type:str]"}
---
${object(sources, 'HelmRepository', 'charts', '{url: https://charts.example.com}')}`;
  const spec = `{
    targetNamespace: web, values: {c: 3}, commonMetadata: {labels: {team: core}},
    chart: {spec: {chart: web, version: 1.x, valuesFiles: [prod.yaml], sourceRef: {kind: HelmRepository, name: charts}}},
    valuesFrom: [
      {kind: ConfigMap, name: values}, {kind: Secret, name: values},
      {kind: ConfigMap, name: values, valuesKey: other, targetPath: b.c},
      {kind: ConfigMap, name: gone}, {kind: ConfigMap, name: gone, optional: true},
      {kind: ConfigMap, name: values, valuesKey: gone, optional: true}]}`;
  const { application, rendered } = apply('HelmRelease', spec, more);
  expect(application).toMatchObject({
    destination: { namespace: 'web' },
    sources: [{ chart: 'web', revision: '1.x', repository: 'https://charts.example.com' }],
    prunes: true,
    cascades: true,
  });
  if (!('inputs' in rendered)) throw new Error('no release');
  const { inputs, gaps } = rendered;
  expect(inputs).toMatchObject({ releaseName: 'web-web', namespace: 'web' });
  expect(inputs.layers.map((layer) => ('text' in layer ? layer.text : layer.kind))).toEqual([
    'chartFiles',
    'a: 1',
    '5',
    'map',
  ]);
  expect(gaps.map(({ kind, detail }) => `${kind} ${detail}`)).toEqual([
    'chart https://charts.example.com web 1.x',
    'ciphertext Secret/flux-system/values#values.yaml',
    'cluster ConfigMap/flux-system/gone',
  ]);
});

test('one object in two versions is the same', () => {
  const [v1, v2, other] = [
    ['kustomize.toolkit.fluxcd.io/v1', 'web'],
    ['kustomize.toolkit.fluxcd.io/v1beta2', 'web'],
    ['kustomize.toolkit.fluxcd.io/v1', 'api'],
  ].map(([version = '', name = '']) => read(object(version, 'Kustomization', name, '{}')).resource);
  if (v1 === undefined || v2 === undefined || other === undefined) throw new Error('nothing');
  expect([isSameObject(v1, v2), isSameObject(v1, other)]).toEqual([true, false]);
  expect(isFluxApplication(v1)).toBe(true);
  expect(isFluxApplication(read(source).resource)).toBe(false);
});

test('a release of the chart that starts Flux yields the instance, and that its Kustomization', () => {
  const sync = `{kind: GitRepository, url: ${here}, ref: refs/heads/main, path: clusters/eu}`;
  const spec = `{chartRef: {kind: OCIRepository, name: flux-instance}, values: {instance: {sync: ${sync}}}}`;
  const { rendered } = apply('HelmRelease', spec);
  const [instance] = rendered.kind === 'rendered' ? rendered.resources : [];
  expect(instance?.id).toMatchObject({
    kind: 'FluxInstance',
    name: 'flux',
    namespace: 'flux-system',
  });
  expect(instance && isFluxApplication(instance)).toBe(true);
  const { resource } = read(object('helm.toolkit.fluxcd.io/v2', 'HelmRelease', 'web', spec));
  expect(topKustomization([resource], '')).toMatchObject({ path: { value: 'clusters/eu' } });
  expect(instance && readFluxApplication(instance)).toMatchObject({
    kind: 'Kustomization',
    name: 'flux-system',
    path: { value: 'clusters/eu' },
    sourceRef: { kind: 'GitRepository', name: 'flux-system' },
  });
});
