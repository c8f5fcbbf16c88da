import { describe, expect, test } from 'vitest';
import { renderFixture, type RenderedFixtureOptions } from '../../test/originsOf.ts';

const configMap = (name: string): string =>
  `{ apiVersion: v1, kind: ConfigMap, metadata: { name: ${name} } }`;

/** Names of what `top` renders, and the codes of the findings. */
function rendered(text: string, options: RenderedFixtureOptions = {}): readonly string[] {
  return renderFixture(text, { root: 'top', ...options })
    .split('\n')
    .flatMap(
      (line) => /^ {2}name: (\S*)/.exec(line)?.[1] ?? /kustomize\.[a-z-]+/.exec(line)?.[0] ?? [],
    );
}

describe('load restrictions', () => {
  const above = `
    # file: top/kustomization.yaml
    resources: [../a.yaml]
    # file: a.yaml
    ${configMap('a')}
  `;

  test('forbid files outside of the root', () => {
    expect(rendered(above)).toEqual(['kustomize.outside-root']);
    expect(rendered(above, { restrictions: 'none' })).toEqual(['a']);
  });

  test('let files below the root pass, and folders anywhere', () => {
    const text = `
      # file: top/kustomization.yaml
      resources: [below/deep/a.yaml, below/../b.yaml, ../beside]
      # file: top/below/deep/a.yaml
      ${configMap('a')}
      # file: top/b.yaml
      ${configMap('b')}
      # file: beside/kustomization.yaml
      resources: [c.yaml]
      # file: beside/c.yaml
      ${configMap('c')}
    `;
    expect(rendered(text)).toEqual(['a', 'b', 'c']);
  });

  test.each([
    ['patches: [{ path: ../a.yaml }]'],
    ['configMapGenerator: [{ name: a, files: [../a.yaml] }]'],
    ['configMapGenerator: [{ name: a, envs: [../a.yaml] }]'],
    ['configurations: [../a.yaml]'],
    ['crds: [../a.yaml]'],
    ['replacements: [{ path: ../a.yaml }]'],
    ['openapi: { path: ../a.yaml }'],
    ['transformers: [../a.yaml]'],
    ['patchesStrategicMerge: [../a.yaml]'],
  ])('hold for %s', (field) => {
    const text = `
      # file: top/kustomization.yaml
      ${field}
      # file: a.yaml
      ${configMap('a')}
    `;
    expect(rendered(text)).toContain('kustomize.outside-root');
  });

  test('of a base start at the base', () => {
    const text = `
      # file: top/kustomization.yaml
      resources: [base]
      # file: top/a.yaml
      ${configMap('a')}
      # file: top/base/kustomization.yaml
      resources: [../a.yaml]
    `;
    expect(rendered(text)).toEqual(['kustomize.outside-root']);
  });
});

describe('links', () => {
  test('to a file in the root are followed', () => {
    const text = `
      # file: top/kustomization.yaml
      resources: [link.yaml]
      # file: top/files/a.yaml
      ${configMap('a')}
    `;
    expect(rendered(text, { links: { 'top/link.yaml': 'files/a.yaml' } })).toEqual(['a']);
  });

  test('to a file outside of the root are outside of it', () => {
    const text = `
      # file: top/kustomization.yaml
      resources: [link.yaml]
      # file: a.yaml
      ${configMap('a')}
    `;
    const links = { 'top/link.yaml': '../a.yaml' };
    expect(rendered(text, { links })).toEqual(['kustomize.outside-root']);
    expect(rendered(text, { links, restrictions: 'none' })).toEqual(['a']);
  });

  test('to folders are followed, and what stands there belongs there', () => {
    const text = `
      # file: top/kustomization.yaml
      resources: [link, folder/a.yaml]
      # file: base/kustomization.yaml
      resources: [b.yaml]
      # file: base/b.yaml
      ${configMap('b')}
      # file: top/files/a.yaml
      ${configMap('a')}
    `;
    expect(rendered(text, { links: { 'top/link': '../base', 'top/folder': 'files' } })).toEqual([
      'a',
      'b',
    ]);
  });

  test('to the root that is built are followed', () => {
    const text = `
      # file: deep/root/kustomization.yaml
      resources: [a.yaml, ../base]
      # file: deep/root/a.yaml
      ${configMap('a')}
      # file: deep/base/kustomization.yaml
      resources: [b.yaml]
      # file: deep/base/b.yaml
      ${configMap('b')}
    `;
    expect(rendered(text, { links: { top: 'deep/root' } })).toEqual(['a', 'b']);
  });

  test('over links', () => {
    const text = `
      # file: top/kustomization.yaml
      resources: [one.yaml]
      # file: top/a.yaml
      ${configMap('a')}
    `;
    const links = { 'top/one.yaml': 'two.yaml', 'top/two.yaml': 'a.yaml' };
    expect(rendered(text, { links })).toEqual(['a']);
  });

  test.each([
    ['to themselves', { 'top/link.yaml': 'link.yaml' }],
    ['in a circle', { 'top/link.yaml': 'other.yaml', 'top/other.yaml': 'link.yaml' }],
    ['to nothing', { 'top/link.yaml': 'none.yaml' }],
  ])('%s are no files', (_, links) => {
    const text = '# file: top/kustomization.yaml\nresources: [link.yaml]';
    expect(rendered(text, { links })).toEqual(['kustomize.file-not-found']);
  });

  test('a kustomization file may be one', () => {
    const text = `
      # file: top/files/any.yaml
      resources: [a.yaml]
      # file: top/a.yaml
      ${configMap('a')}
    `;
    expect(rendered(text, { links: { 'top/kustomization.yaml': 'files/any.yaml' } })).toEqual([
      'a',
    ]);
  });
});

test.each([
  ['/etc/a.yaml', 'kustomize.absolute-root'],
  ['../../../a.yaml', 'kustomize.file-not-found'],
  ['""', 'kustomize.empty-path'],
  ['"a.yaml\\n"', 'kustomize.file-not-found'],
])('resources: [%s] is %s', (path, code) => {
  const text = `
    # file: top/kustomization.yaml
    resources: [${path}]
    # file: top/a.yaml
    ${configMap('a')}
  `;
  expect(rendered(text)).toEqual([code]);
});
