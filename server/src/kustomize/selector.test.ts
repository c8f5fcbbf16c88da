import { describe, expect, test } from 'vitest';
import { readResources } from './readResources.ts';
import { withName } from './metadata.ts';
import { Resource, storePreviousId } from './resource.ts';
import { select } from './selector.ts';

const source = { file: 'a.yaml', inside: [], root: '' };

const resources = readResources(`
{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web, labels: { app: web } } }
---
{ apiVersion: v1, kind: Service, metadata: { name: web-api, namespace: shop } }
---
{ apiVersion: v1, kind: Namespace, metadata: { name: shop, annotations: { note: any } } }
`).nodes.map((node) => new Resource(node, source));

const nothing = {
  ordinal: 0,
  group: '',
  version: '',
  kind: '',
  name: '',
  namespace: '',
  annotationSelector: '',
  labelSelector: '',
};

describe('a selector takes', () => {
  test.each([
    [{}, [0, 1, 2]],
    [{ kind: 'Deployment' }, [0]],
    [{ kind: 'Deploy' }, []],
    [{ kind: 'Deploy.*|Service' }, [0, 1]],
    [{ group: 'apps' }, [0]],
    [{ version: 'v1' }, [0, 1, 2]],
    [{ name: 'web' }, [0]],
    [{ name: 'web.*' }, [0, 1]],
    [{ name: '^web$' }, [0]],
    // What has no namespace stands in `default`, what can have none nowhere.
    [{ namespace: 'default' }, [0]],
    [{ namespace: 'shop' }, [1]],
    [{ labelSelector: 'app' }, [0]],
    [{ labelSelector: '!app' }, [1, 2]],
    [{ labelSelector: 'app=web,app!=api' }, [0]],
    [{ labelSelector: 'app notin (web)' }, [1, 2]],
    [{ annotationSelector: 'note=any' }, [2]],
    [{ kind: 'Service', name: 'web' }, []],
  ])('%j: %j', (selector, indexes) => {
    expect(select(resources, { ...nothing, ...selector })).toEqual({ kind: 'selected', indexes });
  });

  test('a resource by the name that it had', () => {
    const [first] = resources;
    if (first === undefined) throw new Error('There is no resource');
    const stored = storePreviousId(first);
    const renamed = stored.with(withName(stored.node, 'new', undefined));
    expect(select([renamed], { ...nothing, name: 'web' })).toMatchObject({ indexes: [0] });
    expect(select([renamed], { ...nothing, name: 'new' })).toMatchObject({ indexes: [0] });
  });
});

test.each([
  [{ name: '(' }, 'kustomize.bad-expression'],
  [{ kind: '(?=a)' }, 'kustomize.bad-expression'],
  [{ labelSelector: 'a in b' }, 'kustomize.bad-label-selector'],
  [{ annotationSelector: '=' }, 'kustomize.bad-label-selector'],
])('%j cannot be read: %s', (selector, code) => {
  expect(select(resources, { ...nothing, ...selector })).toMatchObject({ kind: 'problem', code });
});
