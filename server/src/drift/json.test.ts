import { expect, test } from 'vitest';
import type { JsonValue } from '../yaml/decode.ts';
import { jsonKey, sameJson } from './json.ts';

test('a text stands for what is the same, and for nothing else', () => {
  const values: readonly JsonValue[] = [
    ...[null, true, false, '', 'true', 'null', '1', '[]', '{}', 'a,b', 'a"b'],
    ...[0, -0, 1, 1n, -1, 1.5, 1e16, 10n ** 16n, 2 ** 53, 2n ** 53n, 2n ** 53n + 1n],
    ...[[], [1], [1n], [[1]], [1, 2], [2, 1], ['1,2'], [null]],
    ...[{}, { a: 1 }, { a: 1n }, { b: 1 }, { a: 1, b: 2 }, { b: 2, a: 1 }, { 'a:1,b': 2 }],
    ...[{ a: { b: [] } }, { a: { b: {} } }, { a: null }],
  ];
  for (const one of values) {
    for (const other of values) {
      expect(jsonKey(one) === jsonKey(other), `${jsonKey(one)} ${jsonKey(other)}`).toBe(
        sameJson(one, other),
      );
    }
  }
});
