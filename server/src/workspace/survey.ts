import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import type { LocatedProblem } from '../analysis/locatedProblem.ts';
import {
  surveyApplications,
  surveyFindings,
  surveyScope,
  type OpenKind,
} from '../analysis/survey.ts';

/** The first look at a tree. */
export interface Survey {
  readonly clusters: number;
  readonly applications: number;
  readonly openGenerators: number;
  /** Applications whose output is known to the last field. */
  readonly exact: number;
  /** Why the rest is not, the most frequent first. */
  readonly open: readonly { readonly kind: OpenKind; readonly count: number }[];
  /** What is worth a look, what weighs most first. */
  readonly findings: readonly LocatedProblem[];
}

/** How many applications are rendered before others get their turn. */
const mostAtOnce = 200;

/** Takes the first look. `today` is `YYYY-MM-DD`, for findings that are silenced until a day. */
export async function takeSurvey(
  complete: <T>(ask: (analysis: Analysis) => Answer<T>, signal: AbortSignal) => Promise<T>,
  today: string,
  signal: AbortSignal,
): Promise<Survey> {
  const { clusters, applications, openGenerators } = await complete(surveyScope, signal);
  const open = new Map<OpenKind, number>();
  const count = (kind: OpenKind | undefined): void => {
    if (kind !== undefined) open.set(kind, (open.get(kind) ?? 0) + 1);
  };
  openGenerators.forEach(count);
  let exact = 0;
  for (let at = 0; at < applications.length; at += mostAtOnce) {
    const keys = applications.slice(at, at + mostAtOnce);
    const kinds = await complete((one) => surveyApplications(one, keys), signal);
    kinds.forEach(count);
    exact += kinds.filter((kind) => kind === undefined).length;
  }
  const findings = await complete((one) => surveyFindings(one, today), signal);
  return {
    clusters,
    applications: applications.length,
    openGenerators: openGenerators.length,
    exact,
    open: [...open]
      .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
      .map(([kind, number]) => ({ kind, count: number })),
    findings,
  };
}
