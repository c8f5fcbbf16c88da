import { EventEmitter } from 'node:events';
import { mkdirSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type {
  DefinitionLink,
  DocumentDiagnosticReport,
  DocumentLink,
  Hover,
  Location,
  MarkupContent,
  RegistrationParams,
} from 'vscode-languageserver/node';
import { answering, logStrayFaults } from '../../src/lsp/request.ts';
import { willRenameFiles } from '../../src/lsp/willRenameFiles.ts';
import { impactMethod, type ImpactAnswer, type ImpactParams } from '../../src/protocol/impact.ts';
import { treesChangedMethod } from '../../src/protocol/place.ts';
import { rootsOfMethod, type RootsOf } from '../../src/protocol/rootsOf.ts';
import { LiveImpact } from '../../src/workspace/liveImpact.ts';
import { commitAll, git, gitRepository } from '../gitRepository.ts';
import {
  startLanguageServer,
  type LanguageServer,
  type LanguageServerOptions,
} from '../languageServer.ts';
import { nobodyStops, openFixture } from '../languageSession.ts';
import { temporaryTree, writeTree } from '../temporaryTree.ts';

/** A machine with other work may be slow. */
const patience = { timeout: 20_000, interval: 50 };

const layers = `
  # file: base/kustomization.yaml
  resources:
  - web.yaml
  # file: base/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec: { replicas: 1 }
  # file: prod/kustomization.yaml
  resources:
  - ../base
  replicas:
  - { name: web, count: 3 }
`;

async function start(folder: string, options: LanguageServerOptions = {}): Promise<LanguageServer> {
  const server = await startLanguageServer(folder, options);
  onTestFinished(() => server.stop());
  return server;
}

/** `folder > pattern`, or a pattern alone. */
function shownPattern(pattern: unknown, top: string): string {
  if (typeof pattern === 'string') return pattern;
  const { baseUri, pattern: glob } = pattern as { baseUri: string; pattern: string };
  return `${relative(top, fileURLToPath(baseUri)) || 'top'} > ${glob}`;
}

async function codesOf(server: LanguageServer, uri: string): Promise<readonly unknown[]> {
  const report = await server.connection.sendRequest<DocumentDiagnosticReport>(
    'textDocument/diagnostic',
    { textDocument: { uri } },
  );
  return report.kind === 'full' ? report.items.map(({ code }) => code) : [];
}

async function linksOf(server: LanguageServer, uri: string): Promise<readonly DocumentLink[]> {
  const links = await server.connection.sendRequest<DocumentLink[] | null>(
    'textDocument/documentLink',
    { textDocument: { uri } },
  );
  return links ?? [];
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('a fault of ours', () => {
  const everything: ImpactParams = {
    base: { kind: 'automatic' },
    head: { kind: 'workingTree' },
  };

  test('is no impact that says that nothing changes', async () => {
    vi.spyOn(LiveImpact.prototype, 'compare').mockRejectedValue(new Error('hunter2'));
    const folder = gitRepository(layers);
    const errors: string[] = [];
    const server = await start(folder, {
      prepare: (connection) => {
        connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
          errors.push(message);
        });
      },
    });
    const { trees } = await server.connection.sendRequest<ImpactAnswer>(impactMethod, everything);
    expect(trees).toMatchObject([
      {
        kind: 'refused',
        reason: 'fault',
        message: '? internal fault: what changes is unknown, see the output of Strata',
      },
    ]);
    const told = errors.find((one) => one.startsWith('strata/impact failed'));
    const id = git(folder, 'rev-parse', '--short=7', 'HEAD');
    expect(told?.split('\n')[0]).toBe(`strata/impact failed at ${id}: Error`);
    expect(errors.join('\n')).not.toContain('hunter2');
  });

  test('is logged with what was asked, and ends as an error of the protocol', async () => {
    const { session } = openFixture(layers);
    const errors: string[] = [];
    const console = { error: (message: string) => errors.push(message) };
    const connection = { console } as unknown as typeof session.connection;
    const asked: typeof session = { ...session, connection, textsAsked: Promise.resolve() };
    const answer = answering(asked, 'textDocument/hover', () =>
      Promise.reject(new TypeError('hunter2')),
    );
    const token = {
      isCancellationRequested: false,
      onCancellationRequested: () => ({ dispose: () => undefined }),
    };
    expect(await answer({}, token as never)).toMatchObject({
      message: 'Strata could not answer textDocument/hover: see its output.',
    });
    expect(errors.map((one) => one.split('\n')[0])).toEqual([
      'textDocument/hover failed: TypeError',
    ]);
  });

  test('that nobody waits for does not end the session, and its text is not logged', () => {
    const program = new EventEmitter();
    const errors: string[] = [];
    const console = { error: (message: string) => errors.push(message) };
    logStrayFaults(program, { console } as never);
    program.emit('unhandledRejection', new TypeError('hunter2'));
    expect(errors.map((one) => one.split('\n')[0])).toEqual(['a stray fault: TypeError']);
  });

  test('before a file moves is told, as its paths stay as they are', async () => {
    const opened = openFixture(layers);
    const files = [{ oldUri: opened.uriOf('base'), newUri: opened.uriOf('shared') }];
    vi.spyOn(opened.tree.workspace, 'complete').mockRejectedValue(new Error('hunter2'));
    await expect(willRenameFiles(opened.session, { files }, nobodyStops())).rejects.toThrow();
    expect(opened.warnings).toEqual([
      'Strata could not follow this move: paths that lead to it stay as they are.',
    ]);
  });

  test('where a move is compared is told, and its paths are written anew all the same', async () => {
    const opened = openFixture(layers);
    const { session, tree } = opened;
    const errors: string[] = [];
    const console = { error: (message: string) => errors.push(message) };
    const connection = { ...session.connection, console } as unknown as typeof session.connection;
    const { complete } = tree.workspace;
    let asked = 0;
    vi.spyOn(tree.workspace, 'complete').mockImplementation(async (ask, signal) => {
      asked += 1;
      if (asked > 1) throw new Error('hunter2');
      return complete(ask, signal);
    });
    const files = [{ oldUri: opened.uriOf('base'), newUri: opened.uriOf('shared') }];
    const edit = await willRenameFiles({ ...session, connection }, { files }, nobodyStops());
    expect(Object.values(edit?.changes ?? {})).toMatchObject([[{ newText: '../shared' }]]);
    expect(opened.warnings).toEqual([
      'Strata could not compare what is rendered before and after this move.',
    ]);
    expect(errors).toMatchObject([
      expect.stringMatching(/^workspace\/willRenameFiles failed: Error/),
    ]);
  });
});

describe('folders', () => {
  test('several in one window answer each for itself, until they are closed', async () => {
    const [one, two] = [
      temporaryTree(layers),
      temporaryTree('\n  # file: kustomization.yaml\n  resources: [gone.yaml]\n'),
    ];
    const server = await start(one);
    const folder = { uri: pathToFileURL(two).href, name: 'two' };
    const change = async (added: readonly object[], removed: readonly object[]): Promise<void> =>
      server.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
        event: { added, removed },
      });
    const file = pathToFileURL(join(two, 'kustomization.yaml')).href;
    await change([folder], []);
    expect(await codesOf(server, file)).toContain('kustomize.file-not-found');
    expect(await codesOf(server, server.uriOf('prod/kustomization.yaml'))).toEqual([]);
    const changed = new Promise<void>((resolve) => {
      server.connection.onNotification(treesChangedMethod, resolve);
    });
    await change([], [folder]);
    await changed;
    expect(await codesOf(server, file)).toEqual([]);
    expect(await linksOf(server, server.uriOf('prod/kustomization.yaml'))).toHaveLength(1);
  });

  test.each([2, 3])(
    'one that is closed and opened %i times while it is read is one',
    async (times) => {
      const folder = gitRepository(layers);
      const server = await start(folder);
      const event = {
        removed: [{ uri: pathToFileURL(folder).href, name: 'test' }],
        added: [{ uri: pathToFileURL(folder).href, name: 'test' }],
      };
      for (let count = 0; count < times; count += 1)
        await server.connection.sendNotification('workspace/didChangeWorkspaceFolders', { event });
      const { roots } = await server.connection.sendRequest<RootsOf>(rootsOfMethod, {
        uri: server.uriOf('prod/kustomization.yaml'),
      });
      expect(roots.map(({ uri }) => uri)).toEqual([
        `strata:/${basename(folder)}/root/prod.strata.yaml`,
      ]);
    },
  );

  test('one within a repository is watched with what the repository holds beside it, and no more', async () => {
    const folder = gitRepository(`${layers}
  # file: .gitignore
  node_modules
  # file: clusters[eu]/a.yaml
  a: 1
`);
    writeTree(folder, '\n# file: node_modules/some/a.yaml\na: 1\n');
    const watched: string[] = [];
    const server = await start(join(folder, 'prod'), {
      capabilities: {
        workspace: {
          didChangeWatchedFiles: { dynamicRegistration: true, relativePatternSupport: true },
        },
      },
      prepare: (connection) => {
        connection.onRequest('client/registerCapability', (parameters: RegistrationParams) => {
          for (const { registerOptions } of parameters.registrations) {
            const { watchers } = registerOptions as { watchers: { globPattern: unknown }[] };
            for (const { globPattern } of watchers) watched.push(shownPattern(globPattern, folder));
          }
          return null;
        });
      },
    });
    await vi.waitFor(() => {
      expect(watched.toSorted()).toEqual([
        '**/*',
        'base > **/*',
        'clusters[eu] > **/*',
        'top > *',
        'top > .git/{HEAD,index,FETCH_HEAD,packed-refs,refs/**}',
      ]);
    }, patience);
    writeTree(folder, '\n# file: new/a.yaml\na: 1\n');
    await server.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: [{ uri: pathToFileURL(join(folder, 'new')).href, type: 1 }],
    });
    await vi.waitFor(() => {
      expect(watched).toContain('new > **/*');
    }, patience);
    // One that is empty is filled later, and one that git ignores is nobody's.
    mkdirSync(join(folder, 'empty'));
    await server.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: ['node_modules', 'empty'].map((name) => {
        return { uri: pathToFileURL(join(folder, name)).href, type: 1 };
      }),
    });
    await vi.waitFor(() => {
      expect(watched).toContain('empty > **/*');
    }, patience);
    expect(watched).not.toContain('node_modules > **/*');
  });

  test('one that is opened by a link is named by it', async () => {
    const link = join(temporaryTree(''), 'link');
    symlinkSync(temporaryTree(layers), link);
    const server = await start(link);
    const uri = server.uriOf('prod/kustomization.yaml');
    await server.open('prod/kustomization.yaml', 'resources:\n- ../base\n- gone.yaml\n');
    expect(await codesOf(server, uri)).toContain('kustomize.file-not-found');
    const [target] = await linksOf(server, uri);
    expect(target?.target).toBe(server.uriOf('base/kustomization.yaml'));
  });

  test('one that is a link within the tree is read as what it leads to', async () => {
    const folder = temporaryTree(layers);
    symlinkSync('base', join(folder, 'alias'));
    const server = await start(folder);
    await server.open('prod/kustomization.yaml', 'resources:\n- ../alias\n');
    expect(await codesOf(server, server.uriOf('prod/kustomization.yaml'))).toEqual([]);
  });

  test('a client that encodes more of a URI than we do has its texts all the same', async () => {
    const folder = temporaryTree(layers.replaceAll('prod/', 'prod@eu+1/'));
    const server = await start(folder);
    const uri = server
      .uriOf('prod@eu+1/kustomization.yaml')
      .replaceAll('@', '%40')
      .replaceAll('+', '%2B');
    const { connection } = server;
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: {
        uri,
        languageId: 'yaml',
        version: 1,
        text: 'resources:\n- ../base\n- gone.yaml\n',
      },
    });
    expect(await codesOf(server, uri)).toContain('kustomize.file-not-found');
    const place = { textDocument: { uri }, position: { line: 1, character: 5 } };
    const found = await connection.sendRequest<(Location | DefinitionLink)[]>(
      'textDocument/definition',
      place,
    );
    expect(found).toHaveLength(1);
    await connection.sendNotification('textDocument/didClose', { textDocument: { uri } });
    expect(await codesOf(server, uri)).toEqual([]);
  });
});

describe('texts', () => {
  test.each([
    ['letters of two UTF-16 units', (line: string) => line],
    ['a byte order mark', (line: string) => `\ufeff${line}`],
    ['lines that end as on Windows', (line: string) => line.replaceAll('\n', '\r\n')],
  ])('places count UTF-16 units, with %s', async (_what, written) => {
    const folder = temporaryTree(layers);
    const server = await start(folder);
    const text = written('# 😀\nresources: [../base, "😀𝒳.yaml", gone.yaml]\n');
    await server.open('prod/kustomization.yaml', text);
    const uri = server.uriOf('prod/kustomization.yaml');
    const report = await server.connection.sendRequest<DocumentDiagnosticReport>(
      'textDocument/diagnostic',
      { textDocument: { uri } },
    );
    const ranges = report.kind === 'full' ? report.items.map(({ range }) => range) : [];
    const [, line = ''] = text.split(/\r?\n/);
    const shown = ranges.map(({ start, end }) => line.slice(start.character, end.character));
    expect(shown).toEqual(['"😀𝒳.yaml"', 'gone.yaml']);
  });

  test('git takes the tree elsewhere, and a rebase stops at a conflict', async () => {
    const folder = gitRepository(layers);
    git(folder, 'branch', 'other');
    writeTree(folder, layers.replace('count: 3', 'count: 5'));
    commitAll(folder);
    const server = await start(folder);
    const changed = async (...paths: readonly string[]): Promise<void> =>
      server.connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: paths.map((path) => ({ uri: server.uriOf(path), type: 2 })),
      });
    await server.open(
      'base/web.yaml',
      'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec:\n  replicas: 1\n',
    );
    const told = async (): Promise<string> => {
      const answer = await server.connection.sendRequest<Hover | null>('textDocument/hover', {
        textDocument: { uri: server.uriOf('base/web.yaml') },
        position: { line: 4, character: 4 },
      });
      return (answer?.contents as MarkupContent | undefined)?.value ?? '';
    };
    expect(await told()).toMatch(/= `?5/);
    git(folder, 'checkout', '--quiet', 'other');
    await changed('prod/kustomization.yaml', '.git/HEAD');
    await vi.waitFor(async () => {
      expect(await told()).toMatch(/= `?3/);
    }, patience);
    writeTree(folder, layers.replace('count: 3', 'count: 7'));
    commitAll(folder);
    expect(() => git(folder, 'rebase', '--quiet', '-')).toThrow();
    await changed('prod/kustomization.yaml', '.git/HEAD');
    await vi.waitFor(async () => {
      expect(await codesOf(server, server.uriOf('prod/kustomization.yaml'))).toEqual([
        'file.conflict-markers',
      ]);
    }, patience);
    git(folder, 'rebase', '--abort');
    await changed('prod/kustomization.yaml', '.git/HEAD');
    await vi.waitFor(async () => {
      expect(await told()).toMatch(/= `?7/);
    }, patience);
  });
});
