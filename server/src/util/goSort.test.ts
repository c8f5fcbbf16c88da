import { expect, test } from 'vitest';
import { goSort } from './goSort.ts';

const patterns = {
  mod: (i: number) => (i * 7919) % 13,
  down: (i: number, n: number) => Math.trunc((n - i) / 3),
  half: (i: number) => (i % 2 === 0 ? i : 0),
  organ: (i: number, n: number) => (i < n / 2 ? i : n - i),
  scatter: (i: number, n: number) => (i * 7919) % n,
  up: (i: number) => Math.trunc(i / 5),
};

// Recorded from Go 1.26, sort.Sort: a pattern of keys, how many, and a hash of the order of the items.
test.each<[keyof typeof patterns, number, number]>([
  ['mod', 12, 220051],
  ['mod', 13, 821755],
  ['mod', 70, 899124],
  ['mod', 3000, 510146],
  ['down', 12, 395636],
  ['down', 13, 862266],
  ['down', 70, 241990],
  ['down', 3000, 464795],
  ['half', 12, 145443],
  ['half', 13, 310624],
  ['half', 70, 633728],
  ['half', 3000, 965930],
  ['organ', 12, 741141],
  ['organ', 13, 597155],
  ['organ', 70, 122902],
  ['organ', 3000, 956274],
  ['scatter', 12, 139697],
  ['scatter', 13, 821755],
  ['scatter', 70, 983093],
  ['scatter', 3000, 388495],
  ['up', 12, 341431],
  ['up', 13, 584343],
  ['up', 70, 123647],
  ['up', 3000, 220629],
])('%s, %i items', (pattern, count, expected) => {
  const items = Array.from({ length: count }, (_, place) => ({
    key: patterns[pattern](place, count),
    place,
  }));
  const sorted = goSort(items, (a, b) => a.key < b.key);
  expect(sorted.reduce((hash, { place }) => (hash * 31 + place) % 1000003, 0)).toBe(expected);
});

test('leaves its argument alone', () => {
  const items = [{ key: 2 }, { key: 1 }];
  expect(goSort(items, (a, b) => a.key < b.key)).toEqual([{ key: 1 }, { key: 2 }]);
  expect(items).toEqual([{ key: 2 }, { key: 1 }]);
});
