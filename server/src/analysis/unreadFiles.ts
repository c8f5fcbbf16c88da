import { parentOf, repositoryOf } from '../kustomize/files.ts';
import { readResourceFile } from '../kustomize/objects.ts';
import { loadTarget } from '../kustomize/target.ts';
import { isInChart, mentioningFilesQuery } from '../layers/fleet/declaring.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { entryOutput } from '../layers/fleet/entryOutput.ts';
import { directReadersQuery } from '../layers/namedFiles.ts';
import { sureFailures } from '../layers/compareRenders.ts';
import { rootsInput } from '../layers/roots.ts';
import type { Reader } from '../query/database.ts';
import { diagnosticRow } from '../text/diagnostics.ts';
import type { Problem } from '../text/problem.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { weighed, type PlacedBreach, type PolicyFinding } from './clusterPolicy.ts';
import { withoutQuotedValues } from './locatedProblem.ts';

/**
 * What cannot be read, so that nobody knows what it would declare, and where: files that mention applications, kustomizations,
 * and what somebody applies by hand and that does not build. `today` is `YYYY-MM-DD`, for findings that are silenced until a
 * day.
 */
export function unreadFindings(
  analysis: Analysis,
  today: string | undefined,
): Answer<readonly PolicyFinding[]> {
  return analysis.ask((reader) => {
    const found = [...filesUnread(reader), ...rootsUnread(reader), ...entriesUnbuilt(reader)];
    const placed = found
      .filter(({ code }) => diagnosticRow(code).severity === 'error')
      .flatMap(placedProblem);
    return weighed(reader, placed, today);
  });
}

/** Files that may declare applications, that no root reads, and that are no YAML. */
function filesUnread(reader: Reader): readonly Problem[] {
  const readers = reader.get(directReadersQuery, '');
  return reader
    .get(mentioningFilesQuery, '')
    .filter((file) => !readers.has(file) && !isInChart(file, reader))
    .flatMap((file) =>
      readResourceFile(reader, { kind: 'file', file }, '')
        .problems.filter(({ code }) => unreadable.has(code))
        .slice(0, 1),
    );
}

const unreadable: ReadonlySet<string> = new Set([
  'kustomize.yaml-syntax',
  'kustomize.yaml-alias',
  'kustomize.invalid-utf8',
]);

/** Kustomizations that cannot be read and stand beside files that mention applications: what they would list is not known. */
function rootsUnread(reader: Reader): readonly Problem[] {
  const declaring = new Set(reader.get(mentioningFilesQuery, '').map(parentOf));
  return reader
    .read(rootsInput, '')
    .filter((root) => declaring.has(root))
    .flatMap((root) => {
      const target = loadTarget(reader, root, 'none');
      return 'code' in target && unreadable.has(target.code) ? [target] : [];
    });
}

/** Why what somebody applies by hand does not build. */
function entriesUnbuilt(reader: Reader): readonly Problem[] {
  return reader.get(fleetQuery, '').entries.flatMap((entry) => {
    const { failures, gaps } = entryOutput(reader, entry);
    return sureFailures(failures, gaps).filter(({ at }) => at !== undefined);
  });
}

function placedProblem({ code, parameters, at }: Problem): readonly PlacedBreach[] {
  if (at === undefined || repositoryOf(at.file) !== undefined) return [];
  return [
    {
      code,
      parameters: withoutQuotedValues(parameters),
      at,
      resource: '',
      field: '',
      cluster: undefined,
      isProduction: false,
      application: { key: '', name: '' },
    },
  ];
}
