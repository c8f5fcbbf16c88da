import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { hasUnreadable } from './unreadable.ts';

test.each([
  ['kustomization.yaml', 'kind: Kustomization\nresources: []\n', false],
  ['kustomization.yaml', 'resources: [\n', true],
  ['values.yaml', 'image: {tag: "1.0"}\n', false],
  ['values.yaml', 'image: {tag\n', true],
  ['web.yaml', 'kind: Service\nmetadata: {name: web}\n', false],
  ['web.yaml', 'kind: Service\nmetadata:\n  name:\n', true],
])('%s with %j', (file, text, expected) => {
  const lines = text.replaceAll(/^(?=.)/gm, '  ');
  const { host } = analyzeFixture(`\n  # file: ${file}\n${lines}`);
  expect(completed(hasUnreadable(host.analysis(), [file]))).toBe(expected);
});
