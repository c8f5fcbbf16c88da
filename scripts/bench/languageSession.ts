import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
  type ProtocolConnection,
} from 'vscode-languageserver/node';

/** A language server in a process of its own, spoken to over standard input and output. */
export interface LanguageSession {
  readonly connection: ProtocolConnection;
  /** The number of the process. */
  readonly process: number | undefined;
  readonly uriOf: (path: string) => string;
  readonly open: (path: string, text: string) => Promise<void>;
  /** Milliseconds, as a clock shows them, until a request is answered. */
  readonly ask: (method: string, parameters: unknown) => Promise<number>;
  /** Milliseconds until a hover at the end of a line is answered: of all lines, three times. */
  readonly hoverAll: (path: string, lines: readonly string[]) => Promise<readonly number[]>;
  /** Writes a letter to the end of a line, or takes it away again. */
  readonly type: (path: string, lines: readonly string[], line: number) => Promise<void>;
  /** Replaces the whole text. */
  readonly paste: (path: string, text: string) => Promise<void>;
  /** What the process holds; 0 where the system does not tell it in a file. */
  readonly megabytes: () => number;
  readonly end: () => Promise<void>;
}

/** Starts a language server, by the words behind `node`, in a folder. */
export async function startSession(
  words: readonly string[],
  folder: string,
  initializationOptions: object,
): Promise<LanguageSession> {
  const child = spawn(process.execPath, [...words, '--stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  const ask = async (method: string, parameters: unknown): Promise<number> => {
    const from = performance.now();
    await connection.sendRequest(method, parameters);
    return performance.now() - from;
  };
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    initializationOptions,
    workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'bench' }],
  });
  await connection.sendNotification('initialized', {});
  let version = 1;
  return {
    connection,
    process: child.pid,
    uriOf,
    ask,
    open: (path, text) => {
      const textDocument = { uri: uriOf(path), languageId: 'yaml', version: 1, text };
      return connection.sendNotification('textDocument/didOpen', { textDocument });
    },
    hoverAll: async (path, lines) => {
      const textDocument = { uri: uriOf(path) };
      const taken: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        for (const [line, { length: character }] of lines.entries()) {
          const position = { line, character };
          taken.push(await ask('textDocument/hover', { textDocument, position }));
        }
      }
      return taken;
    },
    type: (path, lines, line) => {
      version += 1;
      const word = version % 2 === 0 ? { insert: 'x', remove: 0 } : { insert: '', remove: 1 };
      const start = { line, character: (lines[line] ?? '').length };
      const end = { line, character: start.character + word.remove };
      return connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uriOf(path), version },
        contentChanges: [{ range: { start, end }, text: word.insert }],
      });
    },
    paste: (path, text) => {
      version += 2;
      return connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uriOf(path), version },
        contentChanges: [{ text }],
      });
    },
    megabytes: () => residentMegabytes(child.pid),
    end: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      await connection.sendRequest('shutdown');
      await connection.sendNotification('exit');
      await ended;
      connection.dispose();
    },
  };
}

/** The lines that end in a plain value, which can be typed at. */
export function typedLines(lines: readonly string[]): readonly number[] {
  return lines.flatMap((line, index) => (/^\s+[\w-]+: \S+$/.test(line) ? [index] : []));
}

function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? '0') / 1024;
  } catch {
    return 0;
  }
}
