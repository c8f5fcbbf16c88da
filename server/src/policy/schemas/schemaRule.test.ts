import { expect, test } from 'vitest';
import {
  readKubeconformRefusals,
  readSchemaCases,
  readSchemaDefinition,
} from '../../../test/policyTables.ts';
import { at, isMap, itemsOf, textOf, type JsonMap } from '../../drift/json.ts';
import { newCelCompiler } from '../admission/celExpression.ts';
import { withSchemaDefaults } from '../admission/schemaDefaults.ts';
import { builtInFaults } from './builtInFaults.ts';
import { definitionFaults } from './definitionFaults.ts';
import { builtInSchema } from './parseBuiltInSchemas.ts';
import { metadataFaults, objectFaults } from './schemaRule.ts';

const definition = readSchemaDefinition();
const [version] = itemsOf(at(definition.spec, 'versions'));
const custom = at(at(version, 'schema'), 'openAPIV3Schema');
const compile = newCelCompiler(['self']);

/** The fields that are told of an object. */
function told(object: JsonMap, minor: number | undefined = 37): readonly string[] {
  const server = { minor, isKnown: true, isOpen: () => false };
  const schema = builtInSchema(textOf(object.apiVersion), textOf(object.kind));
  if (schema !== undefined)
    return objectFaults(object, schema, server).map(({ path }) => path.join('.'));
  if (!isMap(custom)) return [];
  const { faults, rules } = definitionFaults(
    withSchemaDefaults(object, definition),
    custom,
    () => false,
  );
  const broken = rules.filter(({ rule, self }) => {
    const outcome = compile(textOf(rule.rule)).evaluate({ self });
    return outcome.kind === 'value' && outcome.value === false;
  });
  return [...metadataFaults(object, () => false), ...faults, ...broken].map(({ path }) =>
    path.join('.'),
  );
}

test('verdicts on objects, valid and broken, are those of a real API server', () => {
  const cases = readSchemaCases();
  expect(cases.length).toBeGreaterThanOrEqual(340);
  const unlike = cases.flatMap(([name, object, verdict]) => {
    const fields = told(object);
    const isRefused = verdict !== '';
    return fields.length > 0 === isRefused
      ? []
      : [`${name}: ${fields.join(' ')} | ${verdict ?? ''}`];
  });
  expect(unlike).toEqual([]);
});

test('the field that is told is the one that the server names', () => {
  const unlike = readSchemaCases().flatMap(([name, object, verdict]) => {
    const [field] = told(object);
    const last = field?.split('.').findLast((step) => !/^\d+$/.test(step)) ?? '';
    // Go names types that it cannot read by itself, and not their fields.
    const isNamed = /json: |unmarshal|quantities must match|cannot parse/.test(verdict ?? '');
    return isNamed || (verdict ?? '').includes(last)
      ? []
      : [`${name}: ${field ?? ''} | ${verdict ?? ''}`];
  });
  expect(unlike).toEqual([]);
});

/** What schemas call required, and no server asks for. */
const taken: ReadonlySet<string> = new Set([
  'LimitRange without spec.limits',
  'PriorityClass without value',
]);

/** What no schema says: texts, quantities, base64, numbers of 32 bits, and what validation wants to be filled. */
const asked: ReadonlySet<string> = new Set([
  'Deployment with "x" in spec.strategy.rollingUpdate.maxSurge',
  'Deployment without spec.template.metadata.labels',
  'Deployment with another strategy',
  'StatefulSet with null in spec.selector.matchLabels',
  'StatefulSet without spec.template.metadata',
  'StatefulSet without spec.volumeClaimTemplates.0.spec.resources',
  'StatefulSet without spec.volumeClaimTemplates.0.spec.resources.requests',
  'Job without spec.template.spec.restartPolicy',
  'Service without spec',
  'PersistentVolumeClaim with null in spec.resources.requests',
  'PersistentVolumeClaim without spec',
  'PersistentVolumeClaim without spec.resources.requests',
  'Ingress without spec.rules.0.http.paths.0.backend.service.port',
  'Ingress with null in spec.tls.0.hosts.0',
  'PodDisruptionBudget with "x" in spec.minAvailable',
  'HorizontalPodAutoscaler with null in spec.scaleTargetRef.apiVersion',
  'HorizontalPodAutoscaler without spec.metrics.0.resource',
  'HorizontalPodAutoscaler without spec.metrics.0.resource.target.averageUtilization',
  'Role without rules.0.apiGroups',
  'ClusterRole without rules.0.apiGroups',
  'ValidatingWebhookConfiguration without webhooks.0.rules.0.operations',
  'Pod without spec.volumes.1.configMap.name',
  'Pod with a strange quantity',
  'Pod with an empty quantity',
  'Pod with a number beyond 32 bits',
  'Pod with another pull policy',
  'Pod with another restart policy',
  'Pod with another DNS policy',
  'Pod with an empty list of containers',
  'Pod with an empty name of a container',
  'Deployment without spec',
  'DaemonSet with null in spec.template.spec.containers.0.image',
  'Job with null in spec',
  'Job without spec.template.spec.containers.0.image',
  'CronJob without spec',
  'CronJob with another policy',
  'Role with null in rules.0',
  'Secret with texts that are no base64',
  'ConfigMap with binary data that are none',
  'Service with another type',
  'Service with another protocol',
]);

test.each([34, 35, 36, 37])('verdicts on 1.%i are those of kubeconform', (minor) => {
  const refused = new Set(readKubeconformRefusals()[String(minor)]);
  const cases = readSchemaCases().filter(([, object]) => object.kind !== 'Gadget');
  const more: string[] = [];
  const less: string[] = [];
  for (const [name, object] of cases) {
    const fields = told(object, minor);
    if (fields.length > 0 && !refused.has(name)) more.push(name);
    if (fields.length === 0 && refused.has(name)) less.push(name);
  }
  // The real server takes these, and refuses those: it asks more than schemas say, and less.
  expect(less.filter((name) => !taken.has(name))).toEqual([]);
  expect(more.filter((name) => !asked.has(name))).toEqual([]);
  for (const [name, , verdict] of cases) {
    if (taken.has(name)) expect([name, verdict]).toEqual([name, '']);
    if (asked.has(name)) expect([name, verdict]).not.toEqual([name, '']);
  }
});

test.each([
  ['a.example.com', true],
  ['*.example.com', true],
  ['A.example.com', false],
  ['*', false],
  ['a.*.com', false],
  ['10.0.0.1', false],
  ['a_b.example.com', false],
  [`${'a'.repeat(250)}.com`, false],
])('a host %j is taken: %j', (host, isTaken) => {
  const paths = told({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { name: 'a' },
    spec: { rules: [{ host }], tls: [{ hosts: [host] }] },
  });
  expect(paths).toEqual(isTaken ? [] : ['spec.rules.0.host', 'spec.tls.0.hosts.0']);
});

test('a field is told by the minor versions that have it', () => {
  const pod = (field: string): JsonMap => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a' },
    spec: { containers: [{ name: 'a', image: 'a' }], [field]: {} },
  });
  const kinds = (field: string, minor: number | undefined): readonly string[] => {
    const schema = builtInSchema('v1', 'Pod');
    const server = { minor, isKnown: true, isOpen: () => false };
    return schema === undefined
      ? []
      : builtInFaults(pod(field), schema, server).map(({ kind }) => kind);
  };
  expect([34, 35, 36, 37].map((minor) => kinds('schedulingGroup', minor)[0])).toEqual([
    'field-too-new',
    'field-too-new',
    undefined,
    undefined,
  ]);
  // One that came and went again.
  expect([34, 35, 36].map((minor) => kinds('workloadRef', minor)[0])).toEqual([
    'field-too-new',
    undefined,
    'unknown-field',
  ]);
  expect(kinds('schedulingGroup', undefined)).toEqual([]);
  expect(kinds('unknownOne', undefined)).toEqual(['unknown-field']);
});

test('of a list with thousands of items each that comes twice is told, in one pass', () => {
  const items = Array.from({ length: 20_000 }, (_, index) => ({ b: index, a: { c: `${index}` } }));
  const schema = (form: string): JsonMap => ({
    type: 'object',
    properties: {
      spec: {
        type: 'array',
        'x-kubernetes-list-type': form,
        ...(form === 'map' && { 'x-kubernetes-list-map-keys': ['b'] }),
        items: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      },
    },
  });
  const paths = (form: string, twice: JsonMap): readonly string[] =>
    definitionFaults({ spec: [...items, twice] }, schema(form), () => false).faults.map(
      ({ path }) => path.join('.'),
    );
  expect(paths('set', { a: { c: '7' }, b: 7 })).toEqual(['spec.20000']);
  expect(paths('set', { a: { c: '8' }, b: 7 })).toEqual([]);
  expect(paths('map', { b: 7 })).toEqual(['spec.20000']);
});
