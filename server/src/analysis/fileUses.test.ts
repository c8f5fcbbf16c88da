import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { usesOf } from './fileUses.ts';

test('a value that stands under thousands of aliases is left alone', () => {
  const tens = (name: string, of: string): string =>
    `${name}: &${name} [${Array.from({ length: 10 }, () => of).join(', ')}]`;
  const { analysis } = analyzeFixture(`
  # file: kustomization.yaml
  resources: [bomb.yaml, plain.yaml]
  # file: bomb.yaml
  kind: Bomb
  metadata: { name: bomb }
  ${tens('a', 'x')}
  ${tens('b', '*a')}
  ${tens('c', '*b')}
  ${tens('d', '*c')}
  ${tens('e', '*d')}
  # file: plain.yaml
  kind: Plain
  metadata: { name: plain }
  `);
  expect(completed(usesOf(analysis, 'bomb.yaml')).places).toEqual([]);
  expect(completed(usesOf(analysis, 'plain.yaml')).places).toHaveLength(2);
});
