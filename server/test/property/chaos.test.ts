import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CancellationTokenSource, ResponseError } from 'vscode-languageserver/node';
import { expect, onTestFinished, test } from 'vitest';
import type { RenderedDocument } from '../../src/protocol/renderedDocument.ts';
import type { RootsOf } from '../../src/protocol/rootsOf.ts';
import { howMany, testSeed } from '../environment.ts';
import { commitAll, git } from '../gitRepository.ts';
import { startLanguageServer, type LanguageServer } from '../languageServer.ts';
import { mutate } from '../mutate.ts';
import { Random } from '../differential/generate/random.ts';
import { ChaosTree, type DiskEvent } from './chaosTree.ts';

const fixtures = resolve(import.meta.dirname, '..', '..', '..', 'test-fixtures');
/** Each slice has a seed of its own, so that what it finds can be had again without the others. */
const slices = howMany({ fixed: 1, long: 10 });
const operations = howMany({ fixed: 300, long: 5_000 });
/** What went wrong stays wrong until its file changes: long runs look less often, and at more files. */
const checkpoint = howMany({ fixed: 150, long: 500 });
const compared = howMany({ fixed: 4, long: 10 });
/** How many open documents at most. */
const mostOpen = 6;
/** How often two servers are asked, 50 ms apart, until they say the same. */
const mostTries = 400;

/** Settings of a repository, good and bad, and what counts beside them. */
const settings: readonly (readonly [path: string, text: string])[] = [
  ['.strata/config.yaml', 'severity: {secrets.generic: error}\n'],
  ['.strata/config.yaml', 'silence: [{code: secrets.environment, reason: a test}]\n'],
  ['.strata/config.yaml', 'silence: [\n'],
  ['.strata/config.yaml', ''],
  ['.strata/baseline.json', '{"findings": []}\n'],
  ['.strata/baseline.json', '['],
  ['.sops.yaml', 'creation_rules:\n- path_regex: .*secret.*\n  age: a,b\n'],
  ['.gitignore', '*.env\n'],
  ['.gitignore', ''],
  ['notes.env', 'PASSWORD=harbor-quartz-31\n'],
];

/** Requests at a place of a document. */
const atPlaces = [
  'textDocument/hover',
  'textDocument/definition',
  'textDocument/implementation',
  'textDocument/references',
  'textDocument/documentHighlight',
  'textDocument/completion',
  'textDocument/signatureHelp',
] as const;

/** Requests about a document. */
const ofDocuments = [
  'textDocument/diagnostic',
  'textDocument/documentSymbol',
  'textDocument/foldingRange',
  'textDocument/documentLink',
  'textDocument/semanticTokens/full',
  'strata/rootsOf',
] as const;

/** Requests whose answers are compared elsewhere, or depend on what was asked before. */
const others = [
  'textDocument/codeAction',
  'textDocument/codeLens',
  'strata/adoptFindings',
  'strata/olderFindings',
  'strata/impact',
  'strata/clusters',
  'strata/layers',
] as const;

interface Question {
  readonly method: string;
  readonly parameters: object;
}

/** One editor and its server while everything changes under them. */
class Chaos {
  readonly tree: ChaosTree;
  private readonly server: LanguageServer;
  private readonly random: Random;
  private readonly source: string;
  private readonly open = new Map<string, { readonly text: string; readonly version: number }>();
  private readonly flying = new Set<Promise<void>>();
  private trusted: boolean;
  /** What must not happen. */
  readonly faults: string[] = [];
  readonly counts = { operations: 0, answers: 0, canceled: 0, compared: 0, told: 0 };

  constructor(
    server: LanguageServer,
    {
      tree,
      random,
      source,
      trusted,
    }: {
      readonly tree: ChaosTree;
      readonly random: Random;
      readonly source: string;
      readonly trusted: boolean;
    },
  ) {
    this.server = server;
    this.tree = tree;
    this.random = random;
    this.source = source;
    this.trusted = trusted;
    watchFaults(server, this.faults);
    server.connection.onRequest('workspace/applyEdit', () => ({ applied: false }));
  }

  /** Does one thing of many. */
  async step(): Promise<void> {
    this.counts.operations += 1;
    const { random, tree } = this;
    switch (
      random.pick([
        ...Array.from({ length: 12 }, () => 'type' as const),
        ...Array.from({ length: 10 }, () => 'ask' as const),
        'open',
        'open',
        'close',
        'save',
        'disk',
        'disk',
        'settings',
        'wait',
        random.chance(0.1) ? 'move' : 'ask',
        random.chance(0.05) ? 'remove' : 'ask',
        random.chance(0.6) ? 'restore' : 'ask',
        random.chance(0.05) ? 'reopen' : 'ask',
        random.chance(0.02) ? 'trust' : 'ask',
        random.chance(0.1) ? 'commit' : 'ask',
        random.chance(0.1) ? 'checkout' : 'ask',
        random.chance(0.1) ? 'rest' : 'ask',
      ] as const)
    ) {
      case 'type':
        return this.type();
      case 'ask':
        this.ask(this.question());
        return;
      case 'open':
        return this.show();
      case 'close':
        return this.close();
      case 'save':
        return this.save();
      case 'disk':
        return this.tell(tree.edit());
      case 'settings':
        return this.tell(tree.write(...random.pick(settings)));
      case 'move':
        return this.tell(tree.moveFolder());
      case 'remove':
        return this.tell(tree.removeFolder());
      case 'restore':
        return this.tell(tree.restore(this.source));
      case 'reopen':
        return this.reopen();
      case 'trust':
        this.trusted = true;
        return this.server.connection.sendNotification('strata/trustGranted');
      case 'commit':
        if (this.hasGit) commitAll(tree.folder);
        return;
      case 'checkout':
        return this.hasGit ? this.tell(tree.checkout()) : undefined;
      case 'rest':
        return setTimeout(30);
      case 'wait':
        await setImmediate();
    }
  }

  /** Waits for all that is asked, and compares with a server that knows nothing of what was before. */
  async compare(): Promise<void> {
    await Promise.all(this.flying);
    const { tree, open, server, random } = this;
    const fresh = await startLanguageServer(tree.folder, { trusted: this.trusted });
    const faults: string[] = [];
    watchFaults(fresh, faults);
    for (const [path, { text, version }] of open) await fresh.open(path, text, version);
    const paths = [...open.keys(), ...random.some(Object.keys(tree.files), compared, compared)];
    const questions = paths.flatMap((path) => [
      ...ofDocuments.map((method) => ({ method, parameters: this.about(path) })),
      ...atPlaces.map((method) => ({ method, parameters: this.about(path) })),
    ]);
    for (const question of questions) await this.compareAnswer(fresh, question);
    for (const path of paths) {
      const { roots } = await answerOf<RootsOf>(fresh, {
        method: 'strata/rootsOf',
        parameters: this.about(path),
      });
      const [root] = roots;
      const parameters = { uri: root?.uri ?? '' };
      // What is kept from a time when it could be read is not known from scratch.
      const rendered = { method: 'strata/renderedDocument', parameters };
      if (root !== undefined && !(await isOutdated(server, rendered)))
        await this.compareAnswer(fresh, rendered);
    }
    await fresh.stop();
    expect([...this.faults, ...faults]).toEqual([]);
  }

  private async compareAnswer(fresh: LanguageServer, question: Question): Promise<void> {
    const expected = await answerOf(fresh, question);
    this.counts.compared += 1;
    if (!/^(?:null|\[\]|\{.{0,40}\[\].{0,20}\})$/.test(JSON.stringify(expected)))
      this.counts.told += 1;
    const message = `${question.method} ${JSON.stringify(question.parameters)}`;
    // Events of files are taken in on their own time, and fleets are looked at when nothing happens: by both.
    // `expect.poll` would keep each server of a comparison until the test ends.
    for (let tries = 0; tries < mostTries; tries += 1) {
      const own = lettersAnew(await answerOf(this.server, question));
      const scratch = lettersAnew(await answerOf(fresh, question));
      if (isDeepStrictEqual(own, scratch)) return;
      if (tries === mostTries - 1) expect(own, message).toEqual(scratch);
      await setTimeout(50);
    }
  }

  /** The folder goes and comes back, as when somebody adds it to a window again. */
  private async reopen(): Promise<void> {
    const folder = { uri: this.server.uriOf(''), name: 'test' };
    await this.server.connection.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { removed: [folder], added: [folder] },
    });
  }

  /** Asks, and takes some questions back. */
  ask({ method, parameters }: Question): void {
    const cancel = new CancellationTokenSource();
    const answer = this.server.connection.sendRequest(method, parameters, cancel.token).then(
      () => {
        this.counts.answers += 1;
      },
      (error: unknown) => {
        // Canceled by us: -32800. Anything else is a fault.
        if (error instanceof ResponseError && error.code === -32800) this.counts.canceled += 1;
        else this.faults.push(`${method}: ${String(error)}`);
      },
    );
    const done = answer.finally(() => this.flying.delete(done));
    this.flying.add(done);
    if (this.random.chance(0.3)) {
      if (this.random.chance(0.5)) cancel.cancel();
      else
        void setImmediate().then(() => {
          cancel.cancel();
        });
    }
  }

  question(): Question {
    const method = this.random.pick([...atPlaces, ...ofDocuments, ...others]);
    if (method === 'strata/impact')
      return { method, parameters: { base: { kind: 'automatic' }, head: { kind: 'workingTree' } } };
    return { method, parameters: this.about(this.path()) };
  }

  /** A file that is open, mostly. */
  private path(): string {
    const open = [...this.open.keys()];
    const isOpen = open.length > 0 && this.random.chance(0.8);
    return this.random.pick(isOpen ? open : Object.keys(this.tree.files));
  }

  private about(path: string): object {
    const { random, server } = this;
    const uri = server.uriOf(path);
    const lines = (this.open.get(path)?.text ?? this.tree.files[path] ?? '').split('\n');
    const line = random.whole(0, lines.length - 1);
    const position = { line, character: random.whole(0, lines[line]?.length ?? 0) };
    return {
      uri,
      textDocument: { uri },
      position,
      range: { start: position, end: position },
      context: { diagnostics: [], includeDeclaration: true },
    };
  }

  private get hasGit(): boolean {
    return existsSync(join(this.tree.folder, '.git'));
  }

  private async show(): Promise<void> {
    const path = this.random.pick(Object.keys(this.tree.files));
    if (this.open.has(path)) return;
    if (this.open.size >= mostOpen) await this.close();
    const text = this.tree.files[path] ?? '';
    this.open.set(path, { text, version: 1 });
    await this.server.open(path, text);
  }

  private async close(): Promise<void> {
    const [path] = this.random.some([...this.open.keys()], 1, 1);
    if (path === undefined) return;
    this.open.delete(path);
    await this.server.connection.sendNotification('textDocument/didClose', {
      textDocument: { uri: this.server.uriOf(path) },
    });
  }

  private async type(): Promise<void> {
    const [path] = this.random.some([...this.open.keys()], 1, 1);
    const document = path === undefined ? undefined : this.open.get(path);
    if (path === undefined || document === undefined) return this.show();
    const other = this.tree.files[this.random.pick(Object.keys(this.tree.files))] ?? '';
    const mutated = mutate({ other, [path]: document.text }, this.random)[path] ?? document.text;
    const text = this.random.chance(0.9) ? mutated : unusual(mutated, this.random);
    const version = document.version + 1;
    this.open.set(path, { text, version });
    if (this.random.chance(0.3)) return this.server.change(path, text, version);
    await this.server.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.server.uriOf(path), version },
      contentChanges: [changeBetween(document.text, text)],
    });
  }

  private async save(): Promise<void> {
    const [path] = this.random.some([...this.open.keys()], 1, 1);
    if (path === undefined) return;
    await this.tell(this.tree.write(path, this.open.get(path)?.text ?? ''));
  }

  private async tell(events: readonly DiskEvent[]): Promise<void> {
    const { connection, uriOf } = this.server;
    const changes = events.map(({ path, type }) => ({ uri: uriOf(path), type }));
    if (changes.length > 0)
      await connection.sendNotification('workspace/didChangeWatchedFiles', { changes });
  }
}

/** A text as other machines, tools and people write it. */
function unusual(text: string, random: Random): string {
  switch (random.pick(['breaks', 'mark', 'conflict', 'pairs'])) {
    case 'breaks':
      return text.replaceAll(/\r?\n/g, '\r\n');
    case 'mark':
      return `\ufeff${text}`;
    case 'conflict':
      return text.replace('\n', '\n<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> other\n');
    default:
      return text.replace(': ', ': 😀𝒳 ');
  }
}

/** The one change between two texts, as an editor tells it: by lines and UTF-16 units. */
function changeBetween(before: string, after: string): object {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head += 1;
  // A line break of two characters is one place.
  if (before[head - 1] === '\r' || after[head - 1] === '\r') head -= 1;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  if (before.at(-tail) === '\n' || after.at(-tail) === '\n') tail -= Math.min(tail, 1);
  const at = (offset: number): object => {
    const lines = before.slice(0, offset).split(/\r\n|\n|\r/);
    return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  };
  return {
    range: { start: at(head), end: at(before.length - tail) },
    text: after.slice(head, after.length - tail),
  };
}

/** Errors that a server logs are faults of ours. */
function watchFaults({ connection }: LanguageServer, faults: string[]): void {
  connection.onNotification(
    'window/logMessage',
    ({ type, message }: { readonly type: number; readonly message: string }) => {
      if (type === 1) faults.push(message);
    },
  );
}

async function answerOf<Answer>(
  { connection }: LanguageServer,
  { method, parameters }: Question,
): Promise<Answer> {
  return connection.sendRequest<Answer>(method, parameters);
}

async function isOutdated(server: LanguageServer, question: Question): Promise<boolean> {
  const document = await answerOf<RenderedDocument | null>(server, question);
  return document?.header[0]?.endsWith('as of last valid') === true;
}

/**
 * An answer with the letters of its masks given anew, in order: a session keeps those of values that are gone, so that what is
 * equal stays told as equal.
 */
function lettersAnew(answer: unknown): unknown {
  const letters = new Map<string, number>();
  return JSON.parse(JSON.stringify(answer ?? null), (_key, value: unknown) =>
    typeof value === 'string'
      ? value.replace(/•••• ([A-Z]+)/g, (_mask, letter: string) => {
          const own = letters.get(letter) ?? letters.size;
          letters.set(letter, own);
          return `•••• ${own}`;
        })
      : value,
  );
}

/** Bytes that are in use once everything that can go is gone. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

const cases = Array.from({ length: slices }, (_, index) => testSeed() + index).flatMap((seed) =>
  ['argocd-fleet', 'flux-fleet'].map((name) => ({ name, seed })),
);

test.each(cases)(
  `after ${operations} operations on $name (seed $seed), with requests in flight, everything is as from scratch`,
  async ({ name, seed }) => {
    const random = new Random(seed);
    const source = join(fixtures, name);
    const tree = new ChaosTree(source, random);
    onTestFinished(() => {
      tree.dispose();
    });
    const trusted = name === 'argocd-fleet';
    if (trusted) {
      git(tree.folder, 'init', '--quiet');
      commitAll(tree.folder);
    }
    const server = await startLanguageServer(tree.folder, { trusted });
    onTestFinished(() => server.stop());
    const chaos = new Chaos(server, { tree, random, source, trusted });
    // While the tree is read for the first time.
    for (let count = 0; count < 20; count += 1) chaos.ask(chaos.question());
    const heaps: number[] = [];
    for (let at = 1; at <= operations; at += 1) {
      await chaos.step();
      if (at % checkpoint !== 0) continue;
      await chaos.compare();
      heaps.push(heapInUse());
    }
    const megabytes = heaps.map((bytes) => Math.round(bytes / 1e6));
    process.stdout.write(
      `chaos on ${name}, seed ${seed}: ${JSON.stringify(chaos.counts)}, heap ${megabytes.join(', ')} MB\n`,
    );
    expect(chaos.counts.canceled).toBeGreaterThan(3);
    expect(chaos.counts.told).toBeGreaterThan(20);
    // What was asked once may stay for a while; twice as much as after the first part is growth.
    expect(megabytes.at(-1)).toBeLessThan((megabytes[0] ?? 0) * 2 + 50);
  },
);
