import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import { locateProblem, type LocatedProblem } from '../analysis/locatedProblem.ts';
import { readersOf } from '../analysis/readersOf.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Place } from './trees.ts';

/** The problems that stand in a file, whichever of the roots that read it has them. */
export async function problemsAround(
  { tree, path }: Place,
  signal: AbortSignal,
): Promise<readonly LocatedProblem[]> {
  return tree.workspace.complete((analysis) => problemsIn(analysis, path), signal);
}

function problemsIn(analysis: Analysis, file: FileId): Answer<readonly LocatedProblem[]> {
  const readers = readersOf(analysis, file);
  if (readers.kind === 'needs') return readers;
  const found = new Map<string, LocatedProblem>();
  for (const { layer } of readers.value) {
    const built = analysis.build(layer.root);
    if (built.kind === 'needs') return built;
    const located = analysis.ask((reader) =>
      [...built.value.failures, ...built.value.notes].map((one) => locateProblem(reader, one)),
    );
    if (located.kind === 'needs') return located;
    for (const problem of located.value) {
      if (problem.range?.file === file) found.set(JSON.stringify(problem), problem);
    }
  }
  return { kind: 'complete', value: [...found.values()] };
}
