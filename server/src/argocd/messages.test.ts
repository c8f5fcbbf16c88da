import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { problem } from '../text/problem.ts';
import { argocdMessage } from './messages.ts';

test('every problem has words', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const codes = files
    .filter((name) => name.endsWith('.ts') && !name.includes('.test.'))
    .flatMap((name) => {
      const text = readFileSync(join(import.meta.dirname, name), 'utf8');
      return [...text.matchAll(/(?:problem|none)\(\s*'(argocd\.[a-z-]+)'/g)].map(
        ([, code]) => code,
      );
    });
  expect(codes.length).toBeGreaterThan(15);
  expect(
    codes.filter((code) => code === undefined || argocdMessage(problem(code)) === code),
  ).toEqual([]);
});
