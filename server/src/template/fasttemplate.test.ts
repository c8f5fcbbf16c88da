import { expect, test } from 'vitest';
import { substituteTags } from './fasttemplate.ts';

const values = new Map([
  ['a', '1'],
  ['b.c', '{{a}}'],
]);

/** By the rules of valyala/fasttemplate v1.2.2 as Argo CD 3.2.0 calls it. */
test.each([
  ['{{a}}', '1'],
  ['{{ a }}-{{a}}', '1-1'],
  ['{{b.c}}', '{{a}}'],
  ['{{unknown}} {{ }}', '{{unknown}} {{ }}'],
  ['{{{a}}}', '{{{a}}}'],
  ['{{a', '{{a'],
  ['{{\na}}', '{{\na}}'],
  ['a}} {{b', 'a}} {{b'],
])('%j becomes %j', (text, expected) => {
  expect(substituteTags(text, (tag) => values.get(tag))).toEqual({ text: expected });
});

test('a tag that does not end, after one that does, is a problem', () => {
  expect(substituteTags('{{a}} {{a', (tag) => values.get(tag))).toEqual({
    problem:
      'invalid template: Cannot find end tag="}}" in the template="{{a}} {{a" starting from "a"',
  });
});
