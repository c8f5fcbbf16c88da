import { EventEmitter, once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigurationRequest, type DocumentDiagnosticReport } from 'vscode-languageserver/node';
import { describeMilliseconds } from './figures.ts';
import { startSession, typedLines, type LanguageSession } from './languageSession.ts';

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
  /** From a token that is pasted into the file until it is told. */
  readonly tokenMs: readonly number[];
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
  const { file, other, folder } = plan;
  const started = performance.now();
  const session = await startSession([plan.server], folder, { trusted: true });
  const diagnose = (path: string): Promise<number> =>
    session.ask('textDocument/diagnostic', { textDocument: { uri: session.uriOf(path) } });
  try {
    const text = await readFile(join(folder, file), 'utf8');
    await session.open(file, text);
    await diagnose(file);
    const firstDiagnosticsMs = performance.now() - started;
    await session.open(other, await readFile(join(folder, other), 'utf8'));
    const lines = text.split('\n');
    const hoverMs = await session.hoverAll(file, lines);
    const places = typedLines(lines);
    const type = (key: number): Promise<void> =>
      session.type(file, lines, places[(key >> 1) % places.length] ?? 0);
    const keyMs: number[] = [];
    const otherKeyMs: number[] = [];
    const completionMs: number[] = [];
    for (let key = 0; key < 200; key += 1) {
      await type(key);
      const from = performance.now();
      await diagnose(file);
      keyMs.push(performance.now() - from);
      await diagnose(other);
      otherKeyMs.push(performance.now() - from);
      completionMs.push(
        await session.ask('textDocument/completion', {
          textDocument: { uri: session.uriOf(other) },
          position: { line: 1, character: 4 },
        }),
      );
    }
    const tokenMs = await pasteTokens(session, file, text);
    const megabytes = session.megabytes();
    for (let key = 0; key < plan.edits; key += 1) {
      await type(key);
      if (key % 10 === 9) await diagnose(file);
    }
    await diagnose(file);
    return {
      firstDiagnosticsMs,
      hoverMs,
      keyMs,
      otherKeyMs,
      completionMs,
      tokenMs,
      megabytes,
      edits: plan.edits,
      megabytesAfter: session.megabytes(),
    };
  } finally {
    await session.end();
  }
}

/** Pastes a token behind the file and takes it away again; each time it has to be told. Leaves the text as it was. */
async function pasteTokens(
  { connection, paste, uriOf }: LanguageSession,
  path: string,
  text: string,
): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let round = 0; round < 30; round += 1) {
    // Fake, and assembled so that no scanner of pushes takes the sources for a leak.
    const token = ['ghp', `A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q${String(round).padStart(3, '0')}`];
    const object = `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: pasted }\ndata: { a: ${token.join('_')} }`;
    await paste(path, `${text}\n---\n${object}\n`);
    const from = performance.now();
    const report = await connection.sendRequest<DocumentDiagnosticReport>(
      'textDocument/diagnostic',
      { textDocument: { uri: uriOf(path) } },
    );
    taken.push(performance.now() - from);
    const codes = report.kind === 'full' ? report.items.map(({ code }) => String(code)) : [];
    if (!codes.some((code) => code.startsWith('secrets.')))
      throw new Error('The server does not tell a token that was pasted.');
    await paste(path, text);
  }
  return taken;
}

/** What yaml-language-server, which knows the file alone, needs for what both do. */
export interface YamlServerFigures {
  readonly firstDiagnosticsMs: number;
  readonly hoverMs: readonly number[];
  /** With the 200 ms that it waits for the next key. */
  readonly keyMs: readonly number[];
  readonly megabytes: number;
}

/** Plays the same with yaml-language-server, without the schemas that it would fetch. */
export async function measureYamlServer(
  program: string,
  { folder, file }: Pick<LanguageSessionPlan, 'folder' | 'file'>,
): Promise<YamlServerFigures> {
  const started = performance.now();
  const session = await startSession([program], folder, {});
  const settings = { yaml: { schemaStore: { enable: false }, validate: true, hover: true } };
  const { connection } = session;
  connection.onRequest(ConfigurationRequest.type, ({ items }) =>
    items.map(({ section }) => (section === 'yaml' ? settings.yaml : null)),
  );
  const told = new EventEmitter();
  connection.onNotification('textDocument/publishDiagnostics', () => {
    told.emit('diagnostics');
  });
  try {
    await connection.sendNotification('workspace/didChangeConfiguration', { settings });
    const text = await readFile(join(folder, file), 'utf8');
    const first = once(told, 'diagnostics');
    await session.open(file, text);
    await first;
    const firstDiagnosticsMs = performance.now() - started;
    const lines = text.split('\n');
    const hoverMs = await session.hoverAll(file, lines);
    const places = typedLines(lines);
    const keyMs: number[] = [];
    for (let key = 0; key < 50; key += 1) {
      const next = once(told, 'diagnostics');
      const from = performance.now();
      await session.type(file, lines, places[(key >> 1) % places.length] ?? 0);
      await next;
      keyMs.push(performance.now() - from);
    }
    return { firstDiagnosticsMs, hoverMs, keyMs, megabytes: session.megabytes() };
  } finally {
    await session.end();
  }
}

/** The figure that 95 of 100 do not exceed. */
export function percentile95(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? 0;
}

/** The session in words, a line for each figure; in brackets what yaml-language-server needs where it does the same. */
export function describeLanguageServer(figures: LanguageFigures, other: YamlServerFigures): string {
  const { firstDiagnosticsMs, megabytes, megabytesAfter, edits } = figures;
  const told = (name: string, all: readonly number[]): string =>
    `  ${name.padEnd(26)} ${describeMilliseconds(all)}, 95 of 100 below ${percentile95(all).toFixed(1)} ms`;
  const beside = (all: readonly number[]): string => ` [${percentile95(all).toFixed(1)} ms]`;
  return [
    `  first diagnostics, cold    ${firstDiagnosticsMs.toFixed(0)} ms [${other.firstDiagnosticsMs.toFixed(0)} ms]`,
    told('hover', figures.hoverMs) + beside(other.hoverMs),
    told('key to diagnostics', figures.keyMs) + beside(other.keyMs),
    told('key to those of a layer', figures.otherKeyMs),
    told('completion', figures.completionMs),
    told('token to its finding', figures.tokenMs),
    `  memory                     ${megabytes.toFixed(0)} MB, after ${edits} more edits ${megabytesAfter.toFixed(0)} MB [${other.megabytes.toFixed(0)} MB]`,
    '  [yaml-language-server, for the syntax of the open file alone, without schemas; its keys wait 200 ms for the next]',
  ].join('\n');
}
