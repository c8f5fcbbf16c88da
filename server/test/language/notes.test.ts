import { describe, expect, test } from 'vitest';
import { inlayHint, lineNotes } from '../../src/lsp/lineNotes.ts';
import { nobodyStops, openFixture } from '../languageSession.ts';
import { parseFixture } from '../fixture.ts';

/** Checks that the marked lines of a fixture, and no others of its marked files, have the notes that the marks say. */
async function expectNotes(text: string): Promise<void> {
  const opened = openFixture(text);
  const { marks } = parseFixture(text);
  for (const path of new Set(marks.map((mark) => mark.path))) {
    const { notes } = await lineNotes(opened.session, { uri: opened.uriOf(path) }, nobodyStops());
    const told = notes.map(({ line, text: note }) => `${path}:${line} ${note}`);
    const wanted = marks
      .filter((mark) => mark.path === path && mark.note !== '')
      .map(({ line, note }) => `${path}:${line} ${note}`);
    expect(told).toEqual(wanted);
  }
}

describe('what other layers put over a value', () => {
  test('stands behind its line, those on most clusters first', async () => {
    await expectNotes(`
      # file: base/kustomization.yaml
      resources: [web.yaml]
      # file: base/web.yaml
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec:
        replicas: 1
        # ^^^^^^ note env/prod/kustomization.yaml:2 sets 5 on 2 clusters, and 1 more
        paused: false
        template: { spec: { containers: [{ name: app, image: web:1 }] } }
      # file: env/prod/kustomization.yaml
      resources: [../../base]
      replicas: [{ name: web, count: 5 }]
      # file: env/stage/kustomization.yaml
      resources: [../../base]
      replicas: [{ name: web, count: 3 }]
      # file: env/dev/kustomization.yaml
      resources: [../../base]
      # file: argocd/set.yaml
      apiVersion: argoproj.io/v1alpha1
      kind: ApplicationSet
      metadata: { name: web, namespace: argocd }
      spec:
        generators:
        - list: { elements: [{ cluster: eu, path: prod }, { cluster: us, path: prod }, { cluster: st, path: stage }] }
        template:
          metadata: { name: 'web-{{cluster}}' }
          spec:
            project: default
            source: { repoURL: 'https://git.example.com/a/b', path: 'env/{{path}}' }
            destination: { name: '{{cluster}}', namespace: web }
    `);
  });

  test('counts roots where nothing is delivered, and says nothing of a value that stands', async () => {
    await expectNotes(`
      # file: base/kustomization.yaml
      resources: [web.yaml]
      # file: base/web.yaml
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec: { replicas: 1 }
      # ^^^^^ note prod/patch.yaml:4 sets 5 in 1 root
      # file: prod/kustomization.yaml
      resources: [../base]
      patches: [{ path: patch.yaml }]
      # file: prod/patch.yaml
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec: { replicas: 5 }
      # ^^^^^ note
    `);
  });

  test('does not tell the value of a Secret', async () => {
    await expectNotes(`
      # file: base/kustomization.yaml
      resources: [login.yaml]
      # file: base/login.yaml
      apiVersion: v1
      kind: Secret
      metadata: { name: login }
      stringData: { password: not-a-secret }
      # ^^^^^^^^^ note prod/kustomization.yaml:7 sets another value in 1 root
      # file: prod/kustomization.yaml
      resources: [../base]
      patches:
      - patch: |-
          apiVersion: v1
          kind: Secret
          metadata: { name: login }
          stringData: { password: no-secret-either }
    `);
  });
});

test('inlay hints are for those who ask for them', async () => {
  const { session, uriOf } = openFixture(`
    # file: base/kustomization.yaml
    resources: [a.yaml]
    # file: base/a.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: a }
    data: { key: one }
    # file: prod/kustomization.yaml
    resources: [../base]
    # file: stage/kustomization.yaml
    resources: [../base]
    patches:
    - target: { kind: ConfigMap }
      patch: '[{ "op": "replace", "path": "/data/key", "value": "two" }]'
  `);
  const textDocument = { uri: uriOf('base/a.yaml') };
  const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };
  expect(await inlayHint(session, { textDocument, range }, nobodyStops())).toBeNull();
  const asking = { ...session, options: { trusted: false, inlayHints: true } };
  expect(await inlayHint(asking, { textDocument, range }, nobodyStops())).toEqual([
    {
      position: { line: 3, character: 16 },
      label: 'stage/kustomization.yaml:4 sets two in 1 root',
      paddingLeft: true,
    },
  ]);
});
