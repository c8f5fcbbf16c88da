import { isInOrBelow } from '../../kustomize/files.ts';
import { fleetQuery } from '../../layers/fleet/fleet.ts';
import { familiesOf } from '../../layers/variants/families.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import type { Analysis } from '../analysis.ts';
import { chainAnswer, allAnswers, mapAnswer, type Answer } from '../answer.ts';
import type { KeptProblem } from '../fleetProblems.ts';
import { keptPlace } from '../keptPlace.ts';
import { readersOf } from '../readersOf.ts';
import type { SourceRange } from '../sourceRange.ts';
import { familyVariants } from '../variants.ts';

/** A difference that nobody has explained, and the lines that make it. */
export interface Unexplained {
  readonly problem: KeptProblem;
  readonly range: SourceRange;
}

/** The families of applications that read one of some files. */
export function familiesReading(
  analysis: Analysis,
  files: readonly FileId[],
): Answer<readonly string[]> {
  const readers = allAnswers(files.map((file) => readersOf(analysis, file)));
  return chainAnswer(readers, (found) => {
    const roots = new Set(found.flatMap((one) => one.map(({ layer }) => layer.root)));
    const reads = (path: FileId): boolean =>
      roots.has(path) || files.some((file) => isInOrBelow(file, path));
    return analysis.ask((reader) =>
      familiesOf(reader.get(fleetQuery, '').applications).flatMap(({ name, members }) =>
        members.length > 1 &&
        members.some(({ application }) =>
          application.sources.some(
            ({ isHere, path }) => isHere && path !== undefined && reads(path),
          ),
        )
          ? [name]
          : [],
      ),
    );
  });
}

/**
 * Where some files make clusters of a family differ from the others of their environment, and nobody says why
 * (`layers.unexplained`); each place once.
 */
export function unexplainedOf(
  analysis: Analysis,
  family: string,
  files: ReadonlySet<FileId>,
): Answer<readonly Unexplained[]> {
  return chainAnswer(familyVariants(analysis, family), ({ variants }) =>
    mapAnswer(
      analysis.ask((reader) =>
        variants.flatMap(({ isUsual, environment = '', clusters, differences }) =>
          isUsual
            ? []
            : differences.flatMap(({ reason, at, writtenAt, field, resource }) => {
                if (reason !== undefined || !files.has(at.file)) return [];
                const what = field === '' ? resource : field;
                const parameters = { field: what, clusters: clusters.join(', '), environment };
                const place = keptPlace(reader, writtenAt);
                const code = 'layers.unexplained';
                const problem = {
                  kind: 'problem',
                  code,
                  parameters,
                  file: at.file,
                  place,
                } as const;
                return [{ problem, range: at }];
              }),
        ),
      ),
      (found) => [...new Map(found.map((one) => [placeText(one.problem), one])).values()],
    ),
  );
}

/** A place as one text: the same stands at the same place of many files. */
function placeText({ file, place }: KeptProblem): string {
  return JSON.stringify([file, place]);
}
