import { expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../../test/originsOf.ts';

/** One object under `namespace: prod`. */
function namespaced(object: string): string {
  return renderFixture(`
    # file: kustomization.yaml
    resources: [a.yaml]
    namespace: prod
    # file: a.yaml
    ${object.replaceAll('\n', '\n    ')}
  `);
}

test.each([
  ['metadata: { name: a }', 'namespace: prod  # kustomization.yaml:2 namespace'],
  [
    'metadata: { name: a, namespace: dev }',
    'namespace: prod  # kustomization.yaml:2 namespace < a.yaml:3 base = "dev"',
  ],
  // Who edits the object changes nothing: the field decides, though it says the same.
  [
    'metadata: { name: a, namespace: prod }',
    'namespace: prod  # kustomization.yaml:2 namespace < a.yaml:3 base = "prod"',
  ],
  [
    'metadata: { name: a, namespace: }',
    'namespace: prod  # kustomization.yaml:2 namespace < a.yaml:3 base = null',
  ],
])('%s', (metadata, expected) => {
  expect(namespaced(`apiVersion: v1\nkind: Service\n${metadata}`)).toContain(`  ${expected}`);
});

test.each([
  ['v1', 'PersistentVolume'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'],
])('a %s %s has none', (apiVersion, kind) => {
  const object = `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata:\n  name: a`;
  expect(namespaced(object)).toBe(object);
});

test('a kind that nobody knows has one', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      namespace: prod
      # file: a.yaml
      apiVersion: example.com/v1
      kind: Site
      metadata: { name: a }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: example.com/v1
    kind: Site
    metadata:
      name: a
      namespace: prod  # kustomization.yaml:2 namespace"
  `);
});

test('the name of a Namespace is the namespace', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      namespace: prod
      # file: a.yaml
      apiVersion: v1
      kind: Namespace
      metadata: { name: a }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Namespace
    metadata:
      name: prod  # kustomization.yaml:2 namespace < a.yaml:3 base = "a""
  `);
});

test.each(['RoleBinding', 'ClusterRoleBinding'])(
  'of the subjects of a %s only those called default move',
  (kind) => {
    const rendered = renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      namespace: prod
      # file: a.yaml
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ${kind}
      metadata: { name: a }
      roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: admin }
      subjects:
      - { kind: ServiceAccount, name: default, namespace: dev }
      - { kind: ServiceAccount, name: default }
      - { kind: ServiceAccount, name: other, namespace: dev }
      - { kind: User, name: default }
    `);
    expect(rendered.slice(rendered.indexOf('subjects'))).toMatchInlineSnapshot(`
      "subjects:
      - kind: ServiceAccount
        name: default
        namespace: prod  # kustomization.yaml:2 namespace < a.yaml:6 base = "dev"
      - kind: ServiceAccount
        name: default
        namespace: prod  # kustomization.yaml:2 namespace
      - kind: ServiceAccount
        name: other
        namespace: dev
      - kind: User
        name: default
        namespace: prod  # kustomization.yaml:2 namespace"
    `);
  },
);

test('the subject of a binding follows a service account that moves', () => {
  const rendered = renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      namespace: prod
      # file: a.yaml
      apiVersion: v1
      kind: ServiceAccount
      metadata: { name: web, namespace: dev }
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: { name: a }
      subjects: [{ kind: ServiceAccount, name: web, namespace: dev }]
    `);
  expect(rendered).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: ServiceAccount
    metadata:
      name: web
      namespace: prod  # kustomization.yaml:2 namespace < a.yaml:3 base = "dev"
    ---
    apiVersion: rbac.authorization.k8s.io/v1
    kind: ClusterRoleBinding
    metadata:
      name: a
    subjects:
    - kind: ServiceAccount
      name: web
      namespace: prod  # kustomization.yaml:2 nameReference < a.yaml:8 base = "dev""
  `);
});

test('an API service calls a service of the namespace', () => {
  const rendered = renderFixture(`
    # file: kustomization.yaml
    resources: [a.yaml]
    namespace: prod
    # file: a.yaml
    apiVersion: apiregistration.k8s.io/v1
    kind: APIService
    metadata: { name: c }
    spec: { service: { name: b } }
  `);
  expect(rendered).toMatchInlineSnapshot(`
    "apiVersion: apiregistration.k8s.io/v1
    kind: APIService
    metadata:
      name: c
    spec:
      service:
        name: b
        namespace: prod  # kustomization.yaml:2 namespace"
  `);
});

test('a webhook follows its service', () => {
  const rendered = renderFixture(
    `
    # file: kustomization.yaml
    resources: [a.yaml]
    namespace: prod
    # file: a.yaml
    apiVersion: admissionregistration.k8s.io/v1
    kind: ValidatingWebhookConfiguration
    metadata: { name: a }
    webhooks:
    - { clientConfig: { service: { name: b, namespace: dev } } }
    - { clientConfig: { service: { name: d, namespace: dev } } }
    ---
    apiVersion: v1
    kind: Service
    metadata: { name: b, namespace: dev }
  `,
    { only: 'ValidatingWebhookConfiguration.admissionregistration.k8s.io/a' },
  );
  expect(rendered).toMatchInlineSnapshot(`
    "apiVersion: admissionregistration.k8s.io/v1
    kind: ValidatingWebhookConfiguration
    metadata:
      name: a
    webhooks:
    - clientConfig:
        service:
          name: b
          namespace: prod  # kustomization.yaml:2 nameReference < a.yaml:5 base = "dev"
    - clientConfig:
        service:
          name: d
          namespace: dev"
  `);
});

test('two objects that come to be one do not fit together', () => {
  expect(
    findingsInFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      namespace: prod
      # file: a.yaml
      { apiVersion: v1, kind: Service, metadata: { name: a, namespace: one } }
      ---
      { apiVersion: v1, kind: Service, metadata: { name: a, namespace: two } }
    `),
  ).toMatchInlineSnapshot(`
    [
      "fails: kustomization.yaml:2 kustomize.namespace-conflict: The namespace makes two objects one: Service/prod/a.",
    ]
  `);
});

test('the outer layer wins', () => {
  expect(
    renderFixture(`
      # file: base/kustomization.yaml
      resources: [a.yaml]
      namespace: dev
      # file: base/a.yaml
      { apiVersion: v1, kind: Service, metadata: { name: a } }
      # file: prod/kustomization.yaml
      resources: [../base]
      namespace: prod
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Service
    metadata:
      name: a
      namespace: prod  # prod/kustomization.yaml:2 namespace < base/kustomization.yaml:2 namespace = "dev""
  `);
});

/** A binding and a Service behind a transformer of the namespace with options of its own. */
function transformed(options: string): string {
  return renderFixture(`
    # file: kustomization.yaml
    resources: [a.yaml]
    transformers: [namespace.yaml]
    # file: namespace.yaml
    apiVersion: builtin
    kind: NamespaceTransformer
    metadata: { name: any, namespace: prod }
    ${options}
    # file: a.yaml
    apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata: { name: a, namespace: dev }
    subjects:
    - { kind: ServiceAccount, name: default }
    - { kind: ServiceAccount, name: web, namespace: dev }
    - { kind: User, name: jane }
  `);
}

test('a transformer stands in its own file and moves the subjects called default', () => {
  expect(transformed('setRoleBindingSubjects: defaultOnly')).toMatchInlineSnapshot(`
    "apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata:
      name: a
      namespace: prod  # namespace.yaml:3 namespace < a.yaml:3 base = "dev"
    subjects:
    - kind: ServiceAccount
      name: default
      namespace: prod  # namespace.yaml:3 namespace
    - kind: ServiceAccount
      name: web
      namespace: dev
    - kind: User
      name: jane"
  `);
});

test('a transformer moves all service accounts', () => {
  expect(transformed('setRoleBindingSubjects: allServiceAccounts')).toMatchInlineSnapshot(`
    "apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata:
      name: a
      namespace: prod  # namespace.yaml:3 namespace < a.yaml:3 base = "dev"
    subjects:
    - kind: ServiceAccount
      name: default
      namespace: prod  # namespace.yaml:3 namespace
    - kind: ServiceAccount
      name: web
      namespace: prod  # namespace.yaml:3 namespace < a.yaml:6 base = "dev"
    - kind: User
      name: jane"
  `);
});

test('a transformer moves no subjects', () => {
  expect(transformed('setRoleBindingSubjects: none')).toMatchInlineSnapshot(`
    "apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata:
      name: a
      namespace: prod  # namespace.yaml:3 namespace < a.yaml:3 base = "dev"
    subjects:
    - kind: ServiceAccount
      name: default
    - kind: ServiceAccount
      name: web
      namespace: dev
    - kind: User
      name: jane"
  `);
});

test('a transformer only sets what is not set', () => {
  expect(transformed('unsetOnly: true')).toMatchInlineSnapshot(`
    "apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata:
      name: a
      namespace: dev
    subjects:
    - kind: ServiceAccount
      name: default
      namespace: prod  # namespace.yaml:3 namespace
    - kind: ServiceAccount
      name: web
      namespace: dev
    - kind: User
      name: jane"
  `);
});

test('a transformer with a mode that does not exist', () => {
  expect(transformed('setRoleBindingSubjects: some')).toContain(
    'fails: namespace.yaml:1 kustomize.bad-subject-mode: ',
  );
});

test('configurations name more fields', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      configurations: [fields.yaml]
      namespace: prod
      # file: fields.yaml
      namespace: [{ kind: Site, path: spec/target/namespace, create: true }]
      # file: a.yaml
      apiVersion: example.com/v1
      kind: Site
      metadata: { name: a }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: example.com/v1
    kind: Site
    metadata:
      name: a
      namespace: prod  # kustomization.yaml:3 namespace
    spec:  # kustomization.yaml:3 namespace
      target:  # kustomization.yaml:3 namespace
        namespace: prod  # kustomization.yaml:3 namespace"
  `);
});
