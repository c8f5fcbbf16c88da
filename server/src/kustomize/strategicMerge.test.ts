import { describe, expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../test/originsOf.ts';

/** The `spec` of a Deployment behind a patch of it, both in flow style: `web.yaml:4` and `patch.yaml:4`. */
function merged(
  target: string,
  patch: string,
  apiVersion = 'apps/v1',
  kind = 'Deployment',
): string {
  const rendered = renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    patches: [{ path: patch.yaml }]
    # file: web.yaml
    apiVersion: ${apiVersion}
    kind: ${kind}
    metadata: { name: web }
    spec: ${target}
    # file: patch.yaml
    apiVersion: ${apiVersion}
    kind: ${kind}
    metadata: { name: web }
    spec: ${patch}
  `);
  const start = rendered.indexOf('spec:');
  return start < 0 ? 'no spec' : rendered.slice(start);
}

describe('maps', () => {
  test('take what is new, keep what is old, and remember what the patch repeats', () => {
    expect(
      merged(
        '{ replicas: 1, paused: true, old: a }',
        '{ replicas: 2, paused: true, new: { b: c } }',
      ),
    ).toMatchInlineSnapshot(`
      "spec:
        new:  # patch.yaml:4 patch
          b: c  # patch.yaml:4 patch
        old: a
        paused: true  # patch.yaml:4 patch < web.yaml:4 base = true
        replicas: 2  # patch.yaml:4 patch < web.yaml:4 base = 1"
    `);
  });

  test('lose a field that the patch sets to null', () => {
    expect(merged('{ replicas: 1, template: { a: b } }', '{ template: null, none: null }'))
      .toMatchInlineSnapshot(`
      "spec:
        replicas: 1"
    `);
  });

  test('lose nulls of their own that have no text', () => {
    expect(merged('{ a: , b: ~, c: null, d: {}, e: [] }', '{ f: g }')).toMatchInlineSnapshot(`
      "spec:
        b: null
        c: null
        d: {}
        e: []
        f: g  # patch.yaml:4 patch"
    `);
  });

  test('are made where a null was', () => {
    expect(merged('{ template: null }', '{ template: { a: b } }')).toMatchInlineSnapshot(`
      "spec:
        template:  # patch.yaml:4 patch < web.yaml:4 base = null
          a: b  # patch.yaml:4 patch"
    `);
  });

  test('keep the style of a text, whose type is that of the patch', () => {
    expect(merged(`{ a: "1", b: 2, c: true }`, `{ a: 2, b: "2", c: "true" }`))
      .toMatchInlineSnapshot(`
      "spec:
        a: "2"  # patch.yaml:4 patch < web.yaml:4 base = "1"
        b: "2"  # patch.yaml:4 patch < web.yaml:4 base = 2
        c: "true"  # patch.yaml:4 patch < web.yaml:4 base = true"
    `);
  });

  test('do not fit in place of a list or a text', () => {
    expect(merged('{ template: { a: b } }', '{ template: [c] }')).toMatchInlineSnapshot(`
      "spec:
        template:
          a: b
      fails: patch.yaml:4 kustomize.wrong-node-kind: A map is expected here, not a sequence."
    `);
  });
});

describe('lists of texts', () => {
  test('are replaced as a whole', () => {
    expect(
      merged(
        '{ template: { spec: { containers: [{ name: app, args: [a, b] }] } } }',
        '{ template: { spec: { containers: [{ name: app, args: [b, c] }] } } }',
      ),
    ).toMatchInlineSnapshot(`
      "spec:
        template:
          spec:
            containers:
            - args:  # patch.yaml:4 patch < web.yaml:4 base
              - b  # patch.yaml:4 patch
              - c  # patch.yaml:4 patch
              name: app"
    `);
  });

  test('are joined where Kubernetes says so, the patch first', () => {
    const rendered = renderFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      patches: [{ path: patch.yaml }]
      # file: web.yaml
      apiVersion: v1
      kind: Pod
      metadata: { name: web, finalizers: [a, b] }
      # file: patch.yaml
      apiVersion: v1
      kind: Pod
      metadata:
        name: web
        finalizers:
        - c
        - b
    `);
    expect(rendered).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: Pod
      metadata:
        finalizers:
        - c  # patch.yaml:6 patch
        - b
        - a
        name: web"
    `);
  });
});

describe('lists of maps', () => {
  test('are merged by their key, new items first', () => {
    expect(
      merged(
        '{ template: { spec: { containers: [{ name: app, image: a }, { name: aside, image: b }] } } }',
        '{ template: { spec: { containers: [{ name: new, image: d }, { name: aside, image: c }] } } }',
      ),
    ).toMatchInlineSnapshot(`
      "spec:
        template:
          spec:
            containers:
            - image: d  # patch.yaml:4 patch
              name: new  # patch.yaml:4 patch
            - image: c  # patch.yaml:4 patch < web.yaml:4 base = "b"
              name: aside
            - image: a
              name: app"
    `);
  });

  test('are merged by two keys', () => {
    expect(
      merged(
        '{ ports: [{ port: 80, protocol: TCP, name: a }, { port: 80, protocol: UDP, name: b }] }',
        '{ ports: [{ port: 80, protocol: UDP, name: c }] }',
        'v1',
        'Service',
      ),
    ).toMatchInlineSnapshot(`
      "spec:
        ports:
        - name: a
          port: 80
          protocol: TCP
        - name: c  # patch.yaml:4 patch < web.yaml:4 base = "b"
          port: 80
          protocol: UDP"
    `);
  });

  test('are replaced as a whole where their kind is unknown, which is said', () => {
    expect(
      merged(
        '{ items: [{ name: a, size: 1 }, { name: b, size: 2 }] }',
        '{ items: [{ name: a, size: 3 }] }',
        'example.com/v1',
        'Site',
      ),
    ).toMatchInlineSnapshot(`
      "spec:
        items:  # patch.yaml:4 patch < web.yaml:4 base
        - name: a  # patch.yaml:4 patch
          size: 3  # patch.yaml:4 patch
      note: patch.yaml:4 kustomize.list-replaced: The patch replaces the whole list in Site.example.com/web: its items have no merge key."
    `);
  });

  test('are made where nothing was', () => {
    expect(merged('{}', '{ template: { spec: { containers: [{ name: app, image: a }] } } }'))
      .toMatchInlineSnapshot(`
      "spec:
        template:  # patch.yaml:4 patch
          spec:  # patch.yaml:4 patch
            containers:  # patch.yaml:4 patch
            - image: a  # patch.yaml:4 patch
              name: app  # patch.yaml:4 patch"
    `);
  });

  test('stay where the patch has an empty one', () => {
    expect(
      merged(
        '{ template: { spec: { containers: [{ name: app, image: a }] } } }',
        '{ template: { spec: { containers: [] } } }',
      ),
    ).toMatchInlineSnapshot(`
      "spec:
        template:
          spec:
            containers:
            - image: a
              name: app
      note: kustomization.yaml:2 kustomize.patch-changes-nothing: The patch changes nothing in Deployment.apps/web."
    `);
  });

  test('lose an item that the patch deletes', () => {
    expect(
      merged(
        '{ template: { spec: { containers: [{ name: app, image: a }, { name: aside, image: b }] } } }',
        '{ template: { spec: { containers: [{ name: app, $patch: delete }] } } }',
      ),
    ).toMatchInlineSnapshot(`
      "spec:
        template:
          spec:
            containers:
            - image: b
              name: aside"
    `);
  });

  test('are replaced where an item of the patch says so', () => {
    expect(
      merged(
        '{ template: { spec: { containers: [{ name: app, image: a }, { name: aside, image: b }] } } }',
        '{ template: { spec: { containers: [{ $patch: replace }, { name: new, image: c }] } } }',
      ),
    ).toMatchInlineSnapshot(`
      "spec:
        template:
          spec:
            containers:  # patch.yaml:4 patch < web.yaml:4 base
            - image: c  # patch.yaml:4 patch
              name: new  # patch.yaml:4 patch"
    `);
  });

  test('are deleted where an item of the patch says so', () => {
    expect(
      merged(
        '{ template: { spec: { containers: [{ name: app, image: a }] } }, replicas: 1 }',
        '{ template: { spec: { containers: [{ $patch: delete }] } } }',
      ),
    ).toMatchInlineSnapshot(`
      "spec:
        replicas: 1
        template:
          spec: {}"
    `);
  });
});

describe('$patch', () => {
  test('delete removes a map', () => {
    expect(merged('{ template: { a: b }, c: d }', '{ template: { $patch: delete } }'))
      .toMatchInlineSnapshot(`
      "spec:
        c: d"
    `);
  });

  test('replace takes the map of the patch alone', () => {
    expect(merged('{ template: { a: b, c: d } }', '{ template: { $patch: replace, c: e } }'))
      .toMatchInlineSnapshot(`
      "spec:
        template:  # patch.yaml:4 patch < web.yaml:4 base
          c: e  # patch.yaml:4 patch"
    `);
  });

  test('merge says what happens anyway', () => {
    expect(merged('{ template: { a: b, c: d } }', '{ template: { $patch: merge, c: e } }'))
      .toMatchInlineSnapshot(`
      "spec:
        template:
          a: b
          c: e  # patch.yaml:4 patch < web.yaml:4 base = "d""
    `);
  });

  test('is not printed where nothing is to be merged with', () => {
    expect(merged('{}', '{ template: { a: { $patch: replace, b: c } } }')).toMatchInlineSnapshot(`
      "spec:
        template:  # patch.yaml:4 patch
          a:  # patch.yaml:4 patch
            b: c  # patch.yaml:4 patch"
    `);
  });

  test('of any other word fails', () => {
    expect(merged('{ template: { a: b } }', '{ template: { $patch: remove } }'))
      .toMatchInlineSnapshot(`
        "spec:
          template:
            a: b
        fails: patch.yaml:4 kustomize.unknown-patch-strategy: \`remove\` is no patch strategy: it is \`delete\`, \`merge\` or \`replace\`."
      `);
  });

  test('replace of the whole object does nothing', () => {
    expect(wholeObject('replace')).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        a: b
      kind: ConfigMap
      metadata:
        name: web
      note: kustomization.yaml:2 kustomize.patch-changes-nothing: The patch changes nothing in ConfigMap/web."
    `);
  });

  test('delete of the whole object leaves nothing', () => {
    expect(wholeObject('delete')).toBe('');
  });
});

/** What is left of an object under a patch of all of it. */
function wholeObject(strategy: string): string {
  return renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    patches: [{ path: patch.yaml }]
    # file: web.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: b } }
    # file: patch.yaml
    { apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { c: d }, $patch: ${strategy} }
  `);
}

describe('directives that kustomize does not know are printed, and it is said', () => {
  test('$retainKeys', () => {
    expect(merged('{ a: { b: c, d: e } }', '{ a: { $retainKeys: [b], b: f } }'))
      .toMatchInlineSnapshot(`
      "spec:
        a:
          $retainKeys:  # patch.yaml:4 patch
          - b  # patch.yaml:4 patch
          b: f  # patch.yaml:4 patch < web.yaml:4 base = "c"
          d: e
      note: patch.yaml:4 kustomize.directive-without-meaning: kustomize knows no \`$retainKeys\`: it prints it as a field, and Kubernetes knows no such field."
    `);
  });

  test('$setElementOrder', () => {
    expect(merged('{ a: [b, c] }', '{ $setElementOrder/a: [c, b] }')).toMatchInlineSnapshot(`
      "spec:
        $setElementOrder/a:  # patch.yaml:4 patch
        - c  # patch.yaml:4 patch
        - b  # patch.yaml:4 patch
        a:
        - b
        - c
      note: patch.yaml:4 kustomize.directive-without-meaning: kustomize knows no \`$setElementOrder/a\`: it prints it as a field, and Kubernetes knows no such field."
    `);
  });

  test('$deleteFromPrimitiveList', () => {
    expect(merged('{ a: [b, c] }', '{ $deleteFromPrimitiveList/a: [b] }')).toMatchInlineSnapshot(`
      "spec:
        $deleteFromPrimitiveList/a:  # patch.yaml:4 patch
        - b  # patch.yaml:4 patch
        a:
        - b
        - c
      note: patch.yaml:4 kustomize.directive-without-meaning: kustomize knows no \`$deleteFromPrimitiveList/a\`: it prints it as a field, and Kubernetes knows no such field."
    `);
  });
});

test('what does not fit fails where the patch says it', () => {
  expect(
    findingsInFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      patches:
      - path: patch.yaml
      # file: web.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: b } }
      # file: patch.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: [b] } }
    `),
  ).toMatchInlineSnapshot(`
    [
      "fails: patch.yaml:1 kustomize.wrong-node-kind: A scalar is expected here, not a sequence.",
    ]
  `);
});
