import { expect, test } from 'vitest';
import { ApiError } from './apiFailure.ts';
import { ListItems } from './listItems.ts';
import type { KubeObject } from './parseApi.ts';

/** Reads a text in parts of a length. */
function read(
  text: string,
  length: number,
): { readonly items: readonly KubeObject[]; readonly list: KubeObject } {
  const reader = new ListItems();
  const items: KubeObject[] = [];
  for (let at = 0; at < text.length; at += length)
    items.push(...reader.push(text.slice(at, at + length)));
  return { items, list: reader.end() };
}

const list = {
  kind: 'List',
  metadata: { resourceVersion: '7', items: [1] },
  items: [
    { a: 'text with "quotes", a \\ and ]}', items: [{ b: [] }] },
    {},
    { c: [[1], { d: null }], e: 'ends with \\' },
  ],
  more: ['x'],
};

test.each([1, 2, 3, 7, 1000])(
  'items come one by one, whatever parts of %i characters the text comes in',
  (length) => {
    for (const text of [JSON.stringify(list), JSON.stringify(list, null, 2)]) {
      const { items, ...around } = list;
      expect(read(text, length)).toEqual({ items, list: { ...around, items: [] } });
    }
  },
);

test('a list without items has none, and large numbers are exact', () => {
  expect(read('{"metadata":{},"items":null}', 4)).toEqual({
    items: [],
    list: { metadata: {}, items: null },
  });
  expect(read('{"items":[]}', 100)).toEqual({ items: [], list: { items: [] } });
  expect(read('{"items":[{"n":9007199254740993}]}', 5).items).toEqual([{ n: 9007199254740993n }]);
});

test('a text that was cut off is no list', () => {
  const text = JSON.stringify(list);
  for (const end of [5, 60, text.length - 1]) expect(() => read(text.slice(0, end), 9)).toThrow();
});

test('an item that never ends is cut off, and many short ones are not', () => {
  const reader = new ListItems(100);
  reader.push('{"items":[');
  for (let at = 0; at < 100; at += 1) reader.push('{"name":"web"},');
  const goOn = (): void => {
    reader.push('{"name":"');
    for (let at = 0; at < 20; at += 1) reader.push('endless words ');
  };
  expect(goOn).toThrow(ApiError);
});
