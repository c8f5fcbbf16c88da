import {
  count,
  countStatuses,
  groupRoots,
  marks,
  nameOf,
  valuesText,
  words,
} from './impactGroups.ts';
import type { RootGroup } from './impactGroups.ts';
import type { ImpactDocument, ResourceRow, RootRow } from './impactDocument.ts';
import { styled, type Output, type Style } from './io.ts';

/** How many roots of a group are named, and how many fields of an object. */
const mostNames = 5;
const mostFields = 40;

/** What a change changes, for people: roots that it affects in the same way once, with their objects and fields. */
export function impactText(output: Output, document: ImpactDocument): string {
  const { base, head, roots } = document;
  const title = `${shortId(base)} → ${head === 'worktree' ? 'working tree' : shortId(head)}`;
  const sums = roots.length === 0 ? 'no root reads what changed' : countStatuses(roots).join(', ');
  const head1 = `${styled(output, 'bold', title)}: ${sums}\n`;
  const groups = groupRoots(document).map((group) => groupText(output, group));
  return [head1, ...groups].join('\n');
}

/** The first digits of a commit's id. */
export function shortId(id: string): string {
  return /^[0-9a-f]{40,}$/.test(id) ? id.slice(0, 12) : id;
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
  const status = styled(output, styles[row.status], words[row.status]);
  const [first = '', ...others] = roots.map(nameOf);
  const named = others.slice(0, mostNames - 1);
  const rest = others.length - named.length;
  const same = [...named, ...(rest > 0 ? [`and ${count(rest, 'root')} more`] : [])];
  const lines = [
    `${styled(output, 'bold', first)}  ${status}`,
    ...(same.length > 0 ? [styled(output, 'dim', `  as ${same.join(', ')}`)] : []),
    ...row.dangers.map(({ message }) => `  ${styled(output, 'red', '!')} ${message}`),
    ...row.resources.flatMap((resource) => resourceLines(output, resource)),
    ...row.gaps.map(
      ({ kind, detail, changed }) =>
        `  ${styled(output, 'yellow', '?')} ${kind} ${detail} cannot be had${changed ? ', and is another one now' : ''}`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}

function resourceLines(output: Output, row: ResourceRow): readonly string[] {
  const mark = styled(output, markStyles[row.change], marks[row.change]);
  const notes = [
    ...(row.previousName === undefined ? [] : [`was ${row.previousName}`]),
    ...(row.restarts ? ['restarts its pods'] : []),
    ...(row.hidden === true ? ['by a patch of what cannot be had'] : []),
    ...(row.change === 'reordered' ? ['moved'] : []),
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
