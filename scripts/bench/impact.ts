import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AnalysisHost } from '../../server/src/analysis/analysisHost.ts';
import { changedPaths, reachOf, type Reach } from '../../server/src/analysis/impactReach.ts';
import { newRenderComparer, renderOfRoot } from '../../server/src/analysis/impactRoot.ts';
import { answered } from './answered.ts';
import { describeMilliseconds, summarize } from './figures.ts';
import { processorMsSince, processorTime } from './processorTime.ts';
import { changeOf, deployment, syntheticRepository } from './syntheticRepository.ts';

const options = { restrictions: 'root', reorder: 'legacy' } as const;
const file = 'apps/app-0/base/deployment.yaml';

/** Times of one edit of a base with 99 overlays, in a tree of 1,300 roots that is known: milliseconds of processor time. */
export interface WarmImpact {
  /** Until it is known which roots the edit reaches. */
  readonly reach: readonly number[];
  /** From there until it is known what differs in which object of each of them. */
  readonly impact: readonly number[];
}

/** Edits a base again and again beside the tree of a commit, as an editor does. */
export function measureWarmImpact(): WarmImpact {
  const files = syntheticRepository(13, 99);
  const live = new AnalysisHost();
  live.apply(changeOf(files));
  const commit = new AnalysisHost({}, live);
  commit.apply(changeOf(files));
  const reach: number[] = [];
  const impact: number[] = [];
  for (let revision = 2; revision < 42; revision += 1) {
    live.apply(changeOf(new Map([[file, deployment('app-0', revision)]])));
    const start = process.cpuUsage();
    const reached = reachedBy(commit, live);
    reach.push(processorMsSince(start));
    const middle = process.cpuUsage();
    const changed = countChanged(commit, live, reached);
    impact.push(processorMsSince(middle));
    if (changed !== 100) throw new Error(`${changed} roots changed, not 100.`);
  }
  // The first rounds make what is known, and run code that is not compiled yet.
  return { reach: reach.slice(10), impact: impact.slice(10) };
}

function reachedBy(before: AnalysisHost, after: AnalysisHost): Reach {
  const [left, right] = [before.analysis(), after.analysis()];
  return answered(reachOf(left, right, changedPaths(left, right), options.restrictions));
}

function countChanged(before: AnalysisHost, after: AnalysisHost, reach: Reach): number {
  const compare = newRenderComparer(reach.changed, () => [before.analysis(), after.analysis()]);
  return reach.roots.filter((root) => {
    const old = answered(renderOfRoot(before.analysis(), root, options));
    const fresh = answered(renderOfRoot(after.analysis(), root, options));
    return compare(old, fresh).status === 'changed';
  }).length;
}

/** A whole commit, from the start of the process and with no cache: milliseconds of processor time. */
export interface ColdImpact {
  readonly strata: readonly number[];
  /** Every root that the commit reaches, built before and after with kubectl kustomize; from a sample of them. */
  readonly kubectl: number;
  readonly reached: number;
}

/** Commits an edit of a base of a repository on disk, and compares the commit with its parent by the bundled program. */
export function measureColdImpact(
  repository: string,
  { program, kubectl }: { readonly program: string; readonly kubectl: string },
): ColdImpact {
  const git = (...words: readonly string[]): void => {
    const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com'];
    execFileSync('git', [...identity, ...words], { cwd: repository, stdio: 'ignore' });
  };
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'before');
  writeFileSync(join(repository, file), deployment('app-0', 2));
  git('commit', '--quiet', '--all', '--message', 'after');
  const words = [
    program,
    'impact',
    '--workspace',
    repository,
    '--base',
    'HEAD~1',
    '--head',
    'HEAD',
  ];
  const output = execFileSync(process.execPath, [...words, '--json'], { encoding: 'utf8' });
  const reached = output.match(/"status": "changed"/g)?.length ?? 0;
  const strata = Array.from({ length: 5 }, () =>
    processorTime(process.execPath, [...words, '--json']),
  );
  const sample = Array.from({ length: 10 }, (_, index) =>
    processorTime(kubectl, [
      'kustomize',
      join(repository, `apps/app-0/overlays/cluster-${index * 9}`),
    ]),
  );
  const each = sample.reduce((sum, time) => sum + time, 0) / sample.length;
  return { strata, kubectl: each * 2 * reached, reached };
}

/** The figures in words: `median …`. */
export function describeImpact(times: readonly number[], scale: number): string {
  return `${describeMilliseconds(times)}, scaled ${(summarize(times).median * scale).toFixed(1)} ms`;
}
