import { describe, expect, test } from 'vitest';
import { renderFixture } from '../../test/originsOf.ts';

/** A list of a Pod's one container behind a patch of it, in flow style: `a.yaml:6` and `patch.yaml:6`. */
function mergedList(field: string, target: string, patch: string): readonly string[] {
  const rendered = renderFixture(`
    # file: kustomization.yaml
    resources: [a.yaml]
    patches: [{ path: patch.yaml }]
    # file: a.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: a }
    spec:
      containers:
      - { name: app, ${field}: ${target} }
    # file: patch.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: a }
    spec:
      containers:
      - { name: app, ${field}: ${patch} }
  `);
  const lines = rendered.split('\n').map((line) => line.replace(/^ {4}/, ''));
  const start = lines.findIndex((line) => line.includes(`${field}:`));
  return lines
    .slice(start + 1)
    .filter((line) => /^[- ] /.test(line) && !line.includes('name: app'));
}

/** As short as the list allows: `a=1 base` is what stood there, `a=1 patch` what the patch says. */
function short(lines: readonly string[]): string {
  return lines
    .map((line) => {
      const [, value = '', chain] = /^[- ] (.*?)(?: {2}# (.*))?$/.exec(line) ?? [];
      const by = chain?.replaceAll(/\S+:6 /g, '') ?? 'base';
      return `${value} (${by})`;
    })
    .join(', ');
}

describe('one key', () => {
  test.each([
    // What the patch names comes first, in its order.
    [
      '[{ name: a, value: 1 }, { name: b, value: 2 }]',
      '[{ name: b, value: 3 }]',
      'name: b (base), value: 3 (patch < base = 2), name: a (base), value: 1 (base)',
    ],
    [
      '[{ name: a }, { name: b }]',
      '[{ name: c }, { name: a }]',
      'name: c (patch), name: a (base), name: b (base)',
    ],
    // Of two with one name the first is merged; then both are the same one.
    [
      '[{ name: a, value: 1 }, { name: a, value: 2 }]',
      '[{ name: a, value: 3 }]',
      'name: a (base), value: 2 (base)',
    ],
    ['[{ name: a }]', '[{ name: b }, { name: b, value: 1 }]', 'name: b (patch), name: a (base)'],
    // Where one item has no name, what the patch adds is lost.
    ['[{ value: 1 }]', '[{ name: a }]', 'value: 1 (base)'],
    ['[{ name: a }]', '[{ value: 1 }]', ''],
    // An item that deletes, one that should replace and does not, one that deletes what is not there.
    ['[{ name: a, value: 1 }]', '[{ name: a, $patch: delete }]', ''],
    [
      '[{ name: a, value: 1 }]',
      '[{ name: a, $patch: replace }]',
      'name: a (base), value: 1 (base)',
    ],
    ['[{ name: a, value: 1 }]', '[{ name: b, $patch: delete }]', 'name: a (base), value: 1 (base)'],
    ['[{ name: a, value: 1 }]', '[{ name: a, value: null }]', 'name: a (base)'],
  ])('%s and %s', (target, patch, expected) => {
    expect(short(mergedList('env', target, patch))).toBe(expected);
  });
});

describe('two keys', () => {
  test.each([
    [
      '[{ containerPort: 1, protocol: TCP }]',
      '[{ containerPort: 1, protocol: UDP }]',
      'containerPort: 1 (patch), protocol: UDP (patch), containerPort: 1 (base), protocol: TCP (base)',
    ],
    ['[{ containerPort: 1 }]', '[{ containerPort: 1, protocol: UDP }]', 'containerPort: 1 (base)'],
    [
      '[{ containerPort: 1, protocol: UDP, name: a }]',
      '[{ containerPort: 1, name: b }]',
      'containerPort: 1 (base), name: a (base), protocol: UDP (base)',
    ],
    [
      '[{ containerPort: 1 }, { containerPort: 2 }]',
      '[{ containerPort: 2, name: b }]',
      'containerPort: 2 (base), name: b (patch), containerPort: 1 (base)',
    ],
  ])('%s and %s', (target, patch, expected) => {
    expect(short(mergedList('ports', target, patch))).toBe(expected);
  });
});

test('texts of a list that is merged are in it once', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      patches: [{ path: patch.yaml }]
      # file: a.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: a, finalizers: [x, y, x] }
      # file: patch.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: { name: a, finalizers: [z, y, z] }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: ConfigMap
    metadata:
      finalizers:
      - z  # patch.yaml:3 patch
      - "y"
      - x
      name: a"
  `);
});
