import { createHash } from 'node:crypto';
import {
  checkerBreaches,
  checkerFiles,
  type CheckerFiles,
} from '../analysis/checkers/checkerFindings.ts';
import { policyClusters, type PlacedBreach } from '../analysis/clusterPolicy.ts';
import { keptBreaches, type KeptProblem } from '../analysis/fleetProblems.ts';
import type { CheckerFault } from '../text/checkerWords.en.ts';
import type { Result } from '../util/result.ts';
import { preparePolicy } from './check.ts';
import { checkerPatience, runChecker, silentFault, type Checker, type Judged } from './checkers.ts';
import { newTurns } from './turns.ts';
import type { Workspace } from './workspace.ts';

/** What checkers find in a fleet, and what keeps them from it. */
export interface CheckerProblems {
  readonly problems: readonly KeptProblem[];
  readonly faults: readonly CheckerFaultThere[];
}

/** Why a checker did not judge a cluster. */
export interface CheckerFaultThere {
  readonly checker: string;
  /** `undefined` for a cluster that only its controller knows. */
  readonly cluster: string | undefined;
  readonly fault: CheckerFault;
}

/** What checkers said of the objects of clusters, by what was asked: they are not run again for the same. */
export type JudgedBefore = Map<string, Result<Judged, CheckerFault>>;

/**
 * Has checkers judge what is delivered to each cluster, one program after the other. `judged` holds what they said before, and
 * then what counts now: a cluster whose objects are what they were costs nothing.
 */
export async function findCheckerProblems(
  { complete }: Pick<Workspace, 'complete'>,
  {
    checkers,
    folder,
    judged,
    patience = checkerPatience,
  }: {
    readonly checkers: readonly Checker[];
    /** Where they are run. */
    readonly folder: string;
    readonly judged: JudgedBefore;
    readonly patience?: number;
  },
  signal: AbortSignal,
): Promise<CheckerProblems> {
  const pause = newTurns(signal);
  const breaches: PlacedBreach[] = [];
  const faults: CheckerFaultThere[] = [];
  const now: JudgedBefore = new Map();
  for (const { key, name: cluster } of await complete(policyClusters, signal)) {
    await preparePolicy(complete, { key }, { pause, signal });
    const files = await complete((one) => checkerFiles(one, key), signal);
    for (const checker of files.size === 0 ? [] : checkers) {
      await pause();
      const question = questionOf(checker, files);
      const report =
        judged.get(question) ??
        now.get(question) ??
        (await runChecker(checker, files, { folder, patience, signal }));
      // What was found counts also where the rest is given up.
      if (report.kind === 'ok') judged.set(question, report);
      now.set(question, report);
      const told = { checker: checker.name, cluster };
      if (report.kind === 'failed') {
        faults.push({ ...told, fault: report.failure });
        continue;
      }
      const found = await complete(
        (one) => checkerBreaches(one, { key, checker: checker.name }, report.value.results),
        signal,
      );
      breaches.push(...found.breaches);
      const silence = silentFault(report.value);
      if (silence !== undefined) faults.push({ ...told, fault: silence });
      if (found.strange > 0) faults.push({ ...told, fault: { code: 'strange', parameters: {} } });
    }
  }
  judged.clear();
  // One that failed may do better with the next change.
  for (const [question, report] of now) if (report.kind === 'ok') judged.set(question, report);
  return { problems: await complete((one) => keptBreaches(one, breaches), signal), faults };
}

function questionOf({ command }: Checker, files: CheckerFiles): string {
  return createHash('sha256')
    .update(JSON.stringify([command, [...files]]))
    .digest('hex');
}
