import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  CancellationTokenSource,
  LSPErrorCodes,
  ResponseError,
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
  type CodeAction,
  type CompletionList,
  type DefinitionLink,
  type DocumentDiagnosticReport,
  type DocumentHighlight,
  type DocumentLink,
  type Hover,
  type InitializeResult,
  type Location,
  type MarkupContent,
  type Position,
  type ProtocolConnection,
  type SymbolInformation,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';

const root = join(import.meta.dirname, '..', '..');

/**
 * The bundle as it is shipped, driven over standard input and output by a plain client of the language-server protocol: a
 * session on the example fleet, one request of each kind.
 */
describe('a session with the language server', () => {
  let folder: string;
  let child: ChildProcess;
  let connection: ProtocolConnection;
  let capabilities: InitializeResult['capabilities'];
  const errors: string[] = [];

  beforeAll(async () => {
    const built = spawnSync(process.execPath, [join(root, 'esbuild.mjs'), 'server']);
    expect(built.stderr.toString()).toBe('');
    folder = await mkdtemp(join(tmpdir(), 'strata-language-'));
    await cp(join(root, 'test-fixtures', 'argocd-fleet'), folder, { recursive: true });
    const program = join(root, 'server', 'bin', 'strata-lsp.cjs');
    child = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'pipe'] });
    if (child.stdin === null || child.stdout === null)
      throw new Error('The server has no streams.');
    connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.onNotification('window/logMessage', ({ type, message }: LogMessage) => {
      if (type === 1) errors.push(message);
    });
    connection.listen();
    const started = await connection.sendRequest<InitializeResult>('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {
        textDocument: { definition: { linkSupport: true } },
        workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['delete'] } },
      },
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'fleet' }],
    });
    ({ capabilities } = started);
    await connection.sendNotification('initialized', {});
  });

  afterAll(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  const texts = new Map<string, string>();

  async function open(path: string): Promise<string> {
    const known = texts.get(path);
    if (known !== undefined) return known;
    const text = await readFile(join(folder, path), 'utf8');
    texts.set(path, text);
    const textDocument = { uri: uriOf(path), languageId: 'yaml', version: 1, text };
    await connection.sendNotification('textDocument/didOpen', { textDocument });
    return text;
  }

  /** A request about the first place of a text in a file, counted from its beginning. */
  async function at<T>(method: string, path: string, text: string, more: object = {}): Promise<T> {
    const content = await open(path);
    const offset = content.indexOf(text);
    if (offset < 0) throw new Error(`${path} has no ${text}`);
    const before = content.slice(0, offset).split('\n');
    const position: Position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    return connection.sendRequest<T>(method, {
      textDocument: { uri: uriOf(path) },
      position,
      ...more,
    });
  }

  const placeOf = ({ uri, range }: Location): string =>
    `${uri.slice(uriOf('').length + 1)}:${range.start.line + 1}`;

  const base = 'apps/checkout/base/deployment.yaml';
  const production = 'apps/checkout/environments/production/kustomization.yaml';

  test('offers all that it can do', () => {
    const offered = Object.keys(capabilities).filter((name) => name.endsWith('Provider'));
    const wanted = ['completion', 'definition', 'documentHighlight', 'documentLink'];
    const more = ['hover', 'implementation', 'inlayHint', 'references', 'rename', 'selectionRange'];
    const last = ['semanticTokens', 'signatureHelp'];
    expect(offered).toEqual(
      expect.arrayContaining([...wanted, ...more, ...last].map((name) => `${name}Provider`)),
    );
    expect(capabilities.workspace?.fileOperations?.willRename).toEqual({
      filters: [{ scheme: 'file', pattern: { glob: '**/*' } }],
    });
  });

  test('diagnoses', async () => {
    await open('findings/deprecated/kustomization.yaml');
    const report = await connection.sendRequest<DocumentDiagnosticReport>(
      'textDocument/diagnostic',
      { textDocument: { uri: uriOf('findings/deprecated/kustomization.yaml') } },
    );
    const items = report.kind === 'full' ? report.items : [];
    expect(items.map(({ code }) => code)).toContain('kustomization.deprecated-field');
  });

  test('hovers', async () => {
    const told = async (): Promise<string> => {
      const hover = await at<Hover>('textDocument/hover', base, 'replicas: 1');
      return (hover.contents as MarkupContent).value;
    };
    // On a machine that is busy, the first hover may end before all clusters were looked at.
    await expect.poll(told, { timeout: 10_000 }).toContain('effective on 6 clusters');
    expect(await told()).toContain('here');
  });

  test('goes to definitions, implementations and references', async () => {
    const [link] = await at<DefinitionLink[]>('textDocument/definition', production, '../../base');
    expect(link?.targetUri).toBe(uriOf('apps/checkout/base/kustomization.yaml'));
    const winners = await at<Location[]>('textDocument/implementation', base, 'replicas: 1');
    expect(winners.map(placeOf)).toContain(`${production}:20`);
    const all = await at<Location[]>('textDocument/references', base, 'checkout', {
      context: { includeDeclaration: true },
    });
    expect(all.length).toBeGreaterThan(5);
    expect(all.map(placeOf)).toContain(`${base}:5`);
  });

  test('links, highlights, outlines and finds', async () => {
    const links = await connection.sendRequest<DocumentLink[]>('textDocument/documentLink', {
      textDocument: { uri: uriOf(production) },
    });
    expect(links.map(({ target }) => target)).toContain(
      uriOf('apps/checkout/base/kustomization.yaml'),
    );
    const highlights = await at<DocumentHighlight[] | null>(
      'textDocument/documentHighlight',
      base,
      'checkout',
    );
    expect(highlights === null || highlights.length > 1).toBe(true);
    const symbols = await connection.sendRequest<SymbolInformation[]>('workspace/symbol', {
      query: 'deployment/checkout',
    });
    expect(symbols.map(({ name }) => name)).toContain('Deployment/checkout');
    const outline = await connection.sendRequest<{ readonly name: string }[]>(
      'textDocument/documentSymbol',
      { textDocument: { uri: uriOf(base) } },
    );
    expect(outline.map(({ name }) => name)).toEqual([
      'Deployment/checkout',
      'ServiceAccount/checkout',
    ]);
  });

  test('completes', async () => {
    const found = await at<CompletionList>('textDocument/completion', production, '../../base');
    expect(found.items.map(({ label }) => label)).toContain('../staging');
  });

  test('renames an object in all layers, and moves a file', async () => {
    const catalog = 'apps/catalog/base/kustomization.yaml';
    const edit = await at<WorkspaceEdit>('textDocument/rename', catalog, 'settings', {
      newName: 'options',
    });
    const files = (edit.documentChanges ?? []).map((one) =>
      'textDocument' in one ? one.textDocument.uri : '',
    );
    expect(files).toContain(uriOf(catalog));
    const till = await at<WorkspaceEdit>('textDocument/rename', base, 'checkout', {
      newName: 'till',
    });
    expect(till.documentChanges?.length).toBeGreaterThan(2);
    expect(files.length).toBeGreaterThan(2);
    const move = await connection.sendRequest<WorkspaceEdit>('workspace/willRenameFiles', {
      files: [{ oldUri: uriOf('apps/checkout/base'), newUri: uriOf('apps/checkout/ground') }],
    });
    const moved = (move.documentChanges ?? []).flatMap((one) =>
      'edits' in one ? one.edits.map((own) => ('newText' in own ? own.newText : '')) : [],
    );
    expect(moved).toContain('../../ground');
  });

  test('offers actions that are proved', async () => {
    const path = 'findings/deprecated/kustomization.yaml';
    const text = await open(path);
    const line = text.split('\n').findIndex((one) => one.startsWith('bases:'));
    const range = { start: { line, character: 0 }, end: { line, character: 0 } };
    const actions = await connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri: uriOf(path) },
      range,
      context: { diagnostics: [] },
    });
    expect(actions.map(({ title }) => title)).toContain('Replace bases by resources');
  });

  test('ends a request that is canceled, and goes on', async () => {
    await open(base);
    const source = new CancellationTokenSource();
    const asked = connection.sendRequest(
      'textDocument/hover',
      { textDocument: { uri: uriOf(base) }, position: { line: 6, character: 4 } },
      source.token,
    );
    source.cancel();
    // The answer may have been on its way already.
    await expect(asked.then(() => 'answered', codeOf)).resolves.toSatisfy(
      (end) => end === 'answered' || end === LSPErrorCodes.RequestCancelled,
    );
    expect(await at<Hover | null>('textDocument/hover', base, 'replicas: 1')).not.toBeNull();
  });

  test('tells a fault of a request as an error, and goes on', async () => {
    const broken = connection.sendRequest('textDocument/definition', {
      textDocument: { uri: 'file:///%zz' },
      position: { line: 0, character: 0 },
    });
    await expect(broken.then(() => 'answered', codeOf)).resolves.toBe(LSPErrorCodes.RequestFailed);
    expect(errors.some((one) => one.startsWith('textDocument/definition failed'))).toBe(true);
    expect(await at<Hover | null>('textDocument/hover', base, 'replicas: 1')).not.toBeNull();
  });

  test('survives a file that goes away and comes back under its feet', async () => {
    const path = 'apps/checkout/base/service.yaml';
    const text = await readFile(join(folder, path), 'utf8');
    const tell = (type: number): Promise<void> =>
      connection.sendNotification('workspace/didChangeWatchedFiles', {
        changes: [{ uri: uriOf(path), type }],
      });
    const codes = async (): Promise<readonly unknown[]> => {
      const report = await connection.sendRequest<DocumentDiagnosticReport>(
        'textDocument/diagnostic',
        { textDocument: { uri: uriOf('apps/checkout/base/kustomization.yaml') } },
      );
      return report.kind === 'full' ? report.items.map(({ code }) => code) : [];
    };
    const before = await codes();
    await rm(join(folder, path));
    await tell(3);
    await expect.poll(codes).toContain('kustomize.file-not-found');
    await writeFile(join(folder, path), text);
    await tell(1);
    await expect.poll(codes).toEqual(before);
  });
});

interface LogMessage {
  readonly type: number;
  readonly message: string;
}

function codeOf(error: unknown): unknown {
  return error instanceof ResponseError ? error.code : error;
}
