import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import { isReadInFull, readsOfPair, renderOfApplication } from '../analysis/applicationRender.ts';
import {
  rowOfApplication,
  rowOfGenerator,
  type ApplicationRow,
} from '../analysis/applicationRows.ts';
import { approvalsOf } from '../analysis/approvals.ts';
import {
  applicationPairs,
  changedFilesOf,
  failuresOnTheWay,
  folderOf,
  hasMoved,
  newlyForbidden,
  parentsOf,
  projectTurnedTo,
  reachedFleet,
  withLostProjects,
  sameCluster,
  turnsTo,
  turnsUnread,
  type ApplicationPair,
  type ApplicationStatus,
  type ReachedFleet,
} from '../analysis/impactApplications.ts';
import { isOpenTouched, nowOpen, openPairs } from '../analysis/impactGenerators.ts';
import { describeFailure, withStaying, type Impact } from '../analysis/impact.ts';
import type { Reach } from '../analysis/impactReach.ts';
import {
  keepsAll,
  leavingOfApplication,
  staysOf,
  unitsAfter,
  unitsBefore,
} from '../analysis/leaving.ts';
import { filesOfOwnFields, ownDangersOf, ownObject } from '../analysis/ownObjects.ts';
import { lostAfter } from '../analysis/lostWays.ts';
import {
  outsidePairs,
  takesValues,
  withOutsideValues,
  type Provider,
} from '../analysis/outsideValues.ts';
import type { newRenderComparer } from '../analysis/impactRoot.ts';
import { ownedObjects, secondOwnerDangers, type Newcomers } from '../analysis/secondOwners.ts';
import { stuckApplications } from '../analysis/stuckApplications.ts';
import type { ApplicationImpact, RootImpact } from '../analysis/treeImpact.ts';
import { unknownWithout } from '../analysis/unfetched.ts';
import type { Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { ImpactOptions } from './impact.ts';
import type { Unfetched } from './impactUnfetched.ts';
import { readMasks } from './maskedSides.ts';
import type { Sides } from './sides.ts';

/** With what applications are compared. */
export interface ApplicationOptions extends Pick<ImpactOptions, 'shard' | 'pause'> {
  readonly reach: Reach;
  /** What became of the roots that the change reaches. */
  readonly roots: readonly RootImpact[];
  /** The one of the whole output, so that equal values of Secrets have one mask in it, and other values another. */
  readonly compare: ReturnType<typeof newRenderComparer>;
  readonly unfetched: Unfetched;
}

const nothingRendered = { resources: [], gaps: [], dangers: [], failures: [], isNew: false };

/** What is known of what an open generator makes. */
const nothingKnown = {
  ...nothingRendered,
  leaving: undefined,
  keepsAll: false,
  approvals: [],
  own: undefined,
  previousPath: undefined,
  previousCluster: undefined,
};

/** Compares every application that the difference of two trees reaches, sorted by cluster and name. */
export async function applicationImpacts(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  { reach, roots, compare, unfetched, shard, pause }: ApplicationOptions,
  signal: AbortSignal,
): Promise<readonly ApplicationImpact[]> {
  const reached = await head.complete((one) => reachedFleet(one, reach.changed), signal);
  const before = await base.complete((one) => reachedFleet(one, reach.changed), signal);
  const after = withLostProjects(before, reached);
  const pairs = applicationPairs(before, after);
  const isLost = lostAfter(before, after);
  const stuck = stuckApplications(before, after);
  const chosen = pairs.filter((_, index) => index % shard.count === shard.index);
  const found: ApplicationImpact[] = [];
  const newcomers: Newcomers[] = [];
  const tell = async (pair: ApplicationPair): Promise<ApplicationImpact | undefined> => {
    const compared = await comparePair({ base, head }, pair, compare, signal);
    const cause = pair.before && pair.after === undefined && stuck.get(pair.before.key);
    const held = cause ? [describeFailure(cause)] : await heldBackBy({ base, head }, pair, signal);
    const open = nowOpen(pair, before, after);
    const refused = newlyForbidden(pair.before, pair.after, before, after);
    const without = held.length > 0 ? [] : await unfetched.pair(pair);
    const away = parentTurnedAway(pair, before, after);
    const isUnknown = open !== undefined || without.length > 0 || away !== undefined;
    const isHeld = held.length > 0 || isUnknown;
    const impact =
      held.length > 0
        ? { ...nothingRendered, status: 'fails' as const, failures: held }
        : isUnknown
          ? withGapOf(unknownWithout(without), away)
          : withPermission(withUnknowns(compared, pair, { before, after }), {
              refused,
              permitted: newlyForbidden(pair.after, pair.before, after, before).length > 0,
              isNew: pair.before === undefined,
            });
    const made = await rowOfPair({ base, head }, pair, open, signal);
    if (made === undefined) return undefined;
    // What it follows by now is as open as what makes it.
    const row = away === undefined ? made : { ...made, followsRevision: undefined };
    const leaving = isHeld
      ? undefined
      : await leavingOfPair({ base, head }, { pair, isLost }, signal);
    const files = await filesOf({ base, head }, pair, { reach, row }, signal);
    const moved = hasMoved(pair.before, pair.after);
    const fresh = await newObjects({ base, head }, pair, impact, signal);
    if (pair.after !== undefined) newcomers.push({ application: pair.after, objects: fresh });
    const isOtherObject = isOther(pair) && !isHeld;
    const told = withStaying(impact, staysOf(pair, leaving));
    return {
      ...told,
      dangers: [...told.dangers, ...(isOtherObject ? ownDangersOf(pair) : [])],
      leaving,
      keepsAll: impact.status === 'fails' || keepsAll(pair, leaving),
      ...whereBefore(pair),
      status: moved && isQuiet(impact.status) ? 'moved' : impact.status,
      outputStatus: impact.status,
      row,
      objectChanged: isOtherObject,
      own: isOtherObject ? ownObject(pair, after, compare) : undefined,
      approvals: await head.complete((one) => approvalsOf(one, files), signal),
    };
  };
  for (const pair of chosen) {
    await pause(found.length, chosen.length);
    const told = await tell(pair);
    if (told !== undefined) found.push(told);
  }
  const providers = found.map(({ row, resources }): Provider => ({ ...row, resources }));
  // Another part compares what delivers values to the applications of this one.
  const others =
    shard.count > 1 && takesValues(after)
      ? pairs.filter((_, index) => index % shard.count !== shard.index)
      : [];
  for (const pair of others)
    providers.push(providerOf(pair, await comparePair({ base, head }, pair, compare, signal)));
  for (const { pair, gaps } of outsidePairs(providers, roots, { before, after })) {
    const index = found.findIndex(({ row }) => row.key === pair.after?.key);
    const isOfOther = shard.index > 0 || others.some((one) => one.after?.key === pair.after?.key);
    const told = found[index] ?? (isOfOther ? undefined : await tell(pair));
    if (told !== undefined)
      found.splice(index < 0 ? found.length : index, 1, withOutsideValues(told, gaps));
  }
  if (shard.index === 0) {
    // A part knows what became of its own roots alone, and may not say of the others that they are as they were.
    const knowsRoots = shard.count === 1;
    for (const pair of openPairs(before, after, reach)) {
      const row = await rowOf({ base, head }, pair, rowOfGenerator, signal);
      if (row === undefined) continue;
      const isTouched = knowsRoots && isOpenTouched(pair, reach, roots);
      const status = isTouched ? 'touched' : 'unknown';
      found.push({
        ...nothingKnown,
        status,
        outputStatus: status,
        row,
        objectChanged: pair.objectChanged,
      });
    }
  }
  const dangers = await head.complete((one) => secondOwnerDangers(one, newcomers), signal);
  return found
    .map((one) => ({ ...one, dangers: [...one.dangers, ...(dangers.get(one.row.key) ?? [])] }))
    .sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
}

function providerOf({ before, after }: ApplicationPair, { resources }: Impact): Provider {
  const one = after ?? before;
  return {
    key: one?.key ?? '',
    cluster: one?.destination.cluster,
    path: one && folderOf(one),
    resources,
  };
}

/** What an application renders to on both sides; where nothing of it is another one yet, what waits for its revision. */
async function comparePair(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  pair: ApplicationPair,
  compare: ApplicationOptions['compare'],
  signal: AbortSignal,
): Promise<Impact> {
  const read = async (reads: ReturnType<typeof readsOfPair>): Promise<Impact> => {
    const old = await base.complete((one) => renderOfApplication(one, pair.before, reads), signal);
    const now = await head.complete((one) => renderOfApplication(one, pair.after, reads), signal);
    await readMasks([base, head], [old, now], signal);
    return compare(old, now);
  };
  const reads = readsOfPair(pair);
  const found = await read(reads);
  const mayWait = reads === 'followed' && turnsTo(pair.before, pair.after) === undefined;
  return mayWait && found.status === 'touched' ? await read('at-hand') : found;
}

/** Whether the object of an application is another one, or what it reads its revision from. */
function isOther({ before, after, objectChanged }: ApplicationPair): boolean {
  return objectChanged || turnsTo(before, after) !== undefined;
}

/** What only another revision, or only Argo CD, knows of what a pair turns to. */
function withUnknowns(
  impact: Impact,
  pair: ApplicationPair,
  { before, after }: { readonly before: ReachedFleet; readonly after: ReachedFleet },
): Impact {
  const project = projectTurnedTo(pair, before, after);
  const told = withOwnAddress(withOtherRevision(impact, pair), pair, { before, after });
  if (project === undefined || told.status !== 'touched') return told;
  const gap = { kind: 'cluster' as const, detail: `AppProject/${project}`, changed: true };
  return { ...told, status: 'unknown', gaps: [...told.gaps, gap] };
}

/** An address that may be that of the tree itself, where what changed is what it leads to then. */
function withOwnAddress(
  impact: Impact,
  { before: old, after: fresh }: ApplicationPair,
  { before, after }: Readonly<Record<'before' | 'after', Pick<ReachedFleet, 'perhaps'>>>,
): Impact {
  const address = after.perhaps.get(fresh?.key ?? '') ?? before.perhaps.get(old?.key ?? '');
  if (address === undefined || impact.status !== 'touched') return impact;
  const known = impact.gaps.filter(({ kind }) => kind !== 'remote');
  const gap = { kind: 'remote' as const, detail: address, changed: true };
  return { ...impact, status: 'unknown', gaps: [...known, gap] };
}

/** Two revisions are not equal because the files at hand are: what the other one holds is not known. */
function withOtherRevision(impact: Impact, pair: ApplicationPair): Impact {
  const source = turnsTo(pair.before, pair.after);
  if (source === undefined || isReadInFull(pair)) return impact;
  // What the sources make that stay is known, and may be much.
  if (impact.status === 'changed' && turnsUnread(pair)) return withGapOf(impact, source);
  return withGapOf({ ...nothingRendered, status: 'unknown', gaps: impact.gaps }, source);
}

/** What is unknown for the sake of a revision that is not there. */
function withGapOf(impact: Impact, source: ReturnType<typeof turnsTo>): Impact {
  if (source === undefined) return impact;
  const detail = `${source.repository}?ref=${source.revision ?? 'HEAD'}`;
  const known = impact.gaps.filter((gap) => gap.kind !== 'remote' || gap.detail !== detail);
  return { ...impact, gaps: [...known, { kind: 'remote', detail, changed: true }] };
}

/** What the parent of an application that comes or goes turns to, where nobody can look into it from here. */
function parentTurnedAway(
  pair: ApplicationPair,
  before: ReachedFleet,
  after: ReachedFleet,
): ReturnType<typeof turnsTo> {
  if (pair.before !== undefined && pair.after !== undefined) return undefined;
  for (const [old, fresh] of parentsOf(pair, before, after)) {
    const source = turnsTo(old, fresh);
    const parent = { before: old, after: fresh, objectChanged: true };
    if (source !== undefined && !isReadInFull(parent)) return source;
  }
  return undefined;
}

/** What a project forbids is not synced: nothing of it arrives, and all of it does where the project permits it again. */
function withPermission(
  impact: Impact,
  {
    refused,
    permitted,
    isNew,
  }: {
    readonly refused: readonly Problem[];
    readonly permitted: boolean;
    readonly isNew: boolean;
  },
): Impact {
  if (refused.length > 0) {
    const failures = refused.map(describeFailure);
    return { ...nothingRendered, status: 'fails', failures, isNew };
  }
  const isBuilt = impact.status === 'touched' || impact.status === 'changed';
  return permitted && isBuilt ? { ...impact, status: 'fixed' } : impact;
}

/** The row of an application; of one that an open generator may still make, with what is not known of that. */
async function rowOfPair(
  sides: Pick<Sides, 'base' | 'head'>,
  pair: ApplicationPair,
  open: ReturnType<typeof nowOpen>,
  signal: AbortSignal,
): Promise<ApplicationRow | undefined> {
  const row = await rowOf(sides, pair, rowOfApplication, signal);
  if (row === undefined || open === undefined) return row;
  const { why } = await sides.head.complete((one) => rowOfGenerator(one, open), signal);
  // What it follows by now is as open as whether it is there.
  return { ...row, followsRevision: undefined, certainty: 'open', why };
}

/** What becomes on its cluster of an application that is gone; `undefined` where it is not. */
async function leavingOfPair(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  {
    pair: { before, after },
    isLost,
  }: { readonly pair: ApplicationPair; readonly isLost: ReturnType<typeof lostAfter> },
  signal: AbortSignal,
): Promise<ApplicationImpact['leaving']> {
  if (before === undefined || after !== undefined) return undefined;
  const old = await base.complete((one) => unitsBefore(one, before), signal);
  const now = await head.complete((one) => unitsAfter(one, before, { units: old, isLost }), signal);
  return leavingOfApplication(before, old, now);
}

/** What fails now on the way to an application that is gone for that reason alone: nothing is taken from its cluster. */
async function heldBackBy(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  { before, after }: ApplicationPair,
  signal: AbortSignal,
): Promise<Impact['failures']> {
  if (before === undefined || after !== undefined) return [];
  const now = await head.complete((one) => failuresOnTheWay(one, before), signal);
  if (now.length === 0) return [];
  const old = await base.complete((one) => failuresOnTheWay(one, before), signal);
  const known = new Set(old.map(({ key }) => key));
  return now.flatMap(({ key, failures }) => (known.has(key) ? [] : failures.map(describeFailure)));
}

/** The objects that are new on the cluster of an application. */
async function newObjects(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  { before, after }: ApplicationPair,
  { resources }: Pick<ApplicationImpact, 'resources'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (after === undefined) return [];
  const stays = before !== undefined && sameCluster(before, after);
  // A new name is a new object; what only changes has its owners already.
  if (stays && resources.every(({ change }) => change !== 'created' && change !== 'renamed')) {
    return [];
  }
  const now = await head.complete((one) => ownedObjects(one, after), signal);
  if (!stays) return now;
  const old = new Set(await base.complete((one) => ownedObjects(one, before), signal));
  return now.filter((object) => !old.has(object));
}

/** Where an application was, as far as it was elsewhere. */
function whereBefore({
  before,
  after,
}: ApplicationPair): Pick<ApplicationImpact, 'previousPath' | 'previousCluster'> {
  if (before === undefined || after === undefined)
    return { previousPath: undefined, previousCluster: undefined };
  const [path, cluster] = [folderOf(before), before.destination.cluster];
  return {
    previousPath: path === folderOf(after) ? undefined : path,
    previousCluster: sameCluster(before, after) ? undefined : cluster,
  };
}

function isQuiet(status: ApplicationStatus): boolean {
  return status === 'changed' || status === 'touched' || status === 'unknown';
}

/** The changed files that an application is made of on either side, and those that say its object where that changed. */
async function filesOf(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  pair: ApplicationPair,
  { reach, row }: { readonly reach: Reach; readonly row: ApplicationRow },
  signal: AbortSignal,
): Promise<readonly FileId[]> {
  const { before, after, objectChanged } = pair;
  const files = new Set<FileId>();
  for (const [side, application] of [[base, before] as const, [head, after] as const]) {
    if (application === undefined) continue;
    const read = await side.complete(
      (one) => changedFilesOf(one, application, reach.changed),
      signal,
    );
    for (const file of read) files.add(file);
  }
  for (const file of objectChanged ? [row.declaredAt.file, ...filesOfOwnFields(pair)] : [])
    if (reach.changed.has(file)) files.add(file);
  return [...files].sort();
}

/** The row of what is there now, else of what was there. */
async function rowOf<T>(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  { before, after }: { readonly before: T | undefined; readonly after: T | undefined },
  row: (analysis: Analysis, one: T) => Answer<ApplicationRow>,
  signal: AbortSignal,
): Promise<ApplicationRow | undefined> {
  if (after !== undefined) return head.complete((one) => row(one, after), signal);
  if (before !== undefined) return base.complete((one) => row(one, before), signal);
  return undefined;
}

function sortKey({ row }: ApplicationImpact): string {
  return [row.cluster ?? '\uffff', row.name, row.namespace, row.key].join('\n');
}

/** The plain folders among what applications are made of, as far as the change reaches them. */
export function plainFolders(
  applications: readonly ApplicationImpact[],
  { changed }: Reach,
): readonly RootImpact[] {
  const found = new Map<FileId, RootImpact>();
  for (const {
    row,
    previousPath,
    outputStatus: status,
    resources,
    gaps,
    dangers,
    failures,
    isNew,
  } of applications) {
    const { path } = row;
    const [source, ...more] = row.sources;
    const isPlain = source?.build === 'directory' && source.isHere && more.length === 0;
    if (!isPlain || path === undefined || previousPath !== undefined || found.has(path)) continue;
    if (![...changed].some((one) => isIn(path, one))) continue;
    found.set(path, { root: path, status, resources, gaps, dangers, failures, isNew });
  }
  return [...found.values()];
}

function isIn(folder: FileId, path: FileId): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
