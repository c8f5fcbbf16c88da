import { lineage } from '../layers/fleet/unitKeys.ts';
import { isCopied } from '../plan/joinEdits.ts';
import { plain } from '../plan/versionText.ts';
import type { PlanDraft, PlannedChange, PlanNote } from '../plan/planTypes.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { JsonValue } from '../yaml/decode.ts';
import type { FailureImpact, FieldImpact, Impact, ResourceImpact } from './impact.ts';
import { positionAt, type SourceRange } from './sourceRange.ts';
import type { TreeImpact } from './treeImpact.ts';

/** One field that a plan changes, on one cluster, or in one root that no known application delivers. */
export interface PlanEffect {
  readonly cluster: string | undefined;
  /** The application, or the folder of the root. */
  readonly application: string;
  readonly root: FileId | undefined;
  readonly resource: string;
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  /** Of a whole object, whose path is `/`: whether it comes or goes; `undefined` for a field. */
  readonly change?: 'created' | 'deleted' | undefined;
  /** Whether the plan means it. */
  readonly intended: boolean;
}

/** What a plan does, and what of it nobody asked for. */
export interface PlanProof {
  readonly effects: readonly PlanEffect[];
  readonly refused: readonly PlanNote[];
  readonly dangers: readonly PlanNote[];
  /** The changes that arrive nowhere, though everything is rendered; what keeps them from it is still to be said. */
  readonly idle: readonly PlannedChange[];
}

/** Something rendered that a plan reaches. */
interface Reached {
  readonly cluster: string | undefined;
  readonly name: string;
  readonly root: FileId | undefined;
  readonly key: string | undefined;
  readonly isTarget: boolean;
  readonly objectChanged: boolean;
  readonly impact: Pick<Impact, 'resources' | 'gaps' | 'dangers' | 'failures'> & {
    readonly status: string;
  };
}

/**
 * Judges what a plan does by the difference that it makes: exactly the fields that it means may change, exactly where it
 * means to. `isTop` tells whether nothing builds on a root, `unread` which files nothing reads.
 */
export function provePlan(
  draft: PlanDraft,
  impact: TreeImpact,
  {
    isTop,
    unread,
  }: { readonly isTop: (root: FileId) => boolean; readonly unread: ReadonlySet<FileId> },
): PlanProof {
  const reached = reachedBy(draft, impact, isTop);
  const effects: PlanEffect[] = [];
  const refused: PlanNote[] = [];
  const dangers: PlanNote[] = [];
  const arrived = new Set<PlannedChange>();
  const moved = new Set<string>();
  let isOpen = false;
  for (const one of reached) {
    const found = effectsOf(draft, one, { arrived, rangeOf: impact.rangeOf });
    effects.push(...found);
    if (one.key !== undefined && found.length > 0)
      for (const key of lineage(one.key)) moved.add(key);
    const { impact: of } = one;
    const gap = of.gaps[0];
    if (of.status === 'unknown' || gap !== undefined) isOpen = true;
    if (of.status === 'fails') {
      const [cause] = of.failures;
      // What cannot be rendered says so itself.
      const message = gap === undefined ? '' : `${gap.kind} ${gap.detail}`;
      const line = lineOf(cause, impact);
      refused.push({ ...note(one, 'plan.breaks-build', { message }), cause, line });
    } else if (one.isTarget && of.failures.length > 0) {
      const [cause] = of.failures;
      refused.push({ ...note(one, 'plan.unproven', {}), cause, line: lineOf(cause, impact) });
    }
    for (const { path, resource, intended } of found) {
      if (intended) {
        if (isWholeMeant(draft, one) && path === '/' && isGone(one, resource))
          dangers.push(note(one, 'promote.deletes', { resource }));
        continue;
      }
      const code = one.isTarget ? 'plan.other-effect' : 'plan.hits-other';
      refused.push(note(one, code, { path, resource }));
    }
    // What is only yielded by a target, and neither changes nor is told otherwise, is not what the edit is for.
    const isBeside = found.length === 0 && !one.objectChanged && isYielded(draft, one);
    if (gap !== undefined && one.isTarget && !isBeside)
      dangers.push(note(one, 'plan.not-rendered', { gap: `${gap.kind} ${gap.detail}` }));
  }
  for (const file of unread) {
    // What is only there after the plan was read by nobody before.
    if (isCopied(draft, file) && draft.texts.get(file)?.before === undefined) continue;
    const application = draft.changes.find(({ at }) => at.file === file)?.application ?? '';
    const at = { file, offset: 0 };
    dangers.push({
      code: 'plan.unread',
      parameters: { file },
      application,
      cluster: undefined,
      at,
    });
  }
  const isIdle = (change: PlannedChange): boolean =>
    !arrived.has(change) &&
    !isOpen &&
    !unread.has(change.at.file) &&
    !isCopied(draft, change.at.file);
  return { effects, refused, dangers, idle: draft.changes.filter(isIdle) };
}

/** Where a failure stands, as far as it has a place. */
function lineOf(cause: FailureImpact | undefined, { rangeOf }: TreeImpact): PlanNote['line'] {
  const range = cause?.at && rangeOf(cause.at);
  return range && { file: range.file, line: range.start.line };
}

/** Whether something is made of a folder that is copied as a whole: whatever changes in it is meant. */
function isWholeMeant({ copiedReach }: PlanDraft, { key, root }: Reached): boolean {
  if (copiedReach === undefined) return false;
  return key === undefined
    ? root !== undefined && copiedReach.roots.has(root)
    : copiedReach.applications.has(key);
}

function isGone({ impact }: Reached, resource: string): boolean {
  return impact.resources.some((one) => one.resource === resource && one.change === 'deleted');
}

function isYielded({ reach }: PlanDraft, { key }: Reached): boolean {
  return key !== undefined && reach.yielded?.has(key) === true;
}

function note(
  { name, cluster }: Reached,
  code: PlanNote['code'],
  parameters: PlanNote['parameters'],
): PlanNote {
  const title = cluster === undefined ? name : `${name} on ${cluster}`;
  return {
    code,
    parameters: { name: title, ...parameters },
    application: name,
    cluster,
    at: undefined,
  };
}

/** The applications that differ, and the roots on top that none of them delivers. */
function reachedBy(
  { reach }: PlanDraft,
  { applications, roots }: TreeImpact,
  isTop: (root: FileId) => boolean,
): readonly Reached[] {
  const targets = new Set([...reach.applications].flatMap(lineage));
  const known = new Set(
    applications.flatMap(({ row }) => row.sources.flatMap(({ path }) => path ?? [])),
  );
  return [
    ...applications
      .filter(({ row }) => row.certainty !== 'open' || row.cluster !== undefined)
      .map(({ row, outputStatus, objectChanged, ...impact }): Reached => ({
        cluster: row.cluster,
        name: row.name,
        root: undefined,
        key: row.key,
        isTarget: targets.has(row.key),
        objectChanged,
        impact: { ...impact, status: outputStatus },
      })),
    ...roots
      .filter(({ root }) => !known.has(root) && isTop(root))
      .map((one): Reached => ({
        cluster: undefined,
        name: one.root,
        root: one.root,
        key: undefined,
        isTarget: reach.roots.has(one.root),
        objectChanged: false,
        impact: one,
      })),
  ];
}

interface Arrivals {
  readonly arrived: Set<PlannedChange>;
  readonly rangeOf: TreeImpact['rangeOf'];
}

function effectsOf(
  draft: PlanDraft,
  reached: Reached,
  { arrived, rangeOf }: Arrivals,
): readonly PlanEffect[] {
  const { changes } = draft;
  const { cluster, name, root, isTarget, objectChanged, impact } = reached;
  const common = { cluster, application: name, root };
  const renames = impact.resources.flatMap(({ previousName, name: now }) =>
    previousName === undefined ? [] : [[previousName, now.name] as const],
  );
  const effects: PlanEffect[] = [];
  const isWhole = isWholeMeant(draft, reached);
  const explain: Explain = ({ before, after, path, at }, resource) => {
    const adopted = changes.filter((one) => isAdopted(one, resource, path));
    for (const one of adopted) arrived.add(one);
    if (adopted.length > 0) return true;
    const single = changes.filter((one) => explains([one], renames, before, after));
    const isTogether = single.length === 0 && explains(changes, renames, before, after);
    const by = isTogether ? changes.filter((one) => mentions(one, after)) : single;
    for (const one of writtenBy(by, rangeOf(at), draft)) arrived.add(one);
    return isTogether || single.length > 0 || isDerived(path) || isWhole;
  };
  for (const resource of impact.resources)
    effects.push(...ofResource(resource, explain, { ...common, isTarget, isWhole }));
  effects.push(
    ...ofGaps(impact.gaps, changes, arrived).map((one) => ({
      ...common,
      ...one,
      intended: isTarget,
    })),
  );
  if (objectChanged && effects.length === 0) {
    for (const one of changes) {
      arrived.add(one);
      effects.push({
        ...common,
        resource: 'the object itself',
        path: one.field,
        before: plain(one.before),
        after: plain(one.after),
        intended: isTarget,
      });
    }
  }
  return effects;
}

/** What cannot be rendered here and is asked for in another version now: the old and the new side of it in one. */
function ofGaps(
  gaps: Impact['gaps'],
  changes: readonly PlannedChange[],
  arrived: Set<PlannedChange>,
): readonly Pick<PlanEffect, 'resource' | 'path' | 'before' | 'after'>[] {
  const found = new Map<string, Pick<PlanEffect, 'resource' | 'path' | 'before' | 'after'>>();
  for (const { kind, detail, changed } of gaps) {
    if (!changed) continue;
    const old = changes.find(({ before }) => before !== '' && detail.includes(plain(before)));
    const fresh = changes.filter(({ after }) => detail.includes(plain(after)));
    for (const one of fresh) arrived.add(one);
    const [by = old] = fresh;
    const version = fresh.length > 0 ? by?.after : by?.before;
    const path = version === undefined ? detail : detail.replaceAll(plain(version), '{}');
    const values =
      by === undefined
        ? { before: undefined, after: undefined }
        : { before: plain(by.before), after: plain(by.after) };
    found.set(`${kind} ${path}`, { resource: kind, path, ...values });
  }
  return [...found.values()];
}

/** Whether changes explain the difference of a field of an object. */
type Explain = (field: FieldImpact, resource: string) => boolean;

/** Whether a field is one that Git gets from a cluster, holds it, or is a part of it. */
function isAdopted({ adopts, field }: PlannedChange, resource: string, path: string): boolean {
  if (adopts !== resource) return false;
  const [wanted, there] = [keysOfField(field), keysOfField(path)];
  return wanted.every((key, index) => index >= there.length || there[index] === key);
}

/** The keys of a FIELD, without the items between them. */
function keysOfField(field: string): readonly string[] {
  return field
    .replaceAll(/\[[^\]]*\]/g, '')
    .split('/')
    .filter((key) => key !== '' && !/^\d+$/.test(key));
}

/** Of the changes that would explain a value, those that stand where it was written, as far as any does. */
function writtenBy(
  changes: readonly PlannedChange[],
  range: SourceRange | undefined,
  { texts }: PlanDraft,
): readonly PlannedChange[] {
  const inFile = changes.filter(({ at }) => at.file === range?.file);
  const line = range?.start.line;
  const onLine = inFile.filter(
    ({ at }) => positionAt(texts.get(at.file)?.before ?? '', at.offset).line === line,
  );
  return onLine.length > 0 ? onLine : inFile.length > 0 ? inFile : changes;
}

function ofResource(
  { resource, change, fields, previousName, name }: ResourceImpact,
  explain: Explain,
  {
    isTarget,
    isWhole,
    ...common
  }: Pick<PlanEffect, 'cluster' | 'application' | 'root'> & {
    readonly isTarget: boolean;
    /** Whether it is made of a folder that is copied: then objects may come and go. */
    readonly isWhole: boolean;
  },
): readonly PlanEffect[] {
  if (change === 'created' || change === 'deleted') {
    return [
      {
        ...{ ...common, resource, path: '/', before: undefined, after: undefined, change },
        intended: isWhole && isTarget,
      },
    ];
  }
  if (change === 'reordered') return [];
  const renamed: readonly PlanEffect[] =
    previousName === undefined
      ? []
      : [
          {
            ...common,
            resource,
            path: '/metadata/name',
            before: previousName,
            after: name.name,
            intended: isTarget,
          },
        ];
  return [
    ...renamed,
    ...fields.map((one) => ({
      ...common,
      resource,
      path: one.path,
      before: one.before,
      after: one.after,
      intended: explain(one, resource) && isTarget,
    })),
  ];
}

/**
 * Whether one value becomes the other where old versions become the new ones: some of them at least, as a text may name a
 * version elsewhere, in a comment for one.
 */
function explains(
  changes: readonly PlannedChange[],
  renames: readonly (readonly [string, string])[],
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): boolean {
  if (after === undefined) return false;
  const fresh = JSON.stringify(after);
  if (before === undefined) return changes.some((one) => mentions(one, after));
  let text = JSON.stringify(before);
  for (const [old, now] of renames) text = text.replaceAll(old, now);
  if (text === fresh) return true;
  const whole = changes.some((one) => one.subject === undefined && isSetting(one, before, after));
  return whole || becomes(text, fresh, changes);
}

/** Whether a value as a whole becomes another one, whatever its type. */
function isSetting({ before, after }: PlannedChange, old: JsonValue, fresh: JsonValue): boolean {
  const textOf = (value: JsonValue): string =>
    typeof value === 'string' ? value : JSON.stringify(value);
  return textOf(old) === before && textOf(fresh) === after;
}

/** Whether a text is another one but for versions that became new ones. */
function becomes(text: string, fresh: string, changes: readonly PlannedChange[]): boolean {
  const pairs = changes.flatMap(
    ({ subject, before, after }): readonly (readonly [string, string])[] => {
      const plainPair = [plain(before), plain(after)] as const;
      if (before !== '') return [[before, after], plainPair];
      const name =
        subject?.startsWith('image ') === true ? subject.slice('image '.length) : undefined;
      return name === undefined ? [] : pairsOf(text, name, after);
    },
  );
  const known = pairs.filter(([old]) => old !== '').sort(([a], [b]) => b.length - a.length);
  if (known.length === 0) return false;
  const olds = new RegExp(known.map(([old]) => escape(old)).join('|'), 'g');
  let pattern = '';
  let at = 0;
  for (const { index, 0: old } of text.matchAll(olds)) {
    const news = known.filter(([one]) => one === old).map(([, now]) => escape(now));
    pattern += `${escape(text.slice(at, index))}(?:${[...news, escape(old)].join('|')})`;
    at = index + old.length;
  }
  return at > 0 && new RegExp(`^${pattern}${escape(text.slice(at))}$`).test(fresh);
}

/** The image of this name, or one that ends alike, with each version that it has in a text, and with the new one. */
function pairsOf(
  text: string,
  name: string,
  version: string,
): readonly (readonly [string, string])[] {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const pattern = new RegExp(
    `(?<=["/])${escape(last)}(?::[\\w][\\w.-]*)?(?:@sha256:[0-9a-f]+)?"`,
    'g',
  );
  return [...text.matchAll(pattern)].map(([old]) => [old, `${last}${version}"`] as const);
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}

function mentions({ after }: PlannedChange, value: JsonValue | undefined): boolean {
  return value !== undefined && JSON.stringify(value).includes(plain(after));
}

/** What charts make of all that they render, so that pods restart. */
function isDerived(path: string): boolean {
  return (
    /\/annotations\/[^/]*(?:checksum|hash|sha)[^/]*$/i.test(path) ||
    /\/annotations\/checksum~1/.test(path)
  );
}
