import type { ClusterFacts } from './clusterFacts.ts';
import { isProduction } from '../layers/register/environment.ts';
import { groupBy } from '../util/groupBy.ts';
import type { ApplicationImpact, TreeImpact } from './treeImpact.ts';
import { applicationJson, type ApplicationDocument } from './applicationDocument.ts';
import { renderRow, resourceRow, type RenderRow, type ResourceRow } from './impactRows.ts';

/** An application that the change reaches, as `strata apps` has it and with what became of it. */
export interface ApplicationRow extends Omit<RenderRow, 'status'>, ApplicationDocument {
  readonly status: ApplicationImpact['status'];
  readonly previousPath?: string | undefined;
  readonly previousCluster?: string | undefined;
  /** Whether the object of the application itself changed. */
  readonly object: boolean;
  /** The fields of that object that differ, where no root and no other application tells them. */
  readonly ownObject?: ResourceRow | undefined;
  /** Of one that is gone from Git: it stays on its cluster itself, or what it has deployed does. */
  readonly stays?: 'application' | 'objects' | undefined;
  readonly approvals: readonly ApprovalRow[];
}

/** Who has to approve, and which line says so. */
export interface ApprovalRow {
  readonly owners: readonly string[];
  readonly from: string;
}

/** Who has to approve, each team of owners once, with the lines that say so: `CODEOWNERS:5, CODEOWNERS:11`. */
export function neededOwners(
  approvals: readonly ApprovalRow[],
): readonly { readonly owners: string; readonly from: string }[] {
  return [...groupBy(approvals, ({ owners }) => owners.join(' '))].map(([owners, rows]) => ({
    owners,
    from: rows.map(({ from }) => from).join(', '),
  }));
}

/** A cluster that the change reaches. */
export interface ClusterRow {
  readonly name: string;
  readonly environment?: string | undefined;
  readonly releaseDomain?: string | undefined;
  readonly status: 'changed' | 'touched' | 'fails' | 'fixed' | 'unknown';
  /** Set where all that changes there follows other revisions: nothing changes until it is merged there. */
  readonly waitsFor?: string | undefined;
  /** How many applications there the change reaches and does more than touch; all of them where it touches alone. */
  readonly applications: number;
}

/** A border between clusters that the change crosses. */
export interface CrossingRow {
  readonly code: 'impact.crosses-into-production' | 'impact.crosses-release-domains';
  readonly message: string;
}

/** The danger that an application goes away, and takes along what it has deployed. */
export const deletesApplication = 'impact.deletes-application';

/** The row of an application. */
export function applicationRow(one: ApplicationImpact, impact: TreeImpact): ApplicationRow {
  const { row, status, previousPath, previousCluster, objectChanged, own, approvals } = one;
  const rendered = renderRow({ ...one, status: 'changed' }, impact);
  const object = `${row.kind}/${row.namespace === '' ? '' : `${row.namespace}/`}${row.name}`;
  const deletes = status === 'deleted' && one.leaving === 'everything';
  return {
    ...applicationJson(row),
    ...rendered,
    status,
    new: one.isNew && status === 'fails' ? true : undefined,
    previousPath,
    previousCluster,
    object: objectChanged,
    ownObject: own === undefined || own.isDelivered ? undefined : resourceRow(own.resource, impact),
    stays: status === 'deleted' ? stayingOf(one) : undefined,
    dangers: [
      ...(deletes
        ? [
            {
              code: deletesApplication,
              message: `${object} goes away, and deletes all that it has deployed`,
              resource: object,
            },
          ]
        : []),
      ...rendered.dangers,
    ],
    approvals: approvals.map(({ owners, file, line }) => ({
      owners,
      from: line === undefined ? file : `${file}:${line + 1}`,
    })),
  };
}

/** What of an application that is gone from Git stays on its cluster; `undefined` where nothing does. */
export function stayingOf({
  leaving,
}: Pick<ApplicationImpact, 'leaving'>): ApplicationRow['stays'] {
  switch (leaving) {
    case 'nothing':
      return 'application';
    case 'itself':
      return 'objects';
    case 'everything':
    case undefined:
      return undefined;
  }
}

/** The clusters of applications, sorted by name. */
export function clusterRows(
  applications: readonly Pick<
    ApplicationRow,
    'cluster' | 'status' | 'object' | 'followsRevision'
  >[],
  facts: ReadonlyMap<string, ClusterFacts>,
): readonly ClusterRow[] {
  const known = applications.filter(({ cluster }) => cluster !== null);
  return [...groupBy(known, ({ cluster }) => cluster ?? '')]
    .map(([name, own]): ClusterRow => {
      const { environment, releaseDomain } = facts.get(name) ?? {};
      const status = clusterStatus(own.map(statusWithObject));
      const told = own.filter((one) => statusWithObject(one) !== 'touched');
      const rows = told.length > 0 ? told : own;
      const waits = rows.flatMap((one) => awaitedRevision(one) ?? []);
      const waitsFor =
        waits.length === rows.length ? [...new Set(waits)].sort().join(', ') : undefined;
      return { name, environment, releaseDomain, status, waitsFor, applications: rows.length };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** The revision that has to move before an application changes; its own object is not read there. */
function awaitedRevision({
  object,
  followsRevision,
}: Pick<ApplicationRow, 'object' | 'followsRevision'>): string | undefined {
  return object ? undefined : followsRevision;
}

function clusterStatus(statuses: readonly ApplicationImpact['status'][]): ClusterRow['status'] {
  if (statuses.includes('fails')) return 'fails';
  if (statuses.some((one) => changing.includes(one))) return 'changed';
  if (statuses.includes('fixed')) return 'fixed';
  return statuses.includes('unknown') ? 'unknown' : 'touched';
}

/** What becomes of an application on its cluster: another object of its own is a change, whatever it renders to. */
function statusWithObject({
  status,
  object,
}: Pick<ApplicationRow, 'status' | 'object'>): ApplicationRow['status'] {
  return status === 'touched' && object ? 'changed' : status;
}

const changing: readonly ApplicationImpact['status'][] = ['changed', 'created', 'deleted', 'moved'];

/** The borders that a change crosses, told by the clusters where it does more than touch. */
export function crossingsOf(clusters: readonly ClusterRow[]): readonly CrossingRow[] {
  const hit = clusters.filter(
    ({ status, waitsFor }) => status !== 'touched' && waitsFor === undefined,
  );
  const environments = [...new Set(hit.flatMap(({ environment }) => environment ?? []))].sort();
  const domains = [...new Set(hit.flatMap(({ releaseDomain }) => releaseDomain ?? []))].sort();
  const live = environments.filter(isProduction);
  const other = environments.filter((one) => !isProduction(one));
  return [
    ...(live.length > 0 && other.length > 0
      ? [
          {
            code: 'impact.crosses-into-production' as const,
            message: `it changes ${other.join(', ')} and ${live.join(', ')} at once`,
          },
        ]
      : []),
    ...(domains.length > 1
      ? [
          {
            code: 'impact.crosses-release-domains' as const,
            message: `it changes ${domains.length} release domains at once: ${domains.join(', ')}`,
          },
        ]
      : []),
  ];
}
