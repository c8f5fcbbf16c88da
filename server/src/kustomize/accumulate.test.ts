import { describe, expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { findingsInFixture, renderFixture } from '../../test/originsOf.ts';

/** Names of what is rendered, in their order, and the findings. */
function names(rendered: string): readonly string[] {
  return rendered
    .split('\n')
    .flatMap(
      (line) => /^ {2}name: (\S*)/.exec(line)?.[1] ?? /^(?:fails|note): .*/.exec(line)?.[0] ?? [],
    );
}

const configMap = (name: string): string =>
  `{ apiVersion: v1, kind: ConfigMap, metadata: { name: ${name} } }`;

describe('resources', () => {
  test('are files with one object or many, lists, JSON, and folders', () => {
    const rendered = renderFixture(
      `
      # file: top/kustomization.yaml
      resources: [one.yaml, many.yaml, list.yaml, one.json, ../base]
      # file: top/one.yaml
      ${configMap('one')}
      # file: top/many.yaml
      # nothing but a comment
      ---
      ${configMap('two')}
      ---
      ---
      ${configMap('three')}
      # file: top/list.yaml
      apiVersion: v1
      kind: List
      items:
      - ${configMap('four')}
      - ${configMap('five')}
      # file: top/one.json
      { "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "six" } }
      # file: base/kustomization.yaml
      resources: [seven.yaml]
      # file: base/seven.yaml
      ${configMap('seven')}
    `,
      { reorder: 'none' },
    );
    expect(names(rendered)).toEqual(['one', 'two', 'three', 'four', 'five', 'six', 'seven']);
  });

  test('of lists and documents stand on their own lines', () => {
    expect(
      renderFixture(`
        # file: kustomization.yaml
        resources: [a.yaml]
        namePrefix: a-
        # file: a.yaml
        apiVersion: v1
        kind: List
        items:
        - apiVersion: v1
          kind: ConfigMap
          metadata:
            name: one
        - apiVersion: v1
          kind: ConfigMap
          metadata:
            name: two
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a-one  # kustomization.yaml:2 namePrefix < a.yaml:7 base = "one"
      ---
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: a-two  # kustomization.yaml:2 namePrefix < a.yaml:11 base = "two""
    `);
  });

  test('that are empty are none', () => {
    expect(renderFixture('# file: kustomization.yaml\nresources: []\nnamePrefix: a-')).toBe('');
    expect(
      renderFixture('# file: kustomization.yaml\nresources: [a.yaml]\n# file: a.yaml\n# nothing'),
    ).toBe('');
  });

  test('are named twice, in one file and in two', () => {
    expect(
      findingsInFixture(`
        # file: kustomization.yaml
        resources:
        - a.yaml
        - b.yaml
        # file: a.yaml
        ${configMap('a')}
        # file: b.yaml
        ${configMap('a')}
      `),
    ).toMatchInlineSnapshot(`
      [
        "fails: kustomization.yaml:3 kustomize.duplicate-resource: ConfigMap/a is there already.",
      ]
    `);
  });

  test('in bases, which still works, come last', () => {
    const rendered = renderFixture(
      `
      # file: top/kustomization.yaml
      bases: [../base]
      resources: [a.yaml]
      # file: top/a.yaml
      ${configMap('a')}
      # file: base/kustomization.yaml
      resources: [b.yaml]
      # file: base/b.yaml
      ${configMap('b')}
    `,
      { reorder: 'none' },
    );
    expect(names(rendered)).toEqual(['a', 'b', expect.stringContaining('deprecated-field')]);
  });
});

describe('a base', () => {
  test('is changed by its users alone, each in its own way', () => {
    const text = `
      # file: base/kustomization.yaml
      resources: [a.yaml]
      namePrefix: base-
      # file: base/a.yaml
      ${configMap('a')}
      # file: one/kustomization.yaml
      resources: [../base]
      namePrefix: one-
      # file: two/kustomization.yaml
      resources: [../base, ../one]
      nameSuffix: -two
    `;
    expect(names(renderFixture(text, { root: 'one' }))).toEqual(['one-base-a']);
    expect(names(renderFixture(text, { root: 'two' }))).toEqual(['base-a-two', 'one-base-a-two']);
  });

  test('named twice is there twice', () => {
    expect(
      findingsInFixture(`
        # file: base/kustomization.yaml
        resources: [a.yaml]
        # file: base/a.yaml
        ${configMap('a')}
        # file: top/kustomization.yaml
        resources:
        - ../base
        - ../base/
      `),
    ).toMatchInlineSnapshot(`
      [
        "fails: top/kustomization.yaml:3 kustomize.duplicate-resource: ConfigMap/a is there already.",
      ]
    `);
  });
});

describe('components', () => {
  test('change what their user has, in their order, before the user does', () => {
    expect(
      renderFixture(`
        # file: top/kustomization.yaml
        resources: [a.yaml]
        components: [../one, ../two]
        nameSuffix: -top
        # file: top/a.yaml
        ${configMap('a')}
        # file: one/kustomization.yaml
        apiVersion: kustomize.config.k8s.io/v1alpha1
        kind: Component
        nameSuffix: -one
        patches:
        - path: patch.yaml
        # file: one/patch.yaml
        apiVersion: v1
        kind: ConfigMap
        metadata: { name: a }
        data: { from: one }
        # file: two/kustomization.yaml
        apiVersion: kustomize.config.k8s.io/v1alpha1
        kind: Component
        nameSuffix: -two
      `),
    ).toMatchInlineSnapshot(`
      "apiVersion: v1
      data:  # one/patch.yaml:4 patch
        from: one  # one/patch.yaml:4 patch
      kind: ConfigMap
      metadata:
        name: a-one-two-top  # top/kustomization.yaml:3 nameSuffix < two/kustomization.yaml:3 nameSuffix = "a-one-two" < one/kustomization.yaml:3 nameSuffix = "a-one" < top/a.yaml:1 base = "a""
    `);
  });

  test('bring resources, and components of their own', () => {
    const rendered = renderFixture(
      `
      # file: top/kustomization.yaml
      components: [../one]
      # file: one/kustomization.yaml
      apiVersion: kustomize.config.k8s.io/v1alpha1
      kind: Component
      resources: [b.yaml]
      components: [../two]
      # file: one/b.yaml
      ${configMap('b')}
      # file: two/kustomization.yaml
      apiVersion: kustomize.config.k8s.io/v1alpha1
      kind: Component
      namePrefix: two-
    `,
      { root: 'top' },
    );
    expect(names(rendered)).toEqual(['two-b']);
  });

  test.each([
    ['resources: [../part]', 'component-as-resource'],
    ['components: [../base]', 'not-a-component'],
    ['components: [a.yaml]', 'not-a-folder'],
    ['components: [../none]', 'path-not-found'],
    ['components: [""]', 'empty-path'],
  ])('%s fails: %s', (field, code) => {
    expect(
      findingsInFixture(
        `
        # file: top/kustomization.yaml
        ${field}
        # file: top/a.yaml
        ${configMap('a')}
        # file: base/kustomization.yaml
        resources: []
        namePrefix: a
        # file: part/kustomization.yaml
        apiVersion: kustomize.config.k8s.io/v1alpha1
        kind: Component
        namePrefix: a
      `,
        { root: 'top' },
      ),
    ).toEqual([expect.stringContaining(`fails: top/kustomization.yaml:1 kustomize.${code}: `)]);
  });
});

describe('cycles', () => {
  test.each([
    ['itself', 'resources: [.]', ''],
    ['the folder that holds it', 'resources: [..]', 'resources: [top]'],
    ['a folder that leads back', 'resources: [../other]', ''],
    ['a component that leads back', 'components: [../part]', ''],
  ])('through %s', (_, field, above) => {
    const findings = findingsInFixture(
      `
      # file: top/kustomization.yaml
      ${field}
      # file: other/kustomization.yaml
      resources: [../top]
      # file: part/kustomization.yaml
      apiVersion: kustomize.config.k8s.io/v1alpha1
      kind: Component
      resources: [../top]
      # file: kustomization.yaml
      ${above}
      namePrefix: a
    `,
      { root: 'top' },
    );
    expect(findings.join()).toContain('kustomize.cycle: ');
  });
});

describe('one broken leaf never sinks the rest', () => {
  test.each([
    ['resources: [a.yaml, none.yaml]', 'kustomization.yaml:1 kustomize.file-not-found'],
    ['resources: [a.yaml, broken.yaml]', 'broken.yaml:2 kustomize.yaml-syntax'],
    ['resources: [a.yaml, nameless.yaml]', 'nameless.yaml:1 kustomize.missing-name'],
    ['resources: [a.yaml, ../other]', 'kustomization.yaml:1 kustomize.file-not-found'],
    ['resources: [a.yaml, bad]', 'bad/kustomization.yaml:1 kustomization.unknown-field'],
    ['resources: [a.yaml, empty]', 'empty/kustomization.yaml:1 kustomization.empty'],
    ['resources: [a.yaml, "https://example.com/a.yaml"]', 'kustomization.yaml:1 kustomize.remote'],
    [
      'resources: [a.yaml, "github.com/owner/name//base?ref=v1"]',
      'kustomization.yaml:1 kustomize.remote',
    ],
    [
      'resources: [a.yaml, "git@github.com:owner/name.git//base"]',
      'kustomization.yaml:1 kustomize.remote',
    ],
    [
      '{ resources: [a.yaml], components: ["https://github.com/owner/name//part?ref=v1"] }',
      'kustomization.yaml:1 kustomize.remote',
    ],
    [
      '{ resources: [a.yaml], patches: [{ path: none.yaml }] }',
      'kustomization.yaml:1 kustomize.file-not-found',
    ],
    [
      '{ resources: [a.yaml], configMapGenerator: [{ name: a, files: [none.txt] }] }',
      'kustomization.yaml:1 kustomize.file-not-found',
    ],
    [
      '{ resources: [a.yaml], configurations: [none.yaml] }',
      'kustomization.yaml:1 kustomize.file-not-found',
    ],
    ['{ resources: [a.yaml], crds: [none.yaml] }', 'kustomization.yaml:1 kustomize.file-not-found'],
    [
      '{ resources: [a.yaml], replacements: [{ path: none.yaml }] }',
      'kustomization.yaml:1 kustomize.file-not-found',
    ],
    [
      '{ resources: [a.yaml], vars: [{ name: A, objref: { kind: B, name: c } }] }',
      'kustomization.yaml:1 kustomize.var-without-object',
    ],
    ['{ resources: [a.yaml], none: here }', 'kustomization.yaml:1 kustomization.unknown-field'],
    [
      '{ resources: [a.yaml], helmCharts: [{ name: web }] }',
      'kustomization.yaml:1 kustomize.chart',
    ],
    [
      '{ resources: [a.yaml], generators: [plugin.yaml] }',
      'plugin.yaml:1 kustomize.external-plugin',
    ],
  ])('%s', (field, expected) => {
    const rendered = renderFixture(
      `
      # file: kustomization.yaml
      ${field}
      # file: a.yaml
      ${configMap('good')}
      # file: broken.yaml
      a: [
      # file: nameless.yaml
      kind: ConfigMap
      # file: plugin.yaml
      { apiVersion: example.com/v1, kind: Any, metadata: { name: any } }
      # file: bad/kustomization.yaml
      nothing: here
      # file: empty/kustomization.yaml
    `,
      { root: '' },
    );
    const [name, ...findings] = names(rendered);
    expect(name).toBe('good');
    expect(findings.filter((finding) => finding.startsWith('fails'))).toEqual([
      expect.stringContaining(`fails: ${expected}: `),
    ]);
  });

  test('in a base', () => {
    const rendered = renderFixture(`
      # file: base/kustomization.yaml
      resources: [a.yaml, none.yaml]
      # file: base/a.yaml
      ${configMap('a')}
      # file: top/kustomization.yaml
      resources: [../base]
      namePrefix: top-
    `);
    expect(names(rendered)).toEqual([
      'top-a',
      expect.stringContaining('fails: base/kustomization.yaml:1 kustomize.file-not-found: '),
    ]);
  });
});

test('gaps say what is missing, beside what kustomize fails with', () => {
  const { analysis } = analyzeFixture(`
    # file: kustomization.yaml
    resources:
    - https://github.com/owner/name//base?ref=v1
    helmCharts:
    - name: web
    generators:
    - plugin.yaml
    # file: plugin.yaml
    { apiVersion: example.com/v1, kind: Any, metadata: { name: any } }
  `);
  const { gaps, failures } = completed(analysis.build(''));
  expect(gaps.map(({ kind, detail }) => [kind, detail])).toEqual([
    ['remote', 'https://github.com/owner/name//base?ref=v1'],
    ['chart', 'web'],
    ['exec', 'Any.example.com/any'],
  ]);
  expect(gaps.map(({ at }) => at)).toEqual(failures.map(({ at }) => at));
});

describe('two kustomization files', () => {
  test.each([
    ['kustomization.yaml', 'kustomization.yml'],
    ['kustomization.yml', 'Kustomization'],
  ])('%s and %s are an error', (one, other) => {
    expect(
      findingsInFixture(
        `
        # file: top/${one}
        namePrefix: a
        # file: top/${other}
        namePrefix: a
      `,
        { root: 'top' },
      ),
    ).toEqual([expect.stringContaining('kustomize.two-kustomization-files: ')]);
  });

  test.each(['kustomization.yaml', 'kustomization.yml', 'Kustomization'])(
    '%s alone is read',
    (name) => {
      const rendered = renderFixture(
        `
      # file: top/${name}
      resources: [a.yaml]
      # file: top/a.yaml
      ${configMap('a')}
    `,
        { root: 'top' },
      );
      expect(names(rendered)).toEqual(['a']);
    },
  );
});
