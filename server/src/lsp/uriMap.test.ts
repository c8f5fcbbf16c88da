import { expect, test } from 'vitest';
import { UriMap, sameUri } from './uriMap.ts';

test.each([
  ['a plain path', 'file:///fleet/base/web.yaml', 'file:///fleet/base/web.yaml'],
  ['what VS Code encodes', 'file:///fleet/web%40eu/a%2Bb.yaml', 'file:///fleet/web@eu/a+b.yaml'],
  ['a drive as VS Code writes it', 'file:///c%3A/fleet/web.yaml', 'file:///C:/fleet/web.yaml'],
  ['letters beyond ASCII', 'file:///fleet/%E7%94%9F%E4%BA%A7.yaml', 'file:///fleet/生产.yaml'],
  ['what means something in a URI', 'file:///fleet/a%23b%3Fc.yaml', 'file:///fleet/a%23b%3fc.yaml'],
])('%s is one file, however its URI is written', (_what, told, ours) => {
  expect(sameUri(told)).toBe(sameUri(ours));
  const map = new UriMap([[told, 1]]);
  expect(map.get(ours)).toBe(1);
  expect(map.has(ours)).toBe(true);
  map.set(ours, 2);
  expect([...map.values()]).toEqual([2]);
  expect(map.delete(told)).toBe(true);
});

test('other files are others, and what names no file stays as it is', () => {
  expect(sameUri('file:///fleet/a.yaml')).not.toBe(sameUri('file:///fleet/A.yaml'));
  expect(sameUri('strata:/fleet/prod-eu/C:/web.yaml')).toBe('strata:/fleet/prod-eu/C:/web.yaml');
  expect(sameUri('file:///%zz')).toBe('file:///%zz');
});
