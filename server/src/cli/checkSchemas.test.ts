import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import type { CheckDocument } from '../analysis/checkDocument.ts';

async function check(folder: string): Promise<CheckDocument> {
  const { out, err } = await strata(['check', '--json'], { folder });
  expect(err).toBe('');
  return JSON.parse(out) as CheckDocument;
}

/** `file:line message`. */
function messages({ findings }: CheckDocument): readonly string[] {
  return findings.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

test('a field that no schema has is told at its line, by who would refuse it', async () => {
  const more = { 'extra.yaml': extra };
  const folder = temporaryTree(`${policyFleet({ pod: 'hostNetwok: true', more })}
# file: apps/side.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: side, namespace: argocd }
spec:
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: side }
  destination: { name: two, namespace: side }
  syncPolicy: { syncOptions: [ServerSideApply=true] }
# file: side/service.yaml
apiVersion: v1
kind: Service
metadata: { name: side }
spec:
  port: [{ port: 80 }]
`);
  const document = await check(folder);
  expect(messages(document)).toEqual([
    'side/service.yaml:4 Service/side/side needs the field `spec.ports`.',
    'side/service.yaml:5 `v1 Service` has no field `spec.port`, which Service/side/side sets: the API server refuses it.',
    'web/base/extra.yaml:5 `data.on` of ConfigMap/shop/extra is `boolean`, where `string` is needed.',
    'web/base/extra.yaml:5 `data.port` of ConfigMap/shop/extra is `integer`, where `string` is needed.',
    'web/base/web.yaml:9 `apps/v1 Deployment` has no field `spec.template.spec.hostNetwok`: the API server drops it from Deployment.apps/shop/web, or refuses it.',
  ]);
  expect(document.findings.at(-1)?.clusters).toEqual(['one', 'two']);
});

const extra = `
apiVersion: v1
kind: ConfigMap
metadata: { name: extra, namespace: shop }
data: { on: true, port: 80, text: "80" }`;

test('custom objects are held to the definition that is delivered beside them', async () => {
  const definition = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: shops.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Shop, plural: shops, singular: shop, listKind: ShopList }
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            required: [size]
            properties:
              size: { type: integer, minimum: 1 }
              open: { type: string, default: "09:00" }
              close: { type: string }
            x-kubernetes-validations:
            - rule: "!has(self.close) || self.open < self.close"
              message: it closes before it opens
            - rule: "self.unheardOf(1)"`;
  const shop = (name: string, spec: string): string => `
apiVersion: example.com/v1
kind: Shop
metadata: { name: ${name}, namespace: shop }
spec: ${spec}`;
  const more = {
    'definition.yaml': definition,
    'good.yaml': shop('good', '{ size: 2, close: "18:00" }'),
    'early.yaml': shop('early', '{ size: 2, close: "08:00" }'),
    'small.yaml': shop('small', '{ size: 0, colour: red }'),
    'none.yaml': shop('none', '{}'),
  };
  const document = await check(temporaryTree(policyFleet({ clusters: ['one'], more })));
  expect(messages(document)).toEqual([
    'web/base/early.yaml:5 Shop.example.com/shop/early breaks a rule of its definition: it closes before it opens',
    'web/base/none.yaml:5 Shop.example.com/shop/none needs the field `spec.size`.',
    'web/base/small.yaml:5 `spec.size` of Shop.example.com/shop/small is not what its schema takes: `minimum: 1`.',
    'web/base/small.yaml:5 `example.com/v1 Shop` has no field `spec.colour`: the API server drops it from Shop.example.com/shop/small, or refuses it.',
  ]);
  expect(document.notEvaluated.map(({ code, count }) => [code, count])).toEqual([
    ['unchecked.definition-rule', 2],
  ]);
});

const url = `
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: hooks.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Hook, plural: hooks, singular: hook, listKind: HookList }
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema:
        type: object
        properties:
          spec:
            type: object
            properties: { url: { type: string } }
            x-kubernetes-validations:
            - { rule: "self.url.startsWith('https://')", message: no TLS }`;
const hook = (name: string, value: string): string => `
apiVersion: example.com/v1
kind: Hook
metadata: { name: ${name}, namespace: shop }
spec: { url: "${value}" }`;

/** A layer of which the cluster alone knows the variables. */
const filledIn = `
# file: clusters/one/web.yaml
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: fleet, namespace: flux-system }
spec: { interval: 1m, url: "https://git.example.com/acme/fleet.git", ref: { branch: main } }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: web, namespace: flux-system }
spec:
  interval: 1m
  prune: true
  path: ./web
  sourceRef: { kind: GitRepository, name: fleet }
  postBuild: { substituteFrom: [{ kind: ConfigMap, name: elsewhere }] }
`;

test('nothing is held against a text that the cluster fills in later', async () => {
  const folder = temporaryTree(`${filledIn}# file: web/kustomization.yaml
resources: [definition.yaml, open.yaml, plain.yaml, web.yaml]
# file: web/definition.yaml${url}
# file: web/open.yaml${hook('open', '${URL}')}
# file: web/plain.yaml${hook('plain', 'http://example.com')}
# file: web/web.yaml
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec:
  type: \${TYPE}
  ports:
  - port: \${PORT}
    protocol: \${PROTOCOL}
`);
  const document = await check(folder);
  expect(messages(document)).toEqual([
    'web/plain.yaml:4 Hook.example.com/shop/plain breaks a rule of its definition: no TLS',
  ]);
  expect(document.notEvaluated.map(({ code, count }) => [code, count])).toContainEqual([
    'unchecked.definition-rule',
    1,
  ]);
});

test('no policy is told to be broken by a text that the cluster fills in later', async () => {
  const folder = temporaryTree(`${filledIn}# file: web/kustomization.yaml
resources: [namespace.yaml, policy.yaml, web.yaml, fixed.yaml]
# file: web/namespace.yaml
apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { pod-security.kubernetes.io/enforce: "\${LEVEL}" } }
# file: web/policy.yaml
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: { name: few }
spec:
  matchConstraints:
    resourceRules:
    - { apiGroups: [apps], apiVersions: [v1], operations: [CREATE], resources: [deployments] }
  validations: [{ expression: object.spec.replicas <= 5 }]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: { name: few }
spec: { policyName: few, validationActions: [Deny] }
# file: web/web.yaml${deployment('web', '${REPLICAS}')}
# file: web/fixed.yaml${deployment('fixed', '7')}
`);
  const document = await check(folder);
  expect(messages(document)).toEqual([
    'web/fixed.yaml:5 The policy `few` refuses Deployment.apps/shop/fixed: failed expression: object.spec.replicas <= 5',
  ]);
  expect(document.notEvaluated.map(({ code, count }) => [code, count])).toEqual(
    expect.arrayContaining([
      ['unchecked.namespace-elsewhere', 2],
      ['unchecked.not-rendered', 1],
    ]),
  );
});

const deployment = (name: string, replicas: string): string => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: ${name}, namespace: shop }
spec:
  replicas: ${replicas}
  selector: { matchLabels: { app: ${name} } }
  template:
    metadata: { labels: { app: ${name} } }
    spec: { containers: [{ name: app, image: "example.com/app:1" }] }`;

test('a path that a plugin of Argo CD fills in is held to nothing', async () => {
  const secret = (name: string, value: string): string => `
apiVersion: v1
kind: Secret
metadata: { name: ${name}, namespace: shop }
data: { password: "${value}" }`;
  const more = {
    'definition.yaml': url,
    'hook.yaml': hook('open', '<path:apps/data/hook#url>'),
    'path.yaml': secret('path', '<path:apps/data/shop#password | base64encode>'),
    'wrong.yaml': secret('wrong', 'not base64'),
  };
  const document = await check(temporaryTree(policyFleet({ clusters: ['one'], more })));
  expect(messages(document)).toEqual([
    'web/base/wrong.yaml:5 `data.password` of Secret/shop/wrong is not what its schema takes: `format: byte (base64)`.',
  ]);
});

test('a field that is newer than a cluster is told there', async () => {
  const register = `
clusters:
- { name: one, kubernetesVersion: "1.36" }
- { name: two, kubernetesVersion: "1.35" }
- { name: old, kubernetesVersion: "1.20" }`;
  const clusters = ['one', 'two', 'old'];
  const pod = 'schedulingGroup: {}';
  const document = await check(temporaryTree(policyFleet({ pod, clusters, register })));
  expect(document.findings.map(({ message, clusters }) => [message, clusters])).toEqual([
    [
      '`spec.template.spec.schedulingGroup` of Deployment.apps/shop/web is known from Kubernetes 1.36 on; the cluster runs 1.20.',
      ['old'],
    ],
    [
      '`spec.template.spec.schedulingGroup` of Deployment.apps/shop/web is known from Kubernetes 1.36 on; the cluster runs 1.35.',
      ['two'],
    ],
  ]);
  expect(document.notEvaluated.map(({ code, count, clusters }) => [code, count, clusters])).toEqual(
    [['unchecked.other-kubernetes', 2, ['old']]],
  );
});
