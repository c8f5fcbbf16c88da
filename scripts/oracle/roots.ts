import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Result } from '../../server/src/util/result.ts';
import type { OracleOptions } from './oracleProcess.ts';
import { isRecord, isString, numberOf, readField } from './parseAnswer.ts';

/** How a root on disk is built; see `buildRoots`. */
export interface RootsOptions extends OracleOptions {
  readonly loadRestrictions?: 'rootOnly' | 'none';
  /** The folder that receives `ROOT/rendered.yaml`. */
  readonly out?: string;
}

/** What became of the roots, and what the one process took that built them. */
export interface BuiltRoots {
  readonly roots: readonly BuiltRoot[];
  readonly wallMs: number;
  readonly userMs: number;
  readonly systemMs: number;
  readonly maxRssKb: number;
}

/** One root with the SHA-256 of its YAML, or why it does not build. */
export interface BuiltRoot {
  readonly root: string;
  readonly result: Result<string, string>;
  readonly ms: number;
}

/**
 * Builds roots of a repository on disk, all in one process: the rival in benchmarks.
 * `roots` are paths below `repository`; roots with an `openapi` field come last in the answer.
 */
export async function buildRoots(
  program: string,
  repository: string,
  roots: readonly string[],
  options: RootsOptions = {},
): Promise<BuiltRoots> {
  const { workers = 1, timeoutMs = 60_000, loadRestrictions = 'rootOnly', out } = options;
  const words = ['--workers', String(workers), '--timeout-ms', String(timeoutMs)];
  words.push('--load-restrictions', loadRestrictions, ...(out === undefined ? [] : ['--out', out]));
  const child = spawn(program, ['roots', ...words, repository], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  child.stdin.end(roots.map((root) => `${root}\n`).join(''));
  const built: BuiltRoot[] = [];
  let total: Readonly<Record<string, unknown>> = {};
  for await (const line of createInterface({ input: child.stdout, crlfDelay: Infinity })) {
    const answer: unknown = JSON.parse(line);
    if (isRecord(answer) && isRecord(answer['total'])) {
      total = answer['total'];
    } else if (isRecord(answer) && isString(answer['root'])) {
      const result = readField(line, 'sha256', isString);
      built.push({ root: answer['root'], result, ms: numberOf(answer['ms']) });
    }
  }
  const code = await ended;
  if (code !== 0) {
    throw new Error(`The oracle ended with ${String(code)} after ${built.length} roots.`);
  }
  return {
    roots: built,
    wallMs: numberOf(total['wallMs']),
    userMs: numberOf(total['userMs']),
    systemMs: numberOf(total['systemMs']),
    maxRssKb: numberOf(total['maxRssKb']),
  };
}
