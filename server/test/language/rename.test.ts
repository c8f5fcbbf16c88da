import { describe, expect, test } from 'vitest';
import { ResponseError } from 'vscode-languageserver';
import { prepareRename, rename } from '../../src/lsp/rename.ts';
import { editedFiles, nobodyStops, openFixture, withWindowsLines } from '../languageSession.ts';

/** The lines that a rename at the cursor writes anew, or why there is none; then what the user is told. */
async function renameAtCursor(text: string, newName: string): Promise<readonly string[]> {
  const opened = openFixture(text);
  const { path = '', line = 0, column: character = 0 } = opened.fixture.cursor ?? {};
  const parameters = { textDocument: { uri: opened.uriOf(path) }, position: { line, character } };
  const prepared = await prepareRename(opened.session, parameters, nobodyStops());
  if (prepared instanceof ResponseError) return [`! ${prepared.message}`];
  if (prepared === null) return ['! nothing'];
  const edit = await rename(opened.session, { ...parameters, newName }, nobodyStops());
  if (edit instanceof ResponseError) return [`! ${edit.message}`];
  return [...changedLines(opened.fixture.files, editedFiles(opened, edit)), ...opened.warnings];
}

/** The lines that are other than before, each with its file. */
function changedLines(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): readonly string[] {
  return [...after].flatMap(([path, text]) => {
    const old = before.get(path)?.split('\n') ?? [];
    return text
      .split('\n')
      .flatMap((one, index) => (one === old[index] ? [] : [`${path}:${index + 1} ${one.trim()}`]));
  });
}

const layers = `
  # file: base/kustomization.yaml
  resources: [web.yaml, service.yaml, ingress.yaml] # all of it
  # file: base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { template: { spec: { serviceAccountName: web, containers: [{ name: web, image: web:1 }] } } }
  # file: base/service.yaml
  apiVersion: v1
  kind: Service
  metadata:
    name: web-http # the door
  # file: base/ingress.yaml
  apiVersion: networking.k8s.io/v1
  kind: Ingress
  metadata: { name: web }
  spec: { rules: [{ http: { paths: [{ backend: { service: { name: web-http } } }] } }] }
  # file: prod/kustomization.yaml
  namePrefix: shop-
  resources: [../base]
  replicas: [{ name: web, count: 3 }]
  patches:
  - target: { kind: Service, name: web-http }
    patch: '[{ "op": "add", "path": "/spec", "value": { "type": "LoadBalancer" } }]'
  - path: patch.yaml
  # file: prod/patch.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { paused: true }
  # file: top/kustomization.yaml
  resources: [../prod]
  patches:
  - patch: |-
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        name: shop-web
      spec:
        minReadySeconds: 5
`.trimEnd();

function layersWith(before: string, after: string): string {
  expect(layers).toContain(before);
  return layers.replace(before, after);
}

describe('renaming an object', () => {
  test('in a base renames the patches of every layer, with the prefixes that they see', async () => {
    const text = layersWith(
      'metadata: { name: web }\n  spec: { template',
      'metadata: { name: we$0b }\n  spec: { template',
    );
    expect(await renameAtCursor(text, 'front')).toEqual([
      'base/web.yaml:3 metadata: { name: front }',
      'prod/kustomization.yaml:3 replicas: [{ name: front, count: 3 }]',
      'prod/patch.yaml:3 metadata: { name: front }',
      'top/kustomization.yaml:7 name: shop-front',
    ]);
  });

  test('takes references and selectors along, and leaves comments where they are', async () => {
    const text = layersWith('name: web-http # the door', 'name: web$0-http # the door');
    expect(await renameAtCursor(text, 'door')).toEqual([
      'base/service.yaml:4 name: door # the door',
      'base/ingress.yaml:4 spec: { rules: [{ http: { paths: [{ backend: { service: { name: door } } }] } }] }',
      'prod/kustomization.yaml:5 - target: { kind: Service, name: door }',
    ]);
  });

  test('keeps lines that end as on Windows', async () => {
    const text = layersWith('name: web-http # the door', 'name: web$0-http # the door');
    expect(await renameAtCursor(withWindowsLines(text), 'door')).toEqual(
      await renameAtCursor(text, 'door'),
    );
  });

  test('can start at a patch, and at a name with a prefix', async () => {
    const text = layersWith('name: shop-web', 'name: shop$0-web');
    expect(await renameAtCursor(text, 'shop-front')).toHaveLength(4);
    expect(await renameAtCursor(text, 'other-front')).toEqual(['! Kubernetes takes no such name.']);
  });

  test('renames references that only a configuration of a layer tells', async () => {
    const files = `
      # file: base/kustomization.yaml
      resources: [all.yaml]
      # file: base/all.yaml
      apiVersion: example.com/v1
      kind: Route
      metadata: { name: web }
      spec: { door: web-http }
      ---
      apiVersion: v1
      kind: Service
      metadata: { name: web-h$0ttp }
      # file: prod/kustomization.yaml
      namePrefix: prod-
      resources: [../base]
      configurations: [references.yaml]
      # file: prod/references.yaml
      nameReference:
      - kind: Service
        fieldSpecs: [{ kind: Route, path: spec/door }]
    `;
    expect(await renameAtCursor(files, 'door')).toEqual([
      'base/all.yaml:4 spec: { door: door }',
      'base/all.yaml:8 metadata: { name: door }',
    ]);
  });
  test('of a generator renames what uses the ConfigMap, whose hash is another one then', async () => {
    const files = `
      # file: a/kustomization.yaml
      resources: [pod.yaml]
      configMapGenerator:
      - name: sett$0ings
        literals: [A=1]
      # file: a/pod.yaml
      apiVersion: v1
      kind: Pod
      metadata: { name: web }
      spec: { containers: [{ name: web, envFrom: [{ configMapRef: { name: settings } }] }] }
    `;
    expect(await renameAtCursor(files, 'config')).toEqual([
      'a/kustomization.yaml:3 - name: config',
      'a/pod.yaml:4 spec: { containers: [{ name: web, envFrom: [{ configMapRef: { name: config } }] }] }',
    ]);
  });

  test('is refused where another object has the name', async () => {
    const files = `
      # file: a/kustomization.yaml
      resources: [a.yaml, b.yaml]
      # file: a/a.yaml
      apiVersion: v1
      kind: Service
      metadata: { name: on$0e }
      # file: a/b.yaml
      apiVersion: v1
      kind: Service
      metadata: { name: two }
    `;
    expect(await renameAtCursor(files, 'two')).toEqual([expect.stringMatching(/^! /)]);
    expect(await renameAtCursor(files, 'three')).toHaveLength(1);
  });

  test('is refused where more than the name would change', async () => {
    const files = `
      # file: a/kustomization.yaml
      resources: [a.yaml]
      replacements:
      - source: { kind: Service, name: one, fieldPath: metadata.name }
        targets: [{ select: { kind: Service }, fieldPaths: [metadata.annotations.of], options: { create: true } }]
      patches:
      - target: { kind: Service, name: o.* }
        patch: '[{ "op": "add", "path": "/spec", "value": { "type": "LoadBalancer" } }]'
      # file: a/a.yaml
      apiVersion: v1
      kind: Service
      metadata: { name: on$0e }
    `;
    expect(await renameAtCursor(files, 'three')).toEqual([
      '! More than the name would change in a: Service/one.',
    ]);
  });

  test('tells texts that still say the old name as a host', async () => {
    const files = `
      # file: a/kustomization.yaml
      resources: [a.yaml]
      configMapGenerator:
      - name: settings
        literals: ["URL=http://cache:6379", "OTHER=http://cache-two:1"]
      # file: a/a.yaml
      apiVersion: v1
      kind: Service
      metadata: { name: cac$0he }
    `;
    expect(await renameAtCursor(files, 'store')).toEqual([
      'a/a.yaml:3 metadata: { name: store }',
      'One text still says cache, such as a/kustomization.yaml:4.',
    ]);
  });

  test('is refused for what a controller would delete and create again', async () => {
    const files = `
      # file: apps/app.yaml
      apiVersion: argoproj.io/v1alpha1
      kind: Application
      metadata: { name: we$0b, namespace: argocd }
    `;
    expect(await renameAtCursor(files, 'front')).toEqual([
      '! With another name, the controller would delete what this delivers and create it again.',
    ]);
  });

  test.each([
    ['Web', 'Kubernetes takes no such name.'],
    ['a b', 'Kubernetes takes no such name.'],
    ['-a', 'Kubernetes takes no such name.'],
    ['', 'Kubernetes takes no such name.'],
  ])('to %j is refused', async (name, reason) => {
    const text = layersWith('name: web-http # the door', 'name: web$0-http # the door');
    expect(await renameAtCursor(text, name)).toEqual([`! ${reason}`]);
  });

  test('is not offered where no name stands', async () => {
    const text = layersWith('minReadySeconds', 'min$0ReadySeconds');
    expect(await renameAtCursor(text, 'x')).toEqual(['! nothing']);
  });

  test('is refused where a controller patches by the old name', async () => {
    const files = `
      # file: flux/apps.yaml
      apiVersion: kustomize.toolkit.fluxcd.io/v1
      kind: Kustomization
      metadata: { name: apps, namespace: flux-system }
      spec:
        path: ./apps
        sourceRef: { kind: GitRepository, name: flux-system }
        patches:
        - target: { kind: Deployment, name: web }
          patch: '[{ "op": "add", "path": "/spec", "value": { "replicas": 3 } }]'
      # file: flux/gotk-sync.yaml
      apiVersion: source.toolkit.fluxcd.io/v1
      kind: GitRepository
      metadata: { name: flux-system, namespace: flux-system }
      spec: { url: 'https://git.example.com/a/b' }
      # file: apps/kustomization.yaml
      resources: [web.yaml]
      # file: apps/web.yaml
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: we$0b }
    `;
    expect(await renameAtCursor(files, 'front')).toEqual([
      expect.stringMatching(/^! More than the name would change in Kustomization/),
    ]);
  });

  test('of a project renames the Applications that belong to it', async () => {
    const files = `
      # file: argocd/project.yaml
      apiVersion: argoproj.io/v1alpha1
      kind: AppProject
      metadata: { name: sh$0op, namespace: argocd }
      # file: argocd/app.yaml
      apiVersion: argoproj.io/v1alpha1
      kind: Application
      metadata: { name: web, namespace: argocd }
      spec: { project: shop }
    `;
    expect(await renameAtCursor(files, 'store')).toEqual([
      'argocd/project.yaml:3 metadata: { name: store, namespace: argocd }',
      'argocd/app.yaml:4 spec: { project: store }',
    ]);
  });
});
