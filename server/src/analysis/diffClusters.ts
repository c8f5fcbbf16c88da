import { compareRenders, type Render } from '../layers/compareRenders.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import { familiesNamed, familiesOf, type FamilyMember } from '../layers/variants/families.ts';
import type { Reader } from '../query/database.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, mapAnswer, type Answer } from './answer.ts';
import { describeComparison, locatePointers, type Impact, type SidePointer } from './impact.ts';
import { masksOf } from './keptTexts.ts';
import type { SourceRange } from './sourceRange.ts';

/** One application on two clusters. */
export interface ApplicationDifference extends Omit<Impact, 'status'> {
  /** The name without that of the cluster. */
  readonly application: string;
  readonly status: 'equal' | 'different' | 'first-only' | 'second-only';
}

/** Applications on two clusters, sorted by name, and where each place stands. */
export interface ClusterDifference {
  readonly applications: readonly ApplicationDifference[];
  readonly rangeOf: (at: SidePointer) => SourceRange | undefined;
}

/** How what runs on one cluster differs from what runs on another; `word` names one application, or its folder. */
export function diffClusters(
  analysis: Analysis,
  clusters: readonly [string, string],
  word: string | undefined,
): Answer<ClusterDifference> {
  const asked = analysis.ask((reader) => differences(reader, clusters, word));
  return chainAnswer(asked, (applications) => {
    const places = applications.flatMap(({ resources }) =>
      resources.flatMap(({ fields }) => fields.map(({ at }) => at.pointer)),
    );
    const located = locatePointers(analysis, places);
    return mapAnswer(located, (ranges) => ({
      applications,
      rangeOf: ({ pointer }: SidePointer) => ranges.get(pointer),
    }));
  });
}

function differences(
  reader: Reader,
  [first, second]: readonly [string, string],
  word: string | undefined,
): readonly ApplicationDifference[] {
  const all = familiesOf(reader.get(fleetQuery, '').applications);
  const chosen = word === undefined ? all : familiesNamed(all, word);
  const masks = masksOf(reader);
  return chosen.flatMap(({ name, members }): readonly ApplicationDifference[] => {
    const on = (cluster: string): FamilyMember | undefined =>
      members.find((one) => one.cluster === cluster);
    const [left, right] = [on(first), on(second)];
    if (left === undefined && right === undefined) return [];
    const comparison = compareRenders(renderOf(reader, left), renderOf(reader, right), new Set());
    const impact = describeComparison(comparison, masks);
    return [{ ...impact, application: name, status: statusOf(left, right, impact) }];
  });
}

function statusOf(
  left: FamilyMember | undefined,
  right: FamilyMember | undefined,
  { resources, gaps }: Impact,
): ApplicationDifference['status'] {
  if (right === undefined) return 'first-only';
  if (left === undefined) return 'second-only';
  const differ = resources.some(({ change }) => change !== 'reordered');
  return differ || gaps.some(({ changed }) => changed) ? 'different' : 'equal';
}

function renderOf(reader: Reader, member: FamilyMember | undefined): Render | undefined {
  if (member === undefined) return undefined;
  const { resources, failures, gaps } = reader.get(unitOutputQuery, member.application.key);
  return { resources, failures, gaps, closed: [], hidden: [], asServed: true };
}
