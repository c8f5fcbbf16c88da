import { describe, expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../test/originsOf.ts';

/** Where the name `a` of one object is written in another one, both in flow style: `a.yaml:1` and `a.yaml:3`. */
function referenced(target: string, referrer: string): string {
  return renderFixture(`
    # file: kustomization.yaml
    resources: [a.yaml]
    namePrefix: new-
    # file: a.yaml
    { ${target}, metadata: { name: a } }
    ---
    { ${referrer}, metadata: { name: b } }
  `);
}

const apps = 'apiVersion: apps/v1';
const rbac = 'apiVersion: rbac.authorization.k8s.io/v1';
const config = 'apiVersion: v1, kind: ConfigMap';
const secret = 'apiVersion: v1, kind: Secret';
const service = 'apiVersion: v1, kind: Service';

/** A Pod with a container. */
function podWith(container: string): string {
  return `apiVersion: v1, kind: Pod, spec: { containers: [{ ${container} }] }`;
}

describe('the fields that kustomize knows', () => {
  test.each([
    [config, 'apiVersion: v1, kind: Pod, spec: { volumes: [{ configMap: { name: a } }] }'],
    [config, podWith('env: [{ valueFrom: { configMapKeyRef: { name: a, key: k } } }]')],
    [config, podWith('envFrom: [{ configMapRef: { name: a } }]')],
    [
      config,
      'apiVersion: v1, kind: Pod, spec: { volumes: [{ projected: { sources: [{ configMap: { name: a } }] } }] }',
    ],
    [
      config,
      'apiVersion: batch/v1, kind: CronJob, spec: { jobTemplate: { spec: { template: { spec: { volumes: [{ configMap: { name: a } }] } } } } }',
    ],
    [secret, 'apiVersion: v1, kind: Pod, spec: { volumes: [{ secret: { secretName: a } }] }'],
    [secret, podWith('env: [{ valueFrom: { secretKeyRef: { name: a, key: k } } }]')],
    [secret, 'apiVersion: v1, kind: Pod, spec: { imagePullSecrets: [{ name: a }] }'],
    [secret, 'apiVersion: networking.k8s.io/v1, kind: Ingress, spec: { tls: [{ secretName: a }] }'],
    [secret, 'apiVersion: v1, kind: ServiceAccount, imagePullSecrets: [{ name: a }]'],
    [service, `${apps}, kind: StatefulSet, spec: { serviceName: a }`],
    [
      service,
      'apiVersion: networking.k8s.io/v1, kind: Ingress, spec: { rules: [{ http: { paths: [{ backend: { service: { name: a } } }] } }] }',
    ],
    [
      service,
      'apiVersion: networking.k8s.io/v1, kind: Ingress, spec: { defaultBackend: { service: { name: a } } }',
    ],
    [
      'apiVersion: v1, kind: PersistentVolumeClaim',
      'apiVersion: v1, kind: Pod, spec: { volumes: [{ persistentVolumeClaim: { claimName: a } }] }',
    ],
    [
      'apiVersion: storage.k8s.io/v1, kind: StorageClass',
      'apiVersion: v1, kind: PersistentVolumeClaim, spec: { storageClassName: a }',
    ],
    [
      'apiVersion: scheduling.k8s.io/v1, kind: PriorityClass',
      `${apps}, kind: DaemonSet, spec: { template: { spec: { priorityClassName: a } } }`,
    ],
    [
      'apiVersion: v1, kind: ServiceAccount',
      'apiVersion: v1, kind: Pod, spec: { serviceAccountName: a }',
    ],
    [
      `${apps}, kind: Deployment`,
      'apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, spec: { scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: a } }',
    ],
    [
      `${rbac}, kind: Role`,
      `${rbac}, kind: RoleBinding, roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: a }`,
    ],
    [
      `${rbac}, kind: ClusterRole`,
      `${rbac}, kind: ClusterRoleBinding, roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: a }`,
    ],
    [
      'apiVersion: v1, kind: ServiceAccount',
      `${rbac}, kind: RoleBinding, subjects: [{ kind: ServiceAccount, name: a }]`,
    ],
    [config, `${rbac}, kind: Role, rules: [{ resources: [configmaps], resourceNames: [b, a] }]`],
  ])('a %s in %s', (target, referrer) => {
    expect(referenced(target, referrer)).toMatch(
      /new-a {2}# kustomization.yaml:2 nameReference < a.yaml:3 base = "a"/,
    );
  });

  test.each([
    [
      config,
      'apiVersion: v1, kind: Pod, spec: { volumes: [{ secret: { secretName: a } }] }',
      'another kind',
    ],
    [
      config,
      'apiVersion: example.com/v1, kind: Site, spec: { configMap: { name: a } }',
      'a kind that nobody knows',
    ],
    [config, podWith('args: [a]'), 'another field'],
    [
      `${apps}, kind: Deployment`,
      'apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, spec: { scaleTargetRef: { kind: Other, name: b } }',
      'another name',
    ],
    [
      `${rbac}, kind: ClusterRole`,
      `${rbac}, kind: RoleBinding, roleRef: { apiGroup: rbac.authorization.k8s.io, kind: Role, name: a }`,
      'another kind of role',
    ],
  ])('a %s is not meant in %s: %s', (target, referrer) => {
    expect(referenced(target, referrer)).not.toContain('nameReference');
  });
});

test('a reference follows prefix and hash of what is referred to, and points at its name', () => {
  expect(
    renderFixture(
      `
      # file: base/kustomization.yaml
      configMapGenerator:
      - name: config
        literals: [a=b]
      resources: [pod.yaml]
      # file: base/pod.yaml
      apiVersion: v1
      kind: Pod
      metadata: { name: pod }
      spec:
        volumes:
        - configMap: { name: config }
      # file: prod/kustomization.yaml
      resources: [../base]
      nameSuffix: -x
    `,
      { only: 'Pod/pod-x' },
    ),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Pod
    metadata:
      name: pod-x  # prod/kustomization.yaml:2 nameSuffix < base/pod.yaml:3 base = "pod"
    spec:
      volumes:
      - configMap:
          name: config-x-4h2mbtbbt6  # prod/kustomization.yaml:2 nameReference < prod/kustomization.yaml:2 nameReference = "config-x" < base/pod.yaml:6 base = "config""
  `);
});

test('a reference goes back through each step of the name since it was what the reference says', () => {
  expect(
    renderFixture(
      `
      # file: base/kustomization.yaml
      resources: [a.yaml]
      namePrefix: one-
      namespace: first
      # file: base/a.yaml
      { apiVersion: v1, kind: ServiceAccount, metadata: { name: a, namespace: base } }
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: { name: b }
      roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
      subjects:
      - { kind: ServiceAccount, name: a, namespace: base }
      # file: top/kustomization.yaml
      resources: [../base, pod.yaml]
      namePrefix: two-
      namespace: second
      # file: top/pod.yaml
      { apiVersion: v1, kind: Pod, metadata: { name: b }, spec: { serviceAccountName: one-a } }
    `,
    )
      .split('\n')
      .filter((line) => /nameReference/.test(line))
      .join('\n'),
  ).toMatchInlineSnapshot(`
    "  name: two-one-a  # top/kustomization.yaml:2 nameReference < base/kustomization.yaml:2 nameReference = "one-a" < base/a.yaml:8 base = "a"
      namespace: second  # top/kustomization.yaml:3 nameReference < base/kustomization.yaml:3 nameReference = "first" < base/a.yaml:8 base = "base"
      serviceAccountName: two-one-a  # top/kustomization.yaml:2 nameReference < top/pod.yaml:1 base = "one-a""
  `);
});

test('a subject in the default namespace goes back through each namespace that its account got', () => {
  expect(
    renderFixture(
      `
      # file: base/kustomization.yaml
      resources: [a.yaml]
      namespace: first
      # file: base/a.yaml
      { apiVersion: v1, kind: ServiceAccount, metadata: { name: a } }
      # file: top/kustomization.yaml
      resources: [../base, binding.yaml]
      namespace: second
      # file: top/binding.yaml
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: { name: b }
      roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
      subjects:
      - { kind: ServiceAccount, name: a, namespace: default }
    `,
    )
      .split('\n')
      .filter((line) => /nameReference/.test(line))
      .join('\n'),
  ).toMatchInlineSnapshot(`
    "  namespace: second  # top/kustomization.yaml:2 nameReference < base/kustomization.yaml:2 nameReference = "first" < top/binding.yaml:6 base = "default""
  `);
});

test('of two objects of one name that of the same prefix is meant', () => {
  const rendered = renderFixture(`
    # file: base/kustomization.yaml
    resources: [a.yaml]
    # file: base/a.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
    ---
    { apiVersion: v1, kind: Pod, metadata: { name: b }, spec: { volumes: [{ configMap: { name: a } }] } }
    # file: one/kustomization.yaml
    resources: [../base]
    namePrefix: one-
    # file: two/kustomization.yaml
    resources: [../base]
    namePrefix: two-
    # file: top/kustomization.yaml
    resources: [../one, ../two]
  `);
  expect([...rendered.matchAll(/configMap:\n +name: (.*)/g)].map(([, value]) => value)).toEqual([
    'one-a  # one/kustomization.yaml:2 nameReference < base/a.yaml:3 base = "a"',
    'two-a  # two/kustomization.yaml:2 nameReference < base/a.yaml:3 base = "a"',
  ]);
});

test('where two with other prefixes fit equally well, none is meant', () => {
  expect(
    renderFixture(
      `
      # file: base/kustomization.yaml
      resources: [a.yaml]
      # file: base/a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
      # file: one/kustomization.yaml
      resources: [../base]
      namePrefix: one-
      # file: two/kustomization.yaml
      resources: [../base]
      namePrefix: two-
      # file: top/kustomization.yaml
      resources: [../one, ../two, pod.yaml]
      # file: top/pod.yaml
      { apiVersion: v1, kind: Pod, metadata: { name: b }, spec: { volumes: [{ configMap: { name: a } }] } }
    `,
      { only: 'Pod/b' },
    ),
  ).not.toContain('nameReference');
});

test('a subject without a namespace that fits two accounts is a fault', () => {
  expect(
    findingsInFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      namePrefix: new-
      # file: a.yaml
      { apiVersion: v1, kind: ServiceAccount, metadata: { name: a, namespace: one } }
      ---
      { apiVersion: v1, kind: ServiceAccount, metadata: { name: a, namespace: two } }
      ---
      apiVersion: rbac.authorization.k8s.io/v1
      kind: ClusterRoleBinding
      metadata: { name: b }
      subjects: [{ kind: ServiceAccount, name: a }]
    `),
  ).toMatchInlineSnapshot(`
    [
      "fails: a.yaml:8 kustomize.ambiguous-reference: The reference to \`a\` fits more than one object: ServiceAccount/one/new-a, ServiceAccount/two/new-a.",
    ]
  `);
});

describe('namespaces', () => {
  test('an object is found in the namespace of who refers to it', () => {
    const rendered = renderFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      nameSuffix: -new
      # file: a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a, namespace: one } }
      ---
      { apiVersion: v1, kind: Pod, metadata: { name: b, namespace: one }, spec: { volumes: [{ configMap: { name: a } }] } }
      ---
      { apiVersion: v1, kind: Pod, metadata: { name: b, namespace: two }, spec: { volumes: [{ configMap: { name: a } }] } }
    `);
    expect([...rendered.matchAll(/configMap:\n +name: (.*)/g)].map(([, value]) => value)).toEqual([
      'a-new  # kustomization.yaml:2 nameReference < a.yaml:3 base = "a"',
      'a',
    ]);
  });

  test('a subject has a namespace of its own, which follows as well', () => {
    expect(
      renderFixture(
        `
        # file: base/kustomization.yaml
        resources: [a.yaml]
        namespace: one
        # file: base/a.yaml
        { apiVersion: v1, kind: ServiceAccount, metadata: { name: a } }
        # file: top/kustomization.yaml
        resources: [../base, binding.yaml]
        namePrefix: new-
        # file: top/binding.yaml
        apiVersion: rbac.authorization.k8s.io/v1
        kind: RoleBinding
        metadata: { name: b, namespace: two }
        subjects:
        - { kind: ServiceAccount, name: a, namespace: one }
        - { kind: ServiceAccount, name: a, namespace: three }
      `,
        { only: 'RoleBinding.rbac.authorization.k8s.io/two/new-b' },
      ),
    ).toMatchInlineSnapshot(`
      "apiVersion: rbac.authorization.k8s.io/v1
      kind: RoleBinding
      metadata:
        name: new-b  # top/kustomization.yaml:2 namePrefix < top/binding.yaml:3 base = "b"
        namespace: two
      subjects:
      - kind: ServiceAccount
        name: new-a  # top/kustomization.yaml:2 nameReference < top/binding.yaml:5 base = "a"
        namespace: one
      - kind: ServiceAccount
        name: a
        namespace: three"
    `);
  });

  test('a webhook calls a service by name and namespace', () => {
    expect(
      renderFixture(
        `
        # file: kustomization.yaml
        resources: [a.yaml]
        namePrefix: new-
        namespace: prod
        # file: a.yaml
        { apiVersion: v1, kind: Service, metadata: { name: a } }
        ---
        apiVersion: admissionregistration.k8s.io/v1
        kind: MutatingWebhookConfiguration
        metadata: { name: b }
        webhooks:
        - clientConfig: { service: { name: a } }
        - clientConfig: { service: { name: a, namespace: default } }
        - clientConfig: { service: { name: a, namespace: other } }
      `,
        { only: 'MutatingWebhookConfiguration.admissionregistration.k8s.io/new-b' },
      ),
    ).toMatchInlineSnapshot(`
      "apiVersion: admissionregistration.k8s.io/v1
      kind: MutatingWebhookConfiguration
      metadata:
        name: new-b  # kustomization.yaml:2 namePrefix < a.yaml:5 base = "b"
      webhooks:
      - clientConfig:
          service:
            name: new-a  # kustomization.yaml:2 nameReference < a.yaml:7 base = "a"
            namespace: prod  # kustomization.yaml:3 nameReference
      - clientConfig:
          service:
            name: new-a  # kustomization.yaml:2 nameReference < a.yaml:8 base = "a"
            namespace: prod  # kustomization.yaml:3 nameReference < a.yaml:8 base = "default"
      - clientConfig:
          service:
            name: a
            namespace: other"
    `);
  });
});

describe('configurations', () => {
  test('name kinds and fields of their own', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        configurations: [fields.yaml]
        namePrefix: new-
        # file: fields.yaml
        nameReference:
        - kind: Site
          fieldSpecs:
          - { kind: Page, path: spec/sites }
        # file: a.yaml
        { apiVersion: example.com/v1, kind: Site, metadata: { name: a } }
        ---
        apiVersion: example.com/v1
        kind: Page
        metadata: { name: b }
        spec: { sites: [a, { name: a, other: a }, b] }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: example.com/v1
      kind: Page
      metadata:
        name: new-b  # kustomization.yaml:3 namePrefix < a.yaml:5 base = "b"
      spec:
        sites:
        - new-a  # kustomization.yaml:3 nameReference < a.yaml:6 base = "a"
        - name: new-a  # kustomization.yaml:3 nameReference < a.yaml:6 base = "a"
          other: a
        - b
      ---
      apiVersion: example.com/v1
      kind: Site
      metadata:
        name: new-a  # kustomization.yaml:3 namePrefix < a.yaml:1 base = "a""
    `);
  });

  test.each([
    ['sites: [{ other: a }]', 'reference-without-name'],
    ['sites: { other: a }', 'reference-without-name'],
    ['sites: [[a]]', 'bad-reference-list'],
  ])('of %s fails: %s', (field, code) => {
    expect(
      findingsInFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        configurations: [fields.yaml]
        # file: fields.yaml
        nameReference: [{ kind: Site, fieldSpecs: [{ path: spec/sites }] }]
        # file: a.yaml
        apiVersion: example.com/v1
        kind: Page
        metadata: { name: b }
        spec: { ${field} }
      `),
    ).toEqual([expect.stringContaining(`fails: a.yaml:4 kustomize.${code}: `)]);
  });
});

test.each([
  ['subjects: [a]', 'bad-subject'],
  ['subjects: [{ kind: 1, name: a, namespace: b }]', 'bad-subject'],
  ['subjects: [{ kind: ServiceAccount, name: a, namespace: null }]', 'blank-namespace'],
])('a binding with %s fails: %s', (subjects, code) => {
  const [finding] = findingsInFixture(`
    # file: kustomization.yaml
    resources: [a.yaml]
    # file: a.yaml
    apiVersion: rbac.authorization.k8s.io/v1
    kind: RoleBinding
    metadata: { name: b }
    ${subjects}
  `);
  expect(finding).toContain(`fails: a.yaml:4 kustomize.${code}: `);
});
