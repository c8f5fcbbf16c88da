import { isRead, type Application, type ApplicationSource } from '../delivery/application.ts';
import { argoBuildKey } from '../layers/fleet/argocdSettingsOf.ts';
import { chartTiesQuery } from '../layers/fleet/chartTies.ts';
import type { Entry } from '../layers/fleet/declaring.ts';
import { failingUnits, type FailingUnit } from '../layers/fleet/failingUnits.ts';
import {
  applicationsByKey,
  fleetPartsQuery,
  fleetQuery,
  type Fleet,
} from '../layers/fleet/fleet.ts';
import { reachedApplications, readsOf } from '../layers/fleet/reachedApplications.ts';
import { entryKey, lineage, parseKey } from '../layers/fleet/unitKeys.ts';
import type { SetAtHand } from '../layers/fleet/renderUnit.ts';
import { setAtHandQuery, unitObjectQuery } from '../layers/fleet/units.ts';
import {
  heldProjectsQuery,
  lostProjects,
  unknownProject,
  type HeldProjects,
} from '../layers/fleet/missingProjects.ts';
import { takenValuesQuery, type TakenValue } from '../layers/fleet/takenValues.ts';
import { forbiddenApplications } from '../layers/fleet/projects.ts';
import { perhapsHere } from '../layers/fleet/perhapsHere.ts';
import type { RenderStatus } from '../layers/compareRenders.ts';
import type { Problem } from '../text/problem.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { sameContent } from '../yaml/nodes.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { standsIn } from './impactReach.ts';
import { lostAfter, lostBefore } from './lostWays.ts';
import { stuckApplications } from './stuckApplications.ts';

/** An application that a change may concern, before and after; at least one of both is there. */
export interface ApplicationPair {
  readonly before: Application | undefined;
  readonly after: Application | undefined;
  /** Whether the object itself is another one: new, gone, or with other fields. */
  readonly objectChanged: boolean;
}

/** What became of an application: as a root, or it is now made of another folder or delivered elsewhere. */
export type ApplicationStatus = RenderStatus | 'moved';

/** The fleet of a tree, and which of its applications may see a change. */
export interface ReachedFleet {
  readonly fleet: Fleet;
  readonly reached: ReadonlySet<string>;
  /** The addresses that may be that of the tree, by the keys of applications that are made of them and see the change if so. */
  readonly perhaps: ReadonlyMap<string, string>;
  /** How the Applications of each namespace are built, where Argo CD builds them. */
  readonly argoBuilds: ReadonlyMap<string, string>;
  /** What charts are told beside their files, by the keys of applications. */
  readonly ties: ReadonlyMap<string, string>;
  /** The generators that are open, or that applications come from, by their keys. */
  readonly generators: ReadonlyMap<string, Resource>;
  /** What the tree at hand would make of the ApplicationSets that read another revision of it, by their keys. */
  readonly setsAtHand: ReadonlyMap<string, SetAtHand>;
  /** What applications take from objects that others deliver beside them, by the keys of applications. */
  readonly taken: ReadonlyMap<string, readonly TakenValue[]>;
  /** What projects of Argo CD forbid, by the keys of applications. */
  readonly forbidden: ReadonlyMap<string, readonly Problem[]>;
  readonly projects: HeldProjects;
  /** What is applied by hand, or by nobody, by the keys of units. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** Whether the root or the file of an entry stands in the tree. */
  readonly holds: (entry: string) => boolean;
  /** Whether anything stands in a folder of the tree. */
  readonly holdsFolder: (path: FileId) => boolean;
}

/** Asks for the fleet of one side, and whom the change reaches there. */
export function reachedFleet(
  analysis: Analysis,
  changed: ReadonlySet<FileId>,
): Answer<ReachedFleet> {
  return analysis.ask((reader) => {
    const fleet = reader.get(fleetQuery, '');
    const reached = reachedApplications(reader, changed);
    const { argoNamespaces } = reader.get(fleetPartsQuery, '');
    const known = applicationsByKey(fleet);
    return {
      fleet,
      reached,
      perhaps: new Map(
        [...reached].flatMap((key) => {
          const one = known.get(key);
          const { repositories = [] } = (one && perhapsHere(reader, one)) ?? {};
          return repositories.map((repository) => [key, repository] as const);
        }),
      ),
      argoBuilds: new Map([...argoNamespaces].map((one) => [one, argoBuildKey(reader, one)])),
      ties: reader.get(chartTiesQuery, ''),
      generators: generatorsOf(reader, fleet),
      setsAtHand: new Map(
        fleet.waitingGenerators.map(({ key }) => [key, reader.get(setAtHandQuery, key)]),
      ),
      taken: reader.get(takenValuesQuery, ''),
      forbidden: forbiddenApplications(reader),
      projects: reader.get(heldProjectsQuery, ''),
      entries: new Map(fleet.entries.map((one) => [entryKey(one), one])),
      holdsFolder: (path) => standsIn(analysis, path),
      holds: (entry) => {
        const parsed = parseKey(entry);
        if (parsed.kind === 'object') return false;
        return parsed.kind === 'file'
          ? analysis.files.has(parsed.place)
          : analysis.roots().includes(parsed.place);
      },
    };
  });
}

/** A later tree, with the Applications refused whose project is gone since the tree before. */
export function withLostProjects(before: ReachedFleet, after: ReachedFleet): ReachedFleet {
  const lost = [...lostProjects(before.projects, after.projects)];
  if (lost.length === 0) return after;
  const refused = lost.map(([key, one]): readonly [string, readonly Problem[]] => [key, [one]]);
  return { ...after, forbidden: new Map([...after.forbidden, ...refused]) };
}

/** The project that an application turns to without anything here that tells what it permits, or that it is there. */
export function projectTurnedTo(
  { before: old, after: fresh }: ApplicationPair,
  before: Pick<ReachedFleet, 'projects'>,
  after: Pick<ReachedFleet, 'projects'>,
): string | undefined {
  if (old === undefined || fresh === undefined) return undefined;
  const keys = { before: old.key, after: fresh.key };
  return unknownProject(before.projects, after.projects, keys);
}

/**
 * The applications that may differ between two trees: those that are on one side only, whose objects differ, or that read
 * something that changed. An application is the same on both sides by its names, and else by its object alone.
 */
export function applicationPairs(
  before: ReachedFleet,
  after: ReachedFleet,
): readonly ApplicationPair[] {
  const isSame = before.fleet.applications === after.fleet.applications;
  const stuck = stuckApplications(before, after);
  const then = before.fleet.applications;
  const { pairs, left } = isSame
    ? { pairs: sameOnBothSides(before, after), left: [] }
    : pairUp(
        withoutLost(
          then.filter(({ key }) => !stuck.has(key)),
          lostBefore(before, after),
        ),
        withoutLost(after.fleet.applications, lostAfter(before, after)),
      );
  const gone = [...left, ...then.filter(({ key }) => stuck.has(key))];
  return [...pairs, ...gone.map((one): Pair => [one, undefined])].flatMap(([old, fresh]) => {
    const objectChanged = !sameObject(old, fresh);
    const isReached =
      (old !== undefined && before.reached.has(old.key)) ||
      (fresh !== undefined && after.reached.has(fresh.key)) ||
      (old !== undefined &&
        fresh !== undefined &&
        before.ties.get(old.key) !== after.ties.get(fresh.key)) ||
      (old?.controller === 'argocd' &&
        fresh !== undefined &&
        before.argoBuilds.get(old.namespace) !== after.argoBuilds.get(fresh.namespace));
    const isRefused = newlyForbidden(old, fresh, before, after).length > 0;
    const isPermitted = newlyForbidden(fresh, old, after, before).length > 0;
    return objectChanged ||
      isReached ||
      isRefused ||
      isPermitted ||
      hasMoved(old, fresh) ||
      turnsTo(old, fresh) !== undefined
      ? [{ before: old, after: fresh, objectChanged }]
      : [];
  });
}

/** What a tree has without what it only seems to have lost, or to have had. */
export function withoutLost<One extends { readonly key: string }>(
  all: readonly One[],
  isLost: (key: string) => boolean,
): readonly One[] {
  return all.filter(({ key }) => !isLost(key));
}

type Pair = readonly [Application | undefined, Application | undefined];

/** What projects forbid of an application now that they did not before; all of it where it was not there. */
export function newlyForbidden(
  old: Application | undefined,
  fresh: Application | undefined,
  before: Pick<ReachedFleet, 'forbidden'>,
  after: Pick<ReachedFleet, 'forbidden'>,
): readonly Problem[] {
  const now = fresh === undefined ? undefined : after.forbidden.get(fresh.key);
  if (now === undefined) return [];
  const then = old === undefined ? undefined : before.forbidden.get(old.key);
  const known = new Set(then?.map(({ code, parameters }) => JSON.stringify([code, parameters])));
  return now.filter(({ code, parameters }) => !known.has(JSON.stringify([code, parameters])));
}

/** The applications of a fleet that no change made another one, as far as the change may concern them. */
function sameOnBothSides(before: ReachedFleet, after: ReachedFleet): readonly Pair[] {
  const builds = [...after.argoBuilds].filter(([one, key]) => before.argoBuilds.get(one) !== key);
  const others = new Set(builds.map(([namespace]) => namespace));
  const permits = before.forbidden.size + after.forbidden.size > 0;
  const hasTies = before.ties !== after.ties;
  return after.fleet.applications.flatMap((one): readonly Pair[] => {
    const { key, controller, namespace } = one;
    const isReached = before.reached.has(key) || after.reached.has(key);
    const isOther = controller === 'argocd' && (permits || others.has(namespace));
    const isTold = hasTies && before.ties.get(key) !== after.ties.get(key);
    return isReached || isOther || isTold ? [[one, one]] : [];
  });
}

/** Pairs by key, then by names and cluster, then by names alone: what is called the same, but goes elsewhere, has moved. */
function pairUp(
  before: readonly Application[],
  after: readonly Application[],
): { readonly pairs: readonly Pair[]; readonly left: readonly Application[] } {
  const found = new Map<Application, Application>();
  let [open, left] = [after, before];
  for (const identity of [byKey, byCluster, byName]) {
    const known = new Map(left.map((one) => [identity(one), one]));
    for (const one of open) {
      const old = known.get(identity(one));
      if (old === undefined) continue;
      known.delete(identity(one));
      found.set(one, old);
    }
    const taken = new Set(found.values());
    open = open.filter((one) => !found.has(one));
    left = left.filter((one) => !taken.has(one));
  }
  return { pairs: after.map((one): Pair => [found.get(one), one]), left };
}

function byKey({ key, destination }: Application): string {
  return `${key} ${destination.cluster ?? ''}`;
}

function byCluster({ kind, namespace, name, destination }: Application): string {
  return [kind, namespace, name, destination.cluster ?? ''].join(' ');
}

function byName({ kind, namespace, name }: Application): string {
  return [kind, namespace, name].join(' ');
}

function sameObject(a: Application | undefined, b: Application | undefined): boolean {
  return a?.object !== undefined && b?.object !== undefined
    ? sameContent(a.object.node, b.object.node)
    : a !== undefined && b !== undefined && a.object === b.object;
}

/** Whether an application is now made of another folder, or delivered to another cluster. */
export function hasMoved(before: Application | undefined, after: Application | undefined): boolean {
  return (
    before !== undefined &&
    after !== undefined &&
    (!sameCluster(before, after) || folderOf(before) !== folderOf(after))
  );
}

/**
 * The source that an application now takes from another revision, where one of the two is not the tree at hand: what
 * changes with it is not in the two trees.
 */
export function turnsTo(
  before: Application | undefined,
  after: Application | undefined,
): ApplicationSource | undefined {
  return turningSources(before, after)[0]?.[1];
}

/** Whether nothing is rendered of the sources that turn to other revisions, before and after, such as charts that were not fetched. */
export function turnsUnread({ before, after }: Pick<ApplicationPair, 'before' | 'after'>): boolean {
  return turningSources(before, after)
    .flat()
    .every((one) => !isRead(one));
}

function turningSources(
  before: Application | undefined,
  after: Application | undefined,
): readonly (readonly [ApplicationSource, ApplicationSource])[] {
  if (before === undefined || after === undefined) return [];
  const isAtHand = (one: ApplicationSource): boolean => one.isHere && one.isFollowed;
  return after.sources.flatMap((source, index) => {
    const old = before.sources[index];
    const turns =
      old !== undefined && old.revision !== source.revision && !(isAtHand(old) && isAtHand(source));
    return turns ? [[old, source] as const] : [];
  });
}

/** The applications on the way to one, on both sides, the nearest first. */
export function parentsOf(
  { before: old, after: fresh }: ApplicationPair,
  before: Pick<ReachedFleet, 'fleet'>,
  after: Pick<ReachedFleet, 'fleet'>,
): readonly (readonly [Application | undefined, Application | undefined])[] {
  const [, ...keys] = lineage((fresh ?? old)?.key ?? '').toReversed();
  return keys.map((key) => [
    applicationsByKey(before.fleet).get(key),
    applicationsByKey(after.fleet).get(key),
  ]);
}

/** Whether two applications go to one cluster. One that is known by its address may get or lose a name. */
export function sameCluster(
  { destination: a }: Application,
  { destination: b }: Application,
): boolean {
  return a.cluster === b.cluster || (a.server !== undefined && a.server === b.server);
}

/** The folder that an application is made of. */
export function folderOf({ sources }: Application): FileId | undefined {
  return sources.find(({ path, build }) => path !== undefined && build !== 'files')?.path;
}

/** What fails on the way to an application on one side: while something does, the application stays as it is. */
export function failuresOnTheWay(
  analysis: Analysis,
  { key }: Application,
): Answer<readonly FailingUnit[]> {
  return analysis.ask((reader) => failingUnits(reader, key));
}

/** The changed paths that an application is made of on one side. */
export function changedFilesOf(
  analysis: Analysis,
  application: Application,
  changed: ReadonlySet<FileId>,
): Answer<readonly FileId[]> {
  return analysis.ask((reader) => readsOf(reader, application, changed));
}

function generatorsOf(
  reader: Reader,
  { openGenerators, waitingGenerators }: Fleet,
): ReadonlyMap<string, Resource> {
  const { parents } = reader.get(fleetPartsQuery, '');
  const open = [...openGenerators, ...waitingGenerators];
  const found = new Map(open.map(({ key, object }) => [key, object]));
  for (const key of parents) {
    const object = reader.get(unitObjectQuery, key);
    if (object?.id.kind === 'ApplicationSet' || object?.id.kind === 'ResourceSet')
      found.set(key, object);
  }
  return found;
}
