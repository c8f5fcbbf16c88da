import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createConnection,
  createProtocolConnection,
  type ClientCapabilities,
  type InitializeParams,
  type ProtocolConnection,
} from 'vscode-languageserver/node';
import { serve } from '../src/lsp/server.ts';
import type { InitializationOptions } from '../src/protocol/initializationOptions.ts';

/** A language server in this process, and the client that talks to it: what goes between them is what goes over a wire. */
export interface LanguageServer {
  readonly connection: ProtocolConnection;
  readonly uriOf: (path: string) => string;
  /** Shows a file in an editor. */
  readonly open: (path: string, text: string, version?: number) => Promise<void>;
  /** Replaces the text of a file that is shown. */
  readonly change: (path: string, text: string, version: number) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** What a test wants of a server. */
export interface LanguageServerOptions {
  readonly trusted?: boolean;
  readonly locale?: string;
  readonly capabilities?: ClientCapabilities;
  /** What the client says about itself beside that. */
  readonly initializationOptions?: Omit<InitializationOptions, 'trusted'>;
  /** Sets up what the client answers, before the server can ask. */
  readonly prepare?: (connection: ProtocolConnection) => void;
}

/** Starts a language server on a folder. */
export async function startLanguageServer(
  folder: string,
  {
    trusted = true,
    locale = 'en',
    capabilities = {},
    initializationOptions = {},
    prepare,
  }: LanguageServerOptions = {},
): Promise<LanguageServer> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const server = createConnection(
    new StreamMessageReader(toServer),
    new StreamMessageWriter(toClient),
  );
  serve(server);
  const connection = createProtocolConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  );
  prepare?.(connection);
  connection.listen();
  const parameters: Omit<InitializeParams, 'rootUri'> = {
    processId: null,
    locale,
    capabilities,
    initializationOptions: { ...initializationOptions, trusted },
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'test' }],
  };
  await connection.sendRequest('initialize', parameters);
  await connection.sendNotification('initialized', {});
  const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  return {
    connection,
    uriOf,
    open: (path, text, version = 1) =>
      connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri: uriOf(path), languageId: 'yaml', version, text },
      }),
    change: (path, text, version) =>
      connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uriOf(path), version },
        contentChanges: [{ text }],
      }),
    stop: async () => {
      await connection.sendRequest('shutdown');
      connection.dispose();
      server.dispose();
    },
  };
}
