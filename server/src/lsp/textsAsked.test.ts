import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Hover, ProtocolConnection, RegistrationParams } from 'vscode-languageserver/node';
import { startLanguageServer, type LanguageServer } from '../../test/languageServer.ts';
import { peekValuesMethod, type PeekValues } from '../protocol/report.ts';

const fleet = join(import.meta.dirname, '..', '..', '..', 'test-fixtures', 'argocd-fleet');
const base = 'apps/checkout/base/deployment.yaml';

/** An editor that shows a file already, and sends its text where it is asked for texts, which takes it a while. */
async function startSlowly(): Promise<{ server: LanguageServer; methods: readonly string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-texts-'));
  await cp(fleet, folder, { recursive: true });
  const methods: string[] = [];
  const started: { server?: LanguageServer } = {};
  const prepare = (connection: ProtocolConnection): void => {
    connection.onRequest(
      'client/registerCapability',
      async ({ registrations }: RegistrationParams) => {
        await setTimeout(150);
        methods.push(...registrations.map(({ method }) => method));
        if (methods.at(-1) === 'textDocument/didOpen')
          await started.server?.open(base, await readFile(join(folder, base), 'utf8'));
        return null;
      },
    );
  };
  const synchronization = { dynamicRegistration: true };
  const server = await startLanguageServer(folder, {
    capabilities: { textDocument: { synchronization } },
    prepare,
  });
  started.server = server;
  onTestFinished(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { server, methods };
}

const replicas = { line: 6, character: 2 };

test('what is asked before the texts of editors are there waits for them', async () => {
  const { server } = await startSlowly();
  const uri = server.uriOf(base);
  const [peek, hover] = await Promise.all([
    server.connection.sendRequest<PeekValues>(peekValuesMethod, { uri, ...replicas }),
    server.connection.sendRequest<Hover | null>('textDocument/hover', {
      textDocument: { uri },
      position: replicas,
    }),
  ]);
  expect(peek.places.map((one) => one.uri)).toContainEqual(
    expect.stringContaining('checkout-prod-us-1.strata.yaml'),
  );
  expect(hover).not.toBeNull();
});

test('changes of texts are asked for before the texts: none is missed', async () => {
  const { methods } = await startSlowly();
  await vi.waitFor(() => {
    expect(methods).toEqual([
      'textDocument/didChange',
      'textDocument/didClose',
      'textDocument/didOpen',
    ]);
  });
});

test('a client that refuses to send more is answered all the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'strata-texts-'));
  await cp(fleet, folder, { recursive: true });
  const server = await startLanguageServer(folder, {
    capabilities: { textDocument: { synchronization: { dynamicRegistration: true } } },
    prepare: (connection) => {
      connection.onRequest('client/registerCapability', () => {
        throw new Error('refused');
      });
    },
  });
  onTestFinished(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });
  await server.open(base, await readFile(join(folder, base), 'utf8'));
  const textDocument = { uri: server.uriOf(base) };
  expect(
    await server.connection.sendRequest('textDocument/hover', { textDocument, position: replicas }),
  ).not.toBeNull();
});
