import { describe, expect, test } from 'vitest';
import { writeJson } from '../../template/functions/json.ts';
import { dictValue, listValue, stringValue, type MapValue } from '../../template/value.ts';
import { coalesceValues } from '../coalesce.ts';
import { layerValues } from '../layerValues.ts';
import { loadFiles } from '../loadChart.ts';
import { mergeMaps } from '../readValues.ts';
import { argoCdValues, type ArgoCdHelm } from './argoCdValues.ts';
import type { ChartInputs } from './chartInputs.ts';
import { conventionValues } from './conventionValues.ts';
import { fluxValues, type FluxHelm } from './fluxValues.ts';
import { kustomizeValues, type KustomizeHelm } from './kustomizeValues.ts';

/** The values of a chart whose own are `own`, as JSON. */
function merged(inputs: ChartInputs | { readonly problem: string }, own = 'x: chart\n'): unknown {
  if ('problem' in inputs) throw new Error(inputs.problem);
  const loaded = loadFiles(
    [
      ['Chart.yaml', 'apiVersion: v2\nname: c\nversion: 1.0.0\n'] as const,
      ['values.yaml', own] as const,
    ].map(([name, text]) => ({ name, content: { kind: 'text', text } })),
    '',
  );
  if ('problem' in loaded) throw new Error(loaded.problem);
  const given = layerValues(inputs.layers);
  if ('problem' in given) throw new Error(given.problem);
  let { chart } = loaded;
  if (inputs.ownValues !== undefined) {
    const replaced = layerValues(inputs.ownValues);
    if ('problem' in replaced) throw new Error(replaced.problem);
    chart = { ...chart, values: replaced.values };
  }
  const values = coalesceValues(chart, given.values, 'coalesce');
  if ('problem' in values) throw new Error(values.problem);
  return JSON.parse(writeJson(values.values) ?? '');
}

const file = (name: string): { readonly name: string; readonly text: string } => ({
  name,
  text: `x: ${name}\n`,
});
const inline = (text: string): MapValue => dictValue([['x', stringValue(text)]]);

/** Every pair of layers from a list that goes from the weakest to the strongest. */
function pairs<T>(layers: readonly T[]): readonly (readonly [T, T])[] {
  return layers.flatMap((weak, index) =>
    layers.slice(index + 1).map((strong) => [weak, strong] as const),
  );
}

/** Source: argo-cd v3.2 docs/user-guide/helm.md, “Helm Value Precedence”; util/helm/cmd.go `template`. */
describe('Argo CD', () => {
  const none: ArgoCdHelm = { valueFiles: [], parameters: [], fileParameters: [] };
  type Add = (helm: ArgoCdHelm) => ArgoCdHelm;
  const layers: readonly (readonly [string, Add])[] = [
    ['chart', (helm) => helm],
    ['first', (helm) => ({ ...helm, valueFiles: [...helm.valueFiles, file('first')] })],
    ['second', (helm) => ({ ...helm, valueFiles: [...helm.valueFiles, file('second')] })],
    ['values', (helm) => ({ ...helm, values: 'x: values\n' })],
    ['valuesObject', (helm) => ({ ...helm, valuesObject: inline('valuesObject') })],
    [
      'parameter',
      (helm) => ({ ...helm, parameters: [...helm.parameters, { name: 'x', value: 'parameter' }] }),
    ],
    [
      'forced',
      (helm) => ({
        ...helm,
        parameters: [{ name: 'x', value: 'forced', forceString: true }, ...helm.parameters],
      }),
    ],
    [
      'fileParameter',
      (helm) => ({ ...helm, fileParameters: [{ name: 'x', text: 'fileParameter' }] }),
    ],
  ];

  test.each(
    pairs(layers).map(
      ([[weak, addWeak], [strong, addStrong]]) => [weak, strong, addWeak, addStrong] as const,
    ),
  )('%s yields to %s', (_weak, strong, addWeak, addStrong) => {
    expect(merged(argoCdValues(addStrong(addWeak(none))))).toEqual({ x: strong });
  });

  test.each([
    [
      'values beside valuesObject are ignored',
      { values: 'y: 1\n', valuesObject: inline('o') },
      { x: 'o' },
    ],
    [
      'an empty valuesObject counts',
      { values: 'y: 1\n', valuesObject: dictValue() },
      { x: 'chart' },
    ],
    ['null takes a key of the chart away', { values: 'x: null\n' }, {}],
    [
      'null in a file takes a key of the chart away',
      { valueFiles: [{ name: 'f', text: 'x: ~\n' }] },
      {},
    ],
    ['a parameter is typed by its look', { parameters: [{ name: 'x', value: '5' }] }, { x: 5 }],
    [
      'a forced one is a text',
      { parameters: [{ name: 'x', value: '5', forceString: true }] },
      { x: '5' },
    ],
    ['true is a boolean', { parameters: [{ name: 'x', value: 'true' }] }, { x: true }],
    ['a parameter of null takes the key away', { parameters: [{ name: 'x', value: 'null' }] }, {}],
    ['a comma is part of the value', { parameters: [{ name: 'x', value: 'a,b' }] }, { x: 'a,b' }],
    [
      'a comma that is escaped stays one',
      { parameters: [{ name: 'x', value: 'a\\,b' }] },
      { x: 'a,b' },
    ],
    [
      'a list in braces is a list',
      { parameters: [{ name: 'x', value: '{a,b}' }] },
      { x: ['a', 'b'] },
    ],
    [
      'a path reaches into maps',
      { parameters: [{ name: 'y.z', value: '1' }] },
      { x: 'chart', y: { z: 1 } },
    ],
    [
      'a path reaches into lists',
      { parameters: [{ name: 'y[0].z', value: 'a' }] },
      { x: 'chart', y: [{ z: 'a' }] },
    ],
    [
      'an escaped dot is part of the key',
      { parameters: [{ name: 'y\\.z', value: 'a' }] },
      { x: 'chart', 'y.z': 'a' },
    ],
    ['an empty value is an empty text', { parameters: [{ name: 'x', value: '' }] }, { x: '' }],
    [
      'of two parameters with one name the later counts',
      {
        parameters: [
          { name: 'x', value: 'a' },
          { name: 'x', value: 'b' },
        ],
      },
      { x: 'b' },
    ],
    [
      'a file as a parameter is a text as it is',
      { fileParameters: [{ name: 'x', text: 'a,b: {c}\n' }] },
      { x: 'a,b: {c}\n' },
    ],
    [
      'maps of files are merged',
      {
        valueFiles: [
          { name: 'a', text: 'm: {a: 1}' },
          { name: 'b', text: 'm: {b: 2}' },
        ],
      },
      { x: 'chart', m: { a: 1, b: 2 } },
    ],
    [
      'lists of files are replaced',
      {
        valueFiles: [
          { name: 'a', text: 'm: [1, 2]' },
          { name: 'b', text: 'm: [3]' },
        ],
      },
      { x: 'chart', m: [3] },
    ],
    [
      'documents of a file are merged',
      { valueFiles: [{ name: 'a', text: 'm: 1\n---\nk: 2\n' }] },
      { x: 'chart', m: 1, k: 2 },
    ],
  ] as readonly (readonly [string, Partial<ArgoCdHelm>, unknown])[])(
    '%s',
    (_name, helm, expected) => {
      expect(merged(argoCdValues({ ...none, ...helm }))).toEqual(expected);
    },
  );

  test('what does not count is told', () => {
    const { ignored } = argoCdValues({ ...none, values: 'a: 1', valuesObject: inline('o') });
    expect(ignored).toMatchObject([{ reason: 'replacedByObject' }]);
  });
});

/** Source: fluxcd/website content/en/flux/components/helm/helmreleases.md, “Values”. */
describe('Flux', () => {
  const none: FluxHelm = { valuesFiles: undefined, valuesFrom: [], values: undefined };
  type Add = (helm: FluxHelm) => FluxHelm;
  const from =
    (name: string, targetPath?: string): Add =>
    (helm) => ({
      ...helm,
      valuesFrom: [
        ...helm.valuesFrom,
        targetPath === undefined ? file(name) : { name, text: name, targetPath },
      ],
    });
  const layers: readonly (readonly [string, Add])[] = [
    ['chart', (helm) => helm],
    [
      'firstFile',
      (helm) => ({ ...helm, valuesFiles: [...(helm.valuesFiles ?? []), file('firstFile')] }),
    ],
    [
      'secondFile',
      (helm) => ({ ...helm, valuesFiles: [...(helm.valuesFiles ?? []), file('secondFile')] }),
    ],
    ['firstFrom', from('firstFrom')],
    ['secondFrom', from('secondFrom')],
    ['targeted', from('targeted', 'x')],
    ['targetedAgain', from('targetedAgain', 'x')],
    ['values', (helm) => ({ ...helm, values: inline('values') })],
  ];

  test.each(
    pairs(layers).map(
      ([[weak, addWeak], [strong, addStrong]]) => [weak, strong, addWeak, addStrong] as const,
    ),
  )('%s yields to %s', (_weak, strong, addWeak, addStrong) => {
    expect(merged(fluxValues(addStrong(addWeak(none))))).toEqual({ x: strong });
  });

  test.each([
    [
      'a file after a target path wins',
      { valuesFrom: [{ name: 'a', text: 'a', targetPath: 'x' }, file('late')] },
      { x: 'late' },
    ],
    [
      'a target path types a value',
      { valuesFrom: [{ name: 'a', text: '5', targetPath: 'x' }] },
      { x: 5 },
    ],
    [
      'double quotes make it a text',
      { valuesFrom: [{ name: 'a', text: '"5"', targetPath: 'x' }] },
      { x: '5' },
    ],
    [
      'single quotes make it a text',
      { valuesFrom: [{ name: 'a', text: "'true'", targetPath: 'x' }] },
      { x: 'true' },
    ],
    [
      'a target path reaches into maps',
      { valuesFrom: [{ name: 'a', text: 'v', targetPath: 'y.z' }] },
      { x: 'chart', y: { z: 'v' } },
    ],
    [
      'a target path reaches into lists',
      { valuesFrom: [{ name: 'a', text: 'v', targetPath: 'y[1]' }] },
      { x: 'chart', y: [null, 'v'] },
    ],
    [
      'an empty target path is none',
      { valuesFrom: [{ name: 'a', text: 'k: 1', targetPath: '' }] },
      { x: 'chart', k: 1 },
    ],
    [
      'valuesFiles replace what the chart says',
      { valuesFiles: [{ name: 'a', text: 'k: 1' }] },
      { k: 1 },
    ],
    ['an empty list of valuesFiles replaces nothing', { valuesFiles: [] }, { x: 'chart' }],
    [
      'a target path wins over a map that only the inline values bring',
      {
        valuesFrom: [{ name: 'a', text: 'from', targetPath: 'm.a' }],
        values: dictValue([['m', dictValue([['a', stringValue('inline')]])]]),
      },
      { x: 'chart', m: { a: 'from' } },
    ],
    [
      'a target path yields to a map that values of references bring as well',
      {
        valuesFrom: [
          { name: 'a', text: 'm: {b: 1}' },
          { name: 'b', text: 'from', targetPath: 'm.a' },
        ],
        values: dictValue([['m', dictValue([['a', stringValue('inline')]])]]),
      },
      { x: 'chart', m: { a: 'inline', b: 1 } },
    ],
    [
      'of two target paths in one map the first one wins over the inline values',
      {
        valuesFrom: [
          { name: 'a', text: 'one', targetPath: 'm.a' },
          { name: 'b', text: 'two', targetPath: 'm.b' },
        ],
        values: dictValue([
          [
            'm',
            dictValue([
              ['a', stringValue('inline')],
              ['b', stringValue('inline')],
            ]),
          ],
        ]),
      },
      { x: 'chart', m: { a: 'one', b: 'inline' } },
    ],
    [
      'a target path wins inside of a list of the inline values',
      {
        valuesFrom: [{ name: 'a', text: 'from', targetPath: 'm[0].a' }],
        values: dictValue([['m', listValue([dictValue([['a', stringValue('inline')]])])]]),
      },
      { x: 'chart', m: [{ a: 'from' }] },
    ],
    [
      'a literal is put in as it is',
      { valuesFrom: [{ name: 'a', text: '{1,2}', targetPath: 'k', isLiteral: true }] },
      { x: 'chart', k: '{1,2}' },
    ],
    ['null inline takes a key away', { values: dictValue([['x', { kind: 'nil' }]]) }, {}],
    ['null of valuesFrom takes a key away', { valuesFrom: [{ name: 'a', text: 'x: null' }] }, {}],
    [
      'a target path of null takes a key away',
      { valuesFrom: [{ name: 'a', text: 'null', targetPath: 'x' }] },
      {},
    ],
    [
      'maps are merged',
      {
        valuesFrom: [
          { name: 'a', text: 'm: {a: 1}' },
          { name: 'b', text: 'm: {b: 2}' },
        ],
      },
      { x: 'chart', m: { a: 1, b: 2 } },
    ],
    [
      'lists are replaced',
      {
        valuesFrom: [
          { name: 'a', text: 'm: [1, 2]' },
          { name: 'b', text: 'm: [3]' },
        ],
      },
      { x: 'chart', m: [3] },
    ],
  ] as readonly (readonly [string, Partial<FluxHelm>, unknown])[])(
    '%s',
    (_name, helm, expected) => {
      expect(merged(fluxValues({ ...none, ...helm }))).toEqual(expected);
    },
  );
});

/** Source: kustomize api v0.21.1 internal/builtins/HelmChartInflationGenerator.go; types/helmchartargs.go `AsHelmArgs`. */
describe('kustomize', () => {
  const plain: KustomizeHelm = {
    valuesFile: file('file'),
    additionalValuesFiles: [],
    valuesInline: undefined,
  };
  type Add = (helm: KustomizeHelm) => KustomizeHelm;
  const additional =
    (name: string): Add =>
    (helm) => ({
      ...helm,
      additionalValuesFiles: [...helm.additionalValuesFiles, file(name)],
    });
  const layers: readonly (readonly [string, Add])[] = [
    ['file', (helm) => helm],
    ['inline', (helm) => ({ ...helm, valuesInline: inline('inline') })],
    ['first', additional('first')],
    ['second', additional('second')],
  ];

  describe.each(['override', 'merge', 'replace'] as const)('valuesMerge: %s', (valuesMerge) => {
    const order = valuesMerge === 'merge' ? [1, 0, 2, 3] : [0, 1, 2, 3];
    const sorted = order
      .map((index) => layers[index] ?? layers[0])
      .filter((each) => each !== undefined);
    test.each(
      pairs(sorted).map(
        ([[weak, addWeak], [strong, addStrong]]) => [weak, strong, addWeak, addStrong] as const,
      ),
    )('%s yields to %s', (_weak, strong, addWeak, addStrong) => {
      const helm = addStrong(addWeak({ ...plain, valuesMerge }));
      expect(merged(kustomizeValues(helm))).toEqual({ x: strong });
    });
  });

  const deep = (text: string): KustomizeHelm['valuesFile'] => ({ name: 'file', text });
  const y = dictValue([['y', stringValue('inline')]]);
  test.each([
    ['override keeps what only the file has', { valuesInline: y }, { x: 'file', y: 'inline' }],
    [
      'merge keeps what only stands inline',
      { valuesInline: y, valuesMerge: 'merge' },
      { x: 'file', y: 'inline' },
    ],
    [
      'replace drops the file',
      { valuesInline: y, valuesMerge: 'replace' },
      { x: 'chart', y: 'inline' },
    ],
    [
      'an empty inline map is none',
      { valuesInline: dictValue(), valuesMerge: 'replace' },
      { x: 'file' },
    ],
    [
      'override takes away what is null inline',
      { valuesInline: dictValue([['x', { kind: 'nil' }]]) },
      { x: 'chart' },
    ],
    [
      'maps are merged',
      {
        valuesFile: deep('m: {a: 1}'),
        valuesInline: dictValue([['m', dictValue([['b', stringValue('2')]])]]),
      },
      { x: 'chart', m: { a: 1, b: '2' } },
    ],
    [
      'lists are replaced',
      { valuesFile: deep('m: [1]'), valuesInline: dictValue([['m', stringValue('s')]]) },
      { x: 'chart', m: 's' },
    ],
    [
      'the file wins by merge in maps',
      {
        valuesFile: deep('m: {a: 1}'),
        valuesInline: dictValue([['m', dictValue([['a', stringValue('2')]])]]),
        valuesMerge: 'merge',
      },
      { x: 'chart', m: { a: 1 } },
    ],
  ] as readonly (readonly [string, Partial<KustomizeHelm>, unknown])[])(
    '%s',
    (_name, helm, expected) => {
      expect(merged(kustomizeValues({ ...plain, ...helm }))).toEqual(expected);
    },
  );
});

describe('files by a naming convention', () => {
  const groups = [[file('b'), file('a')], [file('c')]];

  test('a later pattern wins', () => {
    expect(merged(conventionValues(groups))).toEqual({ x: 'c' });
  });

  test('files of one pattern go by their names', () => {
    expect(merged(conventionValues([groups[0] ?? []]))).toEqual({ x: 'b' });
  });

  test('no file leaves what the chart says', () => {
    expect(merged(conventionValues([]))).toEqual({ x: 'chart' });
  });
});

/** Source: Helm v4.2.3 pkg/chart/common/util/coalesce.go, coalesce_test.go. */
describe('merging in Helm 4', () => {
  const own = 'a: 1\nm:\n  b: 2\n  n: null\n  d:\n    e: 3\n';
  test.each([
    ['nothing given', '', { a: 1, m: { b: 2, d: { e: 3 } } }],
    ['a value', 'a: 5', { a: 5, m: { b: 2, d: { e: 3 } } }],
    ['null for a value of the chart', 'a: null', { m: { b: 2, d: { e: 3 } } }],
    ['null for a map of the chart', 'm: null', { a: 1 }],
    ['null in a map', 'm: {b: null}', { a: 1, m: { d: { e: 3 } } }],
    ['null deep in a map', 'm: {d: {e: null}}', { a: 1, m: { b: 2, d: {} } }],
    [
      'null for a key that the chart has not',
      'z: null',
      { a: 1, m: { b: 2, d: { e: 3 } }, z: null },
    ],
    ['a map where the chart has a value', 'a: {x: 1}', { a: { x: 1 }, m: { b: 2, d: { e: 3 } } }],
    ['a value where the chart has a map', 'm: 1', { a: 1, m: 1 }],
    ['an empty map', 'm: {}', { a: 1, m: { b: 2, d: { e: 3 } } }],
    ['a list', 'm: [1]', { a: 1, m: [1] }],
    ['false', 'a: false', { a: false, m: { b: 2, d: { e: 3 } } }],
    ['an empty text', 'a: ""', { a: '', m: { b: 2, d: { e: 3 } } }],
  ])('%s', (_name, text, expected) => {
    const layers = [{ kind: 'file', name: 'f', text }] as const;
    expect(merged({ layers, ignored: [] }, own)).toEqual(expected);
  });

  test('merging files keeps null for Helm to see', () => {
    const { values } = layerValues([]) as { readonly values: MapValue };
    const map = mergeMaps(values, dictValue([['a', { kind: 'nil' }]]));
    expect(map.entries.get('a')?.kind).toBe('nil');
  });
});
