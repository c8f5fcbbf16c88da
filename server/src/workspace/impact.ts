import type { RenderOptions } from '../analysis/analysis.ts';
import { clusterFacts } from '../analysis/clusterFacts.ts';
import { locatePointers, type Impact, type SidePointer } from '../analysis/impact.ts';
import { changedPaths, reachOf } from '../analysis/impactReach.ts';
import { newRenderComparer, renderOfRoot } from '../analysis/impactRoot.ts';
import { layers } from '../analysis/layers.ts';
import { withStayingRoots } from '../analysis/leaving.ts';
import { branchOf, compareLooseEnds, looseEndsOf } from '../analysis/looseEnds.ts';
import type { SourceRange } from '../analysis/sourceRange.ts';
import type { ApplicationImpact, RootImpact, TreeImpact } from '../analysis/treeImpact.ts';
import { handAppliedImpacts, handAppliedObjects } from '../analysis/ownObjects.ts';
import { changedBeside } from '../analysis/treesBeside.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import { applicationImpacts, plainFolders } from './impactApplications.ts';
import { Unfetched } from './impactUnfetched.ts';
import { readMasks } from './maskedSides.ts';
import type { Side, Sides } from './sides.ts';

/** How two trees are compared. */
export interface ImpactOptions {
  readonly render: RenderOptions;
  /** Takes every `count`th root that is reached, from `index` on (from 0). */
  readonly shard: { readonly index: number; readonly count: number };
  /** Called before each root; the work waits for it. */
  readonly pause: (done: number, all: number) => Promise<void>;
}

/** Compares every root that the difference of two trees reaches, and builds no other one. */
export async function impactOf(
  { base, head }: Sides,
  { render, shard, pause }: ImpactOptions,
  signal: AbortSignal,
): Promise<TreeImpact> {
  await head.prepareReach(signal);
  const files = changedPaths(base.host.analysis(), head.host.analysis());
  const beside = changedBeside(base.beside, head.beside);
  if (files.length + beside.size === 0) return nothingDiffers({ base, head }, signal);
  const own = await head.complete(
    (after) => reachOf(base.host.analysis(), after, files, render.restrictions),
    signal,
  );
  const reach = { ...own, changed: new Set([...own.changed, ...beside]) };
  const chosen = reach.roots.filter((_, index) => index % shard.count === shard.index);
  await prepare(base, chosen, render, signal);
  await prepare(head, chosen, render, signal);
  const compare = newRenderComparer(reach.changed, () =>
    [base, head].map(({ host }) => host.analysis()),
  );
  const roots: RootImpact[] = [];
  const unfetched = new Unfetched({ base, head }, reach.changed, signal);
  for (const root of chosen) {
    await pause(roots.length, chosen.length);
    const before = await base.complete((one) => renderOfRoot(one, root, render), signal);
    const after = await head.complete((one) => renderOfRoot(one, root, render), signal);
    await readMasks([base, head], [before, after], signal);
    roots.push(await unfetched.root({ root, ...compare(before, after) }, render));
  }
  const applications = await applicationImpacts(
    { base, head },
    { reach, roots, compare, unfetched, shard, pause },
    signal,
  );
  // A part knows its own applications alone: another one may prune what these keep.
  const told =
    shard.count === 1
      ? withStayingRoots(roots, applications, await usersOf({ base, head }, roots, signal))
      : roots;
  const endsBefore = await base.complete((one) => looseEndsOf(one, reach.changed), signal);
  const endsAfter = await head.complete((one) => looseEndsOf(one, reach.changed), signal);
  const byHand = async (side: Side): Promise<Parameters<typeof handAppliedImpacts>[0]> =>
    shard.index > 0 ? [] : side.complete((one) => handAppliedObjects(one, reach.changed), signal);
  const [oldByHand, newByHand] = [await byHand(base), await byHand(head)];
  await readMasks([base, head], [{ resources: oldByHand }, { resources: newByHand }], signal);
  const handApplied =
    shard.index > 0
      ? []
      : handAppliedImpacts(
          oldByHand,
          newByHand,
          compare,
          new Set(
            [...told, ...applications].flatMap(({ resources }) =>
              resources.flatMap(({ change, resource }) => (change === 'changed' ? [] : [resource])),
            ),
          ),
        );
  const ranges = await locateAll(
    { base, head },
    [...told, ...applications, ...handApplied, ...ownObjectsOf(applications)],
    signal,
  );
  return {
    base: base.id,
    head: head.id,
    reach,
    roots: unfetched
      .rest([...told, ...plainFolders(applications, reach)])
      .toSorted((a, b) => (a.root < b.root ? -1 : 1)),
    applications,
    handApplied,
    looseEnds: compareLooseEnds(endsBefore, endsAfter, reach),
    mergesTo: await head.complete(branchOf, signal),
    clusterFacts: await head.complete(clusterFacts, signal),
    rangeOf: ({ pointer }) => ranges.get(pointer),
  };
}

/** Two trees with the same files: nothing is built. */
async function nothingDiffers(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  signal: AbortSignal,
): Promise<TreeImpact> {
  return {
    base: base.id,
    head: head.id,
    reach: { changed: new Set(), roots: [] },
    roots: [],
    applications: [],
    handApplied: [],
    looseEnds: [],
    mergesTo: await head.complete(branchOf, signal),
    clusterFacts: new Map(),
    rangeOf: () => undefined,
  };
}

/** The roots that name each root, on either side; none where nothing is gone from any. */
async function usersOf(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  roots: readonly RootImpact[],
  signal: AbortSignal,
): Promise<ReadonlyMap<FileId, readonly FileId[]>> {
  const isGone = roots.some(({ resources }) =>
    resources.some(({ change }) => change === 'deleted'),
  );
  if (!isGone) return new Map();
  const found = new Map<FileId, FileId[]>();
  for (const side of [base, head]) {
    for (const { root, users } of await side.complete(layers, signal))
      found.set(root, [...(found.get(root) ?? []), ...users]);
  }
  return found;
}

async function prepare(
  side: Side,
  roots: readonly FileId[],
  { restrictions }: RenderOptions,
  signal: AbortSignal,
): Promise<void> {
  const known = side.host.analysis().rootSet();
  const there = roots.filter((root) => known.has(root));
  await side.prepare(there, restrictions, signal);
}

function ownObjectsOf(
  applications: readonly ApplicationImpact[],
): readonly Pick<Impact, 'resources' | 'dangers'>[] {
  return applications.flatMap(({ own }) =>
    own === undefined ? [] : [{ resources: [own.resource], dangers: [] }],
  );
}

async function locateAll(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  impacts: readonly (Pick<Impact, 'resources' | 'dangers'> & Partial<Pick<Impact, 'failures'>>)[],
  signal: AbortSignal,
): Promise<ReadonlyMap<SourcePointer, SourceRange>> {
  const places = impacts.flatMap(({ resources, dangers, failures = [] }) => [
    ...resources.flatMap(({ fields }) => fields.map(({ at }) => at)),
    ...dangers.map(({ at }) => at),
    ...failures.flatMap(({ at }) => at ?? []),
  ]);
  const of = (side: SidePointer['side']): readonly SourcePointer[] =>
    places.flatMap((at) => (at.side === side ? [at.pointer] : []));
  const before = await base.complete((one) => locatePointers(one, of('before')), signal);
  const after = await head.complete((one) => locatePointers(one, of('after')), signal);
  return new Map([...before, ...after]);
}
