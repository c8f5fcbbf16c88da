import { fleetQuery } from '../layers/fleet/fleet.ts';
import type { ClusterRow } from '../layers/register/clusterRow.ts';
import type { Certainty } from '../delivery/reason.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, type Answer } from './answer.ts';
import type { SourcePlace } from './hover.ts';
import { clusterAt } from './links/clusterNames.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** What is known of the cluster that stands at a place. */
export interface ClusterHover {
  readonly row: Omit<ClusterRow, 'facts'>;
  /** How certain each field with a value is. */
  readonly certainty: Readonly<Record<string, Certainty>>;
  readonly declaredAt: SourceRange | undefined;
  readonly applications: readonly string[];
}

/** The cluster at a place of a file of a controller or of `.strata/`; `undefined` for other places. */
export function clusterHover(
  analysis: Analysis,
  { file, offset }: SourcePlace,
): Answer<ClusterHover | undefined> {
  const mention = analysis.ask((reader) => clusterAt(reader, file, offset));
  return chainAnswer(mention, (found): Answer<ClusterHover | undefined> => {
    if (found === undefined) return { kind: 'complete', value: undefined };
    const { row, declaredAt } = found;
    return analysis.ask((reader) => ({
      row,
      certainty: Object.fromEntries(
        Object.entries(row.facts).map(([field, { certainty }]) => [field, certainty]),
      ),
      declaredAt: declaredAt && rangeOfPointer(reader, declaredAt),
      applications: reader
        .get(fleetQuery, '')
        .applications.filter(({ destination }) => destination.cluster === row.name)
        .map(({ name }) => name),
    }));
  });
}
