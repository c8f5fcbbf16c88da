import type { Severity } from '../text/diagnostics.ts';
import { groupBy } from '../util/groupBy.ts';
import { fingerprintOf } from '../secrets/fingerprint.ts';
import type { PolicyFinding } from './clusterPolicy.ts';
import type { SourceRange } from './sourceRange.ts';

/** One fault at one place, with all that it makes of objects. */
export interface PolicyGroup {
  readonly code: string;
  readonly severity: Severity;
  /** Those of the first object. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly range: SourceRange;
  /** The names of the clusters, sorted; without those that nobody can tell. */
  readonly clusters: readonly string[];
  readonly isProduction: boolean;
  /** By cluster and name. */
  readonly objects: readonly PolicyObject[];
  /** Tells it from all other groups, and stays when lines move. */
  readonly fingerprint: string;
}

/** A rendered object that breaks a rule. */
export interface PolicyObject {
  readonly cluster: string | undefined;
  readonly application: string;
  readonly resource: string;
  readonly field: string;
}

/** Findings by what one edit would end: one fault at one place, whichever objects it comes to. */
export function groupFindings(findings: readonly PolicyFinding[]): readonly PolicyGroup[] {
  const groups = groupBy(findings, (one) => `${JSON.stringify(one.range)} ${samePlaceKey(one)}`);
  const told = [...groups.values()].flatMap(newGroup);
  return told.sort(byWeight);
}

/** What tells one fault from another at one place, whichever object and application it is in. */
export function samePlaceKey({
  code,
  parameters,
  field,
}: Pick<PolicyFinding, 'code' | 'parameters' | 'field'>): string {
  return JSON.stringify([
    code,
    without(parameters, 'application', 'cluster', 'id', 'namespace'),
    lastKey(field),
  ]);
}

/**
 * What one tree has beside another: findings of the same rule in the same object on the same cluster count as known, wherever
 * they stand, unless they count more than before.
 */
export function newFindings(
  before: readonly PolicyFinding[],
  after: readonly PolicyFinding[],
): readonly PolicyFinding[] {
  const known = new Map<string, number>();
  for (const one of before) {
    const identity = identityOf(one);
    known.set(identity, Math.max(countOf(one), known.get(identity) ?? 0));
  }
  return after.filter((one) => countOf(one) > (known.get(identityOf(one)) ?? -1));
}

/** How many a finding tells of; 0 where it does not count. */
function countOf({ parameters: { count = '' } }: PolicyFinding): number {
  return Number(count) || 0;
}

/**
 * A reason may tell of other fields as well, and change with them. Why something does not build names no object, and may be the
 * same elsewhere: there the application and the file tell it apart.
 */
function identityOf(finding: PolicyFinding): string {
  const { code, parameters, resource, field, cluster, application, range } = finding;
  const isBuild = code.startsWith('kustomiz') || application.key === '';
  const where = isBuild ? [application.name, range.file] : [];
  return JSON.stringify([
    code,
    cluster,
    resource,
    field,
    without(parameters, 'count', 'names', 'reason'),
    where,
  ]);
}

/** The sorted entries of parameters, without some of them. */
function without(
  parameters: PolicyFinding['parameters'],
  ...keys: readonly string[]
): readonly (readonly [string, string])[] {
  return Object.entries(parameters)
    .filter(([key]) => !keys.includes(key))
    .sort(([a], [b]) => compare(a, b));
}

function lastKey(field: string): string {
  return field.slice(field.lastIndexOf('/') + 1);
}

function newGroup(members: readonly PolicyFinding[]): readonly PolicyGroup[] {
  const objects = members
    .map(({ cluster, application, resource, field }): PolicyObject => ({
      cluster,
      application: application.name,
      resource,
      field,
    }))
    .sort((a, b) => compare(keyOf(a), keyOf(b)));
  const unique = objects.filter((one, index) => {
    const previous = objects[index - 1];
    return previous === undefined || keyOf(previous) !== keyOf(one);
  });
  const [first] = [...members].sort((a, b) => compare(a.resource, b.resource));
  if (first === undefined) return [];
  const { code, severity, parameters, range } = first;
  const clusters = [...new Set(members.flatMap(({ cluster }) => cluster ?? []))].sort();
  return [
    {
      code,
      severity,
      // Messages on practice name the clusters themselves.
      parameters: { ...parameters, clusters: clusterText(clusters) },
      range,
      clusters,
      isProduction: members.some((one) => one.isProduction),
      objects: unique,
      fingerprint: fingerprintOf(
        code,
        range.file,
        JSON.stringify([first.resource, first.field, without(parameters)]),
      ),
    },
  ];
}

/** How many clusters a message names. */
const mostNames = 3;

function clusterText(clusters: readonly string[]): string {
  const more = clusters.length > mostNames ? ', …' : '';
  return `${clusters.slice(0, mostNames).join(', ')}${more}`;
}

function keyOf({ cluster, application, resource, field }: PolicyObject): string {
  return JSON.stringify([cluster ?? '\uffff', application, resource, field]);
}

const weights: Readonly<Record<Severity, number>> = {
  error: 0,
  warning: 1,
  information: 2,
  hint: 3,
};

function byWeight(a: PolicyGroup, b: PolicyGroup): number {
  const [one, other] = [a.range.start, b.range.start];
  return (
    weights[a.severity] - weights[b.severity] ||
    compare(a.range.file, b.range.file) ||
    one.line - other.line ||
    one.column - other.column ||
    compare(a.code, b.code) ||
    compare(a.fingerprint, b.fingerprint)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
