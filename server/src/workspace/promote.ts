import type { RenderSource } from '../analysis/analysis.ts';
import type { SourceEvidence } from '../analysis/planEvidence.ts';
import { oneSidedObjects } from '../analysis/oneSided.ts';
import { withValuesOfClusters } from '../analysis/notInFiles.ts';
import type { PlanEffect } from '../analysis/planEffects.ts';
import { provePlan } from '../analysis/planProof.ts';
import {
  locatedPlan,
  type IdleChange,
  type LocatedPlan,
  type PlanNoteRow,
  type PlanRestRow,
} from '../analysis/planRows.ts';
import { topRoots, unreadFiles, winnerOf } from '../analysis/planWinner.ts';
import {
  draftedPromotion,
  withoutIdle,
  type Draft,
  type Promotion,
  type PromotionRefusal,
} from '../analysis/promote.ts';
import { withCopies } from '../analysis/snapshots.ts';
import { unbuiltStages } from '../analysis/unbuilt.ts';
import type { PlanCode } from '../text/planWords.en.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { sideOfTree, type PlannedTree } from './planFork.ts';
import { forkedImpact } from './planImpact.ts';
import { snapshotFolders, type HistoryPoint } from './snapshots.ts';

/** A plan with its proof. */
export interface Plan extends LocatedPlan {
  readonly effects: readonly PlanEffect[];
  /** The whole texts of the files before and after. */
  readonly texts: Draft['texts'];
  /** Of a promotion: where the versions come from. */
  readonly sources?: Draft['sources'];
  /** Of a promotion: how the applications of its source stage stand, where somebody was asked. */
  readonly evidence?: readonly SourceEvidence[] | undefined;
}

/** Plans a promotion on a tree and proves it on a fork of it; nothing is written. */
export async function planPromotion(
  tree: PlannedTree,
  request: Promotion,
  signal: AbortSignal,
  /** Where the tree stands in git, where git may be asked: tells folders that are copied as wholes. */
  history?: HistoryPoint,
): Promise<Result<Plan, PromotionRefusal>> {
  await sideOfTree('', tree).prepareReach(signal);
  const drafted = await tree.complete((one) => draftedPromotion(one, request), signal);
  if (drafted.kind === 'failed') return failed(drafted.failure);
  const draft = drafted.value;
  const { layers = [] } = draft;
  const folders =
    history === undefined || layers.length === 0
      ? []
      : await snapshotFolders(tree.host.analysis(), layers, history, signal);
  const whole =
    folders.length === 0
      ? draft
      : await tree.complete((one) => withCopies(one, draft, folders), signal);
  return ok(await buildingPlan(tree, whole, signal));
}

/** Proves a promotion; refused where its source does not build, or a target that the proof does not see. */
async function buildingPlan(tree: PlannedTree, draft: Draft, signal: AbortSignal): Promise<Plan> {
  const { sources = [], targets = [] } = draft;
  const plan = await provenPlan(tree, draft, signal);
  const from = await tree.complete(
    (one) => unbuiltStages(one, sources, 'promote.source-unbuilt'),
    signal,
  );
  const isSeen = plan.texts.size > 0 && plan.dangers.every(({ code }) => code !== 'plan.unread');
  const to = isSeen
    ? []
    : await tree.complete((one) => unbuiltStages(one, targets, 'plan.unproven'), signal);
  const unbuilt = [...from, ...to];
  // What a stage says that does not build is not all of it: there is no telling what is the same.
  const refused =
    unbuilt.length === 0 ? plan.refused : plan.refused.filter(({ code }) => !comparing.has(code));
  const ends = [...sources, ...targets];
  const said = refused.some(({ code }) => code === 'promote.nothing')
    ? await tree.complete((one) => withValuesOfClusters(one, ends, refused), signal)
    : refused;
  const rows = await oneSidedRows(tree, plan, { sources, targets }, signal);
  const left = [...rows, ...withoutObjects(plan.left, rows)];
  return { ...plan, refused: [...unbuilt, ...said], left };
}

/** The objects that only one side has, but for those that a plan brings or takes as it copies a folder. */
async function oneSidedRows(
  tree: PlannedTree,
  { effects }: Plan,
  { sources, targets }: Required<Pick<Draft, 'sources' | 'targets'>>,
  signal: AbortSignal,
): Promise<readonly PlanRestRow[]> {
  const moved = new Set(effects.flatMap(({ path, resource }) => (path === '/' ? [resource] : [])));
  const rows: PlanRestRow[] = [];
  for (const source of sources ?? []) {
    const own = (targets ?? []).filter((one) => one.application === source.application);
    const ends = { source, targets: own };
    rows.push(...(await tree.complete((one) => oneSidedObjects(one, ends), signal)));
  }
  return rows.filter(({ field }) => !moved.has(field));
}

/** What only one layer says, but for objects that are told as wholes: those of a file, or of a generator. */
function withoutObjects(
  left: readonly PlanRestRow[],
  objects: readonly PlanRestRow[],
): readonly PlanRestRow[] {
  const settings = left.filter(({ reason }) => isOneSided.has(reason));
  const isObject = (one: PlanRestRow): boolean => {
    const { kind, name } = objectOf(one);
    if (name === '') return false;
    const isAlike = (other: PlanRestRow): boolean =>
      other.at.file === one.at.file && objectOf(other).kind === kind;
    const told = objects.filter(isAlike);
    // A layer may call an object otherwise in the end.
    return (
      told.some(({ field }) => field.includes(name)) ||
      (told.length > 0 && told.length >= settings.filter(isAlike).length)
    );
  };
  return left.filter((one) => !isOneSided.has(one.reason) || !isObject(one));
}

/** The kind, in small letters, and the name of what a row is about; `''` where it is a part of something. */
function objectOf({ field }: PlanRestRow): { readonly kind: string; readonly name: string } {
  const [, kind = '', name = ''] =
    /^\/(\w+)Generator\[name=(.+)\]$/.exec(field) ?? /^(\w+)[^/]*\/(.+)$/.exec(field) ?? [];
  return { kind: kind.toLowerCase(), name };
}

const isOneSided: ReadonlySet<PlanRestRow['reason']> = new Set([
  'source-setting',
  'target-setting',
]);

const comparing: ReadonlySet<PlanCode> = new Set([
  'promote.nothing',
  'promote.not-compared',
  'promote.stays',
]);

/** What else has to hold after a plan: asked of the tree as it would be; the notes stand against the plan. */
export type PlanCheck = (after: PlannedTree) => Promise<readonly PlanNoteRow[]>;

/** Proves a draft: applies it to a fork of the tree, and compares all that it reaches. */
export async function provenPlan(
  tree: PlannedTree,
  draft: Draft,
  signal: AbortSignal,
  check: PlanCheck = () => Promise.resolve([]),
): Promise<Plan> {
  const { plan, smaller } = await proofOf(tree, draft, check, signal);
  return smaller === undefined ? plan : (await proofOf(tree, smaller, check, signal)).plan;
}

interface Proven {
  readonly plan: Plan;
  /** The draft without changes that do nothing beside others that do what they are for; `undefined` without such. */
  readonly smaller: Draft | undefined;
}

async function proofOf(
  tree: PlannedTree,
  draft: Draft,
  check: PlanCheck,
  signal: AbortSignal,
): Promise<Proven> {
  const { texts, sources } = draft;
  if (texts.size === 0) {
    const located = await tree.complete((one) => locatedPlan(one, draft, []), signal);
    return { plan: { ...located, effects: [], texts, sources }, smaller: undefined };
  }
  const { fork, impact } = await forkedImpact(tree, texts, signal);
  const tops = await tree.complete(topRoots, signal);
  const unread = await tree.complete((one) => unreadFiles(one, [...texts.keys()]), signal);
  const proof = provePlan(draft, impact, { isTop: (root) => tops.has(root), unread });
  const rendered = sourcesOf(draft, tops);
  const smaller = withoutIdle(draft, proof.idle);
  const idle: IdleChange[] = [];
  for (const change of proof.idle) {
    const image =
      change.subject?.startsWith('image ') === true
        ? change.subject.slice('image '.length)
        : undefined;
    const winner =
      image === undefined
        ? undefined
        : await fork.complete((one) => winnerOf(one, rendered, image), signal);
    idle.push({ change, winner });
  }
  const unmet = await check(fork);
  fork.host.dispose();
  const refused = [...draft.refused, ...proof.refused];
  const dangers = [...draft.dangers, ...proof.dangers];
  const located = await tree.complete(
    (one) => locatedPlan(one, { ...draft, refused, dangers }, idle),
    signal,
  );
  const all = [...located.refused, ...unmet];
  const plan = { ...located, refused: all, effects: proof.effects, texts, sources };
  return { plan, smaller };
}

/** What is rendered where a plan means to arrive. */
function sourcesOf({ reach }: Draft, tops: ReadonlySet<FileId>): readonly RenderSource[] {
  const roots = [...reach.roots].filter((root) => tops.has(root));
  return reach.applications.size > 0
    ? [...reach.applications].map((application) => ({ application }))
    : roots;
}
