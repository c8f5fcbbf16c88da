import { parentOf } from '../kustomize/files.ts';
import type { Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { defaultRenderOptions, type Analysis, type RenderOptions } from './analysis.ts';
import { allAnswers, chainAnswer, mapAnswer, type Answer } from './answer.ts';
import { valuesEqualToBase } from './equalToBase.ts';
import { conflictMarkers } from './conflictMarkers.ts';
import { textOfFile } from './completion/objectsBelow.ts';
import { fleetProblemsFor } from './fleetProblems.ts';
import { usesOf } from './fileUses.ts';
import { rootsReading } from './hover.ts';
import { locateProblem, type LocatedProblem } from './locatedProblem.ts';
import { valuesOverriddenEverywhere } from './overriddenEverywhere.ts';
import { findingsOf } from './renderedRoot.ts';
import { isKustomizationFile } from '../layers/roots.ts';

/**
 * What is wrong in a file and what does nothing in it, each problem once and in the order of the text, whichever roots meet
 * it. A failure counts where any root meets it; that something does nothing counts where no root makes use of it. What is
 * wrong with the fleet is told as far as it is known. Of a file with conflicts of a merge nothing else is told.
 */
export function diagnosticsFor(
  analysis: Analysis,
  file: FileId,
  options: RenderOptions = defaultRenderOptions,
): Answer<readonly LocatedProblem[]> {
  const conflicts = analysis.ask((reader) => {
    const found = conflictMarkers(file, textOfFile(reader, file) ?? '');
    return found && locateProblem(reader, found);
  });
  return chainAnswer(conflicts, (found) =>
    found === undefined
      ? withoutConflicts(analysis, file, options)
      : { kind: 'complete', value: [found] },
  );
}

function withoutConflicts(
  analysis: Analysis,
  file: FileId,
  options: RenderOptions,
): Answer<readonly LocatedProblem[]> {
  return chainAnswer(rootsReading(analysis, file), (roots) => {
    const rendered = allAnswers(roots.map((root) => findingsOf(analysis, root, options)));
    return chainAnswer(rendered, (all) => {
      const failures = all.flatMap((one) => problemsIn(file, one.failures));
      const notes = notesOfAll(all.map((one) => problemsIn(file, one.notes)));
      return chainAnswer(usesOf(analysis, file, options), (uses) => {
        const idle = [...valuesEqualToBase(uses), ...valuesOverriddenEverywhere(uses)];
        const own = analysis.ask((reader) =>
          [...failures, ...notes, ...idle].map((one) => locateProblem(reader, one)),
        );
        return mapAnswer(allAnswers([own, fleetProblemsFor(analysis, file)]), (found) =>
          distinct(found.flat()),
        );
      });
    });
  });
}

/** The problems that stand in a file; those of a folder stand at the beginning of its kustomization file. */
function problemsIn(file: FileId, problems: readonly Problem[]): readonly Problem[] {
  const isKustomization = isKustomizationFile(file);
  return problems.flatMap((one) => {
    if (one.at?.file === file) return [one];
    const isOfFolder = one.at?.kind === 'file' && isKustomization && one.at.file === parentOf(file);
    return isOfFolder ? [{ ...one, at: { kind: 'file', file } }] : [];
  });
}

/** The notes that every root gives. */
function notesOfAll(byRoot: readonly (readonly Problem[])[]): readonly Problem[] {
  const counts = new Map<string, number>();
  for (const notes of byRoot) {
    for (const key of new Set(notes.map(noteKey))) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return byRoot.flat().filter((note) => counts.get(noteKey(note)) === byRoot.length);
}

/** Roots may suggest different candidates for the same entry. */
function noteKey({ code, at }: Problem): string {
  return `${code.replace(/-but$/, '')} ${JSON.stringify(at)}`;
}

/** Of problems with one kind at one place, the first. */
function distinct(problems: readonly LocatedProblem[]): readonly LocatedProblem[] {
  const seen = new Map<string, LocatedProblem>();
  for (const problem of problems) {
    const key = `${problem.code.replace(/-but$/, '')} ${JSON.stringify(problem.range)}`;
    if (!seen.has(key)) seen.set(key, problem);
  }
  return [...seen.values()].sort(byPlace);
}

function byPlace(a: LocatedProblem, b: LocatedProblem): number {
  const [one, other] = [a.range?.start, b.range?.start];
  if (one === undefined || other === undefined) return 0;
  return one.line - other.line || one.column - other.column;
}
