import type { Problem } from '../text/problem.ts';
import type { RenderGap, Report } from './step.ts';

/** What a build met beside its resources. */
export interface Findings {
  /** Where kustomize would fail, the first one first; empty where it builds. */
  readonly failures: readonly Problem[];
  readonly notes: readonly Problem[];
  readonly gaps: readonly RenderGap[];
}

/** Collects what steps report. */
export interface Collector extends Report {
  /** Takes over what a base met; what it shares with another base counts once. */
  readonly include: (findings: Findings) => void;
  readonly findings: () => Findings;
}

/** An empty collector. */
export function newCollector(): Collector {
  const failures = new Set<Problem>();
  const notes = new Set<Problem>();
  const gaps = new Set<RenderGap>();
  return {
    fail: (problem) => failures.add(problem),
    note: (problem) => notes.add(problem),
    gap: (gap, problem) => {
      gaps.add(gap);
      failures.add(problem);
    },
    include: (findings) => {
      for (const failure of findings.failures) failures.add(failure);
      for (const note of findings.notes) notes.add(note);
      for (const gap of findings.gaps) gaps.add(gap);
    },
    count: () => failures.size + notes.size + gaps.size,
    findings: () => ({ failures: eachOnce(failures), notes: [...notes], gaps: [...gaps] }),
  };
}

/**
 * What stops several steps alike is one failure: they all ask the same of an object, which may have another name by then where
 * it is its history that is wrong.
 */
function eachOnce(problems: ReadonlySet<Problem>): readonly Problem[] {
  const known = new Set<string>();
  return [...problems].filter(({ code, parameters, at }) => {
    const isOfObject = code === 'kustomize.bad-history';
    const key = JSON.stringify([code, isOfObject ? '' : parameters, at]);
    return known.size < known.add(key).size;
  });
}
