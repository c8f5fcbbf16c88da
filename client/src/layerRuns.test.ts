import { expect, test } from 'vitest';
import type { LineMark, RenderedDocument } from '../../server/src/protocol/renderedDocument.ts';
import { layerRuns, trailingNote } from './layerRuns.ts';

const base: LineMark = { role: 'base', note: 'base · a.yaml:1' };
const other: LineMark = { role: 'base', note: 'base · a.yaml:2' };
const cluster: LineMark = { role: 'cluster', note: 'cluster · b.yaml:3 · patch' };

const document = {
  header: ['# strata', '# base cluster'],
  marks: [base, other, cluster],
  lines: [0, 1, 2, -1, 0],
  legend: [],
} as unknown as RenderedDocument;

test('lines of one role that follow each other are one run, below the header', () => {
  const runs = layerRuns(document);
  expect(runs.get('base')).toEqual([
    { firstLine: 2, lastLine: 3 },
    { firstLine: 6, lastLine: 6 },
  ]);
  expect(runs.get('cluster')).toEqual([{ firstLine: 4, lastLine: 4 }]);
  expect(runs.get('component')).toEqual([]);
});

test('a note stands behind lines that somebody wrote', () => {
  expect(trailingNote(document, 4)).toBe('cluster · b.yaml:3 · patch');
  expect(trailingNote(document, 0)).toBeUndefined();
  expect(trailingNote(document, 5)).toBeUndefined();
  expect(trailingNote(document, 99)).toBeUndefined();
});
