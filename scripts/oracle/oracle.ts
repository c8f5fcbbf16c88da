import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Disposable } from '../../server/src/util/disposable.ts';
import { mapResult, type Result } from '../../server/src/util/result.ts';
import { describeMissingTool } from '../tools/missingTool.ts';
import { OracleProcess, type OracleOptions } from './oracleProcess.ts';
import { oraclePath } from './oracleProgram.ts';
import { isString, isStrings, readAnswer, readField } from './parseAnswer.ts';

/** A file tree and what to build of it, in the format of the recorded cases of kustomize. */
export interface BuildCase {
  /** Path below the root of the tree, with or without a leading slash, to text. */
  readonly files: Readonly<Record<string, string>>;
  /** The same for files that are no text. */
  readonly filesBase64?: Readonly<Record<string, string>>;
  /** Path to target; an absolute target means the root of the tree. */
  readonly symlinks?: Readonly<Record<string, string>>;
  /** Lays the tree out on disk even without symlinks. */
  readonly disk?: boolean;
  /** The folder to build. */
  readonly target: string;
  readonly options?: BuildOptions;
}

/** What the command line of kustomize could say; where left out, what it says by default. */
export interface BuildOptions {
  readonly loadRestrictions?: 'rootOnly' | 'none';
  readonly reorder?: 'none' | 'legacy' | 'unspecified';
  readonly managedByLabel?: boolean;
  readonly plugins?: 'builtin';
}

/** A kustomization file as kustomize understands it. */
export interface ReadKustomization {
  /** The fields, deprecated ones moved to where they belong. */
  readonly kustomization: unknown;
  /** kustomize's warnings about deprecated fields. */
  readonly deprecated: readonly string[];
}

/**
 * The path of the oracle program, built where that is not done yet.
 * `undefined`, with one line on standard error, where Go is missing.
 */
export async function buildOracle(): Promise<string | undefined> {
  const path = await oraclePath();
  if (path.kind === 'failed') {
    process.stderr.write(`${describeMissingTool(path.failure)}\n`);
    return undefined;
  }
  return path.value;
}

/**
 * kustomize 5.8.1's own library, kept running for many questions until it is disposed.
 * Each method answers in the order of its input; a failure is kustomize's error as text, or the
 * oracle's own `panic: …`, `crash: …`, `timeout: …` and `invalid case: …`.
 */
export class Oracle implements Disposable {
  readonly #builds: OracleProcess;
  readonly #reads: OracleProcess;
  readonly #writes: OracleProcess;

  /** `program` is what `buildOracle` gave. */
  constructor(program: string, options: OracleOptions = {}) {
    this.#builds = new OracleProcess(program, 'build', options);
    this.#reads = new OracleProcess(program, 'yaml', options);
    this.#writes = new OracleProcess(program, 'emit', options);
  }

  /** The output of `kustomize build` for each case. */
  build(cases: Iterable<BuildCase>): Promise<readonly Result<string, string>[]> {
    return collect(this.builds(cases));
  }

  /** The same, each result as it comes; takes the cases as it goes, so there may be any number. */
  builds(cases: Iterable<BuildCase>): AsyncGenerator<Result<string, string>, void, undefined> {
    return mapLines(
      this.#builds.answer(
        mapEach(cases, ({ files, filesBase64, symlinks, disk, target, options }) =>
          JSON.stringify({ files, filesBase64, symlinks, disk, target, options }),
        ),
      ),
      (line) => readField(line, 'yaml', isString),
    );
  }

  /** The documents of each YAML text, as kustomize would write them; no kind or name is needed. */
  readDocuments(texts: Iterable<string>): Promise<readonly Result<readonly string[], string>[]> {
    return this.#read(texts, {}, (line) => readField(line, 'documents', isStrings));
  }

  /** The same under all rules for resources; lists of resources are taken apart. */
  readResources(texts: Iterable<string>): Promise<readonly Result<readonly string[], string>[]> {
    return this.#read(texts, { resources: true }, (line) =>
      readField(line, 'documents', isStrings),
    );
  }

  /** The documents of each YAML text as JSON texts, with sorted keys and Go's digits in numbers. */
  readJson(texts: Iterable<string>): Promise<readonly Result<readonly string[], string>[]> {
    return this.#read(texts, { jsonTexts: true }, (line) =>
      readField(line, 'jsonTexts', isStrings),
    );
  }

  /** Each YAML text as a kustomization file. */
  readKustomizations(
    texts: Iterable<string>,
  ): Promise<readonly Result<ReadKustomization, string>[]> {
    return this.#read(texts, { kustomization: true }, (line) =>
      mapResult(readAnswer(line), (answer) => ({
        kustomization: answer['kustomization'],
        deprecated: isStrings(answer['deprecated']) ? answer['deprecated'] : [],
      })),
    );
  }

  /** The YAML of each value, which comes as JSON text so that all numbers can be written. */
  emit(jsonTexts: Iterable<string>): Promise<readonly Result<string, string>[]> {
    const lines = mapEach(jsonTexts, (text) => `{"value":${text.replaceAll(/[\r\n]/g, ' ')}}`);
    return collect(
      mapLines(this.#writes.answer(lines), (line) => readField(line, 'yaml', isString)),
    );
  }

  dispose(): void {
    this.#builds.dispose();
    this.#reads.dispose();
    this.#writes.dispose();
  }

  #read<Value>(
    texts: Iterable<string>,
    how: Readonly<Record<string, boolean>>,
    read: (line: string) => Result<Value, string>,
  ): Promise<readonly Result<Value, string>[]> {
    const lines = mapEach(texts, (text) => JSON.stringify({ ...how, text }));
    return collect(mapLines(this.#reads.answer(lines), read));
  }
}

/** The document that `oracle schema` prints; `schema.go` describes it. */
export async function readSchema(program: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ['schema'], { maxBuffer: 1 << 26 });
  return stdout;
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = [];
  for await (const item of items) {
    collected.push(item);
  }
  return collected;
}

function* mapEach<From, To>(items: Iterable<From>, change: (item: From) => To): Generator<To> {
  for (const item of items) {
    yield change(item);
  }
}

async function* mapLines<To>(
  lines: AsyncIterable<string>,
  change: (line: string) => To,
): AsyncGenerator<To, void, undefined> {
  for await (const line of lines) {
    yield change(line);
  }
}
