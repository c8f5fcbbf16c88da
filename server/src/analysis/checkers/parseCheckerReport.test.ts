import { expect, test } from 'vitest';
import { englishCheckerFault } from '../../text/checkerWords.en.ts';
import { parseCheckerReport, type CheckerFormat } from './parseCheckerReport.ts';

/** `level where path rule: message`. */
function told(format: CheckerFormat, text: string): readonly string[] | string {
  const found = parseCheckerReport(format, text);
  if (found.kind === 'failed') return englishCheckerFault(found.failure);
  return found.value.map(({ level, file, object, path, rule, message }) => {
    const named = object && `${object.kind}/${object.namespace}/${object.name}`;
    return `${level} ${file ?? named ?? ''} ${path} ${rule}: ${message}`;
  });
}

test('conftest tells of files', () => {
  const report = [
    {
      filename: '/tmp/x/00001.yaml',
      namespace: 'main',
      successes: 1,
      warnings: [{ msg: 'no limits' }],
      failures: [{ msg: 'no owner', metadata: { query: 'data.main.deny' } }],
    },
    { filename: '/tmp/x/00002.yaml', namespace: 'main', successes: 2 },
  ];
  expect(told('conftest', JSON.stringify(report))).toEqual([
    'refused 00001.yaml  data.main.deny: no owner',
    'warns 00001.yaml  main: no limits',
  ]);
});

test('gator tells of objects, and prints null where nothing is broken', () => {
  const result = {
    target: 'admission.k8s.gatekeeper.sh',
    msg: 'no owner',
    constraint: { kind: 'RequireOwner', metadata: { name: 'all' } },
    enforcementAction: 'deny',
    violatingObject: { kind: 'Deployment', metadata: { name: 'web', namespace: 'shop' } },
  };
  const soft = { ...result, enforcementAction: 'dryrun' };
  expect(told('gator', JSON.stringify([result, soft]))).toEqual([
    'refused Deployment/shop/web  RequireOwner/all: no owner',
    'warns Deployment/shop/web  RequireOwner/all: no owner',
  ]);
  expect(told('gator', 'null')).toEqual([]);
});

test('kubeconform tells of fields, and of what it has no schema for', () => {
  const errors = [{ path: '/spec/replicas', msg: 'got string, want integer' }];
  const resources = [
    { filename: 'a/00001.yaml', status: 'statusInvalid', msg: 'all', validationErrors: errors },
    { filename: 'a/00002.yaml', status: 'statusInvalid', msg: 'missing kind' },
    { filename: 'a/00003.yaml', status: 'statusError', msg: 'could not find schema for Zone' },
    { filename: 'a/00004.yaml', status: 'statusValid', msg: '' },
  ];
  expect(told('kubeconform', JSON.stringify({ resources }))).toEqual([
    'refused 00001.yaml /spec/replicas schema: got string, want integer',
    'refused 00002.yaml  schema: missing kind',
    'skipped 00003.yaml  schema: could not find schema for Zone',
  ]);
});

test('kyverno prints its report among lines for people', () => {
  const results = [
    {
      policy: 'owners',
      rule: 'named',
      result: 'fail',
      message: 'no owner',
      resources: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', namespace: 'shop' }],
    },
    {
      policy: 'owners',
      rule: 'named',
      result: 'pass',
      resources: [{ kind: 'Service', name: 'a' }],
    },
  ];
  const text = `Applying 1 policy rule(s) to 2 resource(s)...\n${JSON.stringify({ results }, null, 2)}\n`;
  expect(told('kyverno', text)).toEqual(['refused Deployment/shop/web  owners/named: no owner']);
});

test('SARIF is what others print', () => {
  const place = { physicalLocation: { artifactLocation: { uri: 'file:///tmp/x/00007.yaml' } } };
  const result = { ruleId: 'own-1', message: { text: 'too old' }, locations: [place] };
  const results = [result, { ...result, level: 'error' }, { ...result, level: 'none' }];
  expect(told('sarif', JSON.stringify({ runs: [{ results }] }))).toEqual([
    'warns 00007.yaml  own-1: too old',
    'refused 00007.yaml  own-1: too old',
  ]);
});

test.each([
  ['conftest', 'Error: no policies found'],
  ['conftest', '{}'],
  ['gator', '{"results": []}'],
  ['kubeconform', '[]'],
  ['kyverno', '{"kind": "PolicyReport"}'],
  ['sarif', '{"version": "2.1.0"}'],
] as const)('%s cannot have printed %j', (format, text) => {
  expect(told(format, text)).toMatch(/^it printed no (?:JSON|report of )/);
});
