import {
  explainsField,
  explainsPlace,
  recordedReasonsQuery,
  type RecordedReason,
} from '../layers/differences/recordedReasons.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import type { ClusterRow } from '../layers/register/clusterRow.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import { familiesOf, familiesNamed, type Family } from '../layers/variants/families.ts';
import {
  differencesBetween,
  variantsOf,
  type RenderedMember,
  type VariantDifference,
} from '../layers/variants/variants.ts';
import type { Reader } from '../query/database.ts';
import { maskedField, type Masks } from '../secrets/redact.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { decodeToJson, type JsonValue } from '../yaml/decode.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { fieldText } from './fieldPath.ts';
import { locateProblem, type LocatedProblem } from './locatedProblem.ts';
import { masksOf } from './keptTexts.ts';
import { nameOf, resourceText } from './resourceName.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** The variants of one family of applications. */
export interface FamilyVariants {
  readonly application: string;
  readonly variants: readonly VariantRow[];
  /** Standbys that differ from the cluster that they mirror. */
  readonly standbys: readonly StandbyRow[];
}

/** Clusters of one environment on which the family renders to the same. */
export interface VariantRow {
  readonly environment: string | undefined;
  readonly clusters: readonly string[];
  readonly isUsual: boolean;
  /** From what most clusters of the environment have. */
  readonly differences: readonly DifferenceRow[];
  /** How many parts cannot be rendered: two variants may be more. */
  readonly gaps: number;
}

/** A standby and how it differs. */
export interface StandbyRow {
  readonly cluster: string;
  readonly mirrors: string;
  readonly differences: readonly DifferenceRow[];
}

/** One difference, with the line that makes it and the reason, if there is one. */
export interface DifferenceRow {
  readonly kind: VariantDifference['kind'];
  /** `Kind[.group]/[namespace/]name`. */
  readonly resource: string;
  /** A FIELD; `''` for a whole object. */
  readonly field: string;
  readonly value: JsonValue | undefined;
  /** What most clusters of the environment have there; `undefined` for nothing, and where as many have one value as another. */
  readonly usual: JsonValue | undefined;
  /** Whether as many clusters have one value as another, so that none is usual. */
  readonly isTied: boolean;
  readonly at: SourceRange;
  /** The same as a place in the structure. */
  readonly writtenAt: SourcePointer;
  readonly reason: ReasonRow | undefined;
}

/** A recorded reason. */
export interface ReasonRow {
  readonly because: string;
  readonly review: string | undefined;
  readonly owner: string | undefined;
  readonly at: SourceRange;
}

/** The names of all families of applications, sorted. */
export function familyNames(analysis: Analysis): Answer<readonly string[]> {
  return analysis.ask((reader) => families(reader).map(({ name }) => name));
}

/** The families that a word means: a name of one, of an application, or a folder. */
export function familiesMeant(analysis: Analysis, word: string): Answer<readonly string[]> {
  return analysis.ask((reader) => familiesNamed(families(reader), word).map(({ name }) => name));
}

/** What is wrong with recorded reasons, each at its place. */
export function recordedReasons(analysis: Analysis): Answer<readonly LocatedProblem[]> {
  return analysis.ask((reader) =>
    reader.get(recordedReasonsQuery, '').problems.map((one) => locateProblem(reader, one)),
  );
}

/** The variants of a family; values of Secrets are masked. */
export function familyVariants(analysis: Analysis, name: string): Answer<FamilyVariants> {
  return analysis.ask((reader) => {
    const family = families(reader).find((one) => one.name === name);
    const members = membersOf(family, reader);
    const row = rowMaker(name, reader);
    return {
      application: name,
      variants: variantsOf(members).map((variant) => ({
        environment: variant.environment,
        clusters: variant.members.map(({ cluster }) => cluster.name),
        isUsual: variant.isUsual,
        differences: variant.differences.map((one) => row(one, variant.members)),
        gaps: variant.members.reduce((sum, { rendered }) => sum + rendered.gaps.length, 0),
      })),
      standbys: standbysOf(members).map(({ standby, mirrored }) => ({
        cluster: standby.cluster.name,
        mirrors: mirrored.cluster.name,
        differences: differencesBetween(mirrored, standby).map((one) => row(one, [standby])),
      })),
    };
  });
}

/** How many clusters a family is on, and how many variants beside the usual ones have a reason for all that they do otherwise. */
export interface VariantCounts {
  readonly clusters: number;
  readonly explained: number;
  readonly unexplained: number;
}

/** The counts of a family. */
export function variantCounts({ variants }: FamilyVariants): VariantCounts {
  const special = variants.filter(({ isUsual }) => !isUsual);
  const explained = special.filter(isExplained).length;
  const clusters = variants.reduce((sum, { clusters: own }) => sum + own.length, 0);
  return { clusters, explained, unexplained: special.length - explained };
}

/** Whether each difference of a variant has a reason. */
export function isExplained({ differences }: Pick<VariantRow, 'differences'>): boolean {
  return differences.every(({ reason }) => reason !== undefined);
}

/** Whether the day has passed on which somebody was to look again at a reason. `today` is `YYYY-MM-DD`. */
export function isOverdue({ reason }: Pick<DifferenceRow, 'reason'>, today: string): boolean {
  return reason?.review !== undefined && reason.review < today;
}

function families(reader: Reader): readonly Family[] {
  return familiesOf(reader.get(fleetQuery, '').applications);
}

function membersOf(family: Family | undefined, reader: Reader): readonly RenderedMember[] {
  const rows = new Map(reader.get(clustersQuery, '').map((row) => [row.name, row]));
  return (family?.members ?? []).flatMap(({ application, cluster }) => {
    const row: ClusterRow | undefined = rows.get(cluster);
    const rendered = reader.get(unitOutputQuery, application.key);
    return row === undefined ? [] : [{ cluster: row, name: application.name, rendered }];
  });
}

function standbysOf(
  members: readonly RenderedMember[],
): readonly { readonly standby: RenderedMember; readonly mirrored: RenderedMember }[] {
  return members.flatMap((standby) => {
    const { mirrors } = standby.cluster;
    const mirrored = members.find(
      ({ cluster }) =>
        mirrors !== undefined && [cluster.name, ...cluster.aliases].includes(mirrors),
    );
    if (mirrored === undefined || differencesBetween(mirrored, standby).length === 0) return [];
    return [{ standby, mirrored }];
  });
}

/** Makes rows of differences; all that go into one output share the masks. */
function rowMaker(
  application: string,
  reader: Reader,
): (difference: VariantDifference, members: readonly RenderedMember[]) => DifferenceRow {
  const { reasons } = reader.get(recordedReasonsQuery, '');
  const masks = masksOf(reader);
  return (difference, members) => {
    const { kind, resource, other, own, usual, isTied } = difference;
    const place = placeOf(difference);
    const label = resourceText(nameOf(resource));
    const field = fieldOf(difference);
    const isAbout = (one: RecordedReason): boolean =>
      members.some(({ cluster, name }) =>
        [application, name].some((app) =>
          explainsField(one, { cluster: cluster.name, application: app, resource: label, field }),
        ),
      );
    const reason =
      reasons.find((one) => own !== undefined && explainsPlace(one, place)) ??
      reasons.find(isAbout);
    return {
      kind,
      resource: label,
      field,
      value: own && valueOf(resource, own, masks),
      usual: usual && !isTied ? valueOf(other ?? resource, usual, masks) : undefined,
      isTied,
      at: rangeOfPointer(reader, place),
      writtenAt: place,
      reason: reason && reasonRow(reason, reader),
    };
  };
}

/** Where a difference is made: at the value that this variant has; else at what it lacks. */
function placeOf({ resource, other, own, usual }: VariantDifference): SourcePointer {
  if (own !== undefined) return resource.originOf(own.node).writtenAt;
  const owner = other ?? resource;
  return owner.originOf(usual?.node ?? owner.node).writtenAt;
}

function fieldOf({ resource, other, own, usual }: VariantDifference): string {
  if (own !== undefined) return fieldText(resource.node, own.path);
  return usual === undefined ? '' : fieldText((other ?? resource).node, usual.path);
}

function valueOf(
  resource: VariantDifference['resource'],
  place: NonNullable<VariantDifference['own']>,
  masks: Masks,
): JsonValue {
  const decoded = decodeToJson(maskedField(resource.node, place, masks));
  return 'value' in decoded ? decoded.value : null;
}

function reasonRow({ because, review, owner, at }: RecordedReason, reader: Reader): ReasonRow {
  return { because, review, owner, at: rangeOfPointer(reader, at) };
}
