import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createTwoFilesPatch } from 'diff';
import { AnalysisHost } from '../server/src/analysis/analysisHost.ts';
import { failed, ok, type Result } from '../server/src/util/result.ts';
import { buildOracle } from './oracle/oracle.ts';
import { buildRoots } from './oracle/roots.ts';
import { buildRoot } from './oracle/strata.ts';
import { checkOut, gitFolderAt, readRepository } from './repository.ts';
import { kubectlPath } from './tools/kubectl.ts';
import { describeMissingTool } from './tools/missingTool.ts';

/** What the command line asks for. */
interface Request {
  readonly repository: string;
  readonly loadRestrictions: 'rootOnly' | 'none';
  readonly rival: 'library' | 'kubectl';
  /** Only roots whose path has this text. */
  readonly only: string;
}

/** How the two sides fare with one root. */
interface Comparison {
  readonly root: string;
  readonly kustomize: Result<string, string>;
  readonly strata: Result<string, string>;
}

const usage = `Builds every kustomization root of a repository with kustomize 5.8.1 and with Strata, and compares.

Usage: npm run diff-kustomize -- REPO [--restrictions none] [--kubectl] [--only TEXT]

REPO is a checkout or a git directory, whose HEAD is taken.
  --restrictions none  lets roots read files outside themselves, as Flux does
  --kubectl            runs kubectl kustomize once per root instead of kustomize's library once for all
  --only TEXT          takes only roots whose path has TEXT

Ends with 1 where bytes or failures differ.
`;

/** `npm run diff-kustomize`; the usage above says how. */
export async function main(words: readonly string[]): Promise<number> {
  const request = readRequest(words);
  if (request === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  const temporary = mkdtempSync(join(tmpdir(), 'strata-diff-'));
  try {
    let folder = request.repository;
    if (gitFolderAt(folder) === folder) {
      folder = join(temporary, 'tree');
      checkOut(request.repository, folder);
    }
    const comparisons = await compareAll(folder, request, join(temporary, 'out'));
    return comparisons === undefined ? 2 : report(comparisons);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function readRequest(words: readonly string[]): Request | undefined {
  let repository: string | undefined;
  let loadRestrictions: Request['loadRestrictions'] = 'rootOnly';
  let rival: Request['rival'] = 'library';
  let only = '';
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--kubectl') {
      rival = 'kubectl';
    } else if (word === '--only') {
      only = rest.shift() ?? '';
    } else if (word === '--restrictions') {
      const value = rest.shift();
      if (value !== 'none' && value !== 'root') {
        return undefined;
      }
      loadRestrictions = value === 'none' ? 'none' : 'rootOnly';
    } else if (word.startsWith('-') || repository !== undefined) {
      return undefined;
    } else {
      repository = resolve(word);
    }
  }
  return repository !== undefined && existsSync(repository)
    ? { repository, loadRestrictions, rival, only }
    : undefined;
}

async function compareAll(
  folder: string,
  request: Request,
  out: string,
): Promise<readonly Comparison[] | undefined> {
  const host = new AnalysisHost();
  host.apply(readRepository(folder));
  const analysis = host.analysis();
  const roots = analysis.roots().filter((root) => root.includes(request.only));
  const build = request.rival === 'kubectl' ? buildWithKubectl : buildWithLibrary;
  const built = await build(folder, roots, request, out);
  if (built === undefined) {
    return undefined;
  }
  const start = performance.now();
  const comparisons = roots.map((root) => ({
    root,
    kustomize: built.get(root) ?? failed('not built'),
    strata: buildRoot(analysis, root, { loadRestrictions: request.loadRestrictions }),
  }));
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`Strata took ${seconds} s for ${roots.length} roots.\n`);
  return comparisons;
}

type Outputs = ReadonlyMap<string, Result<string, string>>;

async function buildWithLibrary(
  folder: string,
  roots: readonly string[],
  { loadRestrictions }: Request,
  out: string,
): Promise<Outputs | undefined> {
  const program = await buildOracle();
  if (program === undefined) {
    return undefined;
  }
  const names = roots.map((root) => (root === '' ? '.' : root));
  const built = await buildRoots(program, folder, names, { loadRestrictions, out, workers: 2 });
  const seconds = (built.wallMs / 1000).toFixed(1);
  process.stdout.write(`kustomize's library took ${seconds} s for ${roots.length} roots.\n`);
  return new Map(
    built.roots.map(({ root, result }) => [
      root === '.' ? '' : root,
      result.kind === 'ok' ? ok(readFileSync(join(out, root, 'rendered.yaml'), 'utf8')) : result,
    ]),
  );
}

/** A `git` that fails at once and no way to the network: a remote base ends the build. */
const offline = {
  PATH: '',
  HTTP_PROXY: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  NO_PROXY: '',
};

async function buildWithKubectl(
  folder: string,
  roots: readonly string[],
  { loadRestrictions }: Request,
): Promise<Outputs | undefined> {
  const path = await kubectlPath();
  if (path.kind === 'failed') {
    process.stderr.write(`${describeMissingTool(path.failure)}\n`);
    return undefined;
  }
  const start = performance.now();
  const outputs = new Map<string, Result<string, string>>();
  const queue = [...roots];
  const limits = loadRestrictions === 'none' ? ['--load-restrictor', 'LoadRestrictionsNone'] : [];
  const work = async (): Promise<void> => {
    for (let root = queue.shift(); root !== undefined; root = queue.shift()) {
      const words = ['kustomize', ...limits, join(folder, root)];
      outputs.set(root, await run(path.value, words));
    }
  };
  await Promise.all([work(), work()]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  process.stdout.write(`kubectl took ${seconds} s for ${roots.length} roots.\n`);
  return outputs;
}

async function run(program: string, words: readonly string[]): Promise<Result<string, string>> {
  try {
    const { stdout } = await promisify(execFile)(program, words, {
      env: offline,
      maxBuffer: 1 << 28,
      timeout: 60_000,
    });
    return ok(stdout);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/** Prints the differences and the counts; the exit code. */
function report(comparisons: readonly Comparison[]): number {
  const counts = { same: 0, fail: 0, different: 0 };
  for (const { root, kustomize, strata } of comparisons) {
    if (kustomize.kind === 'failed' && strata.kind === 'failed') {
      counts.fail += 1;
    } else if (
      kustomize.kind === 'ok' &&
      strata.kind === 'ok' &&
      kustomize.value === strata.value
    ) {
      counts.same += 1;
    } else {
      counts.different += 1;
      process.stdout.write(`\n${root === '' ? '.' : root}: ${describe(kustomize, strata)}\n`);
    }
  }
  process.stdout.write(
    `\n${comparisons.length} roots: ${counts.same} with equal bytes, ` +
      `${counts.fail} that fail on both sides, ${counts.different} that differ\n`,
  );
  return counts.different > 0 ? 1 : 0;
}

/** So many lines of a difference are shown. */
const shown = 40;

function describe(kustomize: Result<string, string>, strata: Result<string, string>): string {
  if (kustomize.kind === 'failed') {
    return `only kustomize fails: ${kustomize.failure}`;
  }
  if (strata.kind === 'failed') {
    return `only Strata fails: ${strata.failure}`;
  }
  const patch = createTwoFilesPatch('kustomize', 'Strata', kustomize.value, strata.value, '', '');
  const lines = patch.split('\n').slice(1);
  const more = lines.length > shown ? [`… ${lines.length - shown} more lines`] : [];
  return ['bytes differ', ...lines.slice(0, shown), ...more].join('\n');
}
