import { lineage } from '../layers/fleet/unitKeys.ts';
import { plain } from '../plan/draftPromotion.ts';
import type { PlanDraft, PlannedChange, PlanNote } from '../plan/planTypes.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { JsonValue } from '../yaml/decode.ts';
import type { Impact, ResourceImpact } from './impact.ts';
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
  readonly impact: Pick<Impact, 'resources' | 'gaps' | 'dangers'> & { readonly status: string };
}

/**
 * Judges what a plan does by the difference that it makes: exactly the fields that it means may change, exactly where it
 * means to. `isTop` tells whether nothing builds on a root.
 */
export function provePlan(
  draft: PlanDraft,
  impact: TreeImpact,
  isTop: (root: FileId) => boolean,
): PlanProof {
  const reached = reachedBy(draft, impact, isTop);
  const effects: PlanEffect[] = [];
  const refused: PlanNote[] = [];
  const dangers: PlanNote[] = [];
  const arrived = new Set<PlannedChange>();
  const moved = new Set<string>();
  let isOpen = false;
  for (const one of reached) {
    const found = effectsOf(draft, one, arrived);
    effects.push(...found);
    if (one.key !== undefined && found.length > 0)
      for (const key of lineage(one.key)) moved.add(key);
    const { impact: of } = one;
    const gap = of.gaps[0];
    if (of.status === 'unknown' || gap !== undefined) isOpen = true;
    if (of.status === 'fails') refused.push(note(one, 'plan.breaks-build', { message: '' }));
    for (const { path, resource, intended } of found) {
      if (intended) continue;
      const code = one.isTarget ? 'plan.other-effect' : 'plan.hits-other';
      refused.push(note(one, code, { path, resource }));
    }
    if (gap !== undefined && one.isTarget)
      dangers.push(note(one, 'plan.not-rendered', { gap: `${gap.kind} ${gap.detail}` }));
  }
  const isIdle = (change: PlannedChange): boolean => !arrived.has(change) && !isOpen;
  return { effects, refused, dangers, idle: draft.changes.filter(isIdle) };
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

function effectsOf(
  { changes }: PlanDraft,
  { cluster, name, root, isTarget, objectChanged, impact }: Reached,
  arrived: Set<PlannedChange>,
): readonly PlanEffect[] {
  const common = { cluster, application: name, root };
  const renames = impact.resources.flatMap(({ previousName, name: now }) =>
    previousName === undefined ? [] : [[previousName, now.name] as const],
  );
  const effects: PlanEffect[] = [];
  const explain = (
    before: JsonValue | undefined,
    after: JsonValue | undefined,
    path: string,
  ): boolean => {
    const by = changes.filter((one) => explains([one], renames, before, after));
    for (const one of by) arrived.add(one);
    if (by.length > 0) return true;
    if (!explains(changes, renames, before, after)) return isDerived(path);
    for (const one of changes) if (mentions(one, after)) arrived.add(one);
    return true;
  };
  for (const resource of impact.resources)
    effects.push(...ofResource(resource, explain, common, isTarget));
  for (const gap of impact.gaps) {
    if (!gap.changed) continue;
    for (const one of changes) if (gap.detail.includes(plain(one.after))) arrived.add(one);
    effects.push({
      ...common,
      resource: gap.kind,
      path: gap.detail,
      before: undefined,
      after: undefined,
      intended: isTarget,
    });
  }
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

function ofResource(
  { resource, change, fields, previousName, name }: ResourceImpact,
  explain: (before: JsonValue | undefined, after: JsonValue | undefined, path: string) => boolean,
  common: Pick<PlanEffect, 'cluster' | 'application' | 'root'>,
  isTarget: boolean,
): readonly PlanEffect[] {
  if (change === 'created' || change === 'deleted') {
    return [
      { ...common, resource, path: '/', before: undefined, after: undefined, intended: false },
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
    ...fields.map(({ path, before, after }) => ({
      ...common,
      resource,
      path,
      before,
      after,
      intended: explain(before, after, path) && isTarget,
    })),
  ];
}

/** Whether one value becomes the other where the old versions become the new ones. */
function explains(
  changes: readonly PlannedChange[],
  renames: readonly (readonly [string, string])[],
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): boolean {
  if (after === undefined) return false;
  const fresh = JSON.stringify(after);
  let text = before === undefined ? fresh : JSON.stringify(before);
  for (const [old, now] of renames) text = text.replaceAll(old, now);
  for (const change of changes) text = withChange(text, change);
  return text === fresh && (before !== undefined || changes.some((one) => mentions(one, after)));
}

function withChange(text: string, { subject, before, after }: PlannedChange): string {
  if (subject?.startsWith('image ') === true) {
    const name = subject.slice('image '.length);
    if (before === '') return withVersion(text, name, after);
    const whole = text.replaceAll(before, after);
    return whole === text ? text.replaceAll(plain(before), plain(after)) : whole;
  }
  if (before === '') return text;
  // A number that becomes another one stands without quotes.
  if (text === before || text === JSON.stringify(before))
    return text === before && JSON.stringify(Number(after)) === after
      ? after
      : JSON.stringify(after);
  return text.replaceAll(before, after);
}

/** An image of this name, or one that ends alike, with another version. */
function withVersion(text: string, name: string, version: string): string {
  const last = name.slice(name.lastIndexOf('/') + 1);
  const escaped = last.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  return text.replaceAll(
    new RegExp(`((?:^|["/])${escaped})(?::[\\w][\\w.-]*)?(?:@sha256:[0-9a-f]+)?(?=")`, 'g'),
    `$1${version}`,
  );
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
