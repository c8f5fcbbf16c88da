import type { RenderOptions } from '../analysis/analysis.ts';
import { clusterFacts, type ClusterFacts } from '../analysis/clusterFacts.ts';
import { locatePointers, type Impact, type SidePointer } from '../analysis/impact.ts';
import { changedPaths, reachOf, type Reach } from '../analysis/impactReach.ts';
import { newRenderComparer, renderOfRoot } from '../analysis/impactRoot.ts';
import type { SourceRange } from '../analysis/sourceRange.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import { applicationImpacts, plainFolders, type ApplicationImpact } from './impactApplications.ts';
import type { Side, Sides } from './sides.ts';

/** What became of a root. */
export interface RootImpact extends Impact {
  readonly root: FileId;
}

/** What differs between two trees. */
export interface TreeImpact {
  readonly base: string;
  readonly head: string;
  readonly reach: Reach;
  /** Every root that the change reaches, and every plain folder that an application is made of, sorted. */
  readonly roots: readonly RootImpact[];
  /** Every application that the change reaches, or whose object it changes, by cluster and name. */
  readonly applications: readonly ApplicationImpact[];
  /** What the new tree knows of the clusters, by name. */
  readonly clusterFacts: ReadonlyMap<string, ClusterFacts>;
  /** Where a place of one of the trees stands. */
  readonly rangeOf: (at: SidePointer) => SourceRange | undefined;
}

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
  const reach = await head.complete(
    (after) => reachOf(base.host.analysis(), after, files, render.restrictions),
    signal,
  );
  const chosen = reach.roots.filter((_, index) => index % shard.count === shard.index);
  await prepare(base, chosen, render, signal);
  await prepare(head, chosen, render, signal);
  const compare = newRenderComparer(reach.changed);
  const roots: RootImpact[] = [];
  for (const root of chosen) {
    await pause(roots.length, chosen.length);
    const before = await base.complete((one) => renderOfRoot(one, root, render), signal);
    const after = await head.complete((one) => renderOfRoot(one, root, render), signal);
    roots.push({ root, ...compare(before, after) });
  }
  const applications = await applicationImpacts(
    { base, head },
    { reach, roots, compare, shard, pause },
    signal,
  );
  const ranges = await locateAll({ base, head }, [...roots, ...applications], signal);
  return {
    base: base.id,
    head: head.id,
    reach,
    roots: [...roots, ...plainFolders(applications, reach)].sort((a, b) =>
      a.root < b.root ? -1 : 1,
    ),
    applications,
    clusterFacts: await head.complete(clusterFacts, signal),
    rangeOf: ({ pointer }) => ranges.get(pointer),
  };
}

async function prepare(
  side: Side,
  roots: readonly FileId[],
  { restrictions }: RenderOptions,
  signal: AbortSignal,
): Promise<void> {
  const known = new Set(side.host.analysis().roots());
  const there = roots.filter((root) => known.has(root));
  await side.prepare(there, restrictions, signal);
}

async function locateAll(
  { base, head }: Pick<Sides, 'base' | 'head'>,
  impacts: readonly Pick<Impact, 'resources' | 'dangers'>[],
  signal: AbortSignal,
): Promise<ReadonlyMap<SourcePointer, SourceRange>> {
  const places = impacts.flatMap(({ resources, dangers }) => [
    ...resources.flatMap(({ fields }) => fields.map(({ at }) => at)),
    ...dangers.map(({ at }) => at),
  ]);
  const of = (side: SidePointer['side']): readonly SourcePointer[] =>
    places.flatMap((at) => (at.side === side ? [at.pointer] : []));
  const before = await base.complete((one) => locatePointers(one, of('before')), signal);
  const after = await head.complete((one) => locatePointers(one, of('after')), signal);
  return new Map([...before, ...after]);
}
