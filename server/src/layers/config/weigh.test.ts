import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { configQuery } from './configFile.ts';
import { weigh } from './weigh.ts';

const { analysis } = analyzeFixture(`
  # file: .strata/config.yaml
  severity: {register.unused-cluster: hint, register.label-slip: off}
  silence:
  - {code: owners.shadowed-rule, reason: everywhere}
  - {code: kustomize.list-replaced, path: apps/old, reason: a folder}
  - {code: kustomize.list-replaced, path: 'apps/*/one.yaml', reason: a pattern}
  - {code: kustomize.var-never-used, path: a.yaml, reason: for a while, until: 2026-12-31}
`);
const config = completed(analysis.ask((reader) => reader.get(configQuery, '')));

test.each([
  ['register.unused-cluster', 'a.yaml', 'hint'],
  ['register.label-slip', 'a.yaml', 'off'],
  ['register.duplicate-cluster', 'a.yaml', 'warning'],
  ['owners.shadowed-rule', undefined, 'off'],
  ['kustomize.list-replaced', 'apps/old/a.yaml', 'off'],
  ['kustomize.list-replaced', 'apps/older/a.yaml', 'information'],
  ['kustomize.list-replaced', 'apps/a/one.yaml', 'off'],
  ['kustomize.list-replaced', undefined, 'information'],
  ['kustomize.var-never-used', 'a.yaml', 'off'],
])('%s in %s is %s', (code, file, severity) => {
  expect(config.problems).toEqual([]);
  expect(weigh({ code, file }, config, '2026-12-31')).toBe(severity);
});

test('a silence ends after its last day', () => {
  const finding = { code: 'kustomize.var-never-used', file: 'a.yaml' };
  expect(weigh(finding, config, '2027-01-01')).toBe('information');
  expect(weigh(finding, config)).toBe('off');
});
