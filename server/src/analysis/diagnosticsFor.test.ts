import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { diagnosticsFor } from './diagnosticsFor.ts';

/** The marks that a fixture should have: `path:line:start-end code`. */
function check(text: string): void {
  const { analysis, fixture } = analyzeFixture(text);
  const found = [...fixture.files.keys()].flatMap((file) =>
    completed(diagnosticsFor(analysis, file)).map(({ code, range }) => {
      const { start, end } = range ?? { start: undefined, end: undefined };
      return `${file}:${start?.line}:${start?.column}-${end?.column} ${code}`;
    }),
  );
  const marked = fixture.marks.map(
    ({ path, line, startColumn, endColumn, code }) =>
      `${path}:${line}:${startColumn}-${endColumn} ${code}`,
  );
  expect(found).toEqual(marked);
}

test('a failure of a base stands once, at its own place', () => {
  check(`
    # file: base/kustomization.yaml
    resources:
    - missing.yaml
    # ^^^^^^^^^^^^ kustomize.file-not-found
    # file: a/kustomization.yaml
    resources: [../base]
    # file: b/kustomization.yaml
    resources: [../base]
  `);
});

test('an entry of a component that one root uses is in use', () => {
  check(`
    # file: part/kustomization.yaml
    apiVersion: kustomize.config.k8s.io/v1alpha1
    kind: Component
    images:
    - name: web
      newTag: "2"
    - name: nothing-at-all
    #       ^^^^^^^^^^^^^^ kustomize.image-matches-nothing
      newTag: "2"
    # file: a/kustomization.yaml
    resources: [web.yaml]
    components: [../part]
    # file: a/web.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: web }
    spec: { containers: [{ name: app, image: web }] }
    # file: b/kustomization.yaml
    resources: [other.yaml]
    components: [../part]
    # file: b/other.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: other }
    spec: { containers: [{ name: app, image: quite-different }] }
  `);
});

test('text that cannot be read is marked where reading stops', () => {
  check(`
    # file: a/kustomization.yaml
    resources: [broken.yaml]
    # file: a/broken.yaml
    kind: ConfigMap
    metadata: { name: a
    data: b: c
    #   ^^^^^^ kustomize.yaml-syntax
  `);
});

test('an object without a name is marked at its first line', () => {
  check(`
    # file: a/kustomization.yaml
    resources: [nameless.yaml]
    # file: a/nameless.yaml
    kind: ConfigMap
    # <--------------- kustomize.missing-name
    data: { a: b }
  `);
});

test('two kustomization files are a failure of both', () => {
  check(`
    # file: a/kustomization.yaml
    namePrefix: a-
    # <-------------- kustomize.two-kustomization-files
    # file: a/kustomization.yml
    namePrefix: b-
    # <-------------- kustomize.two-kustomization-files
  `);
});
