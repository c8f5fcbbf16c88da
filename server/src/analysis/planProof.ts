import { lacksObjectsAlone } from '../layers/compareRenders.ts';
import { lineage } from '../layers/fleet/unitKeys.ts';
import { isCopied } from '../plan/joinEdits.ts';
import type { PlanDraft, PlannedChange, PlanNote } from '../plan/planTypes.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { FailureImpact } from './impact.ts';
import { effectsOf, isWholeMeant, type PlanEffect, type Reached } from './planEffects.ts';
import type { TreeImpact } from './treeImpact.ts';

/** What a plan does, and what of it nobody asked for. */
export interface PlanProof {
  readonly effects: readonly PlanEffect[];
  readonly refused: readonly PlanNote[];
  readonly dangers: readonly PlanNote[];
  /** The changes that arrive nowhere, though everything is rendered; what keeps them from it is still to be said. */
  readonly idle: readonly PlannedChange[];
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
    } else if (one.isTarget && of.failures.length > 0 && !lacksObjectsAlone(of.failures, of.gaps)) {
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
  // Where nothing tells the cluster, what is delivered is looked at as the root that it is.
  const placed = applications.filter(
    ({ row }) => row.certainty !== 'open' || row.cluster !== undefined,
  );
  const known = new Set(placed.flatMap(({ row }) => row.sources.flatMap(({ path }) => path ?? [])));
  return [
    ...placed.map(({ row, outputStatus, objectChanged, ...impact }): Reached => ({
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
