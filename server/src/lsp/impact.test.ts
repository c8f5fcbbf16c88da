import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CodeLens } from 'vscode-languageserver/node';
import { strata } from '../../test/commandLine.ts';
import { git, gitFleet, gitRepository } from '../../test/gitRepository.ts';
import {
  startLanguageServer,
  type LanguageServer,
  type LanguageServerOptions,
} from '../../test/languageServer.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import {
  impactChangedMethod,
  impactMethod,
  impactPartMethod,
  impactRefreshMethod,
  impactReportMethod,
  impactRevisionsMethod,
  impactTextMethod,
  type ImpactAnswer,
  type ImpactOfTree,
  type ImpactParams,
  type ImpactPart,
  type ImpactReport,
  type ImpactRevisions,
  type ImpactText,
} from '../protocol/impact.ts';

const live: ImpactParams = { base: { kind: 'automatic' }, head: { kind: 'workingTree' } };
const base = 'apps/checkout/base/deployment.yaml';

async function start(folder: string, options: LanguageServerOptions = {}): Promise<LanguageServer> {
  const server = await startLanguageServer(folder, options);
  onTestFinished(() => server.stop());
  return server;
}

async function compared(server: LanguageServer, params = live): Promise<ImpactOfTree> {
  const { trees } = await server.connection.sendRequest<ImpactAnswer>(impactMethod, params);
  const [tree] = trees;
  if (tree?.kind !== 'compared') throw new Error(JSON.stringify(trees));
  return tree;
}

/** Types into a base of the example fleet. */
async function type(
  server: LanguageServer,
  folder: string,
  [before, after]: readonly [string, string],
): Promise<void> {
  const text = readFileSync(join(folder, base), 'utf8');
  await server.open(base, text);
  await server.change(base, text.replace(before, after), 2);
}

test('what is typed changes clusters, production first, and equal changes have one number', async () => {
  const folder = gitFleet();
  const server = await start(folder);
  expect((await compared(server)).headline).toEqual({
    text: 'nothing differs',
    clusters: 0,
    production: 0,
    isOpen: false,
    isQuiet: true,
    crosses: false,
  });
  await type(server, folder, ['revisionHistoryLimit: 3', 'revisionHistoryLimit: 7']);
  const tree = await compared(server);
  expect(tree.headline).toMatchObject({
    text: '6 clusters change (4 production)',
    clusters: 6,
    isQuiet: false,
    crosses: true,
  });
  expect(tree.crossings).toEqual([
    { text: 'crosses into production', between: ['production', 'staging', 'dev'] },
    {
      text: 'crosses 5 release domains',
      between: ['prod-ap', 'prod-eu', 'prod-us', 'staging', 'dev'],
    },
  ]);
  expect(tree.clusters.map(({ name, isProduction }) => [name, isProduction])).toEqual([
    ['prod-ap-1', true],
    ['prod-eu-1', true],
    ['prod-us-1', true],
    ['prod-us-2', true],
    ['staging-eu-1', false],
    ['dev-eu-1', false],
  ]);
  expect(new Set(tree.clusters.map(({ change }) => change)).size).toBe(1);
  expect(tree.applications[0]).toMatchObject({
    name: 'checkout',
    fullName: 'checkout-dev-eu-1',
    cluster: 'dev-eu-1',
    status: 'changed',
    objects: 1,
    approvals: ['@acme/checkout (CODEOWNERS:5)'],
  });
});

test('an application tells its objects and fields, with the line that sets each', async () => {
  const folder = gitFleet();
  const server = await start(folder);
  await type(server, folder, ['revisionHistoryLimit: 3', 'revisionHistoryLimit: 7']);
  const tree = await compared(server);
  const one = tree.applications.find(({ cluster }) => cluster === 'prod-eu-1');
  const params = { ...live, tree: tree.tree, id: one?.id ?? '' };
  const part = await server.connection.sendRequest<ImpactPart>(impactPartMethod, params);
  expect(part.resources).toEqual([
    {
      id: 'Deployment.apps/checkout/checkout',
      kind: 'Deployment',
      name: 'checkout',
      namespace: 'checkout',
      change: 'changed',
      isHidden: false,
      restarts: false,
      fields: [
        {
          path: '/spec/revisionHistoryLimit',
          values: '3 → 7',
          place: { uri: server.uriOf(base), line: 7 },
        },
      ],
    },
  ]);
  const resource = 'Deployment.apps/checkout/checkout';
  const text = await server.connection.sendRequest<ImpactText>(impactTextMethod, {
    ...params,
    resource,
  });
  expect(text.before).toContain('revisionHistoryLimit: 3\n');
  expect(text.after).toBe(
    text.before.replace('revisionHistoryLimit: 3', 'revisionHistoryLimit: 7'),
  );
  const gone = { ...params, id: 'application of nobody' };
  expect(await server.connection.sendRequest(impactPartMethod, gone)).toBeNull();
  expect(await server.connection.sendRequest(impactTextMethod, { ...gone, resource })).toBeNull();
});

test('what does not build says why, at its line, and lists nothing of what is left', async () => {
  const folder = gitFleet();
  const server = await start(folder, { locale: 'zh-cn' });
  const file = 'apps/checkout/base/kustomization.yaml';
  const text = readFileSync(join(folder, file), 'utf8');
  await server.open(file, text);
  await server.change(file, text.replace('- deployment.yaml', '- deploymnt.yaml'), 2);
  const { applications } = await compared(server);
  expect(applications).toHaveLength(6);
  const line = text.split('\n').indexOf('  - deployment.yaml');
  for (const one of applications) {
    expect(one).toMatchObject({
      ...{ status: 'fails', objects: 0, dangers: 0 },
      failure: { message: '没有文件 `deploymnt.yaml`。', place: { uri: server.uriOf(file), line } },
    });
    expect(one.failing).toBeUndefined();
  }
});

test('values of Secrets are masked, alike on both sides', async () => {
  const secret = (value: string) => `
  apiVersion: v1
  kind: Secret
  metadata: {name: one}
  stringData: {kept: harbor-quartz-31, other: ${value}}
`;
  const folder = gitRepository(`
  # file: kustomization.yaml
  resources: [secret.yaml]
  # file: secret.yaml
${secret('harbor-quartz-32')}`);
  const server = await start(folder);
  await server.open('secret.yaml', secret('harbor-quartz-31').replaceAll(/^ {2}/gm, ''));
  const tree = await compared(server);
  expect(tree.headline.text).toBe('1 root changes');
  const params = { ...live, tree: tree.tree, id: tree.roots[0]?.id ?? '' };
  const part = await server.connection.sendRequest<ImpactPart>(impactPartMethod, params);
  expect(part.resources[0]?.fields.map(({ values }) => values)).toEqual(['•••• A → •••• B']);
  const { before, after } = await server.connection.sendRequest<ImpactText>(impactTextMethod, {
    ...params,
    resource: 'Secret/one',
  });
  expect(before).toContain('kept: •••• A\n  other: •••• B\n');
  expect(after).toContain('kept: •••• A\n  other: •••• A\n');
});

test('tells when an impact is another one, and keeps the last while a file is being written', async () => {
  const folder = gitFleet();
  const server = await start(folder);
  await type(server, folder, ['revisionHistoryLimit: 3', 'revisionHistoryLimit: 7']);
  await compared(server);
  const text = readFileSync(join(folder, base), 'utf8');
  let told = nextChange(server);
  await server.change(base, text.replace('revisionHistoryLimit: 3', 'revisionHistoryLimit: 8'), 3);
  await told;
  expect((await compared(server)).headline.text).toBe('6 clusters change (4 production)');
  told = nextChange(server);
  await server.change(base, text.replace('kind: Deployment', 'kind: "Deployment'), 4);
  await told;
  expect(await compared(server)).toMatchObject({
    isOutdated: true,
    headline: { text: '6 clusters change (4 production)' },
  });
  told = nextChange(server);
  await server.change(base, text, 5);
  await told;
  expect(await compared(server)).toMatchObject({
    isOutdated: false,
    headline: { text: 'nothing differs' },
  });
});

test('a lens says whom a layer reaches, then whom it changes', async () => {
  const folder = gitFleet();
  const server = await start(folder);
  const lensOf = async (path: string) => {
    const textDocument = { uri: server.uriOf(path) };
    const found = await server.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
      textDocument,
    });
    const [lens] = found;
    if (lens === undefined) return undefined;
    expect(lens.range.start).toEqual({ line: 0, character: 0 });
    const resolved = await server.connection.sendRequest<CodeLens>('codeLens/resolve', lens);
    return resolved.command?.title;
  };
  expect(await lensOf(base)).toBe('reaches 6 clusters · 4 production');
  expect(await lensOf('README.md')).toBeUndefined();
  await type(server, folder, ['replicas: 1', 'replicas: 2']);
  await compared(server);
  expect(await lensOf(base)).toBe('changes 1 cluster');
  const other = 'apps/checkout/clusters/prod-us-1/capacity.yaml';
  expect(await lensOf(other)).toBe('reaches 1 cluster · 1 production');
  await server.change(base, '# a comment\n' + readFileSync(join(folder, base), 'utf8'), 3);
  await compared(server);
  expect(await lensOf(base)).toBe('changes none of 6 clusters');
});

test('compares what is staged, and commits with each other', async () => {
  const folder = gitFleet();
  const first = git(folder, 'rev-parse', 'HEAD');
  const server = await start(folder);
  const staged: ImpactParams = {
    base: { kind: 'exact', revision: 'HEAD' },
    head: { kind: 'staged' },
  };
  expect((await compared(server, staged)).headline.text).toBe('nothing differs');
  const text = readFileSync(join(folder, base), 'utf8').replace('replicas: 1', 'replicas: 2');
  writeFileSync(join(folder, base), text);
  git(folder, 'add', '.');
  await server.connection.sendNotification(impactRefreshMethod);
  const tree = await compared(server, staged);
  expect(tree.headline.text).toBe('1 cluster changes');
  const report = { ...staged, tree: tree.tree };
  expect(
    await server.connection.sendRequest<ImpactReport>(impactReportMethod, {
      ...report,
      form: 'commit',
    }),
  ).toEqual({ text: 'Impact: 1 cluster changes\n- dev-eu-1: checkout (Deployment/checkout)\n' });
  const markdown = await server.connection.sendRequest<ImpactReport>(impactReportMethod, {
    ...report,
    form: 'markdown',
  });
  expect(markdown.text).toContain('### Strata: what this changes');
  git(folder, 'commit', '--quiet', '--message', 'two');
  const commits: ImpactParams = {
    base: { kind: 'exact', revision: first },
    head: { kind: 'revision', revision: 'HEAD' },
  };
  const [one] = (await compared(server, commits)).applications;
  expect(one?.uri).toMatch(/\?at%3DHEAD$/);
  const { revisions } = await server.connection.sendRequest<ImpactRevisions>(
    impactRevisionsMethod,
    {},
  );
  expect(revisions.map(({ kind, subject }) => [kind, subject])).toEqual([
    ['branch', 'two'],
    ['commit', 'two'],
    ['commit', 'all'],
  ]);
});

test('what goes away is compared with nothing, and its danger leads to where it stood', async () => {
  const folder = gitRepository(`
  # file: kustomization.yaml
  resources: [claim.yaml, map.yaml]
  # file: claim.yaml
  { apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: cache } }
  # file: map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: map }, data: { kept: a, gone: b } }
`);
  const server = await start(folder);
  await server.open('kustomization.yaml', 'resources: [map.yaml]\n');
  await server.open(
    'map.yaml',
    '{ apiVersion: v1, kind: ConfigMap, metadata: { name: map }, data: { kept: a } }\n',
  );
  const tree = await compared(server);
  const [root] = tree.roots;
  expect(root).toMatchObject({ status: 'changed', objects: 2, dangers: 1 });
  const params = { ...live, tree: tree.tree, id: root?.id ?? '' };
  const part = await server.connection.sendRequest<ImpactPart>(impactPartMethod, params);
  const commit = git(folder, 'rev-parse', 'HEAD');
  expect(part.dangers).toEqual([
    {
      code: 'impact.prunes-volume-claim',
      message: 'PersistentVolumeClaim/cache goes away, and the data of its volume may go with it',
      place: { uri: server.uriOf('claim.yaml'), line: 0, commit },
    },
  ]);
  expect(part.resources.map(({ id, change, fields }) => [id, change, fields])).toEqual([
    [
      'ConfigMap/map',
      'changed',
      [
        {
          path: '/data/gone',
          values: '- b',
          place: { uri: server.uriOf('map.yaml'), line: 0, commit },
        },
      ],
    ],
    ['PersistentVolumeClaim/cache', 'deleted', []],
  ]);
  const text = await server.connection.sendRequest<ImpactText>(impactTextMethod, {
    ...params,
    resource: 'PersistentVolumeClaim/cache',
  });
  expect(text.before).toContain('name: cache');
  expect(text.after).toBe('');
});

test('two opened folders of one repository have one impact', async () => {
  const folder = gitFleet();
  const server = await start(folder);
  const added = [{ uri: server.uriOf('apps'), name: 'apps' }];
  const event = { added, removed: [] };
  await server.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
  const { trees } = await server.connection.sendRequest<ImpactAnswer>(impactMethod, live);
  expect(trees).toHaveLength(1);
});

test('says why there is no impact', async () => {
  const tree = '\n  # file: kustomization.yaml\n  resources: []\n';
  const reasons = async (server: LanguageServer, params = live) => {
    const answer = await server.connection.sendRequest<ImpactAnswer>(impactMethod, params);
    return answer.trees.map((one) => (one.kind === 'refused' ? one.reason : one.kind));
  };
  expect(await reasons(await start(gitRepository(tree), { trusted: false }))).toEqual([
    'untrusted',
  ]);
  expect(await reasons(await start(temporaryTree(tree)))).toEqual(['no-repository']);
  const base = { kind: 'exact', revision: 'nothing' } as const;
  expect(await reasons(await start(gitRepository(tree)), { ...live, base })).toEqual(['git']);
});

async function nextChange({ connection }: LanguageServer): Promise<void> {
  return new Promise((resolve) => {
    const subscription = connection.onNotification(impactChangedMethod, () => {
      subscription.dispose();
      resolve();
    });
  });
}

test('applications of which the same is unknown are one row with their number', async () => {
  const set = (overlay: string): string => `
  # file: overlays/${overlay}/kustomization.yaml
  namespace: ${overlay}
  resources: [../../base]`;
  const folder = gitRepository(`${set('one')}${set('two')}
  # file: base/kustomization.yaml
  resources: [set.yaml]
  # file: base/set.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: set }
  spec:
    generators: [{ clusters: {} }]
    template:
      metadata: { name: 'app-{{name}}' }
      spec:
        source: { repoURL: https://git.example.com/acme/fleet, path: 'apps/{{name}}' }
        destination: { server: '{{server}}' }
  # file: apps/one.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: object } }
  `);
  writeFileSync(join(folder, 'apps/one.yaml'), 'a: 1\n');
  const { applications } = await compared(await start(folder));
  expect(applications.map(({ name, status, notes }) => [name, status, notes])).toEqual([
    ['set', 'unknown', ['2 alike']],
  ]);
});

test('a lens names the ApplicationSets that wait for another revision to have a file', async () => {
  const folder = gitRepository(`
  # file: set.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: web, namespace: argocd }
  spec:
    generators:
    - git: { repoURL: https://git.example.com/acme/fleet.git, revision: release, files: [{ path: apps/*.json }] }
    template:
      metadata: { name: web }
      spec:
        project: default
        source: { repoURL: https://git.example.com/acme/fleet.git, path: web, targetRevision: release }
        destination: { name: one, namespace: web }
  # file: apps/web.json
  {}
  # file: web/map.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: one } }`);
  git(folder, 'remote', 'add', 'origin', 'https://git.example.com/acme/fleet.git');
  const server = await start(folder);
  const textDocument = { uri: server.uriOf('apps/web.json') };
  const [lens] = await server.connection.sendRequest<CodeLens[]>('textDocument/codeLens', {
    textDocument,
  });
  const resolved = await server.connection.sendRequest<CodeLens>('codeLens/resolve', lens);
  expect(resolved.command?.title).toBe('reaches 1 ApplicationSet not until merged elsewhere');
  await server.open('set.yaml', readFileSync(join(folder, 'set.yaml'), 'utf8'));
  const hover = await server.connection.sendRequest('textDocument/hover', {
    textDocument: { uri: server.uriOf('set.yaml') },
    position: { line: 5, character: 5 },
  });
  expect(JSON.stringify(hover)).toContain('A git generator reads release');
  const { err } = await strata(['expand', 'set.yaml'], { folder });
  expect(err).toContain('a git generator reads release, not what is checked out');
});
