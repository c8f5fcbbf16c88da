import { describe, expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import type { Resource } from '../kustomize/resource.ts';
import { compareResources, type ResourceChange } from './compareResources.ts';
import { dangersOf } from './compareDangers.ts';

function built(text: string): readonly Resource[] {
  return completed(analyzeFixture(text).analysis.build('')).resources;
}

/** What differs, one line for an object and one for each field. */
function told(changes: readonly ResourceChange[]): readonly string[] {
  return changes.flatMap((change) => {
    const resource =
      change.kind === 'deleted' ? change.before : 'after' in change ? change.after : change.patch;
    const line = `${change.kind} ${resource.id.kind}/${resource.id.name}`;
    if (change.kind !== 'changed' && change.kind !== 'renamed') return [line];
    const restarts = change.restarts ? ' restarts' : '';
    return [
      line + restarts,
      ...change.fields.map(
        ({ kind, before, after }) =>
          `  ${kind} ${before?.path.join('/') ?? '-'} > ${after?.path.join('/') ?? '-'}`,
      ),
    ];
  });
}

function compareObjects(
  before: string,
  after: string,
  options: Parameters<typeof compareResources>[2] = {},
): readonly string[] {
  const tree = (objects: string): readonly Resource[] =>
    built(`
      # file: kustomization.yaml
      resources: [objects.yaml]
      sortOptions: { order: fifo }
      # file: objects.yaml
      ${objects.replaceAll('\n', '\n      ')}
    `);
  return told(compareResources(tree(before), tree(after), options));
}

const pod = (text: string): string => `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 1
  template:
    spec:
      containers:
${text
  .split('\n')
  .map((line) => `      ${line}`)
  .join('\n')}`;

describe('objects without a namespace', () => {
  const issuer = (metadata: string): string =>
    `{ apiVersion: cert-manager.io/v1, kind: ClusterIssuer, metadata: { name: one${metadata} } }`;
  const shop = (metadata: string): string =>
    `{ apiVersion: example.com/v1, kind: Shop, metadata: { name: one${metadata} } }`;
  const definition = (scope: string): string => `
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: shops.example.com }
spec: { group: example.com, names: { kind: Shop }, scope: ${scope} }`;
  const [written, moved] = [', namespace: a', ', namespace: b'];

  test.each([
    ['that are widely known', issuer('') + definition('Cluster'), issuer(moved), 'ClusterIssuer'],
    ['by their definition', shop(written), shop(moved) + definition('Cluster'), 'Shop'],
  ])('%s are the same, whatever they say', (_, before, after, kind) => {
    const [line, ...fields] = compareObjects(before, after);
    expect(line).toBe(`changed ${kind}/one`);
    expect(fields[0]).toMatch(/^ {2}value .* > metadata\/namespace$/);
    const served = compareObjects(before, after, { asServed: true });
    expect(served.filter((one) => one.includes(kind))).toEqual([]);
  });

  test('are not those of which nobody knows it', () => {
    expect(compareObjects(shop(written), shop(moved), { asServed: true })).toEqual([
      'created Shop/one',
      'deleted Shop/one',
    ]);
    const objects = [shop(written), shop(moved)].map((one) => one + definition('Namespaced'));
    expect(compareObjects(objects[0] ?? '', objects[1] ?? '')).toHaveLength(2);
  });
});

describe('objects', () => {
  const one = '{ apiVersion: v1, kind: ConfigMap, metadata: { name: one }, data: { a: b } }';
  const two = '{ apiVersion: v1, kind: ConfigMap, metadata: { name: two } }';
  const three = '{ apiVersion: v1, kind: ConfigMap, metadata: { name: three } }';

  test.each([
    ['are the same however they are written', one, one.replace('a: b', '"a": "b"'), []],
    ['appear and go away', one, two, ['created ConfigMap/two', 'deleted ConfigMap/one']],
    [
      'are the same in another version, which is a field',
      one,
      one.replace('v1', 'v2'),
      ['changed ConfigMap/one', '  value apiVersion > apiVersion'],
    ],
    [
      'only move',
      `${one}\n---\n${two}\n---\n${three}`,
      `${three}\n---\n${one}\n---\n${two}`,
      ['reordered ConfigMap/three'],
    ],
    [
      'of a namespace and of another one are two',
      one.replace('one', 'one, namespace: a'),
      one.replace('one', 'one, namespace: b'),
      ['created ConfigMap/one', 'deleted ConfigMap/one'],
    ],
    [
      'of the default namespace need not name it',
      one,
      one.replace('one', 'one, namespace: default'),
      ['changed ConfigMap/one', '  value - > metadata/namespace'],
    ],
  ])('%s', (_name, before, after, expected) => {
    expect(compareObjects(before, after)).toEqual(expected);
  });
});

describe('fields', () => {
  test.each([
    [
      'of items are found by the name of the item, wherever it stands',
      pod('- { name: a, image: a:1 }\n- { name: b, image: b:1 }'),
      pod('- { name: new, image: c:1 }\n- { name: b, image: b:2 }\n- { name: a, image: a:1 }'),
      [
        'changed Deployment/web restarts',
        '  value spec/template/spec/containers/1/image > spec/template/spec/containers/1/image',
        '  value - > spec/template/spec/containers/0',
        '  order spec/template/spec/containers > spec/template/spec/containers',
      ],
    ],
    [
      'outside the pod template restart nothing',
      pod('- { name: a }'),
      pod('- { name: a }').replace('replicas: 1', 'replicas: 2'),
      ['changed Deployment/web', '  value spec/replicas > spec/replicas'],
    ],
    [
      'that become something else are one difference',
      pod('- { name: a, args: [x] }'),
      pod('- { name: a, args: { x: y } }'),
      [
        'changed Deployment/web restarts',
        '  value spec/template/spec/containers/0/args > spec/template/spec/containers/0/args',
      ],
    ],
    [
      'of items without a key are found by what is equal around them',
      pod('- { name: a, args: [one, two, three, four] }'),
      pod('- { name: a, args: [zero, one, two, 3, four] }'),
      [
        'changed Deployment/web restarts',
        '  value - > spec/template/spec/containers/0/args/0',
        '  value spec/template/spec/containers/0/args/2 > spec/template/spec/containers/0/args/3',
      ],
    ],
    [
      'that are texts in another order are told as such',
      pod('- { name: a, args: [one, two] }'),
      pod('- { name: a, args: [two, one] }'),
      [
        'changed Deployment/web restarts',
        '  order spec/template/spec/containers/0/args > spec/template/spec/containers/0/args',
      ],
    ],
  ])('%s', (_name, before, after, expected) => {
    expect(compareObjects(before, after)).toEqual(expected);
  });

  test('a DaemonSet that waits for its pods to be deleted restarts nothing', () => {
    const set = (image: string): string =>
      `${pod(`- { name: a, image: "${image}" }`).replace('Deployment', 'DaemonSet')}
  updateStrategy: { type: OnDelete }`;
    expect(compareObjects(set('a:1'), set('a:2'))).toEqual([
      'changed DaemonSet/web',
      '  value spec/template/spec/containers/0/image > spec/template/spec/containers/0/image',
    ]);
  });
});

test('a generated object with another hash is renamed, and who refers to it changes', () => {
  const tree = (value: string): readonly Resource[] =>
    built(`
      # file: kustomization.yaml
      namePrefix: x-
      resources: [web.yaml]
      configMapGenerator:
      - { name: settings, literals: [a=${value}] }
      # file: web.yaml
      apiVersion: apps/v1
      kind: StatefulSet
      metadata: { name: web }
      spec: { template: { spec: { volumes: [{ name: v, configMap: { name: settings } }] } } }
    `);
  expect(told(compareResources(tree('1'), tree('2')))).toEqual([
    'renamed ConfigMap/x-settings-6gtghh96k8',
    '  value metadata/name > metadata/name',
    '  value data/a > data/a',
    'changed StatefulSet/x-web restarts',
    '  value spec/template/spec/volumes/0/configMap/name > spec/template/spec/volumes/0/configMap/name',
  ]);
});

describe('dangers', () => {
  const dangers = (before: string, after: string): readonly string[] => {
    const objects = (text: string): readonly Resource[] =>
      built(`# file: kustomization.yaml\nresources: [a.yaml]\n# file: a.yaml\n${text}\n`);
    const empty = '{ apiVersion: v1, kind: ConfigMap, metadata: { name: keep } }';
    const changes = compareResources(
      objects(`${empty}\n---\n${before}`),
      objects(`${empty}\n---\n${after === '' ? 'null' : after}`),
    );
    return dangersOf(changes).map(({ code, path }) => [code, ...(path ?? [])].join(' '));
  };
  const object = (apiVersion: string, kind: string, rest = ''): string =>
    `{ apiVersion: ${apiVersion}, kind: ${kind}, metadata: { name: x }${rest} }`;

  test.each([
    [object('v1', 'PersistentVolumeClaim'), '', ['impact.prunes-volume-claim']],
    [object('v1', 'Namespace'), '', ['impact.prunes-namespace']],
    [object('apps/v1', 'StatefulSet'), '', ['impact.prunes-stateful-set']],
    [object('apiextensions.k8s.io/v1', 'CustomResourceDefinition'), '', ['impact.prunes-crd']],
    [object('v1', 'ConfigMap'), '', []],
    [
      object('rbac.authorization.k8s.io/v1', 'RoleBinding', ', roleRef: { name: a }'),
      object('rbac.authorization.k8s.io/v1', 'RoleBinding', ', roleRef: { name: b }'),
      ['impact.immutable-field roleRef', 'impact.changes-rbac'],
    ],
    [
      object('rbac.authorization.k8s.io/v1', 'Role', ', rules: [{ verbs: [get] }]'),
      object('rbac.authorization.k8s.io/v1', 'Role', ', rules: [{ verbs: [get, list] }]'),
      ['impact.changes-rbac'],
    ],
    [
      '{ apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: { name: x, annotations: { a: b } } }',
      '{ apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: { name: x, annotations: { a: c } } }',
      [],
    ],
    [object('rbac.authorization.k8s.io/v1', 'Role'), '', ['impact.changes-rbac']],
    [
      object('apps/v1', 'StatefulSet', ', spec: { serviceName: a, replicas: 1 }'),
      object('apps/v1', 'StatefulSet', ', spec: { serviceName: b, replicas: 2 }'),
      ['impact.immutable-field spec serviceName'],
    ],
    [
      object('apps/v1', 'Deployment', ', spec: { selector: { matchLabels: { a: b, c: d } } }'),
      object('apps/v1', 'Deployment', ', spec: { selector: { matchLabels: { a: x, c: y } } }'),
      ['impact.immutable-field spec selector'],
    ],
    [
      object('v1', 'ConfigMap', ', immutable: true, data: { a: b }'),
      object('v1', 'ConfigMap', ', immutable: true, data: { a: c }'),
      ['impact.immutable-field data'],
    ],
    [
      object('v1', 'ConfigMap', ', data: { a: b }'),
      object('v1', 'ConfigMap', ', data: { a: c }'),
      [],
    ],
    [
      object('v1', 'Service', ', spec: { ports: [] }'),
      object('v1', 'Service', ', spec: { clusterIP: None, ports: [] }'),
      [],
    ],
  ])('from %s', (before, after, expected) => {
    expect(dangers(before, after)).toEqual(expected);
  });
});
