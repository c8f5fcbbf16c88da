import { expect, test } from 'vitest';
import { parseFixture } from '../../test/fixture.ts';
import { writeJson } from '../template/functions/json.ts';
import { dictValue, stringValue } from '../template/value.ts';
import { argoCdValues } from './deployers/argoCdValues.ts';
import { readyChart } from './renderRelease.ts';
import { valueChains } from './valueChains.ts';

const files = parseFixture(`
  # file: Chart.yaml
  apiVersion: v2
  name: c
  version: 1.0.0
  # file: values.yaml
  a: chart
  gone: here
  s: {b: parent}
  # file: charts/s/Chart.yaml
  apiVersion: v2
  name: s
  version: 1.0.0
  # file: charts/s/values.yaml
  b: child
  c: child
`).files;

const ready = readyChart({
  list: (folder) => {
    const start = folder === '' ? '' : `${folder}/`;
    const below = [...files.keys()].filter((path) => path.startsWith(start));
    const names = below.map((path) => path.slice(start.length).split('/'));
    const kinds = new Map(names.map(([name = '', ...rest]) => [name, rest.length > 0]));
    return [...kinds].map(([name, isFolder]) => ({ name, kind: isFolder ? 'folder' : 'file' }));
  },
  read: (path) => ({ kind: 'text', text: files.get(path) ?? '' }),
});

test('each key has its winner first, then who lost, with the places', () => {
  const inputs = argoCdValues({
    valueFiles: [{ name: 'prod.yaml', text: 'a: file\ngone: null\n' }],
    values: 'a: text',
    valuesObject: dictValue([['a', stringValue('object')]]),
    parameters: [{ name: 's.c', value: 'parameter' }],
    fileParameters: [],
  });
  const chained = valueChains(ready, inputs);
  if ('problem' in chained) throw new Error(chained.problem);
  const shown = chained.chains.map(({ keys, value, chain }) => [
    keys.join('.'),
    value === undefined ? 'none' : writeJson(value),
    ...chain.map(
      ({ layer, place, ignored }) => `${layer}:${place?.line ?? 0} ${ignored ?? 'wins'}`,
    ),
  ]);
  expect(shown).toEqual([
    [
      'a',
      '"object"',
      'valuesObject:0 wins',
      'prod.yaml:1 overridden',
      'values:1 replacedByObject',
      'values.yaml:1 overridden',
    ],
    ['gone', 'none', 'prod.yaml:2 wins', 'values.yaml:2 overridden'],
    ['s.b', '"parent"', 'values.yaml:3 wins', 'charts/s/values.yaml:1 overridden'],
    ['s.c', '"parameter"', '--set s.c=parameter:0 wins', 'charts/s/values.yaml:2 overridden'],
    ['s.global', '{}'],
  ]);
});
