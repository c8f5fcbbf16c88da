import { expect, test } from 'vitest';
import type { Impact } from './impact.ts';
import { changesOfValue, valueBefore } from './valueHistory.ts';

/** A change of fields of one object, by their paths. */
function changed(resource: string, paths: readonly string[], previousName?: string): Impact {
  const fields = paths.map((path) => ({ path }));
  return {
    resources: [{ resource, change: 'changed', fields, previousName }],
  } as unknown as Impact;
}

test('a value changes with itself, with what holds it and with what it holds', () => {
  const at = (field: string, paths: readonly string[]): readonly string[] =>
    changesOfValue(changed('Pod/web', paths), { resource: 'Pod/web', field }).flatMap(
      ({ fields }) => fields.map(({ path }) => path),
    );
  expect(at('/spec/replicas', ['/spec/replicas', '/spec/replicasMax'])).toEqual(['/spec/replicas']);
  expect(at('/spec/a[name=app]/image', ['/spec/a[name=app]', '/spec/a[name=app2]'])).toEqual([
    '/spec/a[name=app]',
  ]);
  expect(at('/spec', ['/spec/a', '/specific'])).toEqual(['/spec/a']);
  expect(at('/', ['/spec/a'])).toEqual(['/spec/a']);
  const other = { resource: 'Pod/api', field: '/spec' };
  expect(changesOfValue(changed('Pod/web', ['/spec']), other)).toEqual([]);
});

test('an object with a hash in its name is followed to the name before', () => {
  const address = { resource: 'ConfigMap/shop/web-b2', field: '/data/a' };
  const renamed = changed('ConfigMap/shop/web-b2', ['/data/a'], 'web-a1');
  expect(valueBefore(renamed, address)).toEqual({ ...address, resource: 'ConfigMap/shop/web-a1' });
  expect(valueBefore(changed('ConfigMap/shop/web-b2', []), address)).toEqual(address);
});
