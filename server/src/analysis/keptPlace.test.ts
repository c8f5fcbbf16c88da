import { expect, test } from 'vitest';
import { analyzeFixture, changeOf, completed } from '../../test/fixtureAnalysis.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { keptPlace, pointerOfKept } from './keptPlace.ts';
import { rangeOfPointer } from './sourceRange.ts';

const fixture = `
  # file: kustomization.yaml
  resources: [map.yaml]
  patches:
  - patch: |
      metadata:
        name: map
        labels: { a#b/c: d }
  # file: map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map } }
`;

function place(at: SourcePointer): string {
  const { analysis } = analyzeFixture(fixture);
  return completed(analysis.ask((reader) => keptPlace(reader, at)));
}

test.each<[at: SourcePointer, kept: string]>([
  [{ kind: 'file', file: 'kustomization.yaml' }, ''],
  [{ kind: 'line', file: 'kustomization.yaml', line: 3 }, '@3'],
  [{ kind: 'node', file: 'kustomization.yaml', ordinal: 3 }, '0/resources/0'],
  [
    {
      kind: 'inside',
      file: 'kustomization.yaml',
      ordinal: 8,
      inner: { ordinal: 8, inner: undefined },
    },
    '0/patches/0/patch#0/metadata/labels/a~2b~1c',
  ],
])('a place %o is kept as %s, and is found there again', (at, kept) => {
  const { analysis } = analyzeFixture(fixture);
  expect(place(at)).toBe(kept);
  const again = completed(analysis.ask((reader) => pointerOfKept(reader, at.file, kept)));
  expect(again).toEqual(at);
});

test('a place follows the text, and is none where what it names is gone', () => {
  const { host } = analyzeFixture(fixture);
  const file = 'kustomization.yaml';
  const lineOf = (): number | undefined =>
    completed(
      host.analysis().ask((reader) => {
        const at = pointerOfKept(reader, file, '0/patches/0/patch#0/metadata/labels/a~2b~1c');
        return at && rangeOfPointer(reader, at).start.line;
      }),
    );
  expect(lineOf()).toBe(5);
  const moved = 'namePrefix: a-\npatches:\n- patch: |\n    metadata: { labels: { a#b/c: d } }\n';
  host.apply(changeOf(new Map([[file, moved]])));
  expect(lineOf()).toBe(3);
  host.apply(changeOf(new Map([[file, 'patches: []\n']])));
  expect(lineOf()).toBeUndefined();
});
