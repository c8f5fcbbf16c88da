import { describe, expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../test/originsOf.ts';

/** The one argument of a container, `pod.yaml:6`, and a var of a ConfigMap. */
function argument(text: string, fieldPath = 'data.host'): string {
  const rendered = renderFixture(
    `
    # file: kustomization.yaml
    resources: [config.yaml, pod.yaml]
    vars:
    - name: HOST
      objref: { apiVersion: v1, kind: ConfigMap, name: config }
      fieldRef: { fieldPath: "${fieldPath}" }
    # file: config.yaml
    apiVersion: v1
    kind: ConfigMap
    metadata: { name: config }
    data: { host: example.com, list: [{ a: b }], number: 16, hex: 0x10, float: 1.50, flag: True }
    # file: pod.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: pod }
    spec:
      containers:
      - args: [ '${text}' ]
  `,
    { only: 'Pod/pod' },
  );
  return / {2}- args:\n +- (.*)/.exec(rendered)?.[1] ?? rendered;
}

const from = '  # config.yaml:4 var < pod.yaml:6 base = ';

describe('a text', () => {
  test.each([
    ['$(HOST)', `example.com${from}"$(HOST)"`],
    ['http://$(HOST)/$(HOST)', `http://example.com/example.com${from}"http://$(HOST)/$(HOST)"`],
    // What is no var stays, and `$$` is the way to write one.
    ['$(NONE) $(HOST)', `$(NONE) example.com${from}"$(NONE) $(HOST)"`],
    ['$HOST $(HOST', '$HOST $(HOST'],
    ['a$', 'a$'],
  ])('%s', (text, expected) => {
    expect(argument(text)).toBe(expected);
  });

  test('loses the dollar that escapes, and the var is not used then', () => {
    expect(argument('$$(HOST)')).toMatchInlineSnapshot(`"$(HOST)"`);
  });
});

describe('the value', () => {
  test.each([
    ['data.host', 'example.com'],
    ['', 'config'],
    ['metadata.name', 'config'],
    ['data.list[0].a', 'b'],
    // Alone in its field a number is a number, in a text it is a text.
    ['data.number', '16'],
    ['data.float', '1.5'],
    ['data.flag', 'true'],
  ])('at %j', (fieldPath, expected) => {
    expect(argument('$(HOST)', fieldPath).replace(/ {2}#.*/, '')).toBe(expected);
    expect(argument('a-$(HOST)', fieldPath).replace(/ {2}#.*/, '')).toBe(`a-${expected}`);
  });

  test('is no number that Go does not read', () => {
    expect(argument('$(HOST)', 'data.hex')).toBe('$(HOST)');
  });

  test('is that of the end: with prefix, labels and patches', () => {
    expect(
      renderFixture(
        `
        # file: base/kustomization.yaml
        resources: [a.yaml]
        vars:
        - name: NAME
          objref: { apiVersion: v1, kind: Service, name: web }
        # file: base/a.yaml
        { apiVersion: v1, kind: Service, metadata: { name: web } }
        ---
        apiVersion: v1
        kind: Pod
        metadata: { name: pod }
        spec:
          containers:
          - command: [curl]
            env:
            - name: URL
              value: http://$(NAME)
        # file: prod/kustomization.yaml
        resources: [../base]
        namePrefix: prod-
      `,
        { only: 'Pod/prod-pod' },
      ),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: Pod
      metadata:
        name: prod-pod  # prod/kustomization.yaml:2 namePrefix < base/a.yaml:5 base = "pod"
      spec:
        containers:
        - command:
          - curl
          env:
          - name: URL
            value: http://prod-web  # prod/kustomization.yaml:2 var < base/a.yaml:11 base = "http://$(NAME)"
      note: base/kustomization.yaml:2 kustomization.deprecated-field: \`vars\` is deprecated; use \`replacements\`."
    `);
  });
});

describe('fields', () => {
  test('are those that kustomize knows, and those of configurations', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        configurations: [fields.yaml]
        vars:
        - name: NAME
          objref: { apiVersion: example.com/v1, kind: Site, name: web }
        # file: fields.yaml
        varReference: [{ kind: Site, path: spec/map }]
        # file: a.yaml
        apiVersion: example.com/v1
        kind: Site
        metadata: { name: web, annotations: { note: $(NAME) } }
        spec: { map: { a: $(NAME), b: 1, c: [$(NAME)] }, other: $(NAME) }
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: example.com/v1
      kind: Site
      metadata:
        annotations:
          note: web  # a.yaml:3 var < a.yaml:3 base = "$(NAME)"
        name: web
      spec:
        map:
          a: web  # a.yaml:3 var < a.yaml:4 base = "$(NAME)"
          b: 1
          c:
          - $(NAME)
        other: $(NAME)
      note: kustomization.yaml:3 kustomization.deprecated-field: \`vars\` is deprecated; use \`replacements\`."
    `);
  });

  test('that hold lists of something else than texts fail', () => {
    expect(
      findingsInFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        vars:
        - name: NAME
          objref: { apiVersion: v1, kind: Pod, name: web }
        # file: a.yaml
        apiVersion: v1
        kind: Pod
        metadata: { name: web }
        spec: { containers: [{ args: [1, $(NAME)] }] }
      `),
    ).toMatchInlineSnapshot(`
      [
        "fails: a.yaml:4 kustomize.var-in-other-than-text: A var stands in a field that is no text.",
        "note: kustomization.yaml:2 kustomization.deprecated-field: \`vars\` is deprecated; use \`replacements\`.",
      ]
    `);
  });
});

describe('what kustomize fails with', () => {
  test.each([
    ['{ name: A, objref: { apiVersion: v1, kind: Secret, name: a } }', 'var-without-object'],
    [
      '{ name: A, objref: { apiVersion: v1, kind: ConfigMap, name: a }, fieldref: { fieldPath: data.none } }',
      'var-without-field',
    ],
  ])('%s: %s', (entry, code) => {
    const findings = findingsInFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      vars:
      - ${entry}
      # file: a.yaml
      { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
    `);
    expect(findings[0]).toContain(`fails: kustomization.yaml:3 kustomize.${code}: `);
  });

  test('two vars of one name, in one file and in two', () => {
    const declared = 'vars: [{ name: A, objref: { apiVersion: v1, kind: ConfigMap, name: a } }]';
    expect(
      findingsInFixture(`
        # file: base/kustomization.yaml
        resources: [a.yaml]
        ${declared}
        # file: base/a.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a } }
        # file: top/kustomization.yaml
        resources: [../base]
        ${declared}
      `).filter((finding) => finding.startsWith('fails')),
    ).toMatchInlineSnapshot(`
      [
        "fails: top/kustomization.yaml:2 kustomize.repeated-var: The var \`A\` is declared twice.",
      ]
    `);
  });

  test('an object that could be two', () => {
    expect(
      findingsInFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        vars: [{ name: A, objref: { apiVersion: v1, kind: ConfigMap, name: a } }]
        # file: a.yaml
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a, namespace: one } }
        ---
        { apiVersion: v1, kind: ConfigMap, metadata: { name: a, namespace: two } }
      `).filter((finding) => finding.startsWith('fails')),
    ).toMatchInlineSnapshot(`
      [
        "fails: kustomization.yaml:2 kustomize.ambiguous-var: The var \`A\` fits more than one object.",
      ]
    `);
  });
});

test('a var that nothing uses is said at its entry', () => {
  expect(
    findingsInFixture(`
      # file: kustomization.yaml
      resources: [a.yaml]
      vars:
      - name: USED
        objref: { apiVersion: v1, kind: Pod, name: a }
      - name: UNUSED
        objref: { apiVersion: v1, kind: Pod, name: a }
      # file: a.yaml
      { apiVersion: v1, kind: Pod, metadata: { name: a, annotations: { b: $(USED) } } }
    `),
  ).toMatchInlineSnapshot(`
    [
      "note: kustomization.yaml:2 kustomization.deprecated-field: \`vars\` is deprecated; use \`replacements\`.",
      "note: kustomization.yaml:5 kustomize.var-never-used: Nothing uses the var \`UNUSED\`.",
    ]
  `);
});

test('what is the variable and nothing else goes back through each value of its field', () => {
  const rendered = renderFixture(`
    # file: base/kustomization.yaml
    resources: [a.yaml]
    namePrefix: one-
    vars:
    - name: NAME
      objref: { apiVersion: v1, kind: Pod, name: a }
    # file: base/a.yaml
    apiVersion: v1
    kind: Pod
    metadata: { name: a }
    spec: { containers: [{ name: a, command: [$(NAME), --name=$(NAME)] }] }
    # file: top/kustomization.yaml
    resources: [../base]
    namePrefix: two-
  `);
  expect(
    rendered
      .split('\n')
      .filter((line) => line.includes(' var'))
      .join('\n'),
  ).toMatchInlineSnapshot(`
    "    - two-one-a  # top/kustomization.yaml:2 var < base/kustomization.yaml:2 var = "one-a" < base/a.yaml:3 var = "a" < base/a.yaml:4 base = "$(NAME)"
        - --name=two-one-a  # top/kustomization.yaml:2 var < base/a.yaml:4 base = "--name=$(NAME)""
  `);
});
