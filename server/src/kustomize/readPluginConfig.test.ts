import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../yaml/readConfiguration.ts';
import { readObjects } from '../yaml/readObjects.ts';
import {
  readPluginConfig,
  readReplacements,
  readTransformerConfig,
  readValueAddTargets,
  type ReadPluginConfig,
} from './readPluginConfig.ts';

function read(kind: string, body: string): ReadPluginConfig {
  const text = `apiVersion: builtin\nkind: ${kind}\nmetadata:\n  name: notImportant\n${body}`;
  const [document] = readObjects(text).documents;
  return document === undefined
    ? { config: undefined, problems: [] }
    : readPluginConfig(kind, document.root);
}

function failures(read: Pick<ReadPluginConfig, 'problems'>): readonly string[] {
  return read.problems
    .filter(({ severity }) => severity === 'error')
    .map(({ code, parameters }) =>
      [code.replace('kustomization.', ''), ...Object.values(parameters)].join(' '),
    );
}

// Recorded from kustomize api v0.21.1, the Config methods of internal/builtins.
describe('plugins', () => {
  test.each<[kind: string, body: string, expected: object]>([
    [
      'LabelTransformer',
      'labels: {a: 1, b: true, c: 1.0, d: 123456789.123}\nunknown: 1',
      { labels: [{ value: '1' }, { value: 'true' }, { value: '1' }, { value: '1.2345679e+08' }] },
    ],
    [
      'AnnotationsTransformer',
      'ANNOTATIONS: {a: 1e3}\nfieldSpecs: [{path: a/b, create: true}]',
      { annotations: [{ key: 'a', value: '1000' }], fieldSpecs: [{ path: 'a/b', create: true }] },
    ],
    ['ImageTagTransformer', 'imageTag: {newTag: 1.5}', { imageTag: { newTag: { value: '1.5' } } }],
    [
      'ReplicaCountTransformer',
      'replica: {name: 5, count: 0x10}',
      { replica: { name: { value: '5' }, count: { value: 16n } } },
    ],
    [
      'ConfigMapGenerator',
      'literals: [a=b]\nenv: lost.env',
      { args: { name: { value: 'notImportant' }, literals: [{ value: 'a=b' }], envs: [] } },
    ],
    ['SecretGenerator', 'name: own\ntype: Opaque', { args: { name: { value: 'own' } } }],
    [
      'PrefixTransformer',
      'prefix: 010\nfieldSpecs: []',
      { prefix: { value: '8' }, suffix: undefined, fieldSpecs: [] },
    ],
    [
      'PatchTransformer',
      'target: {kind: Pod}\npatch: |\n  - op: remove',
      { target: { kind: 'Pod' }, patch: { value: '- op: remove' } },
    ],
    [
      'ReplacementTransformer',
      'replacements: [{path: 5}]',
      { replacements: [{ path: { value: '5' } }] },
    ],
    ['NamespaceTransformer', 'unsetOnly: true', { namespace: undefined, unsetOnly: true }],
    [
      'ValueAddTransformer',
      'value: 5\ntargets: [{fieldPath: a, filePathPosition: 2}]',
      { value: { value: '5' }, targets: [{ fieldPath: 'a', filePathPosition: 2 }] },
    ],
    ['HashTransformer', 'anything: true', { kind: 'HashTransformer' }],
  ])('%s %j', (kind, body, expected) => {
    expect(read(kind, body).config).toMatchObject(expected);
  });

  test.each<[kind: string, body: string, expected: string[]]>([
    ['ConfigMapGenerator', 'literals: [1]', ['wrong-type literals[0] string number']],
    [
      'ConfigMapGenerator',
      'options: {labels: {a: 1}}',
      ['wrong-type options.labels.a string number'],
    ],
    ['SecretGenerator', 'type: 5', ['wrong-type type string number']],
    [
      'LabelTransformer',
      'fieldSpecs: [{kind: 5, path: 5}]',
      ['wrong-type fieldSpecs[0].kind string number'],
    ],
    [
      'ReplacementTransformer',
      'replacements: [{sourceValue: 5}]',
      ['wrong-type replacements[0].sourceValue string number'],
    ],
    [
      'IAMPolicyGenerator',
      'serviceAccount: {name: 5}',
      ['wrong-type serviceAccount.name string number'],
    ],
    ['PrefixTransformer', 'prefix: a', ['plugin-without-field-specs PrefixTransformer']],
    ['SuffixTransformer', 'FieldSpecs: []', ['plugin-without-field-specs SuffixTransformer']],
    ['PrefixTransformer', 'fieldSpecs: [{create: yes, kind: 5}]', []],
  ])('%s %j fails: %j', (kind, body, expected) => {
    expect(failures(read(kind, body))).toEqual(expected);
  });

  test('are only those that kustomize knows', () => {
    expect(read('SortOrderTransformer', 'order: fifo').config).toBeUndefined();
  });
});

describe('files of replacements', () => {
  // Recorded from sigs.k8s.io/yaml v1.5.0 into kustomize's types.Replacement.
  test.each([
    ['sourceValue: 0x10\nextra: 1', ['16']],
    ['- sourceValue: 1.0\n- sourceValue: yes\n- null', ['1', 'true', undefined]],
    ['[]', []],
  ])('%j', (text, expected) => {
    const { replacements, problems } = readReplacements(readConfiguration(text).root);
    expect(replacements.map(({ sourceValue }) => sourceValue?.value)).toEqual(expected);
    expect(problems).toEqual([]);
  });

  test.each([
    ['', ['replacement-file-type null']],
    ['text', ['replacement-file-type string']],
    ['source: {name: 5}', ['wrong-type source.name string number']],
    ['sourceValue: .inf', ['unsupported-number']],
  ])('%j fails', (text, expected) => {
    expect(failures(readReplacements(readConfiguration(text).root))).toEqual(expected);
  });
});

describe('transformer configurations', () => {
  test('are sorted by kind', () => {
    const text = 'images: [{kind: B, path: 5}, {kind: A, path: a, create: true}, {kind: Secret}]';
    const { config } = readTransformerConfig(readConfiguration(text).root);
    expect(config?.images.map(({ kind, path }) => `${kind} ${path}`)).toEqual([
      'Secret ',
      'A a',
      'B 5',
    ]);
  });

  test('of name references keep the order of their referrers', () => {
    const text = 'nameReference: [{kind: X, fieldSpecs: [{kind: B}, {kind: A}]}]';
    const { config } = readTransformerConfig(readConfiguration(text).root);
    expect(config?.nameReference[0]?.referrers.map(({ kind }) => kind)).toEqual(['B', 'A']);
  });

  // Recorded from sigs.k8s.io/yaml v1.5.0 UnmarshalStrict into kustomize's builtinconfig.TransformerConfig.
  test.each([
    ['', []],
    ['imagez: []', ['unknown-field imagez']],
    ['images: [{path: a, path: b}]', ['duplicate-key path']],
    ['images: [{<<: {path: a}, path: b}]', ['duplicate-key path']],
    ['images: [{kind: 5}]', ['wrong-type images[0].kind string number']],
  ])('%j', (text, expected) => {
    const read = readTransformerConfig(readConfiguration(text).root);
    expect(failures(read)).toEqual(expected);
    expect(read.config === undefined).toBe(expected.length > 0);
  });
});

test('files of targets', () => {
  const { targets } = readValueAddTargets(
    readConfiguration('targets: [{fieldPath: 5, selector: {kind: Pod}}]').root,
  );
  expect(targets).toMatchObject([{ fieldPath: '5', selector: { kind: 'Pod' } }]);
});
