import { expect, test } from 'vitest';
import type { ApplicationRow } from './impactApplicationRows.ts';
import type { RootRow } from './impactDocument.ts';
import { groupAlike, groupRoots } from './impactGroups.ts';

/** An object of which one field changes. */
function changed(before: string, after: string, path = '/data/a'): RootRow['resources'] {
  const fields = [{ path, before, after }];
  const name = { kind: 'ConfigMap', name: 'map', change: 'changed', restarts: false };
  return [{ ...name, resource: 'ConfigMap/map', fields }] as unknown as RootRow['resources'];
}

function root(path: string, resources: RootRow['resources']): RootRow {
  return { root: path, status: 'changed', resources, gaps: [], dangers: [] };
}

function application(path: string, resources: RootRow['resources']): ApplicationRow {
  const status = resources.length > 0 ? 'changed' : 'touched';
  const row = { name: path, cluster: 'one', path, status, resources, gaps: [], dangers: [] };
  return { ...row, object: false } as unknown as ApplicationRow;
}

/** `root, root: before → after` of each group. */
function groups(
  roots: readonly RootRow[],
  applications: readonly ApplicationRow[],
): readonly string[] {
  return groupRoots({ roots, applications }).map(({ roots: names, row }) => {
    const [field] = row.resources[0]?.fields ?? [];
    return `${names.join(', ')}: ${JSON.stringify(field?.before)} → ${JSON.stringify(field?.after)}`;
  });
}

test('a root whose application changes is told beside one that says the same and changes nothing', () => {
  const change = changed('${n}', '3');
  expect(
    groups(
      [root('a', change), root('b', change), root('base', change)],
      [application('a', []), application('b', change)],
    ),
  ).toEqual(['b: "${n}" → "3"']);
});

test('a root whose application says the same is told beside one whose application says something else', () => {
  const change = changed('${n}', '3');
  const filled = changed('2', '3');
  expect(
    groups(
      [root('a', change), root('b', change), root('base', change)],
      [application('a', filled), application('b', change)],
    ),
  ).toEqual(['a on one: "2" → "3"', 'b: "${n}" → "3"']);
});

test('a root of which one application fills in values and another one does not is told with both', () => {
  const change = changed('${n}', '3');
  expect(
    groups(
      [root('a', change)],
      [{ ...application('a', changed('2', '3')), cluster: 'two' }, application('a', change)],
    ),
  ).toEqual(['a: "${n}" → "3"', 'a on two: "2" → "3"']);
});

test('checksums of contents are told as equal, and digests of images are not', () => {
  const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];
  const annotation = '/spec/template/metadata/annotations/checksum~1config';
  const summed = [one, other].map((sum) => changed('0'.repeat(64), sum, annotation));
  const imaged = [one, other].map((sum) => changed('web:1', `web@sha256:${sum}`));
  const all = [...summed, ...imaged].map((resources, index) => root(`r${index}`, resources));
  expect(groupRoots({ roots: all, applications: [] }).map(({ roots }) => roots)).toEqual([
    ['r0', 'r1'],
    ['r2'],
    ['r3'],
  ]);
});

test('an object that goes away is not told with one that stays on its cluster', () => {
  const gone = { resource: 'ConfigMap/map', kind: 'ConfigMap', name: 'map', change: 'deleted' };
  const all = [{ ...gone, stays: true }, gone].map((one, index) =>
    root(`r${index}`, [one] as unknown as RootRow['resources']),
  );
  expect(groupRoots({ roots: all, applications: [] })).toHaveLength(2);
});

test('applications of which the same is unknown for the same reason are told once', () => {
  const open = (key: string, more: object = {}): ApplicationRow => ({
    ...application(key, []),
    ...{ name: 'web', cluster: null, status: 'unknown', why: 'not all known', declaredIn: key },
    ...more,
  });
  const rows = [
    open('a'),
    open('b'),
    { ...open('c'), status: 'touched' as const },
    { ...open('d'), status: 'touched' as const },
    open('e', { why: 'another reason' }),
    open('f', { namespace: 'other' }),
    open('g'),
  ];
  const told = groupAlike(rows, (row) => row);
  expect(told.map(({ first, number }) => `${first.declaredIn} ${number}`)).toEqual([
    'a 4',
    'c 1',
    'd 1',
    'e 1',
  ]);
});
