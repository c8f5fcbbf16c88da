import { describe, expect, test } from 'vitest';
import { readObjects } from '../yaml/readObjects.ts';
import { appendAll, indexById, indexesByAnyId } from './resourceList.ts';
import { describeId, pointerTo, Resource, storePreviousId } from './resource.ts';
import { withName, withNamespace } from './metadata.ts';

const source = { file: 'a.yaml', inside: [], root: '' };

function read(text: string): Resource {
  const root = readObjects(text).documents[0]?.root;
  if (root === undefined) throw new Error(`${text} is no YAML`);
  return new Resource(root, source);
}

const web = read('{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web } }');

describe('what a resource is called', () => {
  test.each([
    ['{ apiVersion: v1, kind: Pod, metadata: { name: a } }', 'Pod/a', 'default'],
    ['{ apiVersion: v1, kind: Pod, metadata: { name: a, namespace: b } }', 'Pod/b/a', 'b'],
    [
      '{ apiVersion: apps/v1, kind: Deployment, metadata: { name: a } }',
      'Deployment.apps/a',
      'default',
    ],
    [
      '{ apiVersion: v1, kind: Namespace, metadata: { name: a } }',
      'Namespace/a',
      '_non_namespaceable_',
    ],
    ['{ kind: Pod }', 'Pod/', 'default'],
  ])('%s', (text, description, namespace) => {
    const { id } = read(text);
    expect([describeId(id), id.effectiveNamespace]).toEqual([description, namespace]);
  });

  test('is remembered when it changes', () => {
    const renamed = storePreviousId(web).with(
      withName(storePreviousId(web).node, 'new', undefined),
    );
    const moved = storePreviousId(renamed).with(
      withNamespace(storePreviousId(renamed).node, 'prod', undefined),
    );
    expect(describeId(moved.id)).toBe('Deployment.apps/prod/new');
    expect(moved.previousIds.map(describeId)).toEqual([
      'Deployment.apps/default/web',
      'Deployment.apps/default/new',
    ]);
    expect(describeId(moved.originalId)).toBe('Deployment.apps/default/web');
    expect(web.originalId).toBe(web.id);
  });

  test('stays with another node where that says the same', () => {
    expect(web.with(web.node)).toBe(web);
    expect(web.with({ ...web.node }).id).toBe(web.id);
    expect(web.with(withName(web.node, 'other', undefined)).id.name).toBe('other');
  });
});

test('places are nodes of a file, nested texts of it, or the file', () => {
  expect(pointerTo(source, 3)).toEqual({ kind: 'node', file: 'a.yaml', ordinal: 3 });
  expect(pointerTo(source, -1)).toEqual({ kind: 'file', file: 'a.yaml' });
  expect(pointerTo({ ...source, inside: [5] }, 3)).toEqual({
    kind: 'inside',
    file: 'a.yaml',
    ordinal: 5,
    inner: { ordinal: 3, inner: undefined },
  });
  expect(pointerTo({ ...source, inside: [5, 6] }, 3)).toMatchObject({
    ordinal: 5,
    inner: { ordinal: 6, inner: { ordinal: 3 } },
  });
});

describe('a list', () => {
  const config = read('{ apiVersion: v1, kind: ConfigMap, metadata: { name: web } }');

  test('takes each id once', () => {
    const reported: string[] = [];
    const list = appendAll([web], [config, web], ({ code }) => reported.push(code));
    expect(list).toEqual([web, config]);
    expect(reported).toEqual(['kustomize.duplicate-resource']);
  });

  test('finds by what a resource is and was called', () => {
    const renamed = storePreviousId(web).with(
      withName(storePreviousId(web).node, 'new', undefined),
    );
    const list = [config, renamed];
    expect(indexById(list, web.id)).toBe(1);
    expect(indexById(list, renamed.id)).toBe(1);
    expect(indexById([config], web.id)).toMatchObject({ code: 'kustomize.no-match-for-patch' });
    expect(indexById([web, renamed], web.id)).toMatchObject({
      code: 'kustomize.many-matches-for-patch',
    });
    expect(indexesByAnyId(list, ({ name }) => name === 'web')).toEqual([0, 1]);
  });
});
