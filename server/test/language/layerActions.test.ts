import { describe, expect, test } from 'vitest';
import { layerActions } from '../../src/lsp/layerActions.ts';
import { editedFiles, nobodyStops, openFixture, withWindowsLines } from '../languageSession.ts';

/** The actions at the cursor, each with the files that it leaves, and those that it empties or deletes. */
async function actionsAtCursor(
  text: string,
): Promise<
  readonly { readonly title: string; readonly files: Readonly<Record<string, string>> }[]
> {
  const opened = openFixture(text);
  const { path = '', line = 0, column: character = 0 } = opened.fixture.cursor ?? {};
  const place = { tree: opened.tree, path };
  const at = { line, character };
  const actions = await layerActions(
    opened.session,
    place,
    { range: { start: at, end: at }, fixes: true, refactorings: false },
    nobodyStops(),
  );
  return actions.map(({ title, edit }) => ({
    title,
    files: Object.fromEntries(editedFiles(opened, edit ?? null)),
  }));
}

const base = `
  # file: base/kustomization.yaml
  resources: [web.yaml]
  # file: base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec:
    replicas: 1 # the least
    paused: false
`;

/** A base with two overlays; the cursor stands in one of the texts. */
function layers({
  one,
  two,
  ground = base,
}: Readonly<Record<'one' | 'two', string>> & { readonly ground?: string }): string {
  const patch = (text: string): string =>
    [
      'apiVersion: apps/v1',
      'kind: Deployment',
      'metadata: { name: web }',
      ...text.split('\n'),
    ].join('\n  ');
  return `${ground}  # file: a/kustomization.yaml
  resources: [../base]
  patches:
  - path: patch.yaml
  # file: a/patch.yaml
  ${patch(one)}
  # file: b/kustomization.yaml
  resources: [../base]
  patches: [{ path: patch.yaml }]
  # file: b/patch.yaml
  ${patch(two)}
`;
}

describe('a value that repeats what stands below', () => {
  test('goes, and what would be empty goes with it', async () => {
    const one = 'spec:\n  repl$0icas: 1\n  minReadySeconds: 5';
    const actions = await actionsAtCursor(layers({ one, two: 'spec: { replicas: 2 }' }));
    expect(actions).toEqual([
      {
        title: 'Remove /spec/replicas: base/web.yaml says the same',
        files: {
          'a/patch.yaml': [
            'apiVersion: apps/v1',
            'kind: Deployment',
            'metadata: { name: web }',
            'spec:',
            '  minReadySeconds: 5',
            '',
          ].join('\n'),
        },
      },
    ]);
  });

  test('takes its patch with it where the patch says nothing else', async () => {
    const one = 'spec:\n  repl$0icas: 1';
    const [action, ...more] = await actionsAtCursor(layers({ one, two: 'spec: { replicas: 2 }' }));
    expect(more).toEqual([]);
    expect(action?.files).toEqual({ 'a/kustomization.yaml': 'resources: [../base]\n' });
  });

  test('goes out of braces', async () => {
    const one = 'spec: { minReadySeconds: 5, pau$0sed: false }';
    const [action] = await actionsAtCursor(layers({ one, two: 'spec: { replicas: 2 }' }));
    expect(action?.files['a/patch.yaml']).toContain('\nspec: { minReadySeconds: 5 }\n');
  });

  test('goes out of an inline patch', async () => {
    const text = `${base}  # file: a/kustomization.yaml
  resources: [../base]
  patches:
  - patch: |-
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec:
        repl$0icas: 1
        minReadySeconds: 5
`;
    const [action] = await actionsAtCursor(text);
    expect(action?.files['a/kustomization.yaml']).toBe(
      [
        'resources: [../base]',
        'patches:',
        '- patch: |-',
        '    apiVersion: apps/v1',
        '    kind: Deployment',
        '    metadata: { name: web }',
        '    spec:',
        '      minReadySeconds: 5',
        '',
      ].join('\n'),
    );
  });

  test('has no action where another value stands below', async () => {
    const one = 'spec: { repl$0icas: 2 }';
    expect(await actionsAtCursor(layers({ one, two: 'spec: { replicas: 3 }' }))).toEqual([]);
  });
});

describe('a value that all layers set alike', () => {
  test('moves up into the base, and out of the layers', async () => {
    const one = 'spec:\n  repl$0icas: 3\n  minReadySeconds: 5';
    const actions = await actionsAtCursor(layers({ one, two: 'spec: { replicas: 3 }' }));
    expect(actions).toEqual([
      {
        title: 'Move replicas: 3 up into base/web.yaml, out of 2 layers',
        files: {
          'base/web.yaml': [
            'apiVersion: apps/v1',
            'kind: Deployment',
            'metadata: { name: web }',
            'spec:',
            '  replicas: 3 # the least',
            '  paused: false',
            '',
          ].join('\n'),
          'a/patch.yaml': [
            'apiVersion: apps/v1',
            'kind: Deployment',
            'metadata: { name: web }',
            'spec:',
            '  minReadySeconds: 5',
            '',
          ].join('\n'),
          'b/kustomization.yaml': 'resources: [../base]\n',
        },
      },
    ]);
  });

  test('keeps lines that end as on Windows', async () => {
    const one = 'spec:\n  repl$0icas: 3\n  minReadySeconds: 5';
    const text = layers({ one, two: 'spec: { replicas: 3 }' });
    const [plain] = await actionsAtCursor(text);
    const [windows] = await actionsAtCursor(withWindowsLines(text));
    const files = Object.entries(windows?.files ?? {});
    expect(
      Object.fromEntries(files.map(([path, one]) => [path, one.replaceAll('\r\n', '\n')])),
    ).toEqual(plain?.files);
    expect(files.every(([, one]) => !/[^\r]\n/.test(one))).toBe(true);
  });

  test('can be moved from the base as well', async () => {
    const ground = base.replace('replicas: 1', 'repl$0icas: 1');
    const [action] = await actionsAtCursor(
      layers({ one: 'spec: { replicas: 3 }', two: 'spec: { replicas: 3 }', ground }),
    );
    expect(action?.title).toBe('Move replicas: 3 up into base/web.yaml, out of 2 layers');
    expect(Object.keys(action?.files ?? {}).sort()).toEqual([
      'a/kustomization.yaml',
      'b/kustomization.yaml',
      'base/web.yaml',
    ]);
  });

  test('stays where one layer says something else, or nothing', async () => {
    const one = 'spec: { repl$0icas: 3 }';
    expect(await actionsAtCursor(layers({ one, two: 'spec: { replicas: 4 }' }))).toEqual([]);
    expect(await actionsAtCursor(layers({ one, two: 'spec: { paused: true }' }))).toEqual([]);
  });

  test('stays where the base itself is delivered', async () => {
    const application = `
  # file: argocd/base.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: base, namespace: argocd }
  spec:
    source: { repoURL: 'https://git.example.com/a/b', path: base }
    destination: { name: lab, namespace: web }
`;
    const one = 'spec: { repl$0icas: 3 }';
    const ground = application.trimEnd() + base;
    expect(await actionsAtCursor(layers({ one, two: 'spec: { replicas: 3 }', ground }))).toEqual(
      [],
    );
  });
});
