import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
  type DocumentDiagnosticReport,
  type Hover,
  type InitializeParams,
  type Location,
  type Position,
  type ProtocolConnection,
} from 'vscode-languageserver/node';
import {
  renderedChangedMethod,
  renderedDocumentMethod,
  type RenderedChangedParams,
  type RenderedDocument,
} from '../protocol/renderedDocument.ts';
import { git, gitFleet } from '../../test/gitRepository.ts';
import { clustersMethod, type ClustersAnswer } from '../protocol/clusters.ts';
import { layersMethod, type LayersAnswer } from '../protocol/layers.ts';
import { rootsOfMethod, type RootsOf } from '../protocol/rootsOf.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** The bundle as it is shipped, driven over standard input and output as any editor would. */
describe('the language server over stdio', () => {
  let folder: string;
  let server: Server;

  beforeAll(async () => {
    const built = spawnSync(process.execPath, [join(root, 'esbuild.mjs'), 'server']);
    expect(built.stderr.toString()).toBe('');
    folder = await mkdtemp(join(tmpdir(), 'strata-lsp-'));
    await cp(join(root, 'test-fixtures', 'argocd-fleet'), folder, { recursive: true });
    server = await startServer({ folder });
  });

  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const base = 'apps/checkout/base/deployment.yaml';

  test('tells which roots read a file, the nearest first', async () => {
    const { roots } = await server.ask<RootsOf>(rootsOfMethod, { uri: server.uriOf(base) });
    expect(roots.slice(0, 2)).toMatchObject([
      { path: 'apps/checkout/base', role: 'base', distance: 0 },
      { path: 'apps/checkout/environments/dev', role: 'overlay', distance: 1 },
    ]);
    expect(roots.at(-1)?.distance).toBe(2);
  });

  test('says that no root reads a file outside of all', async () => {
    const uri = server.uriOf('README.md');
    expect(await server.ask(rootsOfMethod, { uri })).toEqual({ roots: [], applications: [] });
  });

  const rendered = 'strata:/NAME/root/apps/checkout/clusters/prod-us-1.strata.yaml';

  test('renders a root with who wrote each line, and follows what is typed', async () => {
    const uri = rendered.replace('NAME', server.name);
    const before = await server.ask<RenderedDocument>(renderedDocumentMethod, { uri });
    expect(before.header).toEqual([
      '# strata · apps/checkout/clusters/prod-us-1 · working tree',
      '# base component environment cluster generated',
    ]);
    expect(before.legend[1]).toEqual({ role: 'component', line: 1, startColumn: 7, endColumn: 16 });
    expect(noteOf(before, '  replicas: 8')).toBe('cluster · capacity.yaml:7 · patch');
    expect(noteOf(before, '  revisionHistoryLimit: 3')).toBe('base · base/deployment.yaml:8');

    await server.open(uri, 'strata-rendered', [...before.header, before.yaml].join('\n'));
    const text = await readFile(join(folder, base), 'utf8');
    await server.open(server.uriOf(base), 'yaml', text);
    const told = server.nextChange();
    await server.replace(base, 'revisionHistoryLimit: 3', 'revisionHistoryLimit: 7');
    const changed = await told;
    const after = await server.ask<RenderedDocument>(renderedDocumentMethod, { uri });
    expect(changed).toEqual({ documents: [{ uri, document: after }] });
    expect(noteOf(after, '  revisionHistoryLimit: 7')).toBe('base · base/deployment.yaml:8');
  });

  test('keeps the last valid document while a layer is being written', async () => {
    const uri = rendered.replace('NAME', server.name);
    const broken = server.nextChange();
    await server.replace(base, 'kind: Deployment', 'kind: "Deployment');
    await broken;
    const during = await server.ask<RenderedDocument>(renderedDocumentMethod, { uri });
    expect(during.header[0]).toMatch(/ · working tree · as of last valid$/);
    expect(during.yaml).toContain('revisionHistoryLimit: 7');
    const mended = server.nextChange();
    await server.replace(base, 'kind: "Deployment', 'kind: Deployment');
    await mended;
    const after = await server.ask<RenderedDocument>(renderedDocumentMethod, { uri });
    expect(after.header[0]).toMatch(/ · working tree$/);
  });

  test('hovers on a rendered line show the chain, the winner first', async () => {
    const uri = rendered.replace('NAME', server.name);
    const hover = await server.ask<Hover>('textDocument/hover', server.at(uri, 'replicas: 8'));
    expect(plain(hover)).toMatchInlineSnapshot(`
      "**replicas** · Deployment.apps/checkout/checkout

      \`8\` [capacity.yaml:7] · cluster · patch  
      \`5\` [environments/production/kustomization.yaml:20] · environment · replicas  
      \`3\` [components/ha/spread.yaml:6] · component · patch  
      \`1\` [base/deployment.yaml:7] · base"
    `);
  });

  test('goes from a rendered line to the place that wrote it', async () => {
    const uri = rendered.replace('NAME', server.name);
    const place = server.at(uri, 'replicas: 8');
    const location = await server.ask<Location>('textDocument/definition', place);
    expect(location).toEqual({
      uri: server.uriOf('apps/checkout/clusters/prod-us-1/capacity.yaml'),
      range: { start: { line: 6, character: 12 }, end: { line: 6, character: 13 } },
    });
  });

  test('tells which applications a file reaches, by cluster', async () => {
    const { applications } = await server.ask<RootsOf>(rootsOfMethod, { uri: server.uriOf(base) });
    expect(applications.map(({ cluster }) => cluster)).toEqual([
      'dev-eu-1',
      'prod-ap-1',
      'prod-eu-1',
      'prod-us-1',
      'prod-us-2',
      'staging-eu-1',
    ]);
    expect(applications[1]).toMatchObject({
      name: 'checkout-prod-ap-1',
      family: 'checkout',
      environment: 'production',
      isProduction: true,
      uri: application('checkout', 'prod-ap-1'),
    });
  });

  /** The address of an application on a cluster; those of the fixture live in the namespace of Argo CD. */
  function application(family: string, cluster: string): string {
    return `strata:/${server.name}/${cluster}/argocd/${family}-${cluster}.strata.yaml`;
  }

  test('renders an application on a cluster, what its controller adds included', async () => {
    const uri = application('monitoring', 'prod-eu-1');
    const document = await server.ask<RenderedDocument>(renderedDocumentMethod, { uri });
    expect(document.header).toEqual([
      '# strata · monitoring-prod-eu-1 · prod-eu-1 · platform/monitoring · working tree',
      '# base cluster generated',
    ]);
    const added = '    fleet.example.com/cluster: prod-eu-1';
    expect(noteOf(document, added)).toMatch(/^cluster · .*platform-addons\.yaml:36/);

    await server.open(uri, 'strata-rendered', [...document.header, document.yaml].join('\n'));
    const place = server.at(uri, 'fleet.example.com/cluster');
    const location = await server.ask<Location>('textDocument/definition', place);
    expect(location).toMatchObject({
      uri: server.uriOf('argocd/control/applicationsets/platform-addons.yaml'),
      range: { start: { line: 35 } },
    });
    const hover = await server.ask<Hover>('textDocument/hover', place);
    expect(plain(hover)).toContain('platform-addons.yaml:36');
  });

  test('an application stays while the file that declares it is being written', async () => {
    const uri = application('catalog', 'prod-eu-1');
    const set = 'argocd/control/applicationsets/catalog.yaml';
    await server.ask<RenderedDocument>(renderedDocumentMethod, { uri });
    const text = await readFile(join(folder, set), 'utf8');
    await server.open(server.uriOf(set), 'yaml', text);
    await server.replace(set, 'kind: ApplicationSet', 'kind: "ApplicationSet');
    const during = await server.ask<RenderedDocument>(renderedDocumentMethod, { uri });
    expect(during.header[0]).toMatch(/ · working tree · as of last valid$/);
    expect(during.yaml).toContain('name: catalog');
    const told = await server.ask<ClustersAnswer>(clustersMethod, {});
    expect(told.isBeingWritten).toBe(true);
    await server.replace(set, 'kind: "ApplicationSet', 'kind: Other');
    const gone = await server.ask<RenderedDocument>(renderedDocumentMethod, { uri });
    expect(gone.state).toBe('not delivered');
    await server.replace(set, 'kind: Other', 'kind: ApplicationSet');
    const after = await server.ask<RenderedDocument>(renderedDocumentMethod, { uri });
    expect(after.header[0]).toMatch(/ · working tree$/);
  });

  test('tells the clusters with what is known of each, and where from', async () => {
    const answer = await server.ask<ClustersAnswer>(clustersMethod, {});
    const cluster = answer.clusters.find(({ name }) => name === 'prod-eu-1');
    expect(cluster).toMatchObject({
      environment: 'production',
      region: 'eu',
      releaseDomain: 'prod-eu',
      wave: 3,
      isProduction: true,
      certainty: 'known',
      place: { uri: server.uriOf('.strata/clusters.yaml') },
    });
    const environment = cluster?.facts.find(({ name }) => name === 'environment');
    expect(environment).toMatchObject({ value: 'production', certainty: 'known' });
    expect(environment?.from).toMatch(/^\.strata\/clusters\.yaml:\d+$/);
    const own = answer.applications.filter((one) => one.cluster === 'prod-eu-1');
    expect(own).toHaveLength(7);
    expect(own[1]).toMatchObject({
      family: 'checkout',
      source: 'apps/checkout/clusters/prod-eu-1',
      certainty: 'inferred',
      declaredAt: 'argocd/control/applicationsets/checkout.yaml:2',
    });
    expect(answer).toMatchObject({ open: [], isBeingWritten: false });
  });

  test('tells the graph of layers, and what is made of them', async () => {
    const { layers, applications } = await server.ask<LayersAnswer>(layersMethod, {});
    const placeOf = (path: string) => layers.findIndex((layer) => layer.path === path);
    const overlay = layers[placeOf('apps/checkout/environments/production')];
    expect(overlay?.bases).toContain(placeOf('apps/checkout/base'));
    expect(overlay?.users).toContain(placeOf('apps/checkout/clusters/prod-us-1'));
    expect(layers[placeOf('charts/storefront')]).toMatchObject({
      role: 'chart',
      file: server.uriOf('charts/storefront/Chart.yaml'),
    });
    const checkout = applications.find(({ name }) => name === 'checkout-prod-us-1');
    expect(checkout?.starts).toEqual([placeOf('apps/checkout/clusters/prod-us-1')]);
  });

  test('an application that nothing delivers says so', async () => {
    const uri = application('checkout', 'prod-eu-9');
    const document = await server.ask<RenderedDocument>(renderedDocumentMethod, { uri });
    expect(document).toMatchObject({
      header: [
        '# strata · checkout-prod-eu-9 · prod-eu-9 · working tree',
        '# ? Nothing delivers this application to this cluster here.',
      ],
      yaml: '',
    });
  });

  test('without git, another revision is unknown', async () => {
    const uri = `${application('checkout', 'prod-eu-1')}?at%3DHEAD`;
    const document = await server.ask<RenderedDocument>(renderedDocumentMethod, { uri });
    expect(document.header[1]).toMatch(/^# \? Git knows no revision HEAD/);
  });

  test('hovers on a value of a layer show what it is on each cluster, and the chain', async () => {
    const place = server.at(server.uriOf(base), 'replicas: 1');
    // On a machine that is busy, the first hover may end before all clusters were looked at.
    await server.ask<Hover>('textDocument/hover', place);
    const hover = await server.ask<Hover>('textDocument/hover', place);
    expect(plain(hover)).toMatchInlineSnapshot(`
      "**replicas** · effective on 6 clusters

      ≠ prod-ap-1, prod-eu-1 · \`5\` · [environments/production/kustomization.yaml:20]  
      ≠ prod-us-1 · \`8\` · [clusters/prod-us-1/capacity.yaml:7]  
      ≠ prod-us-2 · \`2\` · [clusters/prod-us-2/kustomization.yaml:16]  
      ≠ staging-eu-1 · \`2\` · [environments/staging/kustomization.yaml:19]  
      dev-eu-1 · \`1\` · here

      Chain on prod-ap-1: [deployment.yaml:7] = \`1\` → [components/ha/spread.yaml:6] = \`3\` → [environments/production/kustomization.yaml:20] = \`5\`"
    `);
    expect(plain(hover).split('\n').length).toBeLessThanOrEqual(12);
  });

  test('tells what does nothing, faded, with its code', async () => {
    const uri = server.uriOf('findings/does-nothing/kustomization.yaml');
    const textDocument = { uri };
    const report = await server.ask<DocumentDiagnosticReport>('textDocument/diagnostic', {
      textDocument,
    });
    const items = report.kind === 'full' ? report.items : [];
    expect(items[0]).toMatchObject({
      code: 'kustomize.image-matches-nothing-but',
      severity: 3,
      source: 'strata',
      tags: [1],
    });
  });
});

/** A git that notes that it was called, and fails. */
async function spyOnGit(): Promise<{ readonly programs: string; readonly calls: () => boolean }> {
  const programs = await mkdtemp(join(tmpdir(), 'strata-programs-'));
  onTestFinished(() => rm(programs, { recursive: true, force: true }));
  const script = `#!/bin/sh\necho called >> '${join(programs, 'calls')}'\nexit 1\n`;
  await writeFile(join(programs, 'git'), script, { mode: 0o755 });
  return { programs, calls: () => existsSync(join(programs, 'calls')) };
}

describe('trust and language', () => {
  async function repository(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'strata-lsp-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    await cp(join(root, 'test-fixtures', 'probe'), folder, { recursive: true });
    await mkdir(join(folder, '.git'));
    return folder;
  }

  test.each([
    [true, 'is asked in a folder that the user trusts'],
    [false, 'never runs in a folder that the user does not trust, which is rendered all the same'],
  ])('git (trusted: %s) %s', async (trusted) => {
    const { programs, calls } = await spyOnGit();
    const server = await startServer({ folder: await repository(), trusted, programs });
    const uri = server.uriOf('kustomization.yaml');
    const { roots } = await server.ask<RootsOf>(rootsOfMethod, { uri });
    const rendered = roots[0]?.uri;
    const document = await server.ask<RenderedDocument>(renderedDocumentMethod, { uri: rendered });
    await server.stop();
    expect(document.yaml).toContain('kind: ');
    expect(calls()).toBe(trusted);
  });

  test('renders a revision of an application from git, without a checkout', async () => {
    const folder = gitFleet();
    const first = git(folder, 'rev-parse', 'HEAD');
    const base = join(folder, 'apps/checkout/base/deployment.yaml');
    const text = await readFile(base, 'utf8');
    await writeFile(base, `# one line more\n${text.replace('HistoryLimit: 3', 'HistoryLimit: 9')}`);

    const server = await startServer({ folder });
    const now = `strata:/${server.name}/prod-eu-1/argocd/checkout-prod-eu-1.strata.yaml`;
    const before = `${now}?at%3DHEAD`;
    const ask = (uri: string) => server.ask<RenderedDocument>(renderedDocumentMethod, { uri });
    const [then, working] = [await ask(before), await ask(now)];
    await server.open(before, 'strata-rendered', [...then.header, then.yaml].join('\n'));
    const line = server.at(before, 'revisionHistoryLimit');
    const limit = await server.ask<Location>('textDocument/definition', line);
    const replicas = await server.ask<Location>(
      'textDocument/definition',
      server.at(before, 'replicas: 5'),
    );
    await server.stop();
    expect(then.header[0]).toMatch(` · HEAD (${first.slice(0, 7)})`);
    expect(then.yaml).toContain('revisionHistoryLimit: 3');
    expect(working.yaml).toContain('revisionHistoryLimit: 9');
    // In a file that is other now, the line of then may be anything.
    expect(limit.range.start.line).toBe(0);
    expect(replicas.range.start.line).toBe(19);
  });

  test('speaks Chinese where the editor does', async () => {
    const server = await startServer({ folder: await repository(), locale: 'zh-cn' });
    const { roots } = await server.ask<RootsOf>(rootsOfMethod, {
      uri: server.uriOf('kustomization.yaml'),
    });
    const rendered = roots[0]?.uri;
    const document = await server.ask<RenderedDocument>(renderedDocumentMethod, { uri: rendered });
    await server.stop();
    expect(document.header[0]).toContain('工作区');
  });
});

function noteOf(document: RenderedDocument, line: string): string | undefined {
  const place = document.yaml.split('\n').indexOf(line);
  return document.marks[document.lines[place] ?? -1]?.note;
}

/** The Markdown of a hover, without escapes, and with the places of links left out. */
function plain({ contents }: Hover): string {
  const text = typeof contents === 'object' && 'value' in contents ? contents.value : '';
  return text.replaceAll(/\]\(<[^>]*>\)/g, ']').replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
}

interface Server {
  /** The name of the folder, as it stands in the addresses of rendered documents. */
  readonly name: string;
  readonly uriOf: (path: string) => string;
  readonly ask: <Answer>(method: string, parameters: unknown) => Promise<Answer>;
  readonly open: (uri: string, languageId: string, text: string) => Promise<void>;
  /** Types over a text of an open file. */
  readonly replace: (path: string, text: string, other: string) => Promise<void>;
  /** The position of a text in an open document. */
  readonly at: (uri: string, text: string) => unknown;
  readonly nextChange: () => Promise<RenderedChangedParams>;
  readonly stop: () => Promise<void>;
}

interface ServerOptions {
  readonly folder: string;
  readonly locale?: string;
  readonly trusted?: boolean;
  /** A folder whose programs come before those of the machine. */
  readonly programs?: string;
}

async function startServer({
  folder,
  locale = 'en',
  trusted = true,
  programs = '',
}: ServerOptions): Promise<Server> {
  const bundle = join(root, 'dist', 'server.cjs');
  const child = spawn(process.execPath, [bundle, '--stdio'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, PATH: [programs, process.env.PATH].join(delimiter) },
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const uri = pathToFileURL(folder).href;
  const name = basename(folder);
  const parameters: Omit<InitializeParams, 'rootUri'> = {
    processId: process.pid,
    locale,
    capabilities: {},
    workspaceFolders: [{ uri, name }],
    initializationOptions: { trusted },
  };
  await connection.sendRequest('initialize', parameters);
  await connection.sendNotification('initialized', {});
  return serverOn({ child, connection, folder, name });
}

function serverOn({
  child,
  connection,
  folder,
  name,
}: {
  readonly child: ChildProcess;
  readonly connection: ProtocolConnection;
  readonly folder: string;
  readonly name: string;
}): Server {
  const texts = new Map<string, string>();
  const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  return {
    name,
    uriOf,
    ask: (method, parameters) => connection.sendRequest(method, parameters),
    open: async (uri, languageId, text) => {
      texts.set(uri, text);
      const textDocument = { uri, languageId, version: 1, text };
      await connection.sendNotification('textDocument/didOpen', { textDocument });
    },
    replace: async (path, text, other) => {
      const uri = uriOf(path);
      const before = texts.get(uri) ?? '';
      texts.set(uri, before.replace(text, other));
      const start = positionOf(before, text);
      const end = { ...start, character: start.character + text.length };
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version: 2 },
        contentChanges: [{ range: { start, end }, text: other }],
      });
    },
    at: (uri, text) => ({
      textDocument: { uri },
      position: positionOf(texts.get(uri) ?? '', text),
    }),
    nextChange: () =>
      new Promise((resolve) => {
        const subscription = connection.onNotification(
          renderedChangedMethod,
          (parameters: RenderedChangedParams) => {
            subscription.dispose();
            resolve(parameters);
          },
        );
      }),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      expect(await ended).toBe(0);
    },
  };
}

function positionOf(text: string, part: string): Position {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}
