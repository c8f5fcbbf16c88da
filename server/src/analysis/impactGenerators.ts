import { isInOrBelow } from '../kustomize/files.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { RenderStatus } from '../layers/compareRenders.ts';
import { applicationsByKey, type OpenGenerator } from '../layers/fleet/fleet.ts';
import { isInFolders, openFolders } from '../layers/fleet/openFolders.ts';
import { lineage, parentKey } from '../layers/fleet/unitKeys.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { sameContent } from '../yaml/nodes.ts';
import { withoutLost, type ApplicationPair, type ReachedFleet } from './impactApplications.ts';
import type { Reach } from './impactReach.ts';
import { lostAfter, lostBefore } from './lostWays.ts';

/** The generator of which only a cluster's own data tells by now whether an application that is gone still comes of it. */
export function nowOpen(
  { before: old, after: fresh }: ApplicationPair,
  before: ReachedFleet,
  after: ReachedFleet,
): OpenGenerator | undefined {
  if (old === undefined || fresh !== undefined) return undefined;
  const there = applicationsByKey(after.fleet);
  // What a parent that is there does not make any more is gone, whoever makes the parent.
  for (const set of lineage(parentKey(old.key)).toReversed()) {
    if (there.has(set)) return undefined;
    const isSet = ({ key }: OpenGenerator): boolean => key === set;
    const found = after.fleet.openGenerators.find(isSet);
    if (found !== undefined) return before.fleet.openGenerators.some(isSet) ? undefined : found;
  }
  return undefined;
}

/** An ApplicationSet of which only a cluster's own data would tell what it makes, and that a change may concern. */
export interface OpenPair {
  readonly before: OpenGenerator | undefined;
  readonly after: OpenGenerator | undefined;
  readonly objectChanged: boolean;
  readonly folders: readonly FileId[];
  /** Whether the tree at hand would make others of it than before, once the revision that it reads has the change. */
  readonly waits: boolean;
}

/**
 * The open generators of two trees whose objects differ, of which one was or is certain, or below whose folders something
 * changed; and those that read another revision, where the trees themselves would make others of them.
 */
export function openPairs(
  before: ReachedFleet,
  after: ReachedFleet,
  reach: Pick<Reach, 'changed' | 'roots'>,
): readonly OpenPair[] {
  const then = withoutLost(before.fleet.openGenerators, lostBefore(before, after));
  const now = withoutLost(after.fleet.openGenerators, lostAfter(before, after));
  const old = new Map(then.map((one) => [one.key, one]));
  const known = new Set(now.map(({ key }) => key));
  const touched = [...reach.changed, ...reach.roots];
  const waiting = waitingPairs(before, after, reach);
  const waits = new Set(waiting.map(({ before: left, after: right }) => (right ?? left)?.key));
  const open = [
    ...now.map((one) => [old.get(one.key), one] as const),
    ...then.filter(({ key }) => !known.has(key)).map((one) => [one, undefined] as const),
  ].flatMap(([left, right]) => {
    const { key } = right ?? left;
    const [was, is] = [before.generators.get(key), after.generators.get(key)];
    const objectChanged = was === undefined || is === undefined || !sameContent(was.node, is.node);
    const folders = [left, right].flatMap((one) => (one === undefined ? [] : openFolders(one)));
    const isOther = objectChanged || left === undefined || right === undefined;
    const isTold = isOther || waits.has(key);
    return isTold || touched.some((path) => isInFolders(path, folders))
      ? [{ before: left, after: right, objectChanged, folders, waits: waits.has(key) }]
      : [];
  });
  const told = new Set(open.map(({ before: left, after: right }) => (right ?? left)?.key));
  return [
    ...open,
    ...waiting.filter(({ before: left, after: right }) => !told.has((right ?? left)?.key)),
  ];
}

/**
 * The ApplicationSets that read another revision, of which the later tree would make others than the tree before, or of
 * whose applications that are not there yet something changed. Where the object itself is another one, those that find
 * something that came, went or changed.
 */
function waitingPairs(
  before: ReachedFleet,
  after: ReachedFleet,
  { changed, roots }: Pick<Reach, 'changed' | 'roots'>,
): readonly OpenPair[] {
  const touched = [...changed, ...roots];
  const then = new Map(before.fleet.waitingGenerators.map((one) => [one.key, one]));
  return after.fleet.waitingGenerators.flatMap((right) => {
    const left = then.get(right.key);
    const [was, is] = [before.setsAtHand.get(right.key), after.setsAtHand.get(right.key)];
    const objectChanged = left === undefined || !sameContent(left.object.node, right.object.node);
    const folders = [...(was?.waiting ?? []), ...(is?.waiting ?? [])];
    const isOther = objectChanged
      ? [...(was?.found ?? []), ...(is?.found ?? [])].some((path) => changed.has(path))
      : !sameApplications(was?.applications ?? [], is?.applications ?? []);
    return isOther || touched.some((path) => isInFolders(path, folders))
      ? [{ before: left, after: right, objectChanged, folders, waits: true }]
      : [];
  });
}

function sameApplications(before: readonly Resource[], after: readonly Resource[]): boolean {
  return (
    before.length === after.length &&
    before.every((one, index) => {
      const other = after[index];
      return other !== undefined && sameContent(one.node, other.node);
    })
  );
}

/** Whether what became of the roots below folders leaves open what a generator makes of them. */
export function isOpenTouched(
  { before, after, folders, objectChanged, waits }: OpenPair,
  reach: Pick<Reach, 'changed'>,
  roots: readonly { readonly root: FileId; readonly status: RenderStatus }[],
): boolean {
  if (waits || objectChanged || before === undefined || after === undefined) return false;
  const below = roots.filter(({ root }) => isInFolders(root, folders));
  if (below.some(({ status }) => status !== 'touched')) return false;
  // A plain folder is delivered as it is.
  return [...reach.changed].every(
    (path) =>
      !isInFolders(path, folders) ||
      below.some(({ root }) => root === '' || isInOrBelow(path, root)),
  );
}
