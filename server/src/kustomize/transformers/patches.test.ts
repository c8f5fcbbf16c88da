import { describe, expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../../test/originsOf.ts';

/** A Deployment and a ConfigMap under one entry of `patches:`. */
function patched(entry: string, files = ''): string {
  return renderFixture(`
    # file: kustomization.yaml
    resources: [web.yaml]
    patches:
    ${entry.trim().replaceAll('\n', '\n    ')}
    ${files.trim().replaceAll('\n', '\n    ')}
    # file: web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web, labels: { app: web } }
    spec: { replicas: 1 }
    ---
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: web, annotations: { tier: front } }
    data: { key: old }
  `);
}

/** The lines of what is rendered that steps wrote, and the findings. */
function changes(rendered: string): readonly string[] {
  return rendered
    .split('\n')
    .filter((line) => / {2}# |^(?:fails|note): /.test(line))
    .map((line) => line.trim());
}

describe('a strategic merge', () => {
  test('stands in the kustomization', () => {
    const entry = `
- patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata:
      name: web
    spec:
      replicas: 2
`;
    expect(changes(patched(entry))).toEqual([
      'replicas: 2  # kustomization.yaml:9 patch < web.yaml:4 base = 1',
    ]);
  });

  test('stands in a file', () => {
    const file = `
# file: patches/web.yaml
apiVersion: v1
kind: ConfigMap
metadata:
  name: web
data:
  key: new
  more: text
`;
    expect(changes(patched('- path: patches/web.yaml', file))).toEqual([
      'key: new  # patches/web.yaml:6 patch in . < web.yaml:9 base = "old"',
      'more: text  # patches/web.yaml:7 patch in .',
    ]);
  });

  test('may be many in one file, each for its own object', () => {
    const file = `
# file: patch.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { key: new } }
---
{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web }, spec: { replicas: 1 } }
---
{ apiVersion: apps/v1, kind: Deployment, metadata: { name: wep }, spec: { replicas: 1 } }
`;
    expect(changes(patched('- path: patch.yaml', file))).toMatchInlineSnapshot(`
      [
        "key: new  # patch.yaml:1 patch < web.yaml:9 base = "old"",
        "replicas: 1  # patch.yaml:3 patch < web.yaml:4 base = 1",
        "fails: patch.yaml:5 kustomize.no-match-for-patch-but: There is no Deployment/wep for the patch to change. Is it web?",
        "note: patch.yaml:3 kustomize.patch-changes-nothing: The patch changes nothing in Deployment.apps/web.",
      ]
    `);
  });

  test('is for all that a target selects, whatever it is called itself', () => {
    const entry = `
- target:
    name: web
  patch: |-
    kind: Any
    metadata:
      name: any
      labels:
        tier: back
`;
    expect(changes(patched(entry))).toMatchInlineSnapshot(`
      [
        "labels:  # kustomization.yaml:9 patch",
        "tier: back  # kustomization.yaml:10 patch",
        "tier: back  # kustomization.yaml:10 patch",
      ]
    `);
  });

  test('repeats what is there', () => {
    const entry = `
- patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec: { replicas: 1 }
`;
    expect(changes(patched(entry))).toMatchInlineSnapshot(`
      [
        "replicas: 1  # kustomization.yaml:7 patch < web.yaml:4 base = 1",
        "note: kustomization.yaml:3 kustomize.patch-changes-nothing: The patch changes nothing in Deployment.apps/web.",
      ]
    `);
  });

  test('deletes an object', () => {
    const entry = `
- patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    $patch: delete
`;
    expect(patched(entry)).not.toContain('Deployment');
  });
});

describe('options', () => {
  test.each([
    ['', 'name: web', 'kind: ConfigMap'],
    [
      'options: { allowNameChange: true }',
      'name: other  # kustomization.yaml:6 patch',
      'kind: ConfigMap',
    ],
    [
      'options: { allowKindChange: true }',
      'name: web',
      'kind: Settings  # kustomization.yaml:5 patch',
    ],
  ])('%s', (options, name, kind) => {
    const entry = `
- target: { kind: ConfigMap }
  patch: |-
    kind: Settings
    metadata: { name: other }
    data: { key: new }
  ${options}
`;
    const rendered = patched(entry);
    expect(rendered).toContain(`  ${name}`);
    expect(rendered).toContain(`\n${kind}`);
  });

  test('references follow a name that a patch changes', () => {
    expect(
      renderFixture(
        `
        # file: kustomization.yaml
        resources: [web.yaml]
        patches:
        - target: { kind: ConfigMap }
          options: { allowNameChange: true }
          patch: |-
            kind: ConfigMap
            metadata: { name: other }
        # file: web.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: web } }
        ---
        { apiVersion: v1, kind: Pod, metadata: { name: web }, spec: { volumes: [{ configMap: { name: web } }] } }
      `,
        { only: 'Pod/web' },
      ),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: Pod
      metadata:
        name: web
      spec:
        volumes:
        - configMap:
            name: other  # kustomization.yaml:7 nameReference < web.yaml:3 base = "web""
    `);
  });
});

describe('a JSON patch', () => {
  test.each([
    ['YAML', '- { op: replace, path: /spec/replicas, value: 3 }'],
    ['JSON', '[{ "op": "replace", "path": "/spec/replicas", "value": 3 }]'],
  ])('is written as %s', (_, text) => {
    const entry = `- target: { kind: Deployment }\n  patch: |-\n    ${text}`;
    expect(changes(patched(entry))).toEqual([
      'replicas: 3  # kustomization.yaml:5 patch < web.yaml:4 base = 1',
    ]);
  });

  test('stands in a file', () => {
    const file =
      '# file: patch.json\n[\n  { "op": "add", "path": "/spec/paused", "value": true }\n]';
    expect(changes(patched('- { path: patch.json, target: { kind: Deployment } }', file))).toEqual([
      'paused: true  # patch.json:2 patch',
    ]);
  });

  test('adds lists and maps, whose parts stand where they are written', () => {
    const entry = `
- target: { kind: ConfigMap }
  patch: |-
    - op: add
      path: /data
      value:
        a: b
        c: d
    - op: add
      path: /metadata/finalizers
      value:
      - one
      - two
`;
    expect(changes(patched(entry))).toMatchInlineSnapshot(`
      [
        "data:  # kustomization.yaml:7 patch < web.yaml:9 base",
        "a: b  # kustomization.yaml:8 patch",
        "c: d  # kustomization.yaml:9 patch",
        "finalizers:  # kustomization.yaml:12 patch",
        "- one  # kustomization.yaml:13 patch",
        "- two  # kustomization.yaml:14 patch",
      ]
    `);
  });

  test('copies and moves what is edited where it stood before', () => {
    const entry = `
- target: { kind: ConfigMap }
  patch: |-
    - { op: copy, from: /data/key, path: /data/copy }
    - { op: copy, from: /data/key, path: /metadata/name }
    - { op: move, from: /metadata/annotations/tier, path: /metadata/annotations/moved }
`;
    expect(patched(entry)).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        copy: old  # web.yaml:9 patch
        key: old
      kind: ConfigMap
      metadata:
        annotations:
          moved: front  # web.yaml:8 patch
        name: old  # web.yaml:9 patch < web.yaml:8 base = "web"
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        labels:
          app: web
        name: web
      spec:
        replicas: 1"
    `);
  });

  test('removes', () => {
    const entry = '- target: { kind: ConfigMap }\n  patch: |-\n    - { op: remove, path: /data }';
    expect(patched(entry)).not.toContain('\ndata:');
  });

  test('changes nothing', () => {
    const entry = `
- target: { kind: Deployment }
  patch: |-
    - { op: replace, path: /spec/replicas, value: 1 }
`;
    expect(changes(patched(entry))).toMatchInlineSnapshot(`
      [
        "replicas: 1  # kustomization.yaml:5 patch < web.yaml:4 base = 1",
        "note: kustomization.yaml:3 kustomize.patch-changes-nothing: The patch changes nothing in Deployment.apps/web.",
      ]
    `);
  });

  test('only tests', () => {
    const entry =
      '- target: { kind: Deployment }\n  patch: |-\n    - { op: test, path: /spec/replicas, value: 1 }';
    expect(changes(patched(entry))).toEqual([]);
  });

  test.each([
    [
      '{ op: remove, path: /spec/none }',
      'the last key of the path is missing (`remove /spec/none`)',
    ],
    [
      '{ op: replace, path: /spec/none/deeper, value: 1 }',
      'the path does not lead anywhere (`replace /spec/none/deeper`)',
    ],
    [
      '{ op: test, path: /spec/replicas, value: 2 }',
      'the value is not what `test` wants (`test /spec/replicas`)',
    ],
    ['{ op: dance, path: /spec }', 'there is no such operation (`dance /spec`)'],
  ])('%s fails at the operation: %s', (operation, reason) => {
    const entry = `- target: { kind: Deployment }\n  patch: |-\n    - ${operation}`;
    expect(changes(patched(entry))).toEqual([
      `fails: kustomization.yaml:5 kustomize.json-patch-fails: The JSON patch does not fit Deployment.apps/web: ${reason}.`,
    ]);
  });
});

describe('a target', () => {
  test.each([
    ['kind: ConfigMap', 'Deployment'],
    ['group: apps', 'ConfigMap'],
    ['version: v1, kind: "Con.*"', 'Deployment'],
    ['name: "w.b", kind: "(Deployment|Pod)"', 'ConfigMap'],
    ['namespace: default, kind: ConfigMap', 'Deployment'],
    ['labelSelector: app=web', 'ConfigMap'],
    ['labelSelector: "app in (web, shop)"', 'ConfigMap'],
    ['labelSelector: "!app"', 'Deployment'],
    ['annotationSelector: tier', 'Deployment'],
    ['annotationSelector: "tier!=front"', 'ConfigMap'],
  ])('{ %s } is not for the %s', (target, other) => {
    const entry = `- target: { ${target} }\n  patch: "- { op: add, path: /new, value: x }"`;
    const parts = patched(entry).split('---\n');
    expect(parts.map((part) => [/kind: (\S*)/.exec(part)?.[1], part.includes('new: x')])).toEqual(
      ['ConfigMap', 'Deployment'].map((kind) => [kind, kind !== other]),
    );
  });

  test.each([
    ['{ kind: Deployment, name: wep }', 'patch-matches-nothing-but', 'Is it web?'],
    ['{ kind: StatefulSet, name: web }', 'patch-matches-nothing', 'StatefulSet/web'],
    [
      '{ labelSelector: app=none, group: apps }',
      'patch-matches-nothing',
      'the target group: apps, labelSelector: app=none:',
    ],
  ])('%s selects nothing', (target, code, words) => {
    const entry = `- target: ${target}\n  patch: "- { op: add, path: /new, value: x }"`;
    expect(changes(patched(entry))).toEqual([
      expect.stringContaining(`note: kustomization.yaml:3 kustomize.${code}: `),
    ]);
    expect(patched(entry)).toContain(words);
  });

  test.each([
    ['{ name: "(" }', 'bad-expression'],
    ['{ labelSelector: "a in b" }', 'bad-label-selector'],
  ])('%s cannot be read', (target, code) => {
    const entry = `- target: ${target}\n  patch: "- { op: add, path: /new, value: x }"`;
    expect(changes(patched(entry))).toEqual([
      expect.stringContaining(`fails: kustomization.yaml:3 kustomize.${code}: `),
    ]);
  });

  test('is met by what an object was called before', () => {
    expect(
      renderFixture(`
        # file: base/kustomization.yaml
        namePrefix: a-
        resources: [web.yaml]
        # file: base/web.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { key: old } }
        # file: prod/kustomization.yaml
        resources: [../base]
        patches:
        - target: { name: web }
          patch: "- { op: replace, path: /data/key, value: one }"
        - patch: "{ apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { key: two } }"
        - target: { name: a-web }
          patch: "- { op: replace, path: /data/key, value: three }"
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        key: three  # prod/kustomization.yaml:7 patch < prod/kustomization.yaml:5 patch = "two" < prod/kustomization.yaml:4 patch = "one" < base/web.yaml:1 base = "old"
      kind: ConfigMap
      metadata:
        name: a-web  # base/kustomization.yaml:1 namePrefix < base/web.yaml:1 base = "web""
    `);
  });
});

describe('what kustomize fails with', () => {
  test.each([
    ['- target: { kind: ConfigMap }', 'patch-without-content'],
    ['- { path: a.yaml, patch: "kind: ConfigMap" }', 'patch-with-both'],
    ['- path: missing.yaml', 'file-not-found'],
    ['- path: ../outside.yaml', 'file-not-found'],
    ['- patch: "- { op: remove, path: /data }"', 'json-patch-without-target'],
    ['- patch: "kind: ConfigMap"', 'missing-name'],
    ['- { target: { name: web }, patch: "{" }', 'yaml-syntax'],
    ['- { target: { name: web }, patch: "[{ op: remove }]" }', 'bad-json-patch'],
    [
      '- patch: "{ apiVersion: v1, kind: ConfigMap, metadata: { name: wep }, data: { key: a } }"',
      'no-match-for-patch-but',
    ],
    ['- path: https://example.com/patch.yaml', 'remote-file'],
  ])('%s: %s', (entry, code) => {
    const findings = changes(patched(entry));
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatch(new RegExp(`^fails: kustomization.yaml:3 kustomize.${code}: `));
  });

  test('two patches in an entry with a target', () => {
    expect(
      changes(
        patched(
          '- { path: two.yaml, target: { kind: ConfigMap } }',
          '# file: two.yaml\n{ kind: A, metadata: { name: a } }\n---\n{ kind: B, metadata: { name: b } }',
        ),
      ),
    ).toMatchInlineSnapshot(`
      [
        "fails: kustomization.yaml:3 kustomize.many-patches-with-target: With a \`target\`, \`patch\` holds one patch.",
      ]
    `);
  });

  test('an empty text is no patch, and an empty file does nothing', () => {
    expect(changes(patched('- { patch: "# none", target: { kind: ConfigMap } }'))).toEqual([]);
    expect(
      changes(patched('- { path: a.yaml, target: { kind: ConfigMap } }', '# file: a.yaml\n# none')),
    ).toEqual([]);
  });
});

describe('patchesStrategicMerge', () => {
  test('holds files and texts, one after the other', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [web.yaml]
        patchesStrategicMerge:
        - patch.yaml
        - |-
          apiVersion: v1
          kind: ConfigMap
          metadata: { name: web }
          data: { b: two }
        # file: patch.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: one, b: one } }
        # file: web.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: zero, b: zero } }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        a: one  # patch.yaml:1 patch < web.yaml:1 base = "zero"
        b: two  # kustomization.yaml:8 patch < patch.yaml:1 patch = "one" < web.yaml:1 base = "zero"
      kind: ConfigMap
      metadata:
        name: web
      note: kustomization.yaml:2 kustomization.deprecated-field: \`patchesStrategicMerge\` is deprecated; use \`patches\`."
    `);
  });

  test.each([
    ['missing.yaml', 'file-not-found'],
    ['"{ kind: ConfigMap }"', 'file-not-found'],
    ['empty.yaml', 'empty-patch'],
    ['other.yaml', 'no-match-for-patch'],
  ])('%s: %s', (entry, code) => {
    expect(
      findingsInFixture(`
        # file: kustomization.yaml
        resources: [web.yaml]
        patchesStrategicMerge:
        - ${entry}
        # file: empty.yaml
        # nothing
        # file: other.yaml
        { apiVersion: v1, kind: Secret, metadata: { name: web } }
        # file: web.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: zero, b: zero } }
      `),
    ).toEqual([
      expect.stringContaining(`fails: kustomization.yaml:3 kustomize.${code}: `),
      expect.stringContaining('note: kustomization.yaml:2 kustomization.deprecated-field: '),
    ]);
  });
});

describe('patchesJson6902', () => {
  test('runs behind labels and prefixes, and its target is a name', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [web.yaml]
        namePrefix: a-
        patchesJson6902:
        - target: { version: v1, kind: ConfigMap, name: web }
          patch: |-
            - { op: add, path: /data/b, value: new }
        - target: { version: v1, kind: ConfigMap, name: web }
          path: patch.yaml
        # file: patch.yaml
        - op: replace
          path: /data/a
          value: one
        # file: web.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: zero } }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:
        a: one  # patch.yaml:3 patch < web.yaml:1 base = "zero"
        b: new  # kustomization.yaml:6 patch
      kind: ConfigMap
      metadata:
        name: a-web  # kustomization.yaml:2 namePrefix < web.yaml:1 base = "web"
      note: kustomization.yaml:3 kustomization.deprecated-field: \`patchesJson6902\` is deprecated; use \`patches\`."
    `);
  });

  test.each([
    [
      '{ target: { kind: ConfigMap }, patch: "- { op: remove, path: /data }" }',
      'patch-without-target-name',
    ],
    ['{ target: { kind: ConfigMap, name: web } }', 'patch-without-content'],
    ['{ target: { kind: ConfigMap, name: web }, patch: "a: b" }', 'bad-json-patch'],
    ['{ target: { kind: ConfigMap, name: web }, patch: "[]" }', 'empty-patch'],
    [
      '{ target: { kind: ConfigMap, name: wep }, patch: "- { op: remove, path: /data }" }',
      'patch-matches-nothing-but',
    ],
  ])('%s: %s', (entry, code) => {
    const findings = findingsInFixture(`
      # file: kustomization.yaml
      resources: [web.yaml]
      patchesJson6902:
      - ${entry}
      # file: web.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: web }, data: { a: zero } }
    `);
    expect(findings.join('\n')).toContain(`: kustomization.yaml:3 kustomize.${code}: `);
  });
});
