import type { Application } from '../delivery/application.ts';
import type { Entry } from '../layers/fleet/declaring.ts';
import { applicationsByKey, type Fleet } from '../layers/fleet/fleet.ts';
import { lineage, type UnitKey } from '../layers/fleet/unitKeys.ts';

/** What is asked of one side of a comparison. */
interface Side {
  readonly fleet: Fleet;
  /** What is applied by hand, or by nobody, by the keys of units. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Whether the root or the file of an entry stands in the tree. */
  readonly holds: (entry: string) => boolean;
}

/**
 * The keys of entries of a tree that only look as if somebody applied them by hand: the other tree holds them as well, and
 * delivers them on another way there. They have lost that way, or found it.
 *
 * `takesLost` tells of an Application of the other tree whether it takes away what it delivers no more.
 */
function lostEntries(
  own: Side,
  other: Side,
  takesLost: (parent: Application, lost: ReadonlySet<string>) => boolean,
): { readonly lost: ReadonlySet<string>; readonly doubtful: ReadonlySet<string> } {
  const found = [...own.entries].filter(([key]) => !other.entries.has(key) && other.holds(key));
  const doubtful = new Set(found.map(([key]) => key));
  if (doubtful.size === 0) return { lost: doubtful, doubtful };
  const parents = applicationsByKey(other.fleet);
  // A file may leave its namespace to the root that lists it.
  const twins = new Map(
    [undefined, ''].flatMap((namespace) =>
      other.fleet.applications.map((one) => [
        identityOf({ ...one, namespace: namespace ?? one.namespace }),
        one,
      ]),
    ),
  );
  const isTaken = (entry: string): boolean =>
    applicationsOf(own.fleet, entry).some((one) => {
      const twin = one.parent === undefined ? twins.get(identityOf(one)) : undefined;
      const parent = twin?.parent === undefined ? undefined : parents.get(twin.parent);
      return parent !== undefined && takesLost(parent, doubtful);
    });
  const lost = found.filter(([key, entry]) => isOpenEntry(own.fleet, key, entry) || isTaken(key));
  return { lost: new Set(lost.map(([key]) => key)), doubtful };
}

/** Of the earlier tree, whether something is no part of what it delivers, by its key. */
export function lostBefore(before: Side, after: Side): (key: UnitKey) => boolean {
  return lostUnits(
    before,
    lostEntries(before, after, () => false),
  );
}

/**
 * Of the later tree, whether something is no part of what it delivers, by its key: what an Application delivered before goes
 * away with it, or because it prunes, though its files still stand in the tree.
 *
 * Source: Argo CD 3.2.0 controller/sync.go `SyncAppState`, where the policy of the Application prunes.
 */
export function lostAfter(before: Side, after: Side): (key: UnitKey) => boolean {
  const parents = applicationsByKey(before.fleet);
  const takesLost = (parent: Application, lost: ReadonlySet<string>): boolean => {
    const identity = identityOf(parent);
    const now = after.fleet.applications.find(
      (one) => identityOf(one) === identity && !lost.has(entryOf(one.key)),
    );
    if (now !== undefined) return now.prunes && isAtHand(now);
    const above = parent.parent === undefined ? undefined : parents.get(parent.parent);
    return parent.cascades && (above === undefined || takesLost(above, lost));
  };
  return lostUnits(after, lostEntries(after, before, takesLost));
}

/** What is in a lost entry, and what is delivered on another way as well: a cluster has one object of a name. */
function lostUnits(
  { fleet }: Side,
  { lost, doubtful }: ReturnType<typeof lostEntries>,
): (key: UnitKey) => boolean {
  if (doubtful.size === 0) return () => false;
  const [left, certain] = partition(fleet.applications, ({ key }) => doubtful.has(entryOf(key)));
  const known = new Set(certain.map(identityOf));
  const twice = new Set(left.filter((one) => known.has(identityOf(one))).map(({ key }) => key));
  return (key) => lost.has(entryOf(key)) || twice.has(key);
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [T[], T[]] {
  return [items.filter(isFirst), items.filter((one) => !isFirst(one))];
}

/** Whether all that an application is made of is in the tree at hand; else its other revision may deliver the same. */
function isAtHand({ certainty, sources }: Application): boolean {
  return certainty !== 'open' && sources.every((one) => one.isHere && one.isFollowed);
}

/** Whether nobody may apply an entry, or nobody knows to which cluster. */
function isOpenEntry(fleet: Fleet, key: string, { unlistedBy }: Entry): boolean {
  const own = applicationsOf(fleet, key);
  return unlistedBy !== undefined || own.every(({ certainty }) => certainty === 'open');
}

function applicationsOf({ applications }: Fleet, entry: string): readonly Application[] {
  return applications.filter(({ key }) => entryOf(key) === entry);
}

function entryOf(key: UnitKey): string {
  return lineage(key)[0] ?? '';
}

/** A cluster has one application of a name, whichever file declares it. */
function identityOf({ controller, kind, namespace, name, destination }: Application): string {
  return [controller, kind, namespace, name, destination.cluster ?? ''].join('\n');
}
