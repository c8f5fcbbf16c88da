import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  StreamMessageReader,
  StreamMessageWriter,
  createProtocolConnection,
  type ProtocolConnection,
} from 'vscode-languageserver/node';
import { describeMilliseconds } from './figures.ts';

/** What an editor waits for, in milliseconds as a clock shows them, and what the server holds, in megabytes. */
export interface LanguageFigures {
  /** From the start of the process until the diagnostics of the open file are there. */
  readonly firstDiagnosticsMs: number;
  readonly hoverMs: readonly number[];
  /** From a key until the diagnostics of the file are there. */
  readonly keyMs: readonly number[];
  /** From a key until the diagnostics of another open file, which builds on it, are there. */
  readonly otherKeyMs: readonly number[];
  readonly completionMs: readonly number[];
  readonly megabytes: number;
  /** After so many edits. */
  readonly edits: number;
  readonly megabytesAfter: number;
}

/** The files that a session works in. */
export interface LanguageSessionPlan {
  /** The bundle of the server. */
  readonly server: string;
  readonly folder: string;
  /** A file of a base, in which is typed. */
  readonly file: string;
  /** A file of a layer that builds on it. */
  readonly other: string;
  readonly edits: number;
}

/**
 * Plays a session over standard input and output, as an editor would: opens a file of a base, hovers over all its lines,
 * types in it, with a layer open that builds on it, and then goes on typing.
 */
export async function measureLanguageServer(plan: LanguageSessionPlan): Promise<LanguageFigures> {
  const started = performance.now();
  const child = spawn(process.execPath, [plan.server, '--stdio'], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.listen();
  const { file, other, folder } = plan;
  const uriOf = (path: string): string => pathToFileURL(join(folder, path)).href;
  const ask = async (method: string, parameters: unknown): Promise<number> => {
    const from = performance.now();
    await connection.sendRequest(method, parameters);
    return performance.now() - from;
  };
  const diagnose = (path: string): Promise<number> =>
    ask('textDocument/diagnostic', { textDocument: { uri: uriOf(path) } });
  try {
    await connection.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      capabilities: {},
      initializationOptions: { trusted: true },
      workspaceFolders: [{ uri: pathToFileURL(folder).href, name: 'bench' }],
    });
    await connection.sendNotification('initialized', {});
    const text = await readFile(join(folder, file), 'utf8');
    await open(connection, uriOf(file), text);
    await diagnose(file);
    const firstDiagnosticsMs = performance.now() - started;
    await open(connection, uriOf(other), await readFile(join(folder, other), 'utf8'));
    const lines = text.split('\n');
    const hoverLine = (line: number): Promise<number> =>
      ask('textDocument/hover', {
        textDocument: { uri: uriOf(file) },
        position: { line, character: (lines[line] ?? '').length },
      });
    const hoverMs: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      for (let line = 0; line < lines.length; line += 1) hoverMs.push(await hoverLine(line));
    }
    let version = 1;
    const type = async (place: number): Promise<void> => {
      version += 1;
      const word = version % 2 === 0 ? { insert: 'x', remove: 0 } : { insert: '', remove: 1 };
      const at = { line: place, character: (lines[place] ?? '').length };
      const end = { line: place, character: at.character + word.remove };
      await connection.sendNotification('textDocument/didChange', {
        textDocument: { uri: uriOf(file), version },
        contentChanges: [{ range: { start: at, end }, text: word.insert }],
      });
    };
    const places = lines.flatMap((line, index) => (/^\s+[\w-]+: \S+$/.test(line) ? [index] : []));
    const keyMs: number[] = [];
    const otherKeyMs: number[] = [];
    const completionMs: number[] = [];
    for (let key = 0; key < 200; key += 1) {
      await type(places[(key >> 1) % places.length] ?? 0);
      const from = performance.now();
      await diagnose(file);
      keyMs.push(performance.now() - from);
      await diagnose(other);
      otherKeyMs.push(performance.now() - from);
      completionMs.push(
        await ask('textDocument/completion', {
          textDocument: { uri: uriOf(other) },
          position: { line: 1, character: 4 },
        }),
      );
    }
    const megabytes = residentMegabytes(child.pid);
    for (let key = 0; key < plan.edits; key += 1) {
      await type(places[(key >> 1) % places.length] ?? 0);
      if (key % 10 === 9) await diagnose(file);
    }
    await diagnose(file);
    return {
      firstDiagnosticsMs,
      hoverMs,
      keyMs,
      otherKeyMs,
      completionMs,
      megabytes,
      edits: plan.edits,
      megabytesAfter: residentMegabytes(child.pid),
    };
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await connection.sendRequest('shutdown');
    await connection.sendNotification('exit');
    await ended;
    connection.dispose();
  }
}

function open(connection: ProtocolConnection, uri: string, text: string): Promise<void> {
  const textDocument = { uri, languageId: 'yaml', version: 1, text };
  return connection.sendNotification('textDocument/didOpen', { textDocument });
}

/** What a process holds; 0 where the system does not tell it in a file. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid ?? 0}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? '0') / 1024;
  } catch {
    return 0;
  }
}

/** The figure that 95 of 100 do not exceed. */
export function percentile95(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}

/** The session in words, a line for each figure. */
export function describeLanguageServer(figures: LanguageFigures): string {
  const { firstDiagnosticsMs, megabytes, megabytesAfter, edits } = figures;
  const told = (name: string, all: readonly number[]): string =>
    `  ${name.padEnd(26)} ${describeMilliseconds(all)}, 95 of 100 below ${percentile95(all).toFixed(1)} ms`;
  return [
    `  first diagnostics, cold    ${firstDiagnosticsMs.toFixed(0)} ms`,
    told('hover', figures.hoverMs),
    told('key to diagnostics', figures.keyMs),
    told('key to those of a layer', figures.otherKeyMs),
    told('completion', figures.completionMs),
    `  memory                     ${megabytes.toFixed(0)} MB, after ${edits} more edits ${megabytesAfter.toFixed(0)} MB`,
  ].join('\n');
}
