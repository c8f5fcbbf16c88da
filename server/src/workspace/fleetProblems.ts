import {
  fleetApplications,
  fleetProblems,
  fleetProblemSteps,
  prepareFleetProblems,
  prepareRenderedProblems,
  renderedProblems,
  type KeptProblem,
} from '../analysis/fleetProblems.ts';
import { newTurns } from './turns.ts';
import { walkFleet } from './walkFleet.ts';
import type { Workspace } from './workspace.ts';

/** What is wrong with a fleet: `declared` is told from what is written, `rendered` from what applications render to. */
export type ProblemPart = 'declared' | 'rendered';

/** Finds one part of what is wrong with the fleet of a workspace, in small steps that give way to requests. */
export async function findFleetProblems(
  workspace: Pick<Workspace, 'complete'>,
  part: ProblemPart,
  signal: AbortSignal,
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
      return complete(fleetProblems, signal);
    case 'rendered':
      for (const key of await complete(fleetApplications, signal)) {
        await pause();
        await complete((one) => prepareRenderedProblems(one, key), signal);
      }
      await pause();
      return complete(renderedProblems, signal);
  }
}
