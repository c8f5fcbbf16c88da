import { describe, expect, test } from 'vitest';
import { hoverAtCursor } from './hoverText.ts';

const fleet = `
# file: .strata/clusters.yaml
clusters:
- { name: prod-eu-1, server: https://eu.example.com, environment: production, wave: 3 }
- { name: prod-us-1, environment: production, wave: 3 }
- { name: stage-1, environment: staging, wave: 2 }
- { name: stage-2, environment: staging, wave: 2 }
- { name: dev-1, environment: dev, wave: 1 }
# file: argocd/apps.yaml
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: shop, namespace: argocd }
spec:
  generators:
  - list:
      elements:
      - { cluster: prod-eu-1, path: prod }
      - { cluster: prod-us-1, path: prod }
      - { cluster: stage-1, path: stage }
      - { cluster: stage-2, path: stage }
      - { cluster: dev-1, path: dev }
  template:
    metadata: { name: 'shop-{{cluster}}' }
    spec:
      project: default
      source: { repoURL: 'https://git.example.com/a/b', path: 'overlays/{{path}}' }
      destination: { name: '{{cluster}}', namespace: shop }
# file: overlays/prod/kustomization.yaml
resources: [../../base]
patches: [{ path: patch.yaml }]
# file: overlays/prod/patch.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { replicas: 5 }
# file: overlays/stage/kustomization.yaml
resources: [../../base]
replicas:
- name: web
  count: 3
images:
- name: web
  newTag: "1.5"
# file: overlays/dev/kustomization.yaml
resources: [../../base]
# file: base/kustomization.yaml
resources: [web.yaml]
configMapGenerator:
- name: settings
  literals: [A=1, B=2]
# file: base/web.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  replicas: 1
  template:
    spec:
      containers:
      - name: app
        image: web:1.4
`;

/** The fleet with the cursor before a text of one of its files. */
function fleetAt(before: string): string {
  const at = fleet.indexOf(before);
  if (at < 0) throw new Error(`The fleet has no ${before}`);
  return `${fleet.slice(0, at)}$0${fleet.slice(at)}`;
}

describe('a hover', () => {
  test('on a value tells what it is on each cluster, production first', async () => {
    expect(await hoverAtCursor(fleetAt('replicas: 1'))).toMatchInlineSnapshot(`
      "**replicas** · effective on 5 clusters
      ≠ prod-eu-1, prod-us-1 · \`5\` · overlays/prod/patch.yaml:4
      ≠ staging (2) · \`3\` · overlays/stage/kustomization.yaml:4
      dev-1 · \`1\` · here
      Chain on prod-eu-1: web.yaml:5 = \`1\` → overlays/prod/patch.yaml:4 = \`5\`"
    `);
  });
  test('on a value of a patch tells the clusters that get it, and what it replaces', async () => {
    expect(await hoverAtCursor(fleetAt('replicas: 5'))).toMatchInlineSnapshot(`
      "**replicas** · effective on 2 clusters
      prod-eu-1, prod-us-1 · \`5\` · here
      Chain on prod-eu-1: base/web.yaml:5 = \`1\` → patch.yaml:4 = \`5\`"
    `);
  });
  test('on an entry of images tells what it makes of the image', async () => {
    expect(await hoverAtCursor(fleetAt('newTag: "1.5"'))).toMatchInlineSnapshot(`
      "**web** · effective on 2 clusters
      staging (2) · \`web:1.5\` · here
      Chain on stage-1: base/web.yaml:10 = \`web:1.4\` → kustomization.yaml:7 = \`web:1.5\`"
    `);
  });
  test('on an image tells which clusters run another one', async () => {
    expect(await hoverAtCursor(fleetAt('image: web:1.4'))).toMatchInlineSnapshot(`
      "**image** · effective on 5 clusters
      prod-eu-1, prod-us-1, dev-1 · \`web:1.4\` · here
      ≠ staging (2) · \`web:1.5\` · overlays/stage/kustomization.yaml:7"
    `);
  });
  test('on a path tells what it leads to, and who gets it', async () => {
    expect(await hoverAtCursor(fleetAt('../base]\npatches'))).toMatchInlineSnapshot(`
      "base · base · 2 objects · 3 roots build on it · 5 clusters
      \`ConfigMap/settings-66h9cbh964\`, \`Deployment.apps/web\`"
    `);
  });
  test('on the path of a patch tells what it changes in each object', async () => {
    expect(await hoverAtCursor(fleetAt('patch.yaml }]'))).toMatchInlineSnapshot(`
      "overlays/prod/patch.yaml · 1 object · 2 clusters
      \`Deployment.apps/web\`
      changes 1 object
      \`Deployment.apps/web\` /spec/replicas \`1\` → \`5\`"
    `);
  });
  test('on a generator tells the object that it makes, with its hash, and its keys', async () => {
    expect(await hoverAtCursor(fleetAt('settings\n'))).toMatchInlineSnapshot(`
      "makes 1 object
      \`ConfigMap/settings-66h9cbh964\` · \`A\`, \`B\`"
    `);
  });
  test('on the name of a cluster tells its row of the register', async () => {
    expect(await hoverAtCursor(fleetAt('eu-1, path: prod'))).toMatchInlineSnapshot(`
      "**prod-eu-1** · production · wave 3
      \`https://eu.example.com\` · .strata/clusters.yaml:2
      1 application"
    `);
  });
  test('on the generators of an ApplicationSet tells what they expand to', async () => {
    expect(await hoverAtCursor(fleetAt('elements:'))).toMatchInlineSnapshot(`
      "5 applications
      \`shop-prod-eu-1\` · prod-eu-1 · overlays/prod
      \`shop-prod-us-1\` · prod-us-1 · overlays/prod
      \`shop-stage-1\` · stage-1 · overlays/stage
      \`shop-stage-2\` · stage-2 · overlays/stage
      \`shop-dev-1\` · dev-1 · overlays/dev"
    `);
  });
});
