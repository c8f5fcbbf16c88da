import { AnalysisHost } from '../../server/src/analysis/analysisHost.ts';
import { applicationRows } from '../../server/src/analysis/applicationRows.ts';
import { impactOf } from '../../server/src/workspace/impact.ts';
import type { Side } from '../../server/src/workspace/sides.ts';
import { answered } from './answered.ts';
import { processorMsSince } from './processorTime.ts';
import { baseFile, clusterLayer, overlayFile, syntheticFleet } from './syntheticFleet.ts';
import { changeOf, deployment } from './syntheticRepository.ts';

/*
 * One process: takes a synthetic fleet in, lists its applications, edits a base and the layer of one cluster again and again
 * beside the tree of a commit, and prints what that took as one line of JSON. Bundled and started by `bench.ts`.
 */

/** What is printed; times in milliseconds of processor time. */
export interface FleetFigures {
  readonly applications: number;
  readonly loadMs: number;
  readonly loadMegabytes: number;
  /** At most, with the tree of the commit. */
  readonly megabytes: number;
  readonly baseMs: readonly number[];
  readonly overlayMs: readonly number[];
}

const [clusters = 500, applications = 40] = process.argv.slice(2).map(Number);
const live = new AnalysisHost();
const commit = new AnalysisHost({}, live);
void measure().then((figures) => process.stdout.write(`${JSON.stringify(figures)}\n`));

async function measure(): Promise<FleetFigures> {
  const started = process.cpuUsage();
  const repository = {
    remotes: ['https://git.example.com/acme/fleet.git'],
    defaultBranch: 'main',
    branch: 'main',
  };
  const tree = { ...changeOf(syntheticFleet(clusters, applications)), repository };
  live.apply(tree);
  const rows = answered(applicationRows(live.analysis())).length;
  const loadMs = processorMsSince(started);
  const loadMegabytes = process.resourceUsage().maxRSS / 1000;
  commit.apply(tree);
  const baseMs: number[] = [];
  const overlayMs: number[] = [];
  for (let revision = 2; revision < 13; revision += 1) {
    baseMs.push(await timed(baseFile, deployment('app-0', revision), clusters));
    await timed(baseFile, deployment('app-0', 1), 0);
    overlayMs.push(await timed(overlayFile, clusterLayer(7, revision), 1));
    await timed(overlayFile, clusterLayer(7, 1), 0);
  }
  return {
    applications: rows,
    loadMs,
    loadMegabytes,
    megabytes: process.resourceUsage().maxRSS / 1000,
    // The first makes what is known from then on.
    baseMs: baseMs.slice(1),
    overlayMs: overlayMs.slice(1),
  };
}

/** Milliseconds from an edit until it is known which applications differ, and how; they must be so many. */
async function timed(file: string, text: string, expected: number): Promise<number> {
  live.apply(changeOf(new Map([[file, text]])));
  const start = process.cpuUsage();
  const impact = await impactOf(
    { base: sideOf(commit, 'commit'), head: sideOf(live, 'worktree'), workspace: undefined },
    {
      render: { restrictions: 'root', reorder: 'legacy' },
      shard: { index: 0, count: 1 },
      pause: () => Promise.resolve(),
    },
    new AbortController().signal,
  );
  const taken = processorMsSince(start);
  const changed = impact.applications.filter(({ status }) => status === 'changed').length;
  if (changed !== expected) throw new Error(`${changed} applications changed, not ${expected}.`);
  return taken;
}

function sideOf(host: AnalysisHost, id: string): Side {
  return {
    id,
    host,
    complete: (ask) => Promise.resolve(answered(ask(host.analysis()))),
    prepareReach: () => Promise.resolve(),
    prepare: () => Promise.resolve(),
  };
}
