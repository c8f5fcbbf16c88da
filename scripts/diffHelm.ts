import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createTwoFilesPatch } from 'diff';
import {
  newChartCache,
  revealedChart,
  type ChartText,
} from '../server/src/analysis/revealedChart.ts';
import { failed, ok, type Result } from '../server/src/util/result.ts';
import { chartOnDisk } from '../server/src/workspace/chartFolder.ts';
import { checkOut, gitFolderAt } from './repository.ts';
import { helmPath } from './tools/kubectl.ts';
import { describeMissingTool } from './tools/missingTool.ts';

const usage = `Renders every chart of repositories with helm 4.2.3 and with Strata, and compares.

Usage: npm run diff-helm -- REPO... [--only TEXT] [--kept FOLDER] [--list]

REPO is a checkout or a git directory, whose HEAD is taken. A chart is rendered with its own values, and once
with each of its ci/*-values.yaml.
  --only TEXT    takes only charts whose path has TEXT
  --kept FOLDER  keeps what helm printed, and takes it from there the next time
  --list         lists what was left out, and why

Left out are charts whose dependencies are not there, and those that helm renders differently when asked again.
Ends with 1 where bytes or failures differ.
`;

interface Request {
  readonly repositories: readonly string[];
  readonly only: string;
  readonly kept: string | undefined;
  readonly lists: boolean;
}

/** One run of a chart with values. */
interface Render {
  readonly repository: string;
  readonly chart: string;
  readonly values: string | undefined;
}

/** How the two sides fare. */
type Outcome = 'same' | 'fail' | 'dependencies' | 'unsteady' | 'different';

/** `npm run diff-helm`; the usage above says how. */
export async function main(words: readonly string[]): Promise<number> {
  const request = readRequest(words);
  if (request === undefined) {
    process.stderr.write(usage);
    return 2;
  }
  const helm = await helmPath();
  if (helm.kind === 'failed') {
    process.stderr.write(`${describeMissingTool(helm.failure)}\n`);
    return 2;
  }
  const temporary = mkdtempSync(join(tmpdir(), 'strata-helm-'));
  try {
    const renders = request.repositories.flatMap((repository, index) =>
      findRenders(checkedOut(repository, join(temporary, `tree-${index}`)), request.only),
    );
    return await compareAll(renders, { helm: helm.value, home: temporary, ...request });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

function readRequest(words: readonly string[]): Request | undefined {
  const repositories: string[] = [];
  let only = '';
  let kept: string | undefined;
  let lists = false;
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === '--only') {
      only = rest.shift() ?? '';
    } else if (word === '--kept') {
      kept = resolve(rest.shift() ?? '.');
    } else if (word === '--list') {
      lists = true;
    } else if (word.startsWith('-') || !existsSync(word)) {
      return undefined;
    } else {
      repositories.push(resolve(word));
    }
  }
  return repositories.length === 0 ? undefined : { repositories, only, kept, lists };
}

function checkedOut(repository: string, folder: string): string {
  if (gitFolderAt(repository) !== repository) {
    return repository;
  }
  checkOut(repository, folder);
  return folder;
}

function findRenders(repository: string, only: string): readonly Render[] {
  const charts: string[] = [];
  const look = (folder: string): void => {
    const entries = readdirSync(folder, { withFileTypes: true });
    if (entries.some(({ name }) => name === 'Chart.yaml')) {
      charts.push(folder);
    }
    for (const entry of entries) {
      if (entry.isDirectory() && entry.name !== '.git') {
        look(join(folder, entry.name));
      }
    }
  };
  look(repository);
  return charts
    .sort()
    .filter((chart) => relative(repository, chart).includes(only))
    .flatMap((chart) =>
      [undefined, ...valuesOf(chart)].map((values) => ({ repository, chart, values })),
    );
}

function valuesOf(chart: string): readonly string[] {
  const folder = join(chart, 'ci');
  return existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => /values\.ya?ml$/.test(name))
        .sort()
        .map((name) => join(folder, name))
    : [];
}

interface Tools {
  readonly helm: string;
  readonly home: string;
  readonly kept: string | undefined;
  readonly lists: boolean;
}

async function compareAll(renders: readonly Render[], tools: Tools): Promise<number> {
  const counts: Record<Outcome, number> = {
    same: 0,
    fail: 0,
    dependencies: 0,
    unsteady: 0,
    different: 0,
  };
  const charts = new Set<string>();
  const cache = newChartCache();
  const time = { helm: 0, strata: 0 };
  for (const render of renders) {
    const start = performance.now();
    const theirs = await renderWithHelm(render, tools, 'first');
    const between = performance.now();
    const ours = renderWithStrata(render, cache);
    time.helm += between - start;
    time.strata += performance.now() - between;
    const outcome = await compare(render, theirs, ours, tools);
    counts[outcome] += 1;
    if (outcome === 'same') {
      charts.add(render.chart);
    }
    if (outcome === 'different') {
      process.stdout.write(`\n${nameOf(render)}: ${describe(theirs, ours)}\n`);
    } else if (tools.lists && outcome !== 'same') {
      const reason = theirs.kind === 'failed' ? firstLine(theirs.failure) : '';
      process.stdout.write(`${nameOf(render)}: ${reasons[outcome]} ${reason}\n`);
    }
  }
  const compared = counts.same + counts.different;
  process.stdout.write(
    `\n${renders.length} renders: ${counts.same} of ${compared} with equal bytes, of ${charts.size} charts; ` +
      `${counts.fail} that fail on both sides, ${counts.dependencies} without their dependencies, ` +
      `${counts.unsteady} that helm renders differently each time, ${counts.different} that differ\n` +
      `helm took ${(time.helm / 1000).toFixed(1)} s, Strata ${(time.strata / 1000).toFixed(1)} s.\n`,
  );
  return counts.different > 0 ? 1 : 0;
}

const reasons: Record<Outcome, string> = {
  same: 'equal',
  fail: 'fails on both sides:',
  dependencies: 'dependencies are not there:',
  unsteady: 'helm renders it differently each time',
  different: 'differs',
};

function nameOf({ repository, chart, values }: Render): string {
  const name = `${basename(repository)}/${relative(repository, chart)}`;
  return values === undefined ? name : `${name} with ${basename(values)}`;
}

async function compare(
  render: Render,
  theirs: Result<string, string>,
  ours: ChartText,
  tools: Tools,
): Promise<Outcome> {
  if (theirs.kind === 'failed') {
    if (theirs.failure.includes('missing in charts/ directory')) {
      return 'dependencies';
    }
    return ours.kind === 'failure' ? 'fail' : 'different';
  }
  if (ours.kind === 'text' && ours.text === theirs.value) {
    return 'same';
  }
  // What a chart takes from the clock may change with the seconds.
  await setTimeout(1_100);
  const again = await renderWithHelm(render, tools, 'again');
  return again.kind === 'ok' &&
    ours.kind === 'text' &&
    isUnsteady(theirs.value, again.value, ours.text)
    ? 'unsteady'
    : 'different';
}

/** Whether helm's two answers differ, and Strata agrees with every line that they share. */
function isUnsteady(first: string, again: string, ours: string): boolean {
  const [left, right, own] = [first, again, ours].map((text) => text.split('\n'));
  if (left === undefined || right === undefined || own === undefined || first === again) {
    return false;
  }
  // Random values may need one line or two; then lines cannot be compared one by one.
  return (
    left.length !== right.length ||
    left.length !== own.length ||
    left.every((line, index) => line !== right[index] || line === own[index])
  );
}

function renderWithStrata(
  { chart, values }: Render,
  cache: ReturnType<typeof newChartCache>,
): ChartText {
  return revealedChart(
    {
      folder: chartOnDisk(chart),
      release: 'release-name',
      namespace: 'default',
      layers:
        values === undefined
          ? []
          : [{ kind: 'file', name: values, text: readFileSync(values, 'utf8') }],
      kubeVersion: undefined,
      apiVersions: [],
      includesDefinitions: false,
      includesHooks: true,
    },
    cache,
  );
}

async function renderWithHelm(
  { chart, values }: Render,
  { helm, home, kept }: Tools,
  turn: 'first' | 'again',
): Promise<Result<string, string>> {
  const words = ['template', 'release-name', chart];
  if (values !== undefined) {
    words.push('--values', values);
  }
  const name = createHash('sha256')
    .update([turn, ...words].join('\n'))
    .digest('hex')
    .slice(0, 24);
  const file = kept === undefined ? undefined : join(kept, name);
  if (file !== undefined && existsSync(file)) {
    const text = readFileSync(file, 'utf8');
    return text.startsWith('ok\n') ? ok(text.slice(3)) : failed(text.slice(7));
  }
  const result = await run(helm, words, home);
  if (kept !== undefined && file !== undefined) {
    mkdirSync(kept, { recursive: true });
    writeFileSync(file, result.kind === 'ok' ? `ok\n${result.value}` : `failed\n${result.failure}`);
  }
  return result;
}

async function run(
  program: string,
  words: readonly string[],
  home: string,
): Promise<Result<string, string>> {
  try {
    const { stdout } = await promisify(execFile)(program, words, {
      env: { HOME: home, HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' },
      maxBuffer: 1 << 28,
      timeout: 60_000,
    });
    return ok(stdout);
  } catch (error) {
    const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    return failed(stderr === '' ? String(error) : stderr);
  }
}

/** So many lines of a difference are shown. */
const shown = 30;

function describe(theirs: Result<string, string>, ours: ChartText): string {
  if (theirs.kind === 'failed') {
    return `only helm fails: ${firstLine(theirs.failure)}`;
  }
  if (ours.kind === 'failure') {
    return `only Strata fails: ${ours.message}`;
  }
  const patch = createTwoFilesPatch('helm', 'Strata', theirs.value, ours.text, '', '');
  const lines = patch.split('\n').slice(1);
  const more = lines.length > shown ? [`… ${lines.length - shown} more lines`] : [];
  return ['bytes differ', ...lines.slice(0, shown), ...more].join('\n');
}

function firstLine(text: string): string {
  return text.split('\n').find((line) => line.startsWith('Error')) ?? text.slice(0, 200);
}
