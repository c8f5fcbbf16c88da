import { expect, test } from 'vitest';
import { readResourceText } from '../kustomize/objects.ts';
import { withName } from '../kustomize/metadata.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { setCommonMetadata } from './commonMetadata.ts';

const at = { kind: 'file', file: 'flux.yaml' } as const;
const metadata = { labels: [{ key: 'team', value: 'core', at }], annotations: [] };

function labelled(text: string): readonly string[] {
  const { resources } = readResourceText(text, { file: 'a.yaml', inside: [], root: '' });
  const renamed = resources.map((resource) =>
    resource.with(withName(resource.node, 'a', undefined)),
  );
  return setCommonMetadata(renamed, metadata, '').map(({ node }) => {
    const printed = writeCanonical(node);
    return 'text' in printed ? printed.text : printed.problem.message;
  });
}

test('labels are set on the object, whatever step has named it', () => {
  expect(
    labelled('apiVersion: v1\nkind: A\nmetadata: {name: x, labels: {app: b, team: z}}\n'),
  ).toEqual([
    'apiVersion: v1\nkind: A\nmetadata:\n  labels:\n    app: b\n    team: core\n  name: a\n',
  ]);
});

test('labels of which one is no text are lost', () => {
  expect(
    labelled('apiVersion: v1\nkind: A\nmetadata: {name: x, labels: {app: b, n: 5}}\n'),
  ).toEqual(['apiVersion: v1\nkind: A\nmetadata:\n  labels:\n    team: core\n  name: a\n']);
});

test('a null is an empty text, in annotations that get nothing too', () => {
  const text =
    'apiVersion: v1\nkind: A\nmetadata: {name: x, labels: {app: ~}, annotations: {b: ~}}\n';
  expect(labelled(text)).toEqual([
    'apiVersion: v1\nkind: A\nmetadata:\n  annotations:\n    b: ""\n  labels:\n    app: ""\n    team: core\n  name: a\n',
  ]);
});

test('a number that is no int64 becomes a float64', () => {
  const numbers = '[9223372036854775807, 12345678901234567890, 1e22, 1.5]';
  expect(labelled(`apiVersion: v1\nkind: A\nmetadata: {name: x}\nof: ${numbers}\n`)[0]).toContain(
    'of:\n- 9223372036854775807\n- 12345678901234567000\n- 1e+22\n- 1.5\n',
  );
});
