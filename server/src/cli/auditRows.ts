import type { ApplicationImpact, TreeImpact } from '../analysis/treeImpact.ts';
import { words } from '../analysis/impactGroups.ts';
import { renderRow, resourceRow, type FieldRow, type ResourceRow } from '../analysis/impactRows.ts';
import type { RenderedChange } from '../workspace/changesSince.ts';
import { csvText } from './csv.ts';
import { buildLines, resourceLines } from './impactText.ts';
import { styled, type Output } from './io.ts';
import { toJson } from './json.ts';

/** What an audit tells: the changes, the newest first, and since when. */
export interface Audit {
  readonly since: string;
  /** The commit at which it ends. */
  readonly head: string;
  readonly changes: readonly RenderedChange[];
}

/** The document of `strata audit --json`. */
export function auditJson({ since, head, changes }: Audit): object {
  return {
    since,
    head,
    changes: changes.map(({ commit, committed, author, subject, pullRequest, ...rest }) => ({
      commit,
      when: committed,
      author,
      subject,
      pullRequest,
      approvedBy: rest.approvers,
      applications: rest.applications.map((one) => ({
        cluster: one.row.cluster ?? null,
        application: one.row.name,
        status: one.status,
        objectChanged: one.objectChanged,
        previousCluster: one.previousCluster,
        neededApprovals: one.approvals.map(({ owners }) => owners),
        resources: rowsOf(one, rest),
        unknown: one.gaps.filter(({ changed }) => changed).map(({ detail }) => detail),
      })),
    })),
  };
}

/** A line for each field that changed, for spreadsheets; `not recorded` where Git does not know. */
export function auditCsv({ changes }: Audit): string {
  const header = [
    ...['when', 'author', 'commit', 'subject', 'pull request', 'approved by', 'approval needed of'],
    ...['cluster', 'application', 'status', 'object', 'change', 'field', 'before', 'after', 'file'],
  ];
  const rows = changes.flatMap((change) =>
    change.applications.flatMap((one) => {
      const first = [
        change.committed,
        change.author,
        change.commit,
        change.subject,
        change.pullRequest === undefined ? notRecorded : `#${change.pullRequest}`,
        approvedBy(change),
        one.approvals.map(({ owners }) => owners.join(' or ')).join(' and '),
        one.row.cluster ?? '',
        one.row.name,
        one.objectChanged && one.status === 'touched' ? 'object changed' : one.status,
      ];
      const told = rowsOf(one, change).flatMap((row) => objectCells(row));
      return (told.length === 0 ? [['', '', '', '', '', '']] : told).map((cells) => [
        ...first,
        ...cells,
      ]);
    }),
  );
  return csvText(header, rows);
}

const notRecorded = 'not recorded';

function objectCells({ resource, change, fields = [] }: ResourceRow): readonly string[][] {
  if (fields.length === 0) return [[resource, change, '', '', '', '']];
  return fields.map(({ path, before, after, origin }) => [
    resource,
    change,
    path,
    valueText(before),
    valueText(after),
    origin === undefined ? '' : `${origin.file}:${origin.line}`,
  ]);
}

function valueText(value: FieldRow['before']): string {
  if (value === undefined) return '';
  return typeof value === 'string'
    ? value
    : toJson(value)
        .trim()
        .replaceAll(/\s*\n\s*/g, ' ');
}

/** Each commit with what it changed where. */
export function auditText(output: Output, { since, changes }: Audit): string {
  if (changes.length === 0) return `Nothing has changed any cluster since ${since.slice(0, 10)}.\n`;
  return changes.map((change) => changeText(output, change)).join('\n');
}

function changeText(output: Output, change: RenderedChange): string {
  const { commit, committed, author, subject, pullRequest } = change;
  const title = [
    styled(output, 'yellow', commit.slice(0, 7)),
    committed.slice(0, 16).replace('T', ' '),
    author,
    pullRequest === undefined ? 'pull request not recorded' : `#${pullRequest}`,
    `approved by: ${approvedBy(change)}`,
  ];
  return [
    title.join('  '),
    `  ${subject}`,
    ...change.applications.flatMap((one) => [
      applicationTitle(output, one),
      ...(one.status === 'fails'
        ? buildLines(output, renderRow({ ...one, status: one.status }, change)).slice(1)
        : []),
      ...(one.objectChanged ? ['  ± the application itself'] : []),
      ...rowsOf(one, change).flatMap((row) => resourceLines(output, row)),
    ]),
    '',
  ].join('\n');
}

function applicationTitle(output: Output, { row, status }: ApplicationImpact): string {
  const told = status === 'fails' || status === 'fixed' ? words[status][0] : status;
  return `  ${styled(output, 'bold', row.cluster ?? '?')}  ${row.name}  ${told}`;
}

function approvedBy({ approvers }: Pick<RenderedChange, 'approvers'>): string {
  return approvers.length === 0 ? notRecorded : approvers.join('; ');
}

/** The objects of an application that changed. Masks of secrets are letters of one comparison: here they would mislead. */
function rowsOf(
  { resources }: Pick<ApplicationImpact, 'resources'>,
  places: Pick<TreeImpact, 'rangeOf'>,
): readonly ResourceRow[] {
  return resources
    .filter(({ change }) => change !== 'reordered')
    .map((one) => withPlainMasks(resourceRow(one, places)));
}

function withPlainMasks(row: ResourceRow): ResourceRow {
  const plain = (value: FieldRow['before']): FieldRow['before'] =>
    typeof value === 'string' ? value.replaceAll(/•••• [A-Z]+/g, '••••') : value;
  const fields = row.fields?.map((field) => ({
    ...field,
    before: plain(field.before),
    after: plain(field.after),
  }));
  return { ...row, ...(fields === undefined ? {} : { fields }) };
}
