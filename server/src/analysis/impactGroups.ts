import { groupBy } from '../util/groupBy.ts';
import type { ApplicationRow } from './impactApplicationRows.ts';
import type { ImpactDocument, RootRow } from './impactDocument.ts';
import type { FieldRow, RenderRow, ResourceRow } from './impactRows.ts';

/** Roots that a change affects in the same way: told once. */
export interface RootGroup {
  /** Sorted. */
  readonly roots: readonly string[];
  /** The first of them. */
  readonly row: RootRow;
}

/** How many roots became what, in the order in which it matters; without what is not there. */
export function countStatuses(
  rows: readonly { readonly status: RootRow['status'] }[],
): readonly string[] {
  return order.flatMap((status) => {
    const { length } = rows.filter((row) => row.status === status);
    return length === 0 ? [] : [`${length} ${words[status]}`];
  });
}

const order: readonly RootRow['status'][] = [
  'fails',
  'unknown',
  'deleted',
  'created',
  'changed',
  'fixed',
  'touched',
];

/** What became of a root, as people say it. */
export const words: Readonly<Record<RootRow['status'], string>> = {
  fails: 'no longer builds',
  unknown: 'unknown',
  deleted: 'deleted',
  created: 'created',
  changed: 'changed',
  fixed: 'builds again',
  touched: 'touched, output equal',
};

/**
 * The roots with something to tell, by what matters most; those that are only touched are left out. An application whose
 * change no root tells, such as that of a chart, stands for itself.
 */
export function groupRoots({
  roots,
  applications,
}: Pick<ImpactDocument, 'roots' | 'applications'>): readonly RootGroup[] {
  const known = new Set(roots.map(({ root }) => root));
  const told = [...roots, ...applications.flatMap((row) => ownRow(row, known))].filter(
    ({ status, resources }) => status !== 'touched' || resources.length > 0,
  );
  const groups = [...groupBy(told, sameText).values()].flatMap((rows): readonly RootGroup[] => {
    const [row] = rows;
    return row === undefined ? [] : [{ roots: rows.map(({ root }) => root), row }];
  });
  return groups.toSorted(
    (a, b) =>
      order.indexOf(a.row.status) - order.indexOf(b.row.status) ||
      (nameOf(a.row.root) < nameOf(b.row.root) ? -1 : 1),
  );
}

/** An application in the place of a root; its dangers are told with its cluster. */
function ownRow(row: ApplicationRow, roots: ReadonlySet<string>): readonly RootRow[] {
  const { name, cluster, path, status, resources, gaps } = row;
  const isTold = path !== undefined && roots.has(path);
  const isMore = status === 'created' || status === 'deleted' || status === 'moved';
  const hasChanged = resources.length > 0 || gaps.some(({ changed }) => changed);
  if (isTold || isMore || !hasChanged) return [];
  const root = cluster === null ? name : `${name} on ${cluster}`;
  return [{ root, status, resources, gaps, dangers: [] }];
}

/** What is told of a root or an application, its name, its objects' namespaces and places aside: overlays of one base say the same. */
export function sameText({
  status,
  resources,
  gaps,
  dangers,
}: Pick<RenderRow, 'resources' | 'gaps' | 'dangers'> & { readonly status: string }): string {
  return JSON.stringify([
    status,
    resources.map(({ group, kind, change, restarts, fields, hidden }) => [
      ...[group, kind, change, restarts, hidden],
      fields?.map(({ path, before, after }) => [path, before, after].map(bigAsText)),
    ]),
    gaps,
    dangers.map(({ code, field }) => [code, field]),
  ]);
}

function bigAsText(value: unknown): unknown {
  return JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one));
}

/** The name of a root; the top of the tree is `.`. */
export function nameOf(root: string): string {
  return root === '' ? '.' : root;
}

/** How many keys of values are named. */
const mostKeys = 5;

/** What cannot be had, in words; `named` is how it is called. */
export function gapText({ changed, keys = [] }: RenderRow['gaps'][number], named: string): string {
  if (!changed) return `${named} cannot be had`;
  if (keys.length === 0) return `${named} cannot be had, and is another one now`;
  const rest = keys.length - mostKeys;
  const told = [...keys.slice(0, mostKeys), ...(rest > 0 ? [`${count(rest, 'key')} more`] : [])];
  return `${named} cannot be had, and gets other values: ${told.join(', ')}`;
}

/** `+`, `-`, `~`, `»` for a moved object, and `→` for a renamed one. */
export const marks: Readonly<Record<ResourceRow['change'], string>> = {
  created: '+',
  deleted: '-',
  changed: '~',
  renamed: '→',
  reordered: '»',
};

/** What was and what is, in one line: `2 → 3`, `+ value`, `- value`. */
export function valuesText({ before, after, moved }: FieldRow, most: number): string {
  if (moved === true) return `order: ${brief(before, most)} → ${brief(after, most)}`;
  if (before === undefined) return `+ ${brief(after, most)}`;
  if (after === undefined) return `- ${brief(before, most)}`;
  return `${brief(before, most)} → ${brief(after, most)}`;
}

/** A value in one line of at most so many characters. */
function brief(value: unknown, most: number): string {
  const text = typeof value === 'string' && isPlain(value) ? value : asJson(value);
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}

function isPlain(text: string): boolean {
  return text !== '' && !/[\n\r\t]|^\s|\s$/.test(text);
}

function asJson(value: unknown): string {
  const big = (_key: string, one: unknown): unknown =>
    typeof one === 'bigint' ? String(one) : one;
  return JSON.stringify(value, big);
}

/** `1 object`, `3 objects`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

/** The first digits of a commit's id. */
export function shortId(id: string): string {
  return /^[0-9a-f]{40,}$/.test(id) ? id.slice(0, 12) : id;
}
