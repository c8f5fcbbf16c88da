import {
  count,
  failureText,
  gapText,
  groupRoots,
  marks,
  nameOf,
  ownDangers,
  shortId,
  statusText,
  valuesText,
  type RootGroup,
} from './impactGroups.ts';
import { looseEndLines } from './looseEndRows.ts';
import { neededOwners } from './impactApplicationRows.ts';
import { applicationNotes, applicationWords, sumsText, toldClusters } from './impactClusters.ts';
import type { ImpactDocument } from './impactDocument.ts';
import type { ResourceRow } from './impactRows.ts';

/** What a comment of GitHub takes is 65,536 characters; a workflow adds some of its own. */
const mostCharacters = 60_000;
/** How many roots of a group are named. */
const mostNames = 20;

/**
 * What a change changes, for a pull request: the sums, the dangers, and each group of roots folded. What goes beyond the
 * size of a comment is left out from the end, and said to be.
 */
export function impactMarkdown(document: ImpactDocument): string {
  const { base, head } = document;
  const groups = groupRoots(document);
  const start = [
    '### Strata: what this changes',
    '',
    `${sideName(base)} → ${sideName(head)}: ${sumsText(document)}.`,
    '',
    ...dangerLines(document, groups),
    ...clusterLines(document),
  ].join('\n');
  const parts = groups.map(groupPart);
  let [text, told] = [start, 0];
  for (const part of parts) {
    if (text.length + part.length > mostCharacters) break;
    text += `\n${part}`;
    told += 1;
  }
  const rest = groups.slice(told).reduce((sum, group) => sum + group.roots.length, 0);
  return rest === 0
    ? `${text.trimEnd()}\n`
    : `${text.trimEnd()}\n\n${count(rest, 'root')} more, for which there is no room here: run ${code('strata impact')}.\n`;
}

/** What people call a tree that is compared. */
function sideName(id: string): string {
  if (id === 'worktree') return 'the working tree';
  return id === 'index' ? 'what is staged' : code(shortId(id));
}

/** How many applications the table names. */
const mostApplications = 100;

/** A row for each application that does more than read what changed, by cluster. */
function clusterLines(document: ImpactDocument): readonly string[] {
  const rows = toldClusters(document).flatMap(({ cluster, applications }) =>
    applications.map((row) => {
      const name = cluster?.name ?? 'only its controller knows';
      const facts = [cluster?.environment, cluster?.releaseDomain].filter(
        (one) => one !== undefined,
      );
      const owners = neededOwners(row.approvals)
        .map((one) => one.owners)
        .join(', ');
      const status = [statusText(row, applicationWords), ...applicationNotes(row)].join(', ');
      const cells = [name, facts.join(', '), row.name, status, owners];
      return `| ${cells.map(escape).join(' | ')} |`;
    }),
  );
  if (rows.length === 0) return [];
  const rest = rows.length - mostApplications;
  return [
    '| cluster | | application | | needs |',
    '| --- | --- | --- | --- | --- |',
    ...rows.slice(0, mostApplications),
    '',
    ...(rest > 0 ? [`${count(rest, 'application')} more.`, ''] : []),
  ];
}

function dangerLines(document: ImpactDocument, groups: readonly RootGroup[]): readonly string[] {
  const { crossings, looseEnds } = document;
  const roots = new Map<string, number>();
  for (const { message } of crossings) roots.set(message, 1);
  // Those of objects that somebody applies by hand are among the groups.
  const own = ownDangers({ ...document, handApplied: [] });
  for (const { message } of own) roots.set(message, 1);
  for (const line of looseEndLines(looseEnds, mostNames)) if (line.new) roots.set(line.text, 1);
  for (const { row, roots: same } of groups) {
    for (const { message } of row.dangers) {
      roots.set(message, (roots.get(message) ?? 0) + same.length);
    }
  }
  const lines = [...roots]
    .slice(0, 50)
    .map(([message, number]) => `> - ${escape(message)}${number > 1 ? ` (${number} roots)` : ''}`);
  return lines.length === 0 ? [] : ['> [!WARNING]', ...lines, ''];
}

function groupPart({ roots, row }: RootGroup): string {
  const [first = '', ...others] = roots.map(nameOf);
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const restarts = row.resources.some((one) => one.restarts) ? ', restarts pods' : '';
  const objects =
    row.resources.length === 0 ? '' : ` (${count(row.resources.length, 'object')}${restarts})`;
  const named = others.slice(0, mostNames).map((root) => `- ${code(root)}`);
  const unnamed = others.length - named.length;
  const failure = failureText(row, (text) => `(${text})`);
  const told = [
    ...(failure === undefined ? [] : [`- ${escape(failure)}`]),
    ...row.gaps.map((gap) => `- ${gapText(gap, code)}`),
  ];
  return [
    `<details><summary><code>${escape(first)}</code>${more}: ${statusText(row)}${objects}</summary>`,
    '',
    ...(named.length === 0 ? [] : ['The same in:', '', ...named]),
    ...(unnamed > 0 ? [`- and ${count(unnamed, 'root')} more`] : []),
    ...(named.length === 0 ? [] : ['']),
    ...told,
    ...(told.length === 0 ? [] : ['']),
    ...fenced(row.resources.flatMap(resourceLines)),
    '</details>',
    '',
  ].join('\n');
}

function resourceLines(row: ResourceRow): readonly string[] {
  const notes = [
    ...(row.previousName === undefined ? [] : [`was ${row.previousName}`]),
    ...(row.restarts ? ['restarts its pods'] : []),
    ...(row.change === 'reordered' ? ['moved'] : []),
    ...(row.stays === true ? ['stays on the cluster'] : []),
  ];
  const note = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  // Lines of a diff are coloured by their first character.
  const sign = row.change === 'created' ? '+' : row.change === 'deleted' ? '-' : '!';
  const mark = sign === '!' ? `! ${marks[row.change]}` : sign;
  return [
    `${mark} ${row.resource}${note}`,
    ...(row.fields ?? []).map((field) => {
      const place =
        field.origin === undefined ? '' : `  # ${field.origin.file}:${field.origin.line}`;
      return `    ${field.path}: ${valuesText(field, 120)}${place}`;
    }),
  ];
}

/** Lines in a fence that none of them can close. */
function fenced(lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length);
  const fence = '`'.repeat(Math.max(3, ...runs.map((length) => length + 1)));
  return [`${fence}diff`, ...lines, fence, ''];
}

/** A text as code, with as many backticks as it needs. */
function code(given: string): string {
  const text = oneLine(given);
  const runs = (text.match(/`+/g) ?? []).map(({ length }) => length);
  const ticks = '`'.repeat(Math.max(1, ...runs.map((length) => length + 1)));
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return ticks + space + text + space + ticks;
}

/** A text that stands for itself in Markdown and in HTML; at signs mention nobody. */
function escape(text: string): string {
  return oneLine(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('@', '@\u200b')
    .replaceAll(/[\\`*_[\]#|~]/g, (character) => `\\${character}`);
}

/** Messages of charts and tools may have several lines; an empty one would end whatever a text stands in. */
function oneLine(text: string): string {
  return text.replaceAll(/\s*[\r\n]+\s*/g, ' ');
}
