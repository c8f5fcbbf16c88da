import { describe, expect, test } from 'vitest';
import { parseFixture } from '../../test/fixture.ts';
import { databaseOf } from '../../test/fluxTree.ts';
import { accumulatedQuery } from '../kustomize/accumulate.ts';
import { contentInput, entryInput, resolvedQuery } from '../kustomize/files.ts';
import { kustomizationIn } from './expand.ts';
import { artifactReader, scopeOfFolder, type ArtifactScope } from './ignore.ts';
import { renderFluxKustomization } from './render.ts';

const map = (name: string): string => `
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: ${name}}`;

function database(text: string) {
  const files = Object.fromEntries(parseFixture(text).files);
  const ignoreFiles = Object.keys(files).filter((path) => path.endsWith('.sourceignore'));
  return { database: databaseOf(files), whole: scopeOfFolder('', ignoreFiles) };
}

/** The names that a Kustomization of `app` renders, or the codes of its failures. */
function render({ database: reader }: ReturnType<typeof database>, scope: ArtifactScope) {
  const found = kustomizationIn(
    'flux.yaml',
    'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: a}\nspec: {path: app}\n',
  );
  if (found.kind === 'problem') throw new Error(found.code);
  const rendered = renderFluxKustomization(found.kustomization, {
    reader: artifactReader(reader, scope),
    lookup: () => undefined,
  });
  if (rendered.kind === 'pending') throw new Error('pending');
  return rendered.failures.length > 0
    ? rendered.failures.map(({ code }) => code)
    : rendered.resources.map(({ id }) => id.name);
}

const folder = `
    # file: app/a.yaml${map('a')}
    # file: app/b/c.yaml${map('c')}
    # file: app/.sops.yaml
    creation_rules: []
    # file: app/.github/workflows/x.yml
    on: push`;

describe('a build does not see', () => {
  test('what is left out by default', () => {
    const tree = database(folder);
    expect(render(tree, tree.whole)).toEqual(['a', 'c']);
  });

  test('what spec.ignore leaves out, which ends the defaults', () => {
    const tree = database(folder);
    expect(render(tree, { ...tree.whole, ignore: '/app/b' })).not.toContain('a');
    const ignore = '/*\n!/app\n/app/.*\n';
    expect(render(tree, { ...tree.whole, ignore })).toEqual(['a', 'c']);
    expect(render(tree, { ...tree.whole, ignore: `${ignore}/app/b\n` })).toEqual(['a']);
  });

  test('what .sourceignore leaves out, the nearest one last', () => {
    const tree = database(`${folder}
    # file: .sourceignore
    .*
    *.yaml
    # file: app/.sourceignore
    !a.yaml`);
    expect(render(tree, tree.whole)).toEqual(['a']);
  });

  test('a file that a generator reads, in bases too', () => {
    const tree = database(`
    # file: app/kustomization.yaml
    resources: [../base]
    # file: base/kustomization.yaml
    configMapGenerator: [{name: pictures, files: [logo.png]}]
    # file: base/logo.png
    x`);
    expect(render(tree, tree.whole)).toEqual(['kustomize.file-not-found']);
    expect(render(tree, { ...tree.whole, ignore: '!*.png' })).toHaveLength(1);
  });

  test('what is not checked out, by the beginnings of paths', () => {
    const tree = database(`${folder}
    # file: apple/d.yaml${map('d')}
    # file: other/e.yaml${map('e')}`);
    const reader = artifactReader(tree.database, { ...tree.whole, sparse: ['app'] });
    expect(
      ['app/a.yaml', 'apple/d.yaml', 'other/e.yaml', 'other', 'app'].filter(
        (path) => reader.read(entryInput, path) !== undefined,
      ),
    ).toEqual(['app/a.yaml', 'apple/d.yaml', 'app']);
  });

  test('links, which no artifact holds', () => {
    const tree = database(folder);
    tree.database.set(entryInput, 'app/link.yaml', { kind: 'symlink', target: 'a.yaml' });
    const reader = artifactReader(tree.database, tree.whole);
    expect(reader.get(resolvedQuery, 'app/link.yaml')).toBeUndefined();
    expect(tree.database.get(resolvedQuery, 'app/link.yaml')?.path).toBe('app/a.yaml');
  });

  test('what is outside of its folder, or not among what was copied', () => {
    const tree = database(`
    # file: app/kustomization.yaml
    resources: [../base]
    # file: base/kustomization.yaml
    resources: [a.yaml]
    # file: base/a.yaml${map('a')}`);
    expect(render(tree, tree.whole)).toEqual(['a']);
    expect(render(tree, scopeOfFolder('app', []))).not.toEqual(['a']);
    expect(render(tree, { ...tree.whole, only: ['app', 'base'] })).toEqual(['a']);
    expect(render(tree, { ...tree.whole, only: ['app'] })).not.toEqual(['a']);
  });
});

test('a folder is there where something in it is kept', () => {
  const tree = database(folder);
  const seen = (ignore: string): boolean =>
    artifactReader(tree.database, { ...tree.whole, ignore }).read(entryInput, 'app/b') !==
    undefined;
  expect(seen('b/')).toBe(false);
  expect(seen('b/\n!/app/b/c.yaml')).toBe(true);
  expect(seen('b/\n!/app/a.yaml')).toBe(false);
});

test('builds of one artifact share what they compute, and see edits', () => {
  const tree = database(`
    # file: app/kustomization.yaml
    resources: [../base]
    # file: base/kustomization.yaml
    resources: [a.yaml]
    # file: base/a.yaml${map('a')}`);
  const base = (scope: ArtifactScope) =>
    artifactReader(tree.database, scope).get(accumulatedQuery, 'none:base');
  const before = base(tree.whole);
  expect(base({ ...tree.whole })).toBe(before);
  expect(base({ ...tree.whole, ignore: 'x' })).not.toBe(before);
  tree.database.set(contentInput, 'new', {
    kind: 'text',
    text: map('b').replaceAll('\n    ', '\n'),
  });
  tree.database.set(entryInput, 'base/a.yaml', { kind: 'file', content: 'new' });
  expect(render(tree, tree.whole)).toEqual(['b']);
});
