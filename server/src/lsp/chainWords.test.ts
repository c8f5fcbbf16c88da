import { expect, test } from 'vitest';
import { rangeLink } from './chainWords.ts';
import type { Tree } from './trees.ts';

test('a place of another tree is told, and leads nowhere, since no editor has it', () => {
  const tree = { folder: '/fleet', workspace: { folder: '', top: '/fleet' } } as unknown as Tree;
  const start = { line: 2, column: 0 };
  const here = { file: 'web/map.yaml', start, end: start };
  expect(rangeLink(tree, 'web', here)).toContain('file:///fleet/web/map.yaml#L3');
  const elsewhere = { file: 'fleet@release/prod:web/map.yaml', start, end: start };
  expect(rangeLink(tree, 'web', { ...elsewhere, isElsewhere: true })).toBe(
    '`fleet@release/prod:web/map.yaml:3`',
  );
});
