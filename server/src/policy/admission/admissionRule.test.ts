import { expect, test } from 'vitest';
import { strata } from '../../../test/commandLine.ts';
import { policyFleet } from '../../../test/policyFleet.ts';
import { temporaryTree } from '../../../test/temporaryTree.ts';
import type { CheckDocument } from '../../analysis/checkDocument.ts';

async function check(text: string): Promise<CheckDocument> {
  const { out } = await strata(['check', '--json'], { folder: temporaryTree(text) });
  return JSON.parse(out) as CheckDocument;
}

function policy(name: string, spec: string, binding = 'validationActions: [Deny]'): string {
  return `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: ${name} }
spec:
  matchConstraints:
    resourceRules:
    - { apiGroups: ["*"], apiVersions: ["*"], operations: [CREATE, UPDATE], resources: ["*"] }
${spec}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: ${name} }
spec: { policyName: ${name}, ${binding} }`;
}

const images = `
  validations:
  - expression: "!has(object.spec.template) || object.spec.template.spec.containers.all(c, c.image.startsWith('registry.example.com/'))"
    messageExpression: "object.metadata.name + ' takes images from elsewhere'"`;

test('a policy of the repository is held against what is delivered beside it', async () => {
  const { findings, notEvaluated } = await check(
    policyFleet({ more: { 'policy.yaml': policy('images', images) } }),
  );
  expect(
    findings.map(({ file, line, message, clusters }) => [`${file}:${line}`, message, clusters]),
  ).toEqual([
    [
      'web/base/web.yaml:11',
      'The policy `images` refuses Deployment.apps/shop/web: web takes images from elsewhere',
      ['one', 'two'],
    ],
  ]);
  expect(notEvaluated).toEqual([]);
});

test('parameters that are delivered are read, others are said to be elsewhere', async () => {
  const limit = `
  paramKind: { apiVersion: v1, kind: ConfigMap }
  matchConditions:
  - { name: deployments, expression: "request.kind.kind == 'Deployment'" }
  validations:
  - { expression: "object.spec.replicas <= int(params.data.max)", message: too many }`;
  const binding = (name: string): string =>
    `validationActions: [Deny], paramRef: { name: ${name}, namespace: shop, parameterNotFoundAction: Deny }`;
  const map = `
---
{ apiVersion: v1, kind: ConfigMap, metadata: { name: limit, namespace: shop }, data: { max: "0" } }`;
  const { findings, notEvaluated } = await check(
    policyFleet({
      clusters: ['one'],
      more: {
        'here.yaml': policy('here', limit, binding('limit')) + map,
        'there.yaml': policy('there', limit, binding('other')),
      },
    }),
  );
  // Nobody says how many replicas there are; the API server says one.
  expect(findings.map(({ file, line, message }) => [file, line, message])).toEqual([
    ['web/base/web.yaml', 4, 'The policy `here` refuses Deployment.apps/shop/web: too many'],
  ]);
  expect(notEvaluated).toEqual([
    {
      code: 'unchecked.admission-parameters-elsewhere',
      why: 'need parameters of the policy there that are not delivered from here',
      clusters: ['one'],
      count: 3,
    },
  ]);
});

test('no message quotes a Secret', async () => {
  const secret = `
apiVersion: v1
kind: Secret
metadata: { name: a, namespace: shop }
stringData: { password: hidden }`;
  const { out } = await strata(['check', '--json'], {
    folder: temporaryTree(
      policyFleet({
        clusters: ['one'],
        more: {
          'secret.yaml': secret,
          'policy.yaml': policy(
            'secrets',
            `
  matchConditions:
  - { name: secrets, expression: "request.kind.kind == 'Secret'" }
  validations:
  - { expression: "false", messageExpression: "'it is ' + object.data.password" }
  - { expression: "int(object.data.password) > 1" }`,
          ),
        },
      }),
    ),
  });
  const { findings } = JSON.parse(out) as CheckDocument;
  expect(findings.map(({ message }) => message.replace(/^.*Secret\/shop\/a: /, ''))).toEqual([
    'failed expression: false',
    "expression 'int(object.data.password) > 1' resulted in error",
  ]);
  expect(out).not.toMatch(/hidden|aGlkZGVu/);
});

test('policies of other engines are named, and macros without an end are not run', async () => {
  const kyverno =
    '{ apiVersion: kyverno.io/v1, kind: ClusterPolicy, metadata: { name: tags }, spec: {} }';
  const list = `[${Array.from({ length: 400 }, (_, index) => index).join(',')}]`;
  const deep = `
  validations:
  - expression: "${list}.all(a, ${list}.all(b, ${list}.all(c, a + b + c >= 0)))"`;
  const { findings, notEvaluated } = await check(
    policyFleet({
      clusters: ['one'],
      more: { 'kyverno.yaml': kyverno, 'deep.yaml': policy('deep', deep) },
    }),
  );
  expect(findings).toEqual([]);
  expect(notEvaluated.map(({ code, why }) => [code, why])).toEqual([
    ['unchecked.admission-costly', 'are too large for what the policy deep asks of them'],
    [
      'unchecked.kind-elsewhere',
      'are of kinds that nothing delivered from here brings: what serves them is not known',
    ],
    ['unchecked.other-engine', 'not evaluated: ClusterPolicy tags needs Kyverno'],
  ]);
});

test('expressions of the repository take linear time', async () => {
  const text = 'a'.repeat(30);
  const greedy = `
  matchConditions:
  - { name: maps, expression: "request.kind.kind == 'ConfigMap'" }
  validations:
  - { expression: "!object.data.a.matches('^(a+)+$')", message: no }`;
  const map = `{ apiVersion: v1, kind: ConfigMap, metadata: { name: a, namespace: shop }, data: { a: ${text}! } }`;
  const { findings } = await check(
    policyFleet({
      clusters: ['one'],
      more: { 'map.yaml': map, 'policy.yaml': policy('greedy', greedy) },
    }),
  );
  expect(findings).toEqual([]);
});

test('variables that double each other are not followed', async () => {
  const doubled = Array.from(
    { length: 60 },
    (_, index) =>
      `  - { name: v${index + 1}, expression: "[variables.v${index}, variables.v${index}]" }`,
  );
  const many = `
  variables:
  - { name: v0, expression: "object.metadata.name" }
${doubled.join('\n')}
  validations:
  - { expression: "size(variables.v60) > 9" }`;
  const { findings, notEvaluated } = await check(
    policyFleet({ clusters: ['one'], more: { 'policy.yaml': policy('many', many) } }),
  );
  expect(findings).toEqual([]);
  expect(notEvaluated.map(({ code, count }) => [code, count])).toEqual([
    ['unchecked.admission-costly', 2],
  ]);
});

test('a Secret of any length is read', async () => {
  const secret = `
apiVersion: v1
kind: Secret
metadata: { name: a, namespace: shop }
stringData: { text: ${'a'.repeat(400_000)} }`;
  const long = `
  matchConditions:
  - { name: secrets, expression: "request.kind.kind == 'Secret'" }
  validations:
  - { expression: "size(object.data.text) < 9", message: too long }`;
  const more = { 'secret.yaml': secret, 'policy.yaml': policy('long', long) };
  const { findings } = await check(policyFleet({ clusters: ['one'], more }));
  expect(findings.map(({ message }) => message)).toEqual([
    'The policy `long` refuses Secret/shop/a: too long',
  ]);
});

test('a custom kind without a namespace gets none from its application', async () => {
  const definition = (scope: string): string => `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: zones.example.com }
spec:
  group: example.com
  scope: ${scope}
  names: { kind: Zone, plural: zones }
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
---
apiVersion: example.com/v1
kind: Zone
metadata: { name: north }`;
  const placed = `
  matchConditions:
  - { name: zones, expression: "request.kind.kind == 'Zone'" }
  validations:
  - { expression: "!has(object.metadata.namespace)", messageExpression: "'lies in ' + object.metadata.namespace" }`;
  const told = async (scope: string): Promise<readonly string[]> => {
    const more = { 'zone.yaml': definition(scope), 'policy.yaml': policy('placed', placed) };
    const { findings } = await check(policyFleet({ clusters: ['one'], more }));
    return findings.map(({ message }) => message);
  };
  expect(await told('Cluster')).toEqual([]);
  expect(await told('Namespaced')).toEqual([
    'The policy `placed` refuses Zone.example.com/shop/north: lies in shop',
  ]);
});
