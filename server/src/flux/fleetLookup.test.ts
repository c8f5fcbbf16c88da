import { describe, expect, test } from 'vitest';
import { parseFixture } from '../../test/fixture.ts';
import { databaseOf } from '../../test/fluxTree.ts';
import { readResourceText } from '../kustomize/objects.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { kustomizationIn } from './expand.ts';
import { fleetLookup } from './fleetLookup.ts';
import { fleetObjects } from './fleetObjects.ts';
import { renderFluxKustomization } from './render.ts';
import { unknownIn } from './variables.ts';

/** The data of the one ConfigMap, what stands in the way, and why it fails, in words. */
function render(from: string, text: string, objects: string) {
  const fixture = parseFixture(`
    # file: flux.yaml
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: {name: web, namespace: apps}
    spec: {path: app, postBuild: {substitute: {own: mine}, substituteFrom: [${from}]}}
    # file: app/map.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: map}
    data: {text: '${text}'}
    # file: objects.yaml
    ${objects.trimStart()}
  `);
  const files = Object.fromEntries(fixture.files);
  const found = kustomizationIn('flux.yaml', files['flux.yaml'] ?? '');
  if (found.kind === 'problem') throw new Error(found.code);
  const source = { file: 'objects.yaml', inside: [], root: '' };
  const { resources } = readResourceText(files['objects.yaml'] ?? '', source);
  const rendered = renderFluxKustomization(found.kustomization, {
    reader: databaseOf({ 'app/map.yaml': files['app/map.yaml'] ?? '' }),
    lookup: fleetLookup(fleetObjects(resources)),
  });
  if (rendered.kind === 'pending') throw new Error('pending');
  const [map] = rendered.resources.map(({ node }) => writeCanonical(node));
  const printed = map !== undefined && 'text' in map ? map.text : '';
  return {
    text: /text: (.*)/.exec(printed)?.[1],
    gaps: rendered.gaps.map(({ kind, detail }) => `${kind} ${detail}`),
    failures: rendered.failures.map(({ code }) => code),
  };
}

const encrypted = `
    apiVersion: v1
    kind: Secret
    metadata: {name: vars, namespace: apps}
    stringData: {a: "ENC[AES256_GCM,data:x,iv:y,tag:z,type:str]", plain: seen}
    sops: {mac: "ENC[AES256_GCM,data:x]"}`;

describe('variables of the cluster', () => {
  test('an encrypted value is marked and told, where it is used', () => {
    expect(render('{kind: Secret, name: vars}', '${a}-${plain}-${own}', encrypted)).toEqual({
      text: '<unknown:a>-seen-mine',
      gaps: ['ciphertext Secret/apps/vars#a'],
      failures: [],
    });
    expect(render('{kind: Secret, name: vars}', '${plain}', encrypted).gaps).toEqual([]);
  });

  test('encrypted dotenv of a generator, in base64, is none either', () => {
    const value = btoa('ENC[AES256_GCM,data:x,iv:y,tag:z,type:str]');
    const made = `
    apiVersion: v1
    kind: Secret
    metadata: {name: vars, namespace: apps}
    data: {a: ${value}}`;
    expect(render('{kind: Secret, name: vars}', '${a}', made).text).toBe('<unknown:a>');
  });

  test.each([
    [
      'a SealedSecret',
      `
    apiVersion: bitnami.com/v1alpha1
    kind: SealedSecret
    metadata: {name: sealed, namespace: apps}
    spec: {encryptedData: {a: Ag==}, template: {metadata: {name: vars}}}`,
      'ciphertext SealedSecret/apps/sealed#a',
    ],
    [
      'an ExternalSecret',
      `
    apiVersion: external-secrets.io/v1
    kind: ExternalSecret
    metadata: {name: vars, namespace: apps}
    spec: {data: [{secretKey: a, remoteRef: {key: x}}]}`,
      'ciphertext ExternalSecret/apps/vars#a',
    ],
    [
      'an ExternalSecret with a template',
      `
    apiVersion: external-secrets.io/v1
    kind: ExternalSecret
    metadata: {name: x, namespace: apps}
    spec: {dataFrom: [{extract: {key: x}}], target: {name: vars, template: {data: {a: "{{ .b }}"}}}}`,
      'ciphertext ExternalSecret/apps/x#a',
    ],
  ])('%s makes the Secret', (_name, objects, gap) => {
    expect(render('{kind: Secret, name: vars}', '${a}-${other}', objects)).toEqual({
      text: '<unknown:a>-',
      gaps: [gap],
      failures: [],
    });
  });

  test('what is in the cluster only may set everything that is not set here', () => {
    expect(render('{kind: ConfigMap, name: vars}', '${a}-${b:-c}-${own}', '{}')).toEqual({
      text: '<unknown:a>-<unknown:b>-mine',
      gaps: ['cluster ConfigMap/apps/vars'],
      failures: [],
    });
    expect(render('{kind: ConfigMap, name: vars}', '${own}', '{}').gaps).toEqual([]);
    const external = `
    apiVersion: external-secrets.io/v1
    kind: ExternalSecret
    metadata: {name: vars, namespace: apps}
    spec: {dataFrom: [{extract: {key: x}}]}`;
    expect(render('{kind: Secret, name: vars}', '${a}', external).gaps).toEqual([
      'cluster ExternalSecret/apps/vars',
    ]);
  });

  test('an optional one that stands nowhere is absent', () => {
    const from = '{kind: ConfigMap, name: vars, optional: true}';
    expect(render(from, '${a:-none}', '{}')).toEqual({ text: 'none', gaps: [], failures: [] });
  });

  test('marks can be found again', () => {
    expect(unknownIn('x-<unknown:a>/<unknown:B_2>')).toEqual(['a', 'B_2']);
  });
});
