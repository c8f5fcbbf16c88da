import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a real VS Code, served by code-server, starts with. */
export interface EditorOptions {
  /** The folder that it opens; absolute. */
  readonly folder: string;
  /** VSIX files that are installed first. */
  readonly extensions: readonly string[];
  /** Whether every folder is trusted, so that no dialog asks; untrusted folders are restricted. */
  readonly trust: 'every folder' | 'ask';
  /** User settings beside those that keep the scene clean. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The display language, such as `zh-cn`; English by default. */
  readonly locale?: string;
  /** Words for Node in front of the program; the extension host gets them as well. */
  readonly nodeOptions?: readonly string[];
}

/** A running VS Code. */
export interface Editor {
  /** The address of the workbench with the folder open. */
  readonly url: string;
  /** The installed extensions, such as `strata.strata@0.1.0`. */
  readonly extensions: readonly string[];
  /** The number of the group that its processes are in. */
  readonly group: number;
  /** The folder of all that it writes: logs, settings, what it and its extensions keep. */
  readonly home: string;
  /** What code-server printed so far, to be shown when a scene fails. */
  readonly log: () => string;
  /** Stops it and removes all that it wrote. */
  readonly close: () => Promise<void>;
}

/** Milliseconds that code-server may take to listen. */
const startsWithin = 60_000;

/** Keeps welcome pages, tips and chats out of the picture. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'chat.disableAIFeatures': true,
};

/** Starts the code-server whose `entry.js` is given, with a profile of its own and no way out. */
export async function startEditor(entry: string, options: EditorOptions): Promise<Editor> {
  const home = await mkdtemp(join(tmpdir(), 'strata-editor-'));
  const profile = [
    ...['--user-data-dir', join(home, 'data')],
    ...['--extensions-dir', join(home, 'extensions')],
    ...['--config', join(home, 'config.yaml')],
  ];
  await mkdir(join(home, 'data', 'User'), { recursive: true });
  await writeFile(join(home, 'config.yaml'), 'auth: none\n');
  await writeFile(
    join(home, 'data', 'User', 'settings.json'),
    JSON.stringify({ ...quietSettings, ...options.settings }),
  );
  if (options.locale !== undefined) await bringLanguage(join(home, 'data'), options.locale);
  for (const extension of options.extensions) {
    runOnce(entry, [...profile, '--install-extension', extension]);
  }
  const installed = runOnce(entry, [...profile, '--list-extensions', '--show-versions']);
  const words = [
    ...(options.nodeOptions ?? []),
    entry,
    ...profile,
    ...['--auth', 'none', '--bind-addr', '127.0.0.1:0'],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
    ...(options.trust === 'every folder' ? ['--disable-workspace-trust'] : []),
    ...(options.locale === undefined ? [] : ['--locale', options.locale]),
  ];
  // A process group of its own, so that all of it can be ended.
  const server = spawn(process.execPath, words, { detached: true });
  const onExit = (): void => {
    signalGroup(server, 'SIGKILL');
  };
  process.once('exit', onExit);
  const output = collect(server);
  const address = await listening(server, output);
  return {
    url: `${address}?folder=${encodeURIComponent(options.folder)}`,
    extensions: installed.split('\n').filter((line) => /^\S+@\d/.test(line)),
    group: server.pid ?? 0,
    home,
    log: output,
    close: async () => {
      await stop(server);
      process.off('exit', onExit);
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/**
 * Tells code-server of a language pack without a text: VS Code itself stays English, and extensions speak the language.
 */
async function bringLanguage(data: string, locale: string): Promise<void> {
  const texts = join(data, 'language-pack.json');
  await writeFile(texts, JSON.stringify({ version: '1.0.0', contents: {} }));
  const extensions = [{ extensionIdentifier: { id: 'strata.no-texts' }, version: '1.0.0' }];
  const pack = { hash: 'no-texts', extensions, translations: { vscode: texts }, label: locale };
  await writeFile(join(data, 'languagepacks.json'), JSON.stringify({ [locale]: pack }));
}

function runOnce(entry: string, words: readonly string[]): string {
  const ended = spawnSync(process.execPath, [entry, ...words], { encoding: 'utf8' });
  if (ended.status !== 0) {
    throw new Error(`code-server ${words.join(' ')} failed:\n${ended.stdout}${ended.stderr}`);
  }
  return ended.stdout;
}

function collect(server: ChildProcess): () => string {
  let text = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return () => text;
}

async function listening(server: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const ask = setInterval(() => {
      const address = /listening on (http:\S+)/.exec(output())?.[1];
      if (address !== undefined) {
        finish();
        resolve(address.endsWith('/') ? address : `${address}/`);
      }
    }, 100);
    const give = setTimeout(() => {
      finish();
      signalGroup(server, 'SIGKILL');
      reject(new Error(`code-server does not listen:\n${output()}`));
    }, startsWithin);
    const onExit = (): void => {
      finish();
      reject(new Error(`code-server ended:\n${output()}`));
    };
    const finish = (): void => {
      clearInterval(ask);
      clearTimeout(give);
      server.off('exit', onExit);
    };
    server.once('exit', onExit);
  });
}

/** Ends the server and its extension hosts, which would outlive it for hours, waiting for a browser. */
async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise<void>((resolve) => {
      server.once('exit', () => {
        resolve();
      });
    });
    const insist = setTimeout(() => {
      signalGroup(server, 'SIGKILL');
    }, 5_000);
    signalGroup(server, 'SIGTERM');
    await ended;
    clearTimeout(insist);
  }
  signalGroup(server, 'SIGKILL');
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) {
      process.kill(-pid, signal);
    }
  } catch {
    // Nobody is left in the group.
  }
}
