import { groupBy } from '../util/groupBy.ts';
import type { ApplicationRow } from './impactApplicationRows.ts';
import type { HandAppliedRow, ImpactDocument, RootRow } from './impactDocument.ts';
import { englishGaps } from './gapWords.ts';
import type { DangerRow, FieldRow, RenderRow, ResourceRow } from './impactRows.ts';

/** Roots that a change affects in the same way: told once. */
export interface RootGroup {
  /** Sorted. */
  readonly roots: readonly string[];
  /** The first of them. */
  readonly row: RootRow;
}

/** How many roots became what, in the order in which it matters; without what is not there. */
export function countStatuses(roots: readonly RootRow[]): readonly string[] {
  return order.flatMap((status) => {
    const own = roots.filter((row) => row.status === status);
    const texts = groupBy(own, (row) => statusText(row));
    return [...texts].flatMap(([text, rows]) => {
      const [first] = rows;
      if (first === undefined) return [];
      return `${rows.length} ${rows.length === 1 ? text : statusWords(first, words)[1]}`;
    });
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

/** What became of something, for one and for several. */
export type StatusWords = Readonly<Record<ApplicationRow['status'], readonly [string, string]>>;

/** What became of roots, as people say it. */
export const words: StatusWords = {
  fails: ['no longer builds', 'no longer build'],
  unknown: ['unknown', 'unknown'],
  deleted: ['deleted', 'deleted'],
  created: ['created', 'created'],
  changed: ['changed', 'changed'],
  fixed: ['builds again', 'build again'],
  moved: ['moved', 'moved'],
  touched: ['touched, output equal', 'touched, output equal'],
};

interface StatusRow extends Pick<RenderRow, 'new' | 'failures' | 'gaps'> {
  readonly status: ApplicationRow['status'];
}

/** What became of a root or an application, as people say it; of what fails, whether that is new and what it lacks. */
export function statusText(row: StatusRow, own: StatusWords = words): string {
  return statusWords(row, own)[0];
}

function statusWords(row: StatusRow, own: StatusWords): StatusWords[RootRow['status']] {
  switch (failingOf(row)) {
    case 'lacking':
      return ['needs what is not in the repository', 'need what is not in the repository'];
    case 'refused':
      return ['refused by its project', 'refused by their projects'];
    case 'new':
      return ['does not build', 'do not build'];
    case 'still':
      return ['does not build, not compared', 'do not build, not compared'];
    case undefined:
      return own[row.status];
  }
}

/** What Argo CD refuses for the sake of a project. */
const refusals: ReadonlySet<string> = new Set([
  'argocd.repository-not-permitted',
  'argocd.destination-not-permitted',
  'argocd.namespace-not-permitted',
  'argocd.missing-project',
]);

/**
 * Of what fails: its project forbids it (`refused`), it only lacks (`lacking`) what is not in the repository, or it is new;
 * `undefined` where it built before. What is unknown since it builds on neither side fails `still`.
 */
export function failingOf({
  status,
  new: isNew,
  failures,
  gaps,
}: StatusRow): 'new' | 'lacking' | 'refused' | 'still' | undefined {
  if (status === 'unknown' && failures !== undefined && !gaps.some(({ changed }) => changed))
    return 'still';
  if (status !== 'fails') return undefined;
  if (failures?.every(({ code }) => refusals.has(code)) === true) return 'refused';
  if (failures === undefined && gaps.length > 0) return 'lacking';
  return isNew === true ? 'new' : undefined;
}

/**
 * The roots with something to tell, by what matters most; those that are only touched are left out. An application whose
 * change no root tells, such as that of a chart, stands for itself.
 */
export function groupRoots({
  roots,
  applications,
  handApplied = [],
}: Pick<ImpactDocument, 'roots' | 'applications' | 'handApplied'>): readonly RootGroup[] {
  const known = new Map(roots.map((row) => [row.root, row]));
  const byHand = new Set(handApplied.flatMap(({ resources }) => resources.map(textOfResource)));
  const own = applications.flatMap((row) => ownRows(row, known, byHand));
  // What a controller makes of a root stands in the place of the root, and of all that says the same.
  const replaced = new Set(
    [...own.flatMap(({ of }) => of ?? []), ...withoutEffect(roots, applications)].map(sameText),
  );
  const needed = tellingRoots(applications, known);
  const told = [
    ...roots.filter((row) => needed.has(row.root) || !replaced.has(sameText(row))),
    ...handApplied.map(handAppliedRow),
    ...own.map(({ row }) => row),
  ].filter(({ status, resources }) => status !== 'touched' || resources.length > 0);
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

/** The roots that change where all that is delivered of them stays the same: their controllers fill in other values. */
function withoutEffect(
  roots: readonly RootRow[],
  applications: readonly ApplicationRow[],
): readonly RootRow[] {
  const byPath = groupBy(applications, ({ path }) => path);
  return roots.filter(({ root, status }) => {
    const own = byPath.get(root) ?? [];
    const isEqual = own.every((one) => one.status === 'touched' && !one.object);
    return status === 'changed' && own.length > 0 && isEqual;
  });
}

/** An application that is told by itself, in the place of the root that it is made of where there is one. */
interface OwnRow {
  readonly row: RootRow;
  readonly of: RootRow | undefined;
}

/**
 * The dangers that no root has, such as those of an application that is made of another folder now, or of a chart, and those
 * of objects that somebody applies by hand; each once.
 */
export function ownDangers({
  roots,
  applications,
  handApplied = [],
}: Pick<ImpactDocument, 'roots' | 'applications' | 'handApplied'>): readonly DangerRow[] {
  const known = new Set(roots.flatMap(({ dangers }) => dangers.map(dangerKey)));
  const own = [...applications, ...handApplied].flatMap(({ dangers }) => dangers);
  const found = new Map(own.map((one) => [dangerKey(one), one]));
  return [...found].flatMap(([key, one]) => (known.has(key) ? [] : [one]));
}

function dangerKey({ code, resource, field, origin }: DangerRow): string {
  return JSON.stringify([code, resource, field, origin?.file]);
}

/** What an application renders to as far as no root tells it, and its own object as far as nothing else does. */
function ownRows(
  application: ApplicationRow,
  roots: ReadonlyMap<string, RootRow>,
  byHand: ReadonlySet<string>,
): readonly OwnRow[] {
  const { ownObject } = application;
  const told = ownRow(application, roots);
  if (ownObject === undefined || byHand.has(textOfResource(ownObject))) return told;
  const [first] = told;
  if (first !== undefined) {
    const row = { ...first.row, resources: [ownObject, ...first.row.resources] };
    return [{ ...first, row }];
  }
  const root = titleOf(application);
  return [
    { row: { ...unchanged, root, status: 'changed', resources: [ownObject] }, of: undefined },
  ];
}

const unchanged = { gaps: [], dangers: [] };

/** A file that somebody applies by hand in the place of a root. */
function handAppliedRow({ file, ...told }: HandAppliedRow): RootRow {
  return { ...unchanged, ...told, root: file, status: 'changed' };
}

/** What an object becomes, so that it is told once. */
function textOfResource({ resource, fields }: ResourceRow): string {
  return JSON.stringify([
    resource,
    fields?.map(({ path, before, after }) => [path, bigAsText(before), bigAsText(after)]),
  ]);
}

function titleOf({ name, cluster }: Pick<ApplicationRow, 'name' | 'cluster'>): string {
  return cluster === null ? name : `${name} on ${cluster}`;
}

/** An application in the place of a root; its dangers are told with its cluster. */
function ownRow(
  application: ApplicationRow,
  roots: ReadonlyMap<string, RootRow>,
): readonly OwnRow[] {
  const { path, status, resources, gaps, failures, new: isNew } = application;
  const of = path === undefined ? undefined : roots.get(path);
  const isMore = status === 'created' || status === 'deleted';
  if (isMore || !hasChanged(application) || (of !== undefined && isToldBy(of, application)))
    return [];
  const root = titleOf(application);
  // What became of the folder that it is made of now says nothing of what it was made of before.
  const own = status === 'moved' ? 'changed' : status;
  const row: RootRow = { root, status: own, resources, gaps, dangers: [], failures, new: isNew };
  return [{ row, of: of?.status === status ? of : undefined }];
}

function hasChanged({ resources, gaps, failures }: ApplicationRow): boolean {
  return resources.length > 0 || gaps.some(({ changed }) => changed) || failures !== undefined;
}

/** The roots that say what an application does: nothing else tells it. */
function tellingRoots(
  applications: readonly ApplicationRow[],
  roots: ReadonlyMap<string, RootRow>,
): ReadonlySet<string> {
  return new Set(
    applications.flatMap((one) => {
      const root = one.path === undefined ? undefined : roots.get(one.path);
      return root !== undefined && hasChanged(one) && isToldBy(root, one) ? [root.root] : [];
    }),
  );
}

/** Whether a root says what an application that is made of it does: its controller may fill in variables, or fail by itself. */
function isToldBy(root: RootRow, application: ApplicationRow): boolean {
  if (application.failures !== undefined) return root.failures !== undefined;
  const objects = (one: RenderRow | ApplicationRow): string =>
    sameText({ status: '', resources: one.resources, gaps: [], dangers: [] });
  return application.resources.length === 0 || objects(root) === objects(application);
}

/** What is told of a root or an application, its name, its objects' namespaces and places aside: overlays of one base say the same. */
export function sameText({
  status,
  resources,
  gaps,
  dangers,
  failures,
  new: isNew,
}: Omit<RenderRow, 'status'> & { readonly status: string }): string {
  return JSON.stringify([
    status,
    resources.map(({ group, kind, change, restarts, fields, hidden, stays }) => [
      ...[group, kind, change, restarts, hidden, stays],
      fields?.map(({ path, before, after }) => {
        const asText = isMarked(path) ? withoutDigests : bigAsText;
        return [path, asText(before), asText(after)];
      }),
    ]),
    gaps,
    dangers.map(({ code, field }) => [code, field]),
    failures?.[0],
    isNew,
  ]);
}

/**
 * Puts together applications of which the same is unknown for the same reason, such as those of one ApplicationSet that
 * stands in several overlays; each other one is alone. All in their order.
 */
export function groupAlike<Item>(
  items: readonly Item[],
  rowOf: (item: Item) => ApplicationRow,
): readonly { readonly first: Item; readonly number: number }[] {
  const groups = groupBy(items, (item) => {
    const row = rowOf(item);
    return row.status === 'unknown' ? unknownText(row) : item;
  });
  return [...groups.values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : [{ first, number: 1 + more.length }],
  );
}

/** All that is told of an unknown application, its namespace and where it is declared aside. */
function unknownText(row: ApplicationRow): string {
  const { cluster, kind, name, certainty, why, object, approvals } = row;
  const { previousPath, previousCluster, followsRevision, hydratedTo } = row;
  return JSON.stringify([
    ...[cluster, kind, name, certainty, why, object, approvals],
    ...[previousPath, previousCluster, followsRevision, hydratedTo],
    sameText(row),
  ]);
}

/** Whether a field is among the annotations or labels of an object: what is not, such as an image, counts to the last digit. */
function isMarked(path: string): boolean {
  return /\/(?:annotations|labels)(?:\/|$)/.test(path);
}

/** A checksum of contents differs everywhere, and says nothing more than that they do. */
const digest = /\b[0-9a-f]{32,}\b/g;

function withoutDigests(value: unknown): string | undefined {
  return bigAsText(value)?.replaceAll(digest, '#');
}

function bigAsText(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? `${one}n` : one));
}

/** The name of a root; the top of the tree is `.`. */
export function nameOf(root: string): string {
  return root === '' ? '.' : root;
}

/** How many keys of values are named. */
const mostKeys = 5;

/** What is not rendered, in words, and whether the change may show in it; `shown` writes what names it. */
export function gapText(
  { kind, detail, changed, keys = [] }: RenderRow['gaps'][number],
  shown: (text: string) => string = (text) => text,
): string {
  const text = englishGaps[kind](shown(detail));
  if (!changed) return text;
  if (keys.length === 0) return `${text} The change reaches it, so the result is unknown.`;
  const rest = keys.length - mostKeys;
  const told = [...keys.slice(0, mostKeys), ...(rest > 0 ? [`${count(rest, 'key')} more`] : [])];
  return `${text} It gets other values, so the result is unknown: ${told.map(shown).join(', ')}`;
}

/**
 * Why something does not build, with its place: the first reason, as kustomize has it, since others mostly follow from it;
 * `shown` writes the place.
 */
export function failureText(
  { failures = [] }: Pick<RenderRow, 'failures'>,
  shown: (place: string) => string,
): string | undefined {
  const [first] = failures;
  if (first?.origin === undefined) return first?.message;
  const { message, origin } = first;
  return `${message}  ${shown(`${origin.file}:${origin.line}`)}`;
}

/** Why it cannot be told what becomes of something, in one sentence without its end; `undefined` where nothing says it. */
export function unknownReason({
  gaps,
  failures = [],
}: Pick<RenderRow, 'gaps' | 'failures'>): string | undefined {
  const gap = gaps.find(({ changed }) => changed) ?? gaps[0];
  const [failure] = failures;
  const text = failure?.message ?? (gap && englishGaps[gap.kind](gap.detail));
  return text?.replace(/\.$/, '');
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
