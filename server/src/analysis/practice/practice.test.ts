import { describe, expect, test } from 'vitest';
import { expectMarkedFleetProblems } from '../../../test/marks.ts';
import { application, register } from '../../../test/practiceFleet.ts';
import { isMutable } from './mutableTags.ts';
import { unpinnedRevision } from './remotes.ts';

const pruning = 'syncPolicy: { automated: { prune: true } }';

describe('a tag that moves', () => {
  test('in production is told where it is written, once for all clusters', () => {
    expectMarkedFleetProblems(
      `${register}${application('web', 'prod-eu-1')}${application('web', 'prod-us-1')}
  # file: web/kustomization.yaml
  resources: [web.yaml]
  images:
  - name: registry.example.com/sidecar
    newTag: main
  #         ^^^^ practice.mutable-tag The tag of \`registry.example.com/sidecar:main\`, which runs in production (prod-eu-1, prod-us-1), can name another image tomorrow.
  # file: web/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec:
    template:
      spec:
        initContainers:
        - name: setup
          image: registry.example.com/setup
  #              ^^^^^^^^^^^^^^^^^^^^^^^^^^ practice.mutable-tag The tag of \`registry.example.com/setup:latest\`, which runs in production (prod-eu-1, prod-us-1), can name another image tomorrow.
        containers:
        - name: web
          image: registry.example.com:5000/web:1.4.2
        - name: sidecar
          image: registry.example.com/sidecar:1.0.0
        - name: filled
          image: registry.example.com/filled:\${TAG}`,
      /^practice\.mutable/,
    );
  });

  test('elsewhere is nobody’s trouble', () => {
    expectMarkedFleetProblems(
      `${register}${application('web', 'staging-1')}
  # file: web/web.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { containers: [{ name: a, image: a:latest }] } }`,
      /^practice/,
    );
  });

  test.each([
    ['web', true],
    ['registry:5000/web', true],
    ['web:latest', true],
    ['web:v2-latest', true],
    ['web:MAIN', true],
    ['web:1.2', false],
    ['web:latest@sha256:0f3e', false],
    ['web:mainline-1', false],
    ['$(IMAGE)', false],
    ['{{ image }}', false],
    ['', false],
  ])('%j moves: %j', (image, moves) => {
    expect(isMutable(image)).toBe(moves);
  });
});

describe('what a controller prunes', () => {
  const claim = (annotations = ''): string => `
  # file: web/data.yaml
  apiVersion: v1
  kind: PersistentVolumeClaim
  metadata:
    name: data
    ${annotations}`;

  test('a claim is told wherever it is, a namespace and a type in production', () => {
    expectMarkedFleetProblems(
      `${register}${application('web', 'staging-1', pruning)}${application('all', 'prod-eu-1', pruning)}
  # file: web/all.yaml
  apiVersion: v1
  # <-------------- practice.prune-unprotected Once it is gone from Git, Argo CD deletes PersistentVolumeClaim/data on staging-1, with all that it holds.
  kind: PersistentVolumeClaim
  metadata: { name: data }
  ---
  { apiVersion: v1, kind: Namespace, metadata: { name: shop } }
  # file: all/all.yaml
  apiVersion: v1
  # <-------------- practice.prune-unprotected Once it is gone from Git, Argo CD deletes Namespace/shop on prod-eu-1, with all that it holds.
  kind: Namespace
  metadata: { name: shop }`,
      /^practice\.prune/,
    );
  });

  test('many of one kind are told once, at their application', () => {
    const types = ['d', 'b', 'a', 'c', 'f', 'e'].map(
      (name) =>
        `  { apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: { name: ${name}.acme.com } }`,
    );
    const mark =
      '  # <-------------------------------- practice.prunes-many Once they are gone from Git, Argo CD deletes 6 CustomResourceDefinitions of web-prod-eu-1 on prod-eu-1, with all that they hold: a.acme.com, b.acme.com, c.acme.com, d.acme.com, e.acme.com, ….';
    expectMarkedFleetProblems(
      `${register}${application('web', 'prod-eu-1', pruning).replace('  kind: App', `${mark}\n  kind: App`)}
  # file: web/all.yaml
${types.join('\n  ---\n')}`,
      /^practice\.prune/,
    );
  });

  test.each([
    'annotations: { argocd.argoproj.io/sync-options: "Prune=false,Replace=true" }',
    'annotations: { argocd.argoproj.io/sync-options: Delete=confirm }',
    'annotations: { kustomize.toolkit.fluxcd.io/prune: disabled }',
    'labels: { kustomize.toolkit.fluxcd.io/prune: Disabled }',
    'annotations: { kustomize.toolkit.fluxcd.io/reconcile: disabled }',
    'annotations: { helm.sh/resource-policy: keep }',
  ])('nothing is told where the object is protected: %s', (annotations) => {
    expectMarkedFleetProblems(
      `${register}${application('web', 'prod-eu-1', pruning)}${claim(annotations)}`,
      /^practice\.prune/,
    );
  });

  test('nor where the controller does not prune', () => {
    expectMarkedFleetProblems(
      `${register}${application('web', 'prod-eu-1')}${claim()}`,
      /^practice\.prune/,
    );
  });
});

describe('what pods need', () => {
  const pod = `
  # file: web/pod.yaml
  apiVersion: v1
  kind: Pod
  metadata: { name: web }
  spec:`;

  test('and nothing brings there', () => {
    expectMarkedFleetProblems(
      `${register}${application('web', 'prod-eu-1')}${application('base', 'prod-us-1')}
  # file: base/all.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: settings } }${pod}
    serviceAccountName: runner
  #                     ^^^^^^ practice.missing-object Pod/web needs ServiceAccount/runner, which nothing brings to prod-eu-1.
    volumes:
    - { name: a, configMap: { name: settings } }
  #                                 ^^^^^^^^ practice.missing-object Pod/web needs ConfigMap/settings, which nothing brings to prod-eu-1.
    - { name: b, configMap: { name: extra, optional: true } }
    - { name: c, configMap: { name: kube-root-ca.crt } }
    - { name: d, persistentVolumeClaim: { claimName: data } }
  #                                                  ^^^^ practice.missing-object Pod/web needs PersistentVolumeClaim/data, which nothing brings to prod-eu-1.
    - { name: e, secret: { secretName: by-hand } }`,
      /^practice\.missing/,
    );
  });

  test('a slip of a name that is there is told, of a Secret as well', () => {
    expectMarkedFleetProblems(
      `${register}${application('web', 'prod-eu-1')}
  # file: web/made.yaml
  apiVersion: external-secrets.io/v1
  kind: ExternalSecret
  metadata: { name: credentials }
  spec: { target: { name: database-login } }${pod}
    containers:
    - name: web
      envFrom:
      - secretRef: { name: database-login }
      - secretRef: { name: databse-login }
  #                        ^^^^^^^^^^^^^ practice.missing-object-but Pod/web needs Secret/databse-login, which nothing brings to prod-eu-1. Is it \`database-login\`?`,
      /^practice\.missing/,
    );
  });

  test.each([
    [
      'another application of the cluster brings it',
      `${application('base', 'prod-eu-1')}
  # file: base/all.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: settings } }`,
    ],
    [
      'a chart that is not here may bring it',
      `
  # file: apps/chart.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: chart, namespace: argocd }
  spec:
    source: { repoURL: https://charts.example.com, chart: web, targetRevision: 1.0.0 }
    destination: { name: prod-eu-1, namespace: shop }`,
    ],
    [
      'an operator may make it',
      `
  # file: web/custom.yaml
  { apiVersion: example.com/v1, kind: Shop, metadata: { name: web } }`,
    ],
  ])('nothing is told where %s', (_name, more) => {
    expectMarkedFleetProblems(
      `${register}${application('web', 'prod-eu-1')}${more}${pod}
    volumes: [{ name: a, configMap: { name: settings } }]`,
      /^practice\.missing/,
    );
  });
});

test('one Application for a whole cluster', () => {
  const pods = ['a', 'b', 'c', 'd']
    .map(
      (name) =>
        `\n  { apiVersion: v1, kind: Pod, metadata: { name: web, namespace: ${name} }, spec: {} }\n  ---`,
    )
    .join('');
  const all = `\n  # file: all/all.yaml${pods}`;
  const told = application('all', 'prod-eu-1').replace(
    '\n  kind: Application',
    '\n  # <-------------------------------- practice.whole-cluster `all-prod-eu-1` alone brings 4 namespaces to prod-eu-1: what fails in one holds up all.\n  kind: Application',
  );
  expectMarkedFleetProblems(`${register}${told}${all}`, /^practice/);
  const other = `${application('web', 'prod-eu-1')}
  # file: web/pod.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: other }, spec: {} }`;
  expectMarkedFleetProblems(
    `${register}${application('all', 'prod-eu-1')}${other}${all}`,
    /^practice/,
  );
});

describe('what a project does not let its Applications deliver', () => {
  const project = (spec: string): string => `
  # file: apps/project.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: AppProject
  metadata: { name: shop, namespace: argocd }
  spec:
    sourceRepos: ['*']
    destinations: [{ server: '*', name: '*', namespace: '*' }]
    ${spec}`;
  const all = `
  # file: web/all.yaml
  apiVersion: v1
  # <-------------- argocd.kind-not-permitted The project \`shop\` does not let \`web-prod-eu-1\` deliver Namespace/shop.
  kind: Namespace
  metadata: { name: shop }
  ---
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map } }
  ---
  { apiVersion: v1, kind: ConfigMap, metadata: { name: other } }
  ---
  { apiVersion: example.com/v1, kind: Shop, metadata: { name: web } }`;
  const web = application('web', 'prod-eu-1', 'project: shop');

  test('is told at the first object of each kind', () => {
    expectMarkedFleetProblems(
      `${project('namespaceResourceBlacklist: []')}${web}${all}`,
      /^argocd/,
    );
  });

  test('is not told where the project permits it, or a global one may', () => {
    const quiet = all.replace(/\n.*kind-not.*\n/, '\n');
    const permits = "clusterResourceWhitelist: [{ group: '', kind: Namespace }]";
    expectMarkedFleetProblems(`${project(permits)}${web}${quiet}`, /^argocd/);
    const settings = `
  # file: argocd/cm.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: argocd-cm }, data: { globalProjects: "" } }`;
    expectMarkedFleetProblems(`${project('roles: []')}${web}${quiet}${settings}`, /^argocd/);
  });
});

test('a file beside a kustomization that does not list it', () => {
  const map = (name: string): string =>
    `\n  { apiVersion: v1, kind: ConfigMap, metadata: { name: ${name} } }`;
  expectMarkedFleetProblems(
    `${application('web', 'prod-eu-1')}
  # file: web/kustomization.yaml
  resources:
  - listed.yaml
  # later: - planned.yaml
  generators: [plugin.yaml]
  # file: web/plugin.yaml
  { apiVersion: viaduct.ai/v1, kind: ksops, metadata: { name: a }, files: [secret.enc.yaml] }
  # file: web/listed.yaml${map('listed')}
  # file: web/planned.yaml${map('planned')}
  # file: web/secret.enc.yaml${map('secret')}
  # file: web/example.yaml${map('example')}
  # file: web/values.yaml
  replicas: 1
  # file: web/below/alone.yaml${map('alone')}
  # file: web/lost.yaml${map('lost')}
  # <------------------------------------------------------------- delivery.unlisted-file No kustomization lists \`web/lost.yaml\`, not even the one beside it: nothing of it is delivered.`,
    /^delivery\.unlisted/,
  );
});

describe('bases of other repositories', () => {
  test('that follow a branch are told', () => {
    expectMarkedFleetProblems(
      `
  # file: kustomization.yaml
  resources:
  - https://github.com/acme/base//deploy?ref=main
  # ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ practice.unpinned-remote \`https://github.com/acme/base//deploy?ref=main\` follows \`main\`: what it is changes without a commit here.
  - https://github.com/acme/base//deploy?ref=v1.4.2`,
      /^practice/,
    );
  });

  test.each([
    ['https://github.com/acme/base', 'HEAD'],
    ['github.com/acme/base//a?ref=refs/heads/next', 'refs/heads/next'],
    ['git@github.com:acme/base.git?ref=develop', 'develop'],
    ['https://raw.githubusercontent.com/acme/base/main/all.yaml', 'main'],
    ['https://raw.githubusercontent.com/acme/base/v1.2.0/all.yaml', undefined],
    ['https://github.com/acme/base/releases/latest/download/all.yaml', 'latest'],
    ['https://github.com/acme/base/releases/download/v1.2.0/all.yaml', undefined],
    ['https://github.com/acme/base?ref=2999a91451c6b571654c50163cb413feb79ccf5b', undefined],
    ['../base', undefined],
    ['base/all.yaml', undefined],
  ])('%s follows %s', (address, revision) => {
    expect(unpinnedRevision(address)).toBe(revision);
  });
});
