import { describe, expect, test } from 'vitest';
import { readCustomSchema } from './parseCustomSchema.ts';
import {
  builtInSchemas,
  customSchemas,
  elements,
  fieldSchema,
  patchStrategyAndKeys,
  type Schema,
  type SchemaSet,
} from './schema.ts';

/** The schema at a path such as `apps/v1 Deployment/spec/template`, with `[]` for the items of a list. */
function at(schemas: SchemaSet, path: string): Schema | undefined {
  const [type = '', ...parts] = path.split(':');
  const [apiVersion = '', kind = ''] = type.split(' ');
  return parts.reduce<Schema | undefined>(
    (schema, part) => schema && (part === '[]' ? elements(schema) : fieldSchema(schema, part)),
    schemas.forType(apiVersion, kind),
  );
}

function strategy(schemas: SchemaSet, path: string): string | undefined {
  const schema = at(schemas, path);
  if (schema === undefined) {
    return undefined;
  }
  const found = patchStrategyAndKeys(schema);
  return `${found.strategy} ${found.keys.join(' ')}`;
}

// Recorded from kyaml v0.21.1, openapi.SchemaForResourceType and PatchStrategyAndKeyList.
test.each([
  ['apps/v1 Deployment:spec:template:spec:containers', 'merge name'],
  ['apps/v1 Deployment:spec:template:spec:containers:[]:ports', 'merge containerPort protocol'],
  ['apps/v1 Deployment:spec:template:spec:containers:[]:args', ' '],
  ['apps/v1 Deployment:spec:template:spec:volumes', 'merge,retainKeys name'],
  ['apps/v1 Deployment:spec:template:spec:tolerations', ' '],
  ['apps/v1 Deployment:spec:template:spec:hostAliases:[]', ' '],
  ['apps/v1 Deployment:metadata:finalizers', 'merge '],
  ['batch/v1beta1 CronJob:spec:jobTemplate:spec:template:spec:initContainers', 'merge name'],
  ['v1 Service:spec:ports', 'merge port protocol'],
  ['v1 ConfigMap:data:anything', ' '],
  ['admissionregistration.k8s.io/v1 MutatingWebhookConfiguration:webhooks', 'merge name'],
  ['kustomize.config.k8s.io/v1beta1 ConfigMapArgs', ' '],
  ['apps/v1 Deployment:spec:unknown', undefined],
  ['example.com/v1 Deployment', undefined],
])('%s: %s', (path, expected) => {
  expect(strategy(builtInSchemas, path)).toBe(expected);
});

describe('a custom schema', () => {
  const text = JSON.stringify({
    definitions: {
      Foo: {
        'x-kubernetes-group-version-kind': [{ group: 'example.com', version: 'v1', kind: 'Foo' }],
        properties: {
          items: {
            type: 'array',
            items: { $ref: '#/definitions/Item' },
            'x-kubernetes-patch-strategy': 'merge',
            'x-kubernetes-patch-merge-key': 'name',
          },
          twin: { $ref: '#/definitions/Foo/properties/items' },
          gone: { $ref: '#/definitions/Missing' },
          circle: { $ref: '#/definitions/Circle' },
          mixed: { type: ['array', 'null'], items: {} },
          map: { additionalProperties: { $ref: '#/definitions/Item' } },
        },
      },
      Item: { properties: { name: { type: 'string' } } },
      Circle: { $ref: '#/definitions/Circle' },
    },
    paths: {
      '/apis/example.com/v1/foos': {
        get: {
          'x-kubernetes-group-version-kind': { group: 'example.com', version: 'v1', kind: 'Foo' },
        },
      },
    },
  });
  const read = readCustomSchema(text);
  const schemas = 'kind' in read ? builtInSchemas : customSchemas(read, { builtIn: 'unknown' });

  // Recorded from kyaml v0.21.1 after openapi.SetSchema; kustomize never ends on the circle.
  test.each([
    ['example.com/v1 Foo:items', 'merge name'],
    ['example.com/v1 Foo:items:[]:name', ' '],
    ['example.com/v1 Foo:twin', 'merge name'],
    ['example.com/v1 Foo:map:anything:name', ' '],
    ['example.com/v1 Foo:gone', undefined],
    ['example.com/v1 Foo:circle', undefined],
    ['example.com/v1 Foo:mixed:[]', undefined],
    ['apps/v1 Deployment', undefined],
    ['kustomize.config.k8s.io/v1beta1 ConfigMapArgs', ' '],
  ])('%s: %s', (path, expected) => {
    expect(strategy(schemas, path)).toBe(expected);
  });

  test('can stand beside the built-in one', () => {
    const both = 'kind' in read ? schemas : customSchemas(read, { builtIn: 'known' });
    expect(strategy(both, 'example.com/v1 Foo:items')).toBe('merge name');
    expect(strategy(both, 'v1 Pod:spec:containers')).toBe('merge name');
  });

  test('tells scopes by its paths', () => {
    expect([...schemas.scopes]).toEqual([['example.com/v1 Foo', false]]);
  });

  test('may be YAML', () => {
    const yaml = [
      'definitions:',
      '  Foo:',
      '    properties:',
      '      a: &a {type: array, x-kubernetes-patch-strategy: merge}',
      '      b: {<<: *a, x-kubernetes-list-map-keys: [x, z]}',
      '    x-kubernetes-group-version-kind: [{group: example.com, version: v1, kind: Foo}]',
    ].join('\n');
    const parsed = readCustomSchema(yaml);
    const set = 'kind' in parsed ? builtInSchemas : customSchemas(parsed, { builtIn: 'unknown' });
    expect(strategy(set, 'example.com/v1 Foo:b')).toBe('merge x z');
  });

  test.each(['', '[]', '{', 'definitions: []', '{"definitions":{"a":{"properties":[]}}}'])(
    '%j is a problem',
    (bad) => {
      expect(readCustomSchema(bad)).toMatchObject({ code: 'kustomize.invalid-schema' });
    },
  );
});
