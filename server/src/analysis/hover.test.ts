import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { hoverAt } from './hover.ts';

/** What the place at the cursor becomes: root, field, value, and whether the place wins. */
function hoverAtCursor(text: string): readonly string[] | undefined {
  const { analysis, fixture } = analyzeFixture(text);
  const { path: file = '', offset = 0 } = fixture.cursor ?? {};
  const hover = completed(hoverAt(analysis, { file, offset }));
  return hover?.fields.map(
    ({ root, resource, field, value, wins }) =>
      `${root}: ${resource} ${field} = ${JSON.stringify(value)}${wins ? '' : ' (overridden)'}`,
  );
}

const overlay = `
  # file: prod/kustomization.yaml
  resources: [../base]
  patches: [{ path: patch.yaml }]
  # file: prod/patch.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { replicas: 5 }
  # file: dev/kustomization.yaml
  resources: [../base]
`;

test('a value in a base shows every root that uses it, and where it is overridden', () => {
  const hover = hoverAtCursor(`
    # file: base/kustomization.yaml
    resources: [web.yaml]
    # file: base/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec: { repl$0icas: 1 }
    ${overlay.trim().replaceAll('\n  ', '\n    ')}
  `);
  expect(hover).toEqual([
    'base: Deployment.apps/web /spec/replicas = 1',
    'dev: Deployment.apps/web /spec/replicas = 1',
    'prod: Deployment.apps/web /spec/replicas = 5 (overridden)',
  ]);
});

test('a place in an inline patch is a place, not its whole text', () => {
  const hover = hoverAtCursor(`
    # file: a/kustomization.yaml
    resources: [web.yaml]
    patches:
    - patch: |-
        apiVersion: apps/v1
        kind: Deployment
        metadata: { name: web }
        spec:
          replicas: 2
          paus$0ed: true
    # file: a/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
  `);
  expect(hover).toEqual(['a: Deployment.apps/web /spec/paused = true']);
});

test('an entry of images shows the containers that it sets', () => {
  const hover = hoverAtCursor(`
    # file: a/kustomization.yaml
    resources: [web.yaml]
    images:
    - name: web
      newTag: "1.2$0"
    # file: a/web.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: web }
    spec: { containers: [{ name: app, image: web }] }
  `);
  expect(hover).toEqual(['a: Pod/web /spec/containers[name=app]/image = "web:1.2"']);
});

test('values of Secrets are masked, those that are overridden as well', () => {
  const { analysis, fixture } = analyzeFixture(`
    # file: base/kustomization.yaml
    resources: [secret.yaml]
    # file: base/secret.yaml
    apiVersion: v1
    kind: Secret
    metadata: { name: login }
    data: { password: bm90$0LWEtc2VjcmV0 }
    # file: top/kustomization.yaml
    resources: [../base]
    patches:
    - patch: |-
        apiVersion: v1
        kind: Secret
        metadata: { name: login }
        stringData: { user: nobody }
        data: { password: b3RoZXI= }
  `);
  const { path: file = '', offset = 0 } = fixture.cursor ?? {};
  const hover = completed(hoverAt(analysis, { file, offset }));
  expect(JSON.stringify(hover)).not.toMatch(/bm90LWEtc2VjcmV0|b3RoZXI=|nobody|not-a-secret/);
  const chains = hover?.fields.map(({ chain }) => chain.map(({ value }) => value));
  expect(chains).toEqual([['•••• A'], ['•••• A', '•••• B']]);
});
