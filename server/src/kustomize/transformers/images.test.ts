import { expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../../test/originsOf.ts';

/** The one image of a Pod behind an entry of `images:`, with its chain. */
function imageAfter(entry: string, image: string): string {
  const rendered = renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    images:
    - ${entry}
    # file: web.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: web }
    spec: { containers: [{ name: app, image: "${image}" }] }
  `);
  return /image: (.*)/.exec(rendered)?.[1] ?? rendered;
}

test.each([
  ['{ name: web, newTag: v2 }', 'web', 'web:v2'],
  ['{ name: web, newTag: v2 }', 'web:v1', 'web:v2'],
  ['{ name: web, newTag: v2 }', 'web@sha256:0a', 'web:v2'],
  ['{ name: web, newTag: v2 }', 'web:v1@sha256:0a', 'web:v2'],
  ['{ name: web, newTag: "1.10" }', 'web:v1', 'web:1.10'],
  ['{ name: web, digest: "sha256:0b" }', 'web:v1', 'web@sha256:0b'],
  ['{ name: web, newTag: v2, digest: "sha256:0b" }', 'web:v1', 'web:v2@sha256:0b'],
  ['{ name: web, newName: shop/web }', 'web:v1@sha256:0a', 'shop/web:v1@sha256:0a'],
  ['{ name: web, newName: shop/web, newTag: v2 }', 'web:v1', 'shop/web:v2'],
  // Each image is visited twice, and the suffix is appended each time.
  ['{ name: web, tagSuffix: -fips }', 'web:v1@sha256:0a', 'web:v1-fips-fips'],
  ['{ name: web, newTag: v2, tagSuffix: -fips }', 'web:v1', 'web:v2'],
  ['{ name: "localhost:5000/web", newTag: v2 }', 'localhost:5000/web:v1', 'localhost:5000/web:v2'],
  ['{ name: "w.*", newTag: v2 }', 'web:v1', 'web:v2'],
  // Who edits the base changes nothing: the entry decides, though it says the same.
  ['{ name: web, newTag: v1 }', 'web:v1', 'web:v1'],
])('%s makes of %s', (entry, image, expected) => {
  expect(imageAfter(entry, image)).toBe(
    `${expected}  # kustomization.yaml:3 images < web.yaml:4 base = "${image}"`,
  );
});

test.each([
  ['{ name: web }', 'web:v1', 'nothing to change'],
  ['{ name: web, newTag: v2 }', 'shop/web:v1', 'the name of another registry'],
  ['{ name: web, newTag: v2 }', 'web2:v1', 'a name that begins alike'],
])('%s leaves %s alone: %s', (entry, image) => {
  expect(imageAfter(entry, image)).toBe(image);
});

test('containers and init containers are found wherever they stand, ephemeral ones are not', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      images: [{ name: web, newTag: v2 }]
      # file: web.yaml
      apiVersion: example.com/v1
      kind: Anything
      metadata: { name: web }
      deep:
      - initContainers: [{ image: web:v1 }]
        containers: [{ image: web }, { image: other }]
        ephemeralContainers: [{ image: web:v1 }]
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: example.com/v1
    deep:
    - containers:
      - image: web:v2  # kustomization.yaml:2 images < web.yaml:6 base = "web"
      - image: other
      ephemeralContainers:
      - image: web:v1
      initContainers:
      - image: web:v2  # kustomization.yaml:2 images < web.yaml:5 base = "web:v1"
    kind: Anything
    metadata:
      name: web"
  `);
});

test('an image volume is set by the default fields', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      images: [{ name: data, newTag: v2 }]
      # file: web.yaml
      apiVersion: v1
      kind: Pod
      metadata: { name: web }
      spec: { volumes: [{ name: data, image: { reference: data:v1 } }] }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Pod
    metadata:
      name: web
    spec:
      volumes:
      - image:
          reference: data:v2  # kustomization.yaml:2 images < web.yaml:4 base = "data:v1"
        name: data"
  `);
});

test('configurations name more fields', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      configurations: [images.yaml]
      images: [{ name: web, newTag: v2 }]
      # file: images.yaml
      images: [{ kind: Site, path: spec/runner }]
      # file: web.yaml
      apiVersion: example.com/v1
      kind: Site
      metadata: { name: web }
      spec: { runner: web:v1 }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: example.com/v1
    kind: Site
    metadata:
      name: web
    spec:
      runner: web:v2  # kustomization.yaml:3 images < web.yaml:4 base = "web:v1""
  `);
});

test('a definition of a custom resource is left alone', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [crd.yaml]
      images: [{ name: web, newTag: v2 }]
      # file: crd.yaml
      apiVersion: apiextensions.k8s.io/v1
      kind: CustomResourceDefinition
      metadata: { name: sites.example.com }
      spec: { containers: [{ image: web:v1 }] }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: apiextensions.k8s.io/v1
    kind: CustomResourceDefinition
    metadata:
      name: sites.example.com
    spec:
      containers:
      - image: web:v1
    note: kustomization.yaml:2 kustomize.image-matches-nothing: No container uses the image \`web\`: the entry does nothing."
  `);
});

test('of two entries and two layers the last one wins, and all are in the chain', () => {
  expect(
    renderFixture(`
      # file: base/kustomization.yaml
      resources: [web.yaml]
      images:
      - name: web
        newTag: v2
      # file: base/web.yaml
      apiVersion: v1
      kind: Pod
      metadata: { name: web }
      spec: { containers: [{ name: app, image: web:v1 }] }
      # file: prod/kustomization.yaml
      resources: [../base]
      images:
      - name: web
        newName: shop/web
      - name: shop/web
        newTag: v3
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Pod
    metadata:
      name: web
    spec:
      containers:
      - image: shop/web:v3  # prod/kustomization.yaml:6 images < prod/kustomization.yaml:4 images = "shop/web:v2" < base/kustomization.yaml:4 images = "web:v2" < base/web.yaml:4 base = "web:v1"
        name: app"
  `);
});

test('imageTags still works', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      imageTags:
      - name: web
        newTag: v2
      # file: web.yaml
      apiVersion: v1
      kind: Pod
      metadata: { name: web }
      spec: { containers: [{ name: app, image: web:v1 }] }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Pod
    metadata:
      name: web
    spec:
      containers:
      - image: web:v2  # kustomization.yaml:4 images < web.yaml:4 base = "web:v1"
        name: app
    note: kustomization.yaml:2 kustomization.deprecated-field: \`imageTags\` is deprecated; use \`images\`."
  `);
});

test.each([
  ['wep', 'Is it `web`?'],
  ['prod.example.com/web', 'Is it `web`?'],
  ['cart', 'the entry does nothing.'],
])('an entry for %s matches nothing: %s', (name, hint) => {
  const rendered = renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    images:
    - newTag: v2
      name: ${name}
    # file: web.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: web }
    spec: { containers: [{ name: app, image: web:v1 }, { name: aside, image: envoy:v1 }] }
  `);
  const note = /note: (\S+) (\S+): (.*)/.exec(rendered)?.slice(1);
  expect(note).toEqual([
    'kustomization.yaml:4',
    expect.stringMatching(/^kustomize.image-matches-nothing/),
    expect.stringContaining(hint),
  ]);
});

test.each(['(web', 'web(?=x)'])('%s is no regular expression where images are', (name) => {
  const findings = findingsInFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    images:
    - newTag: v2
      name: ${name}
    # file: web.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: web }
    spec: { containers: [{ image: a }, { image: b }] }
  `);
  expect(findings).toEqual([
    expect.stringMatching(/^fails: kustomization.yaml:4 kustomize.bad-image-name/),
  ]);
});

test('where no images are, nobody reads the name', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      images: [{ name: (web, newTag: v2 }]
    `),
  ).toMatchInlineSnapshot(
    `"note: kustomization.yaml:1 kustomize.image-matches-nothing: No container uses the image \`(web\`: the entry does nothing."`,
  );
});

test('what stands where an image belongs has to be a text', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      images: [{ name: web, newTag: v2 }]
      # file: web.yaml
      apiVersion: v1
      kind: Pod
      metadata: { name: web }
      spec: { containers: [{ name: app, image: { name: web } }] }
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Pod
    metadata:
      name: web
    spec:
      containers:
      - image:
          name: web
        name: app
    fails: kustomization.yaml:2 kustomize.wrong-node-kind: A scalar is expected here, not a map.
    note: kustomization.yaml:2 kustomize.image-matches-nothing: No container uses the image \`web\`: the entry does nothing."
  `);
});
