import { expect, test } from 'vitest';
import { applyEdits } from '../../text/textEdit.ts';
import { clusterEntries, withoutEntry } from './clusterEntries.ts';
import { clusterName } from './clusterName.ts';

test.each([
  ['[a, prod]', '[a]'],
  ['[prod, a]', '[a]'],
  ['[prod]', '[]'],
  ['[prod, web-prod]', '[]'],
  ['[prod, web-prod, a]', '[a]'],
  ['[a, prod, web-prod]', '[a]'],
  ['[prod, a, web-prod, b]', '[a, b]'],
])('%s without what is there for a cluster is %s', (before, after) => {
  const text = `resources: ${before}\n`;
  const entries = clusterEntries('kustomization.yaml', text, clusterName('prod', ['prod']));
  const edits = entries.flatMap((one) => withoutEntry(text, one) ?? []);
  expect(applyEdits(text, edits)).toBe(`resources: ${after}\n`);
});
