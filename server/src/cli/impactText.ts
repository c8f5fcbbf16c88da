import {
  count,
  failureText,
  gapText,
  groupRoots,
  marks,
  nameOf,
  shortId,
  statusText,
  valuesText,
  words,
  type RootGroup,
} from '../analysis/impactGroups.ts';
import type { ImpactDocument, RootRow } from '../analysis/impactDocument.ts';
import type { RenderRow, ResourceRow } from '../analysis/impactRows.ts';
import {
  applicationNotes,
  applicationWords,
  sumsText,
  toldClusters,
  type ToldCluster,
} from '../analysis/impactClusters.ts';
import { neededOwners, type ApplicationRow } from '../analysis/impactApplicationRows.ts';
import { looseEndLines } from '../analysis/looseEndRows.ts';
import { styled, type Output, type Style } from './io.ts';

/** How many roots of a group are named, and how many fields of an object. */
const mostNames = 5;
const mostFields = 40;

/** What a change changes, for people: roots that it affects in the same way once, with their objects and fields. */
export function impactText(output: Output, document: ImpactDocument): string {
  const { base, head, crossings, looseEnds } = document;
  const title = `${sideName(base)} → ${sideName(head)}`;
  const lines = [
    `${styled(output, 'bold', title)}: ${sumsText(document)}`,
    ...crossings.map(({ message }) => `${styled(output, 'red', '!')} ${message}`),
    ...looseEndLines(looseEnds, mostNames).map((line) =>
      line.new
        ? `${styled(output, 'yellow', '!')} ${line.text}`
        : styled(output, 'dim', `· ${line.text}`),
    ),
  ];
  const clusters = toldClusters(document).map((cluster) => clusterText(output, cluster));
  const groups = groupRoots(document).map((group) => groupText(output, group));
  const legend = styled(output, 'dim', legendOf(document));
  const end = legend === '' ? [] : [`${legend}\n`];
  return [`${lines.join('\n')}\n`, ...clusters, ...groups, ...end].join('\n');
}

/** What words mean that are not plain to everybody, as far as they stand in the text; empty where none does. */
function legendOf({ roots, applications }: ImpactDocument): string {
  const rows = [...roots, ...applications];
  return rows.some(({ status }) => status === 'unknown')
    ? 'unknown: the files here do not tell whether it changes; the reason stands with each.'
    : '';
}

/** A cluster with the applications that change there. */
function clusterText(output: Output, { cluster, applications }: ToldCluster): string {
  const width = Math.max(...applications.map(({ name }) => name.length));
  const facts = [cluster?.environment, cluster?.releaseDomain].filter((one) => one !== undefined);
  const name = cluster?.name ?? 'a cluster that only its controller knows';
  const lines = applications.map((row) => {
    const status = styled(output, applicationStyles[row.status], statusText(row, applicationWords));
    const notes = applicationNotes(row).join(', ');
    const owners = neededOwners(row.approvals)
      .map((one) => `${one.owners} (${one.from})`)
      .join(', ');
    const approvals = owners === '' ? '' : styled(output, 'dim', `  needs ${owners}`);
    const dangers = row.dangers.map(
      ({ message }) => `\n      ${styled(output, 'red', '!')} ${message}`,
    );
    return `    ${row.name.padEnd(width)}  ${status}${notes === '' ? '' : `  ${notes}`}${approvals}${dangers.join('')}\n`;
  });
  return `${styled(output, 'bold', name)}${styled(output, 'dim', facts.length === 0 ? '' : `  ${facts.join(', ')}`)}\n${lines.join('')}`;
}

const applicationStyles: Readonly<Record<ApplicationRow['status'], Style>> = {
  fails: 'red',
  unknown: 'yellow',
  deleted: 'red',
  created: 'green',
  changed: 'cyan',
  fixed: 'green',
  moved: 'yellow',
  touched: 'dim',
};

/** What people call a tree that is compared. */
function sideName(id: string): string {
  return id === 'worktree' ? 'working tree' : id === 'index' ? 'what is staged' : shortId(id);
}

const styles: Readonly<Record<RootRow['status'], Style>> = {
  fails: 'red',
  unknown: 'yellow',
  deleted: 'red',
  created: 'green',
  changed: 'cyan',
  fixed: 'green',
  touched: 'dim',
};

function groupText(output: Output, { roots, row }: RootGroup): string {
  const status = styled(output, styles[row.status], statusText(row));
  const [first = '', ...others] = roots.map(nameOf);
  const named = others.slice(0, mostNames - 1);
  const rest = others.length - named.length;
  const same = [...named, ...(rest > 0 ? [`and ${count(rest, 'root')} more`] : [])];
  const failure = failureText(row, (text) => styled(output, 'dim', text));
  const lines = [
    `${styled(output, 'bold', first)}  ${status}`,
    ...(same.length > 0 ? [styled(output, 'dim', `  as ${same.join(', ')}`)] : []),
    ...(failure === undefined ? [] : [`  ${styled(output, 'red', '✗')} ${failure}`]),
    ...row.dangers.map(({ message }) => `  ${styled(output, 'red', '!')} ${message}`),
    ...row.resources.flatMap((resource) => resourceLines(output, resource)),
    ...row.gaps.map((gap) => `  ${styled(output, 'yellow', '?')} ${gapText(gap)}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Whether it no longer builds, and why, or builds again; nothing of what builds as before. */
export function buildLines(
  output: Output,
  row: Pick<RenderRow, 'status' | 'failures'>,
): readonly string[] {
  if (row.status !== 'fails' && row.status !== 'fixed') return [];
  const failure = failureText(row, (text) => styled(output, 'dim', text));
  return [
    `  ${words[row.status][0]}`,
    ...(failure === undefined ? [] : [`  ${styled(output, 'red', '✗')} ${failure}`]),
  ];
}

/** An object that differs, and its fields. */
export function resourceLines(output: Output, row: ResourceRow): readonly string[] {
  const mark = styled(output, markStyles[row.change], marks[row.change]);
  const notes = [
    ...(row.previousName === undefined ? [] : [`was ${row.previousName}`]),
    ...(row.restarts ? ['restarts its pods'] : []),
    ...(row.hidden === true ? ['by a patch; the rest of it is not rendered'] : []),
    ...(row.change === 'reordered' ? ['moved'] : []),
    ...(row.stays === true ? ['stays on the cluster, as nothing prunes it'] : []),
  ];
  const note = notes.length === 0 ? '' : `  ${styled(output, 'dim', notes.join(', '))}`;
  const fields = row.fields ?? [];
  const width = Math.min(Math.max(0, ...fields.map(({ path }) => path.length)), 60);
  const shown = fields.slice(0, mostFields).map((field) => {
    const place = field.origin === undefined ? '' : `${field.origin.file}:${field.origin.line}`;
    const values = valuesText(field, 60);
    return `      ${field.path.padEnd(width)}  ${values}  ${styled(output, 'dim', place)}`.trimEnd();
  });
  const rest = fields.length - shown.length;
  return [
    `  ${mark} ${row.resource}${note}`,
    ...shown,
    ...(rest > 0 ? [`      and ${count(rest, 'field')} more`] : []),
  ];
}

const markStyles: Readonly<Record<ResourceRow['change'], Style>> = {
  created: 'green',
  deleted: 'red',
  changed: 'cyan',
  renamed: 'cyan',
  reordered: 'dim',
};
