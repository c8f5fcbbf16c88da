import { describe, expect, test } from 'vitest';
import { codeAction } from '../../src/lsp/codeAction.ts';
import { layerActions } from '../../src/lsp/layerActions.ts';
import { changedFiles, movingClient, nobodyStops, openFixture } from '../languageSession.ts';

/** What is offered at the cursor to those who ask, each with the files that it changes; a file that goes is `undefined`. */
async function offered(
  text: string,
  { client = movingClient, fixes = false } = {},
): Promise<Readonly<Record<string, Readonly<Record<string, string | undefined>>>>> {
  const opened = openFixture(text, client);
  const { path = '', line = 0, column: character = 0 } = opened.fixture.cursor ?? {};
  const at = { line, character };
  const actions = await layerActions(
    opened.session,
    { tree: opened.tree, path },
    { range: { start: at, end: at }, fixes, refactorings: !fixes },
    nobodyStops(),
  );
  return Object.fromEntries(
    actions.map(({ title, edit }) => [title, changedFiles(opened, edit)] as const),
  );
}

function lines(...all: readonly string[]): string {
  return [...all, ''].join('\n');
}

const web = `
  # file: base/kustomization.yaml
  resources: [web.yaml]
  # file: base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec:
    replicas: 1 # the least
    minReadySeconds: 5
    template:
      spec:
        containers:
        - name: proxy
          image: proxy:1
        - name: app
          image: app:1
          env:
          - name: LEVEL
            value: "004"
`;

const overlays = `
  # file: overlays/a/kustomization.yaml
  namePrefix: a-
  resources: [../../base]
  # file: overlays/b/kustomization.yaml
  resources:
  - ../../base
`;

/** The base with the cursor at a text of it, below overlays. */
function below(cursor: string, above = overlays): string {
  return web.replace(cursor, `${cursor.slice(0, 2)}$0${cursor.slice(2)}`).trimEnd() + above;
}

describe('a value moves down', () => {
  test('into each layer that takes it from the base', async () => {
    expect(await offered(below('replicas: 1'))).toEqual({
      'Move replicas: 1 down into 2 layers, out of base/web.yaml': {
        'base/web.yaml': expect.not.stringContaining('replicas') as string,
        'overlays/a/kustomization.yaml': lines(
          'namePrefix: a-',
          'resources: [../../base]',
          'replicas:',
          '- name: web',
          '  count: 1',
        ),
        'overlays/b/kustomization.yaml': lines(
          'resources:',
          '- ../../base',
          'replicas:',
          '- name: web',
          '  count: 1',
        ),
      },
    });
  });

  test('as a patch where the field is no other, items by what tells them', async () => {
    const files = Object.values(await offered(below('value: "004"')))[0];
    expect(files?.['base/web.yaml']).toMatch(/ {8}- name: LEVEL\n$/);
    expect(files?.['overlays/b/kustomization.yaml']).toBe(
      lines(
        'resources:',
        '- ../../base',
        'patches:',
        '- patch: |-',
        '    apiVersion: apps/v1',
        '    kind: Deployment',
        '    metadata:',
        '      name: web',
        '    spec:',
        '      template:',
        '        spec:',
        '          containers:',
        '          - name: proxy',
        '          - env:',
        '            - name: LEVEL',
        '              value: "004"',
        '            name: app',
      ),
    );
  });

  test('and past a layer that says something else itself', async () => {
    const above = `
  # file: overlays/a/kustomization.yaml
  resources: [../../base]
  replicas: [{ name: web, count: 3 }]
  # file: overlays/b/kustomization.yaml
  resources: [../../base]
`;
    const [[title, files] = ['']] = Object.entries(await offered(below('replicas: 1', above)));
    expect(title).toBe('Move replicas: 1 down into 1 layer, out of base/web.yaml');
    expect(Object.keys(files ?? {})).toEqual(['base/web.yaml', 'overlays/b/kustomization.yaml']);
  });

  test('out of the patch of a layer between, which goes where it says nothing else', async () => {
    const text = `${web}
  # file: env/kustomization.yaml
  resources: [../base]
  patches:
  - path: size.yaml
  # file: env/size.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { minReady$0Seconds: 9 }
  # file: one/kustomization.yaml
  resources: [../env]
  # file: two/kustomization.yaml
  resources: [../env]
`;
    const [[title, files] = ['']] = Object.entries(await offered(text));
    expect(title).toBe('Move minReadySeconds: 9 down into 2 layers, out of env/size.yaml');
    expect(files?.['env/kustomization.yaml']).toBe('resources: [../base]\n');
    expect(files).toHaveProperty(['env/size.yaml'], undefined);
    expect(files?.['one/kustomization.yaml']).toContain('      minReadySeconds: 9\n');
  });

  test('but no value of a Secret, which would stand in more places; and a long one is cut in the title', async () => {
    const text = `
  # file: base/kustomization.yaml
  resources: [secret.yaml, map.yaml]
  # file: base/secret.yaml
  apiVersion: v1
  kind: Secret
  metadata: { name: web }
  stringData:
    pass$0word: hunter2
    user: web
  # file: base/map.yaml
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: web }
  data:
    one.conf: |
      first=1
      second=2
  # file: a/kustomization.yaml
  resources: [../base]
`;
    expect(await offered(text)).toEqual({});
    const long = text.replace('pass$0word', 'password').replace('one.conf', 'one$0.conf');
    expect(Object.keys(await offered(long))).toEqual([
      'Move one.conf: first=1… down into 1 layer, out of base/map.yaml',
    ]);
  });

  test('also where a patch gives it to other objects as well', async () => {
    const objects = ['ConfigMap', 'Secret'].map(
      (kind) => `  # file: base/${kind}.yaml
  apiVersion: v1
  kind: ${kind}
  metadata: { name: web, labels: { app: web } }
`,
    );
    const text = `
${objects.join('')}  # file: base/kustomization.yaml
  resources: [ConfigMap.yaml, Secret.yaml]
  # file: mid/kustomization.yaml
  resources: [../base]
  patches:
  - path: values.yaml
    target: { labelSelector: app=web }
  # file: mid/values.yaml
  apiVersion: v1
  kind: Any
  metadata: { name: any }
  data:
    le$0vel: ZGVidWc=
  # file: a/kustomization.yaml
  resources: [../mid]
`;
    expect(await offered(text)).toEqual({});
    const alone = text.replace('ConfigMap.yaml, Secret.yaml', 'ConfigMap.yaml');
    expect(Object.keys(await offered(alone))).toEqual([
      'Move level: ZGVidWc= down into 1 layer, out of mid/values.yaml',
    ]);
  });

  test('nowhere where somebody delivers the base itself, or a component takes it', async () => {
    const application = `
  # file: argocd/base.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: base, namespace: argocd }
  spec:
    source: { repoURL: 'https://git.example.com/a/b', path: base }
    destination: { name: lab, namespace: web }
`;
    expect(await offered(below('replicas: 1', overlays + application.slice(1)))).toEqual({});
    expect(await offered(below('replicas: 1', '\n'))).toEqual({});
  });

  test('nowhere where only its place tells an item', async () => {
    const text = `
  # file: base/kustomization.yaml
  resources: [thing.yaml]
  # file: base/thing.yaml
  apiVersion: example.com/v1
  kind: Thing
  metadata: { name: web }
  spec:
    rules:
    - lev$0el: 4
  # file: a/kustomization.yaml
  resources: [../base]
`;
    expect(await offered(text)).toEqual({});
  });
});

const spread = `
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { minReadySeconds: 30 }
`;

describe('equal patches become a component', () => {
  test('beside the base, where files say the same in other words', async () => {
    const text = `${web}
  # file: overlays/a/kustomization.yaml
  resources: [../../base]
  patches:
  # Slowly.
  - pa$0th: spread-patch.yaml
  - path: own.yaml
  # file: overlays/a/spread-patch.yaml${spread}  # file: overlays/a/own.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { replicas: 3 }
  # file: overlays/b/kustomization.yaml
  resources: [../../base]
  patches:
  - path: slow.yaml
  # file: overlays/b/slow.yaml
  kind: Deployment
  apiVersion: apps/v1
  metadata: { name: web }
  spec:
    minReadySeconds: 30
  # file: overlays/c/kustomization.yaml
  resources: [../../base]
`;
    expect(await offered(text)).toEqual({
      'Extract this patch of 2 layers into the component components/spread': {
        'components/spread/kustomization.yaml': lines(
          'apiVersion: kustomize.config.k8s.io/v1alpha1',
          'kind: Component',
          '',
          'patches:',
          '- path: spread-patch.yaml',
        ),
        'components/spread/spread-patch.yaml': lines(
          'apiVersion: apps/v1',
          'kind: Deployment',
          'metadata: { name: web }',
          'spec: { minReadySeconds: 30 }',
        ),
        'overlays/a/kustomization.yaml': lines(
          'resources: [../../base]',
          'patches:',
          '# Slowly.',
          '- path: own.yaml',
          'components:',
          '- ../../components/spread',
        ),
        'overlays/a/spread-patch.yaml': undefined,
        'overlays/b/kustomization.yaml': lines(
          'resources: [../../base]',
          'components:',
          '- ../../components/spread',
        ),
        'overlays/b/slow.yaml': undefined,
      },
    });
  });

  test('beside other components, under a name that is free, with its target', async () => {
    const patch = (head: string): string => `
  resources: [../base]
  patches:
    - target: { kind: Deployment }
      ${head}: |-
        - op: replace
          path: /spec/minReadySeconds
          value: 30`;
    const text = `${web}
  # file: parts/web/kustomization.yaml
  apiVersion: kustomize.config.k8s.io/v1alpha1
  kind: Component
  commonAnnotations: { web: 'yes' }
  # file: a/kustomization.yaml${patch('pa$0tch')}
  # file: b/kustomization.yaml${patch('patch')}
`;
    const all = await offered(text);
    expect(Object.keys(all)).toEqual([
      'Extract this patch of 2 layers into the component parts/patches',
    ]);
    const [files] = Object.values(all);
    expect(files?.['parts/patches/kustomization.yaml']).toBe(
      lines(
        'apiVersion: kustomize.config.k8s.io/v1alpha1',
        'kind: Component',
        '',
        'patches:',
        '- target: { kind: Deployment }',
        '  patch: |-',
        '    - op: replace',
        '      path: /spec/minReadySeconds',
        '      value: 30',
      ),
    );
    expect(files?.['b/kustomization.yaml']).toBe(
      lines('resources: [../base]', 'components:', '- ../parts/patches'),
    );
  });

  test('not where a patch comes later that the component would undo', async () => {
    const layer = (name: string, cursor: string): string => `
  # file: ${name}/kustomization.yaml
  resources: [../base]
  patches:
  - path: own.yaml
  - pa${cursor}th: spread.yaml
  # file: ${name}/spread.yaml${spread}  # file: ${name}/own.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { minReadySeconds: 7 }`;
    expect(await offered(`${web}${layer('a', '$0')}${layer('b', '')}`)).toEqual({});
  });

  test('not where the folder would become an application', async () => {
    const layer = (name: string, cursor: string): string => `
  # file: apps/${name}/kustomization.yaml
  resources: [../base]
  patches:
  - pa${cursor}th: spread.yaml
  # file: apps/${name}/spread.yaml${spread}`;
    const text = `${web.replaceAll('base/', 'apps/base/')}${layer('a', '$0')}${layer('b', '')}`;
    const set = `
  # file: argocd/apps.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: apps, namespace: argocd }
  spec:
    generators:
    - git:
        repoURL: https://git.example.com/a/b
        revision: HEAD
        directories: [{ path: 'apps/**' }]
    template:
      metadata: { name: '{{path.basename}}' }
      spec:
        project: default
        source: { repoURL: 'https://git.example.com/a/b', path: '{{path}}' }
        destination: { name: lab, namespace: web }
  # file: argocd/base.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: base, namespace: argocd }
  spec:
    source: { repoURL: 'https://git.example.com/a/b', path: apps/base }
    destination: { name: lab, namespace: web }
`;
    expect(Object.keys(await offered(text))).toEqual([
      'Extract this patch of 2 layers into the component apps/components/spread',
    ]);
    expect(await offered(text + set)).toEqual({});
  });

  test('not where no other layer of the base has it, nor by a client that makes no files', async () => {
    const layer = (name: string, cursor: string): string => `
  # file: ${name}/kustomization.yaml
  resources: [../base]
  patches:
  - pa${cursor}th: spread.yaml
  # file: ${name}/spread.yaml${spread}`;
    expect(await offered(`${web}${layer('a', '$0')}`)).toEqual({});
    const both = `${web}${layer('a', '$0')}${layer('b', '')}`;
    expect(await offered(both, { client: {} })).toEqual({});
  });
});

describe('a layer goes into the one that builds on it', () => {
  const middle = `${web}
  # file: env/kustomization.yaml
  namespace: shop
  resources:
  # What all have.
  - ../base
  - quota.yaml
  patches:
  - path: slow.yaml
  configMapGenerator:
  - name: settings
    files:
    - level.txt
  # file: env/quota.yaml
  apiVersion: v1
  kind: ResourceQuota
  metadata: { name: all }
  # file: env/level.txt
  four
  # file: env/slow.yaml${spread}`;

  test('with its files, before what stands there', async () => {
    const text = `${middle}  # file: clusters/one/kustomization.yaml
  resources:
  - ../..$0/env
  - own.yaml
  patches:
  - path: size.yaml
  # file: clusters/one/own.yaml
  apiVersion: v1
  kind: ServiceAccount
  metadata: { name: own, namespace: shop }
  # file: clusters/one/size.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { replicas: 3 }
`;
    expect(await offered(text)).toEqual({
      'Inline env into clusters/one, and delete it': {
        'clusters/one/kustomization.yaml': lines(
          'resources:',
          '# What all have.',
          '- ../../base',
          '- quota.yaml',
          '- own.yaml',
          'patches:',
          '- path: slow.yaml',
          '- path: size.yaml',
          'namespace: shop',
          'configMapGenerator:',
          '- name: settings',
          '  files:',
          '  - level.txt',
        ),
        'clusters/one/level.txt': 'four\n',
        'clusters/one/quota.yaml': expect.stringContaining('ResourceQuota') as string,
        'clusters/one/slow.yaml': expect.stringContaining('minReadySeconds: 30') as string,
        'env/kustomization.yaml': undefined,
        'env/level.txt': undefined,
        'env/quota.yaml': undefined,
        'env/slow.yaml': undefined,
      },
    });
  });

  test('and a component as well', async () => {
    const text = `${web}
  # file: components/slow/kustomization.yaml
  apiVersion: kustomize.config.k8s.io/v1alpha1
  kind: Component
  patches:
  - path: slow.yaml
  # file: components/slow/slow.yaml${spread}  # file: a/kustomization.yaml
  resources: [../base]
  components:
  - ../compon$0ents/slow
`;
    expect(await offered(text)).toEqual({
      'Inline components/slow into a, and delete it': {
        'a/kustomization.yaml': lines('resources: [../base]', 'patches:', '- path: slow.yaml'),
        'a/slow.yaml': expect.stringContaining('minReadySeconds: 30') as string,
        'components/slow/kustomization.yaml': undefined,
        'components/slow/slow.yaml': undefined,
      },
    });
  });

  test('not where both have a prefix, where others build on it, or where it is delivered', async () => {
    const user = (name: string, more: string): string => `
  # file: ${name}/kustomization.yaml
  ${more}
  resources:
  - ../env`;
    const at = user('one', 'namePrefix: one-').replace('../env', '..$0/env');
    const prefixed = middle.replace('namespace: shop', 'namePrefix: shop-');
    expect(await offered(prefixed + at)).toEqual({});
    expect(await offered(middle + at + user('two', 'namePrefix: two-'))).toEqual({});
    const delivered = `
  # file: flux/env.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: env, namespace: argocd }
  spec:
    source: { repoURL: 'https://git.example.com/a/b', path: env }
    destination: { name: lab, namespace: web }
`;
    expect(await offered(middle + at + delivered)).toEqual({});
    // A prefix of what builds on it reaches what it brings as well as before.
    expect(Object.keys(await offered(middle + at))).toEqual(['Inline env into one, and delete it']);
  });

  test('not where its order counts', async () => {
    const text = `${web}
  # file: env/kustomization.yaml
  resources: [../base]
  replicas: [{ name: web, count: 3 }]
  # file: one/kustomization.yaml
  resources: [../$0env]
  patches:
  - patch: |-
      apiVersion: apps/v1
      kind: Deployment
      metadata: { name: web }
      spec: { replicas: 5 }
`;
    expect(await offered(text)).toEqual({});
  });
});

describe('what does nothing goes', () => {
  const over = (count: number): string => `
  resources: [../base]
  replicas: [{ name: web, count: ${count} }]
`;

  test('of a base, where every layer on top replaces it', async () => {
    const text = `${below('replicas: 1', '\n')}  # file: a/kustomization.yaml${over(3)}  # file: b/kustomization.yaml${over(4)}`;
    expect(Object.keys(await offered(text, { fixes: true }))).toEqual([
      'Remove /spec/replicas: 2 layers on top replace it',
    ]);
  });

  test.each([
    ['images', '- na$0me: wbe\n    newTag: "2"'],
    ['patches', '- target: { na$0me: wbe }\n    path: slow.yaml'],
  ])('of %s, an entry that matches nothing', async (list, entry) => {
    const text = `${web}
  # file: a/kustomization.yaml
  resources: [../base]
  ${list}:
  ${entry}
  # file: a/slow.yaml
  - { op: replace, path: /spec/minReadySeconds, value: 30 }
`;
    expect(await offered(text, { fixes: true })).toEqual({
      [`Remove this entry of ${list}: it does nothing`]: {
        'a/kustomization.yaml': 'resources: [../base]\n',
      },
    });
  });
});

test('nothing is offered of texts that are others by the time it is proven', async () => {
  const ask = async (types: string | undefined): Promise<readonly string[]> => {
    const { session, fixture, uriOf, type } = openFixture(below('replicas: 1'), movingClient);
    const { path = '', line = 0, column: character = 0 } = fixture.cursor ?? {};
    const range = { start: { line, character }, end: { line, character } };
    const context = { diagnostics: [], only: ['refactor'] };
    const parameters = { textDocument: { uri: uriOf(path) }, range, context };
    const actions = codeAction(session, parameters, nobodyStops());
    await Promise.resolve();
    if (types !== undefined) type(types, `# New.\n${fixture.files.get(types) ?? ''}`);
    return (await actions).map(({ title }) => title);
  };
  expect(await ask(undefined)).toEqual([expect.stringContaining('Move replicas: 1 down')]);
  expect(await ask('overlays/b/kustomization.yaml')).toEqual([]);
});
