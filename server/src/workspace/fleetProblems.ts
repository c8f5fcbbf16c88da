import {
  fleetApplications,
  fleetProblems,
  fleetProblemSteps,
  prepareFleetProblems,
  prepareRenderedProblems,
  renderedProblems,
  type KeptProblem,
} from '../analysis/fleetProblems.ts';
import {
  familiesReading,
  unexplainedOf,
  type Unexplained,
} from '../analysis/practice/unexplained.ts';
import { policyKeys } from '../analysis/policyProblems.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { changedLines, isOnLines } from './changedLines.ts';
import { preparePolicy } from './check.ts';
import { newTurns } from './turns.ts';
import { prepareBases, walkFleet } from './walkFleet.ts';
import type { Workspace } from './workspace.ts';

/**
 * What is wrong with a fleet: `declared` is told from what is written, `rendered` from what applications render to, and
 * `changed` from the lines that changed since the last commit.
 */
export type ProblemPart = 'declared' | 'rendered' | 'changed';

/** Finds one part of what is wrong with the fleet of a workspace, in small steps that give way to requests. */
export async function findFleetProblems(
  workspace: Pick<Workspace, 'complete' | 'changedFiles' | 'committedText'>,
  part: ProblemPart,
  { today, signal }: { readonly today: string; readonly signal: AbortSignal },
): Promise<readonly KeptProblem[]> {
  const { complete } = workspace;
  const pause = newTurns(signal);
  switch (part) {
    case 'declared':
      await walkFleet(workspace, pause, signal);
      for (let step = 0; step < fleetProblemSteps; step += 1) {
        await pause();
        await complete((one) => prepareFleetProblems(one, step), signal);
      }
      await pause();
      return complete((one) => fleetProblems(one, today), signal);
    case 'rendered':
      for (const key of await complete(fleetApplications, signal)) {
        await prepareBases({ complete }, key, pause, signal);
        await pause();
        await complete((one) => prepareRenderedProblems(one, key), signal);
      }
      for (const key of await complete(policyKeys, signal)) {
        await pause();
        await preparePolicy(complete, { key }, { pause, signal });
      }
      await pause();
      return complete(renderedProblems, signal);
    case 'changed':
      return findUnexplained(workspace, pause, signal);
  }
}

/** How many files may have changed for a change to be one that somebody makes by hand. */
const mostChanged = 200;

/** The differences between clusters that changed lines make and nobody explains. */
async function findUnexplained(
  workspace: Pick<Workspace, 'complete' | 'changedFiles' | 'committedText'>,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<readonly KeptProblem[]> {
  const { complete } = workspace;
  const changed = [...((await workspace.changedFiles(signal)) ?? [])].filter((file) =>
    /\.ya?ml$/.test(file),
  );
  if (changed.length === 0 || changed.length > mostChanged) return [];
  const files = new Set(changed);
  const found: Unexplained[] = [];
  for (const family of await complete((one) => familiesReading(one, changed), signal)) {
    await pause();
    found.push(...(await complete((one) => unexplainedOf(one, family, files), signal)));
  }
  const lines = new Map<FileId, ReadonlySet<number>>();
  for (const { range } of found)
    if (!lines.has(range.file))
      lines.set(range.file, await changedLines(workspace, range.file, signal));
  return found.flatMap(({ problem, range }) =>
    isOnLines(range, lines.get(range.file)) ? [problem] : [],
  );
}
