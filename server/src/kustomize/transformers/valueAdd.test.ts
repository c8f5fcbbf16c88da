import { describe, expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../../test/originsOf.ts';

/** A Deployment and a ConfigMap behind a `ValueAddTransformer` of `add.yaml`. */
function added(text: string): string {
  return renderFixture(`
    # file: shop/kustomization.yaml
    resources: [a.yaml]
    transformers: [add.yaml]
    # file: shop/targets.yaml
    targets: [{ fieldPath: data/file }]
    # file: shop/broken.yaml
    a: [
    # file: shop/add.yaml
    apiVersion: builtin
    kind: ValueAddTransformer
    metadata: { name: any }
    ${text.trim().replaceAll('\n', '\n    ')}
    # file: shop/a.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: a }
    data: { key: old, path: /one/two }
  `);
}

function written(rendered: string): readonly string[] {
  return rendered
    .split('\n')
    .filter((line) => / {2}# |^(?:fails|note): /.test(line))
    .map((line) => line.trim());
}

describe('a value', () => {
  test.each([
    [
      '- fieldPath: data/key',
      'key: new  # shop/add.yaml:4 transformer < shop/a.yaml:4 base = "old"',
    ],
    ['- fieldPath: data/more', 'more: new  # shop/add.yaml:4 transformer'],
    [
      '- { fieldPath: data/key, selector: { kind: ConfigMap } }',
      'key: new  # shop/add.yaml:4 transformer < shop/a.yaml:4 base = "old"',
    ],
    [
      '- { fieldPath: data/path, filePathPosition: 1 }',
      'path: /new/one/two  # shop/add.yaml:4 transformer < shop/a.yaml:4 base = "/one/two"',
    ],
    [
      '- { fieldPath: data/path, filePathPosition: 3 }',
      'path: /one/two/new  # shop/add.yaml:4 transformer < shop/a.yaml:4 base = "/one/two"',
    ],
    ['- fieldPath: metadata/namespace', 'namespace: new  # shop/add.yaml:4 namespace'],
  ])('at %s', (target, expected) => {
    expect(written(added(`value: new\ntargets:\n${target}`))).toEqual([expected]);
  });

  test('is the name of the folder where there is none', () => {
    expect(written(added('targets:\n- fieldPath: data/key'))).toEqual([
      'key: shop  # shop/add.yaml:1 transformer < shop/a.yaml:4 base = "old"',
    ]);
  });

  test('has its targets in a file', () => {
    expect(written(added('value: new\ntargetFilePath: targets.yaml'))).toEqual([
      'file: new  # shop/add.yaml:4 transformer',
    ]);
  });

  test('makes the way to its field', () => {
    expect(written(added('value: new\ntargets: [{ fieldPath: spec/deep/field }]'))).toEqual([
      'spec:  # shop/add.yaml:4 transformer',
      'deep:  # shop/add.yaml:4 transformer',
      'field: new  # shop/add.yaml:4 transformer',
    ]);
  });

  test('for a selector that nothing fits does nothing', () => {
    expect(
      written(added('value: new\ntargets: [{ fieldPath: a, selector: { kind: Pod } }]')),
    ).toEqual([]);
  });
});

test.each([
  ['value: new', 'kustomize.value-without-target'],
  ['value: new\ntargets: [{ fieldPath: "" }]', 'kustomize.empty-field-name'],
  ['value: new\ntargets: [{ fieldPath: a, filePathPosition: -1 }]', 'kustomize.negative-index'],
  ['value: new\ntargetFilePath: none.yaml', 'kustomize.file-not-found'],
  ['value: new\ntargets: [{ fieldPath: data/key/deep }]', 'kustomize.wrong-node-kind'],
  ['value: new\ntargets: [{ fieldPath: a, selector: { name: "(" } }]', 'kustomize.bad-expression'],
])('%j fails: %s', (text, code) => {
  expect(written(added(text))).toEqual([
    expect.stringMatching(new RegExp(`^fails: shop/add.yaml:\\d ${code}: `)),
  ]);
});

test('a file of targets that cannot be read fails where it stands', () => {
  expect(written(added('value: new\ntargetFilePath: broken.yaml'))).toEqual([
    expect.stringContaining('fails: shop/broken.yaml:2 kustomize.yaml-syntax: '),
  ]);
  expect(findingsInFixture('# file: kustomization.yaml\nresources: []')).toEqual([]);
});
