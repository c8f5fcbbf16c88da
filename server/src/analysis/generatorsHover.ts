import type { Reason } from '../delivery/reason.ts';
import { fleetQuery, type OpenGenerator } from '../layers/fleet/fleet.ts';
import type { Reader } from '../query/database.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { field, rawText } from '../yaml/nodes.ts';
import { pathOfOrdinal } from '../yaml/positions.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import type { SourcePlace } from './hover.ts';
import { sourceIndexOf } from './sourceIndex.ts';

/** The applications that the generators of an ApplicationSet make. */
export interface GeneratorsHover {
  readonly applications: readonly {
    readonly name: string;
    readonly cluster: string | undefined;
    readonly path: string | undefined;
  }[];
  /** Whether there may be more than the repository can tell. */
  readonly isOpen: boolean;
  /** Which other revisions of the repository its generators read. */
  readonly waits: readonly Reason[];
}

/** What the generators around a place make; `undefined` for a place that is in no generator. */
export function generatorsHover(
  analysis: Analysis,
  place: SourcePlace,
): Answer<GeneratorsHover | undefined> {
  return analysis.ask((reader) => {
    const set = setAt(reader, place);
    if (set === undefined) return undefined;
    const { applications, openGenerators, waitingGenerators } = reader.get(fleetQuery, '');
    const isOf = (at: SourcePointer): boolean =>
      at.kind === 'node' && at.file === place.file && at.ordinal === set.ordinal;
    const isSet = ({ object }: OpenGenerator): boolean =>
      isOf(object.originOf(object.node).writtenAt);
    return {
      applications: applications
        .filter(({ declaredAt }) => isOf(declaredAt))
        .map(({ name, destination, sources }) => ({
          name,
          cluster: destination.cluster,
          path: sources.find(({ path }) => path !== undefined)?.path,
        })),
      isOpen: openGenerators.some(isSet),
      waits: waitingGenerators.find(isSet)?.reasons ?? [],
    };
  });
}

/** The ApplicationSet in whose generators a place is. */
function setAt(reader: Reader, { file, offset }: SourcePlace): ResourceNode | undefined {
  const index = sourceIndexOf(reader, file);
  const ordinal = index?.ordinalAt(offset);
  if (index === undefined || ordinal === undefined) return undefined;
  const found = pathOfOrdinal(index.roots, ordinal);
  const node = index.roots[found?.document ?? -1];
  const isSet = node !== undefined && rawText(field(node, 'kind')) === 'ApplicationSet';
  const [first, second] = found?.path ?? [];
  return isSet && first === 'spec' && second === 'generators' ? node : undefined;
}
