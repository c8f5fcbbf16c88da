import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
  type CodeAction,
  type CodeActionContext,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type InitializeParams,
  type ProtocolConnection,
} from 'vscode-languageserver/node';
import { parseFixture } from '../../test/fixture.ts';

const fixture = `
# file: base/kustomization.yaml
resources: [web.yaml]
# file: base/web.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
# file: overlay/kustomization.yaml
# The overlay.
bases: # ground
- ../base
namePrefix: a-
labels:
- pairs: { team: a }
patchesJson6902:
- patch: '[{ "op": "add", "path": "/metadata/labels/more", "value": "b" }]'
  target: { group: apps, version: v1, kind: Deployment, name: web }
vars:
- name: WEB
  objref: { apiVersion: apps/v1, kind: Deployment, name: web }
configMapGenerator:
- name: settings
  env: settings.env
# file: overlay/settings.env
A=1
`;

describe('quick fixes of the language server', () => {
  let folder: string;
  let child: ChildProcess;
  let connection: ProtocolConnection;
  let uri: string;
  let diagnostics: readonly Diagnostic[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'strata-fixes-'));
    const { files } = parseFixture(fixture);
    for (const [path, text] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    uri = pathToFileURL(join(folder, 'overlay/kustomization.yaml')).href;
    ({ child, connection } = await startServer(folder));
    const report = await connection.sendRequest<DocumentDiagnosticReport>(
      'textDocument/diagnostic',
      { textDocument: { uri } },
    );
    diagnostics = report.kind === 'full' ? report.items : [];
    const document = { uri, languageId: 'yaml', version: 3 };
    const text = files.get('overlay/kustomization.yaml') ?? '';
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { ...document, text },
    });
  });

  afterAll(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });

  /** The actions with the cursor in a line, and what is told of it. */
  function actionsAt(line: number, only?: CodeActionContext['only']): Promise<CodeAction[]> {
    const place = { line, character: 2 };
    // Data of a diagnostic are left out, as many clients leave them out.
    const here = diagnostics
      .filter(({ range }) => range.start.line === line)
      .map(({ range, code, source, message }) => ({ range, code, source, message }));
    const context = { diagnostics: here, ...(only && { only }) };
    const range = { start: place, end: place };
    return connection.sendRequest('textDocument/codeAction', {
      textDocument: { uri },
      range,
      context,
    });
  }

  test('a deprecated field is replaced, with its diagnostic', async () => {
    const [action, ...more] = await actionsAt(1);
    expect(more).toEqual([]);
    expect(action).toMatchObject({
      title: 'Replace bases by resources',
      kind: 'quickfix',
      isPreferred: true,
      diagnostics: [{ code: 'kustomization.deprecated-field' }],
    });
    const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } };
    expect(action?.edit?.documentChanges).toEqual([
      { textDocument: { uri, version: 3 }, edits: [{ range, newText: 'resourc' }] },
    ]);
  });

  test('what would change the output is told and not offered', async () => {
    const [action] = await actionsAt(6);
    expect(action).toEqual({
      title: 'Replace patchesJson6902 by patches',
      kind: 'quickfix',
      diagnostics: [expect.objectContaining({ code: 'kustomization.deprecated-field' })],
      disabled: {
        reason: 'With patches in place of patchesJson6902, overlay would build to something else.',
      },
    });
  });

  test('vars are replaced by hand', async () => {
    const [action] = await actionsAt(9);
    expect(action?.edit).toBeUndefined();
    expect(action?.disabled?.reason).toContain('by hand');
  });

  test('env in a generator has a fix', async () => {
    const [action] = await actionsAt(14);
    expect(action).toMatchObject({ title: 'Replace configMapGenerator[0].env by envs' });
  });

  test('other kinds of actions and other places have none', async () => {
    expect(await actionsAt(1, ['refactor'])).toEqual([]);
    expect(await actionsAt(1, ['quickfix'])).toHaveLength(1);
    expect(await actionsAt(3)).toEqual([]);
  });
});

async function startServer(
  folder: string,
): Promise<{ readonly child: ChildProcess; readonly connection: ProtocolConnection }> {
  const root = join(import.meta.dirname, '..', '..', '..');
  const built = spawnSync(process.execPath, [join(root, 'esbuild.mjs'), 'server']);
  expect(built.stderr.toString()).toBe('');
  const bundle = join(root, 'dist', 'server.cjs');
  const child = spawn(process.execPath, [bundle, '--stdio'], { stdio: ['pipe', 'pipe', 'pipe'] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const parameters: Omit<InitializeParams, 'rootUri'> = {
    processId: process.pid,
    locale: 'en',
    capabilities: {
      textDocument: { codeAction: { disabledSupport: true } },
      workspace: { workspaceEdit: { documentChanges: true } },
    },
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'fixes' }],
  };
  await connection.sendRequest('initialize', parameters);
  await connection.sendNotification('initialized', {});
  return { child, connection };
}
