import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../yaml/readConfiguration.ts';
import { readKustomization, type ReadKustomization } from './readKustomization.ts';

function read(text: string): ReadKustomization {
  return readKustomization(readConfiguration(text).root);
}

/** Each problem as its code, its severity where it is an error, and its field. */
function problems(text: string): readonly string[] {
  return read(text).problems.map((problem) => {
    const field = 'field' in problem.parameters ? ` ${problem.parameters.field}` : '';
    const code = problem.code.replace('kustomization.', '');
    return `${code}${problem.severity === 'error' ? '!' : ''}${field}`;
  });
}

describe('errors', () => {
  // Whether each fails is recorded from kustomize api v0.21.1, types.Kustomization.
  test.each<[string, string[]]>([
    ['', ['empty!']],
    ['# only a comment', ['empty!']],
    ['kind: Kustomization', ['empty!']],
    ['bases: []', ['deprecated-field bases', 'empty!']],
    ['resources:', ['empty!']],
    ['resources: []', []],
    ['namePrefix: ""', ['empty!']],
    ['metadata: {}', []],
    ['helmGlobals: {}', []],
    ['- a', ['wrong-type! .']],
    ['resource: [a.yaml]\nnamespace: a', ['unknown-field! resource']],
    ['images: [{name: a, tag: b}]', ['unknown-field! images[0].tag']],
    ['namePrefix: 5', ['wrong-type! namePrefix']],
    ['resources: [1]', ['wrong-type! resources[0]']],
    ['resources: a.yaml', ['wrong-type! resources']],
    ['commonLabels: {a: 1}', ['wrong-type! commonLabels.a', 'deprecated-field commonLabels']],
    ['labels: [{includeSelectors: "true"}]', ['wrong-type! labels[0].includeSelectors']],
    ['replicas: [{count: 3.0}]', []],
    ['replicas: [{count: 1e3}]', []],
    ['replicas: [{count: 3.5}]', ['integer-out-of-range! replicas[0].count']],
    ['replicas: [{count: 9223372036854775808}]', ['integer-out-of-range! replicas[0].count']],
    ['replicas: [{count: "3"}]', ['wrong-type! replicas[0].count']],
    ['replacements: [{sourceValue: 5}]', ['wrong-type! replacements[0].sourceValue']],
    ['kind: Kustomize\nnamespace: a', ['wrong-kind!']],
    ['apiVersion: v1\nnamespace: a', ['wrong-api-version!']],
    ['kind: Component\nnamespace: a', []],
    ['namespace: a\nnamespace: b', ['repeated-key']],
    ['Namespace: a\nnamespace: b', ['duplicate-field namespace']],
    ['namespace: a\n~: b', ['unsupported-key!']],
    ['namespace: a\nunknown: .inf', ['unsupported-number!', 'unknown-field! unknown']],
    ['namespace: a\n<<: b', ['wrong-merge!']],
    ['vars: []', ['deprecated-field vars']],
  ])('%j: %j', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});

describe('values', () => {
  test('are found under names in any case, and where they stand', () => {
    const { kustomization } = read('NAMEPREFIX: a-\nImageſ: [{NewTag: v1}]');
    expect(kustomization?.namePrefix).toEqual({ value: 'a-', ordinal: 2 });
    expect(kustomization?.images[0]).toMatchObject({
      ordinal: 5,
      newTag: { value: 'v1', ordinal: 7 },
      name: undefined,
    });
  });

  test('of a second spelling are merged into the first', () => {
    const { kustomization } = read(
      'Images: [{name: a, newTag: v1}, {name: b}]\nimages: [{newTag: v2}]\n' +
        'CommonLabels: {a: x, b: q}\ncommonLabels: {b: z}',
    );
    expect(kustomization?.images.map(({ name, newTag }) => [name?.value, newTag?.value])).toEqual([
      ['a', 'v2'],
    ]);
    expect(kustomization?.commonLabels.map(({ key, value }) => `${key}=${value}`)).toEqual([
      'a=x',
      'b=z',
    ]);
  });

  test('of a merge key override what stands before them', () => {
    const { kustomization } = read(
      'nameSuffix: a\n<<: {nameSuffix: b, namespace: c}\nnamespace: d',
    );
    expect(kustomization?.nameSuffix?.value).toBe('b');
    expect(kustomization?.namespace?.value).toBe('d');
  });

  test('of an alias stand where the anchor is', () => {
    const { kustomization } = read('namePrefix: &a web\nnameSuffix: *a');
    expect(kustomization?.nameSuffix).toEqual({ value: 'web', ordinal: 2 });
  });

  test('of maps are sorted by the bytes of their keys, which become strings', () => {
    const { kustomization } = read('commonAnnotations: {b: x, 0x10: q, true: z, B: }');
    expect(kustomization?.commonAnnotations).toEqual([
      { key: '16', value: 'q', ordinal: 6 },
      { key: 'B', value: '', ordinal: 10 },
      { key: 'b', value: 'x', ordinal: 4 },
      { key: 'true', value: 'z', ordinal: 8 },
    ]);
  });

  test('that are empty are none, but in lists and where nothing is something else', () => {
    const { kustomization } = read(
      'namespace: ""\nresources: [""]\nreplacements: [{sourceValue: ""}, {}]\nreplicas: [{}]',
    );
    expect(kustomization?.namespace).toBeUndefined();
    expect(kustomization?.resources).toEqual([{ value: '', ordinal: 5 }]);
    expect(kustomization?.replacements.map(({ sourceValue }) => sourceValue?.value)).toEqual([
      '',
      undefined,
    ]);
    expect(kustomization?.replicas[0]?.count).toEqual({ value: 0n, ordinal: -1 });
  });

  test('may be null in a list', () => {
    const { kustomization } = read('replacements: [{targets: [null, {select: {kind: Pod}}]}]');
    const targets = kustomization?.replacements[0]?.targets;
    expect(targets?.map((target) => target?.select?.kind)).toEqual([undefined, 'Pod']);
  });
});

describe('deprecated fields', () => {
  test('are told where they are named', () => {
    expect(read('namespace: a\nBases: [b]').problems).toEqual([
      {
        code: 'kustomization.deprecated-field',
        parameters: { field: 'bases', replacement: 'resources' },
        ordinal: 3,
        severity: 'warning',
      },
    ]);
  });

  test('are told in generators, too', () => {
    expect(read('secretGenerator: [{}, {name: a, env: x.env}]').problems).toEqual([
      {
        code: 'kustomization.deprecated-field',
        parameters: { field: 'secretGenerator[1].env', replacement: 'envs' },
        ordinal: 7,
        severity: 'warning',
      },
    ]);
  });

  test('move to those that replace them', () => {
    const { kustomization } = read(
      [
        'bases: [../base]',
        'resources: [a.yaml]',
        'imageTags: [{name: b}]',
        'images: [{name: a}]',
        'configMapGenerator: [{env: x.env, envs: [y.env]}]',
        'helmChartInflationGenerator: [{chartName: c, chartHome: h}]',
        'helmCharts: [{name: d}]',
      ].join('\n'),
    );
    expect(kustomization?.resources.map(({ value }) => value)).toEqual(['a.yaml', '../base']);
    expect(kustomization?.images.map(({ name }) => name?.value)).toEqual(['a', 'b']);
    expect(kustomization?.configMapGenerator[0]?.envs.map(({ value }) => value)).toEqual([
      'y.env',
      'x.env',
    ]);
    expect(kustomization?.helmCharts.map(({ name }) => name?.value)).toEqual(['d', 'c']);
    expect(kustomization?.helmGlobals?.chartHome?.value).toBe('h');
  });

  test('kind and version are filled in', () => {
    const { kustomization } = read('kind: Component\nnamespace: a');
    expect(kustomization?.apiVersion).toEqual({
      value: 'kustomize.config.k8s.io/v1alpha1',
      ordinal: -1,
    });
  });
});
