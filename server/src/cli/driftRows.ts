import type { ApplicationDrift, DriftRow } from '../analysis/drift.ts';
import type { ApiFailure } from '../live/apiFailure.ts';
import type { DriftSample, LiveRecord, RecordedDrift, UnitSample } from '../live/record.ts';
import { styled, type Output } from './io.ts';
import { toJson } from './json.ts';

/** What was found of one application. */
export interface DriftedApplication {
  readonly name: string;
  readonly drift: ApplicationDrift;
  /** What a record keeps of it; `undefined` where there is none. */
  readonly kept: { readonly unit: UnitSample | undefined; readonly drift: DriftSample } | undefined;
}

/** What was found on one cluster. */
export interface ClusterDrift {
  readonly name: string;
  readonly applications: readonly DriftedApplication[];
  /** Why it gave no answer, or none to the end. */
  readonly failure: ApiFailure | undefined;
}

/** What was found on all clusters that were asked. */
export interface DriftAnswer {
  readonly clusters: readonly ClusterDrift[];
  /** Clusters that no context fits: nobody could be asked. */
  readonly unobserved: readonly string[];
  /** Why nothing is known of what Argo CD says. */
  readonly hubFailure: ApiFailure | undefined;
  /** Whether every application of each cluster was looked at. */
  readonly isWhole: boolean;
  /** The record with this answer in it; `undefined` where none is kept. */
  readonly record: LiveRecord | undefined;
  /** When it was asked, in ISO form. */
  readonly at: string;
}

/** The document of `strata drift --json`. */
export function driftJson({ clusters, unobserved, record }: DriftAnswer): object {
  const since = sinceIn(record);
  return {
    findings: clusters.flatMap(({ name, applications }) =>
      applications.flatMap(({ name: application, drift }) =>
        drift.rows.map((row) => rowJson(name, application, row, since)),
      ),
    ),
    clusters: [
      ...clusters.map(({ name, applications, failure }) => ({
        name,
        applications: applications.length,
        objects: sum(applications.map(({ drift }) => drift.compared)),
        notRendered: sum(applications.map(({ drift }) => drift.gaps)),
        failure: failure?.kind,
      })),
      ...unobserved.map((name) => ({
        name,
        applications: 0,
        objects: 0,
        notRendered: 0,
        failure: 'noContext',
      })),
    ],
  };
}

/** Since when a difference is known; `undefined` where it is not. */
type Since = (
  asked: Pick<RecordedDrift, 'cluster' | 'application' | 'resource' | 'path'>,
) => string | undefined;

function sinceIn(record: LiveRecord | undefined): Since {
  const open = new Map(
    (record?.drift ?? [])
      .filter(({ healed, withdrawn }) => healed === undefined && withdrawn === undefined)
      .map((one) => [sinceKey(one), one.firstSeen]),
  );
  return (asked) => open.get(sinceKey(asked));
}

function sinceKey(one: Parameters<Since>[0]): string {
  return [one.cluster, one.application, one.resource, one.path].join('\n');
}

function rowJson(cluster: string, application: string, row: DriftRow, since: Since): object {
  const { resource, path, verdict, tier, want, have, owner, ownedSince, willRevert, ignoredBy } =
    row;
  return {
    cluster,
    application,
    resource,
    path,
    verdict,
    tier,
    counts: row.counts,
    want,
    have,
    owner,
    ownedSince,
    firstSeen: since({ cluster, application, resource, path }),
    willRevert,
    file: row.at?.file,
    line: row.at && row.at.start.line + 1,
    ignoredBy,
    reason: row.reason,
    renamedFrom: row.renamedFrom,
  };
}

/** Clusters, their applications that differ, and each difference on a line; then who could not be asked. */
export function driftText(output: Output, answer: DriftAnswer): string {
  const { clusters, unobserved, at } = answer;
  const since = sinceIn(answer.record);
  // What is seen for the first time is known since now, which says nothing.
  const told: Since = (asked) => [since(asked)].find((time) => time !== at);
  const open =
    unobserved.length === 0
      ? []
      : [styled(output, 'yellow', `? no context for ${unobserved.join(', ')}\n`)];
  return [...clusters.map((one) => clusterText(output, one, told)), ...open].join('\n');
}

function clusterText(
  output: Output,
  { name, applications, failure }: ClusterDrift,
  since: Since,
): string {
  const open = applications.filter(({ drift }) => drift.gaps > 0);
  const counted = [
    `${applications.length} ${applications.length === 1 ? 'application' : 'applications'}`,
    ...(failure !== undefined ? [`unknown: ${failure.kind}`] : foundText(applications)),
    ...(open.length > 0 ? [`${open.length} cannot be rendered as a whole`] : []),
  ];
  return [
    `${styled(output, 'bold', name)}  ${counted.join(' · ')}\n`,
    ...applications.map(({ name: application, drift }) =>
      drift.rows.length === 0
        ? ''
        : applicationText(output, application, drift, ({ resource, path }) =>
            since({ cluster: name, application, resource, path }),
          ),
    ),
  ].join('');
}

/** Where nothing could be read, nobody has looked for a difference. */
function foundText(applications: ClusterDrift['applications']): readonly string[] {
  const differing = applications.filter(({ drift }) => drift.rows.some(matters)).length;
  const unread = sum(applications.map(({ drift }) => drift.rows.filter(isUnread).length));
  const isBlind = applications.length > 0 && applications.every(({ drift }) => seesNothing(drift));
  const found =
    differing > 0
      ? [`${differing} ${differing === 1 ? 'differs' : 'differ'} from Git`]
      : isBlind
        ? []
        : ['no difference found'];
  const objects = unread === 1 ? '1 object' : `${unread} objects`;
  return unread === 0 ? found : [...found, `${objects} cannot be compared`];
}

/** Whether a cluster refused to tell anything of the objects of an application: nobody knows whether it differs. */
export function seesNothing({ rows, seen }: ApplicationDrift): boolean {
  return seen.length === 0 && rows.some(isUnread);
}

/** Whether it is about an object that should have been read and could not be. */
function isUnread({ verdict, reason }: DriftRow): boolean {
  return verdict === 'notComparable' && (reason === 'forbidden' || reason === 'unreachable');
}

/** Whether a difference is one that people should look at. */
function matters({ counts, verdict, ignoredBy }: DriftRow): boolean {
  return counts || (ignoredBy === undefined && verdict === 'extraManual');
}

function applicationText(
  output: Output,
  name: string,
  { rows }: ApplicationDrift,
  since: (row: DriftRow) => string | undefined,
): string {
  const groups = Map.groupBy(rows, ({ resource }) => resource);
  return [
    `\n  ${styled(output, 'bold', name)}\n`,
    ...[...groups].map(
      ([resource, own]) =>
        `    ${resource}\n${own.map((row) => rowText(output, row, since(row))).join('')}`,
    ),
  ].join('');
}

function rowText(output: Output, row: DriftRow, since: string | undefined): string {
  const style = row.ignoredBy !== undefined ? 'dim' : row.tier === 'security' ? 'red' : 'yellow';
  const place = row.at && `${row.at.file}:${row.at.start.line + 1}`;
  const parts = [
    styled(output, matters(row) ? style : 'dim', wordsOf(row)),
    ...(row.path === '/' ? [] : [row.path]),
    ...(row.path === '/' ? [] : [`${valueText(row.want)} → ${valueText(row.have)}`]),
    ...(row.owner === undefined ? [] : [ownerText(row)]),
    ...(since === undefined ? [] : [`seen since ${minuteOf(since)}`]),
    ...(row.willRevert === true ? ['would be put back'] : []),
    ...(row.ignoredBy === undefined ? [] : [`ignored by ${row.ignoredBy}`]),
    ...(row.renamedFrom === undefined ? [] : [`was ${row.renamedFrom}`]),
    ...(place === undefined ? [] : [styled(output, 'dim', place)]),
  ];
  return `      ${parts.join('  ')}\n`;
}

function ownerText({ owner, ownedSince }: DriftRow): string {
  const time = ownedSince === undefined ? '' : `, ${minuteOf(ownedSince)}`;
  return `${owner ?? ''}${time}`;
}

function minuteOf(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}

const words: Readonly<Record<DriftRow['verdict'], string>> = {
  drift: 'differs',
  removed: 'removed from Git',
  extraManual: 'added by hand',
  extraController: 'added by a controller',
  ownedByOther: 'set by another controller',
  missing: 'missing',
  pruneCandidate: 'not in Git any more',
  orphan: 'nobody’s',
  foreign: 'of another application',
  needsRecreate: 'cannot be changed in place',
  desiredInvalid: 'no server would take it',
  skipped: 'left alone',
  expectedAbsent: 'comes and goes',
  notComparable: 'cannot be compared',
};

const reasons: Readonly<Partial<Record<NonNullable<DriftRow['reason']>, string>>> = {
  secretsAreOff: 'Secrets are not read',
  forbidden: 'you may not read it',
  unreachable: 'no answer',
  encrypted: 'encrypted in Git',
  predicted: 'says a dry run',
  admission: 'an admission policy refuses it',
  unknownField: 'unknown field',
  wrongType: 'wrong type',
  badValue: 'unknown value',
  duplicateItem: 'an item twice',
  nullNotAllowed: 'null is not allowed',
};

function wordsOf({ verdict, reason }: DriftRow): string {
  const why = reason === undefined ? undefined : reasons[reason];
  return why === undefined ? words[verdict] : `${words[verdict]} (${why})`;
}

/** A value on one line, cut where it is long. */
function valueText(value: DriftRow['want']): string {
  if (value === undefined) return 'nothing';
  const text =
    typeof value === 'string'
      ? value
      : toJson(value)
          .trim()
          .replaceAll(/\s*\n\s*/g, ' ');
  const line = text.replaceAll('\n', '⏎');
  return line.length > 60 ? `${line.slice(0, 59)}…` : line === '' ? '""' : line;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
