import { isArgoKind } from '../../argocd/application.ts';
import type { Application } from '../../delivery/application.ts';
import { deliversFolder, isFluxApplication } from '../../flux/fluxApplication.ts';
import { rootsOfMadeFile } from '../../flux/rootFile.ts';
import { lessCertain, reason, type Certainty, type Reason } from '../../delivery/reason.ts';
import { isInOrBelow, parentOf } from '../../kustomize/files.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { sameContent } from '../../yaml/nodes.ts';
import { startFoldersQuery } from './fluxUnits.ts';
import { conventionApplications } from './conventions.ts';
import {
  mentioningFilesQuery,
  mentioningRootsQuery,
  possibleEntriesQuery,
  type Entry,
} from './declaring.ts';
import { applicationOf, worldOf, worldWithin, type World } from './applicationRow.ts';
import { plainApplications } from './plainApplications.ts';
import { childKey, entryKey, parentKey, type UnitKey } from './unitKeys.ts';
import {
  expandedResourceSetQuery,
  expandedSetQuery,
  objectsAroundQuery,
  unitChildrenQuery,
  unitIndexQuery,
  unitObjectQuery,
} from './units.ts';

/** All that the controllers of the tree deliver, and where. */
export interface Fleet {
  readonly applications: readonly Application[];
  readonly openGenerators: readonly OpenGenerator[];
  /** ApplicationSets whose git generators read another revision of the tree's own repository; some are open as well. */
  readonly waitingGenerators: readonly OpenGenerator[];
  /** What is applied by hand, sorted. */
  readonly entries: readonly Entry[];
  /** Objects of Argo CD that make one Application, of which only one can have it; the first found one stands first. */
  readonly sameNames: readonly (readonly [Resource, Resource])[];
}

const byKey = new WeakMap<Fleet['applications'], ReadonlyMap<UnitKey, Application>>();

/** The applications of a fleet by their keys, made once for each fleet. */
export function applicationsByKey({
  applications,
}: Pick<Fleet, 'applications'>): ReadonlyMap<UnitKey, Application> {
  const known = byKey.get(applications);
  if (known !== undefined) return known;
  const made = new Map(applications.map((one) => [one.key, one]));
  byKey.set(applications, made);
  return made;
}

/** An ApplicationSet, or a ResourceSet of Flux, that may make more applications than the repository can tell, and why. */
export interface OpenGenerator {
  readonly key: UnitKey;
  readonly object: Resource;
  readonly declaredIn: FileId;
  readonly parent: string | undefined;
  readonly reasons: readonly Reason[];
}

/** The fleet of the tree. */
export const fleetQuery: Query<'', Fleet> = {
  name: 'fleet',
  compute: (_key, reader) => {
    const walks: Walk[] = [];
    const covered = new Set<string>();
    for (const entry of entriesInOrder(reader)) {
      if (covered.has(placeOf(entry))) continue;
      const walk = walkFrom(entry, reader);
      walks.push(walk);
      for (const place of walk.covers) covered.add(place);
    }
    const kept = walks
      .filter((walk) => !walks.some((other) => other !== walk && stands(other, walk)))
      .sort((a, b) => (placeOf(a.entry) < placeOf(b.entry) ? -1 : 1));
    return {
      applications: [
        ...kept.flatMap(({ applications }) => applications),
        ...plainApplications(reader),
        ...conventionApplications(reader),
      ],
      openGenerators: kept.flatMap(({ openGenerators }) => openGenerators),
      waitingGenerators: kept.flatMap(({ waitingGenerators }) => waitingGenerators),
      entries: kept.map(({ entry }) => entry),
      sameNames: [...kept.flatMap(({ sameNames }) => sameNames), ...sameNamesBeside(kept)],
    };
  },
};

/** What is told of a fleet as a whole, made once for each: a fleet may have very many applications. */
interface FleetParts {
  /** The units that applications come out of. */
  readonly parents: ReadonlySet<UnitKey>;
  /** The namespaces of the Applications of Argo CD. */
  readonly argoNamespaces: ReadonlySet<string>;
  /** What Flux delivers, parents before their children. */
  readonly ofFlux: readonly Application[];
}

/** The parts of the fleet. */
export const fleetPartsQuery: Query<'', FleetParts> = {
  name: 'fleetParts',
  compute: (_key, reader) => {
    const { applications } = reader.get(fleetQuery, '');
    return {
      parents: new Set(applications.map(({ key }) => parentKey(key))),
      argoNamespaces: new Set(
        applications.flatMap(({ controller, namespace }) =>
          controller === 'argocd' ? [namespace] : [],
        ),
      ),
      ofFlux: applications.filter(({ controller }) => controller === 'flux'),
    };
  },
};

/** Whatever may be applied by hand, in the order in which the fleet is walked. */
export function entriesInOrder(reader: Reader): readonly Entry[] {
  return inOrder(reader.get(possibleEntriesQuery, ''), reader.get(startFoldersQuery, ''));
}

interface Walk {
  readonly entry: Entry;
  readonly applications: Application[];
  readonly openGenerators: OpenGenerator[];
  readonly waitingGenerators: OpenGenerator[];
  readonly sameNames: (readonly [Resource, Resource])[];
  /** The roots and files that it delivers, as `placeOf`. */
  readonly covers: Set<string>;
}

/** Whether one walk delivers the entry of another; of two that deliver each other the first stands. */
function stands(walk: Walk, other: Walk): boolean {
  const [own, theirs] = [placeOf(walk.entry), placeOf(other.entry)];
  return walk.covers.has(theirs) && !(other.covers.has(own) && theirs < own);
}

/** The entries that an object is a part of, as `placeOf`. */
export function placesOf({ source }: Resource): readonly string[] {
  return [`file:${source.file}`, ...(source.root === '' ? [] : [`root:${source.root}`])];
}

/** What tells an entry from others. */
export function placeOf({ kind, place }: Entry): string {
  return `${kind}:${place}`;
}

/** What looks like the start of a fleet comes first, so that less is walked twice; the answer is the same in any order. */
function inOrder(entries: readonly Entry[], starts: readonly FileId[]): readonly Entry[] {
  const rank = ({ place, unlistedBy }: Entry): number =>
    (unlistedBy === undefined ? 0 : 100) +
    (starts.some((start) => isInOrBelow(place, start)) ? 0 : 1 + place.split('/').length);
  return [...entries].sort((a, b) => rank(a) - rank(b));
}

interface Step {
  readonly key: UnitKey;
  readonly world: World;
  readonly parent: Application | undefined;
  readonly declaredIn: FileId;
  readonly certainty: Certainty;
  /** Set below an ApplicationSet of which an import saw more than the repository tells. */
  readonly observed?: { readonly names: ReadonlySet<string>; readonly why: Reason } | undefined;
}

function walkFrom(entry: Entry, reader: Reader): Walk {
  const walk: Walk = {
    ...{ entry, applications: [], openGenerators: [], waitingGenerators: [], sameNames: [] },
    covers: new Set(),
  };
  const key = entryKey(entry);
  const first: Step = {
    key,
    world: worldOf(entry, [...reader.get(unitIndexQuery, key).values()], reader),
    parent: undefined,
    declaredIn: entry.place,
    certainty: entry.unlistedBy === undefined ? 'known' : 'open',
  };
  const steps: Step[] = [first];
  // A cluster has one object of a name, whoever applies it: what delivers itself is not gone into again.
  const seen = new Map<string, Resource>();
  for (const step of steps) {
    const self = step === first ? selfDelivered(step, reader) : undefined;
    for (const name of self ?? reader.get(unitChildrenQuery, step.key)) {
      const child = childKey(step.key, name);
      const object = reader.get(unitObjectQuery, child);
      if (object === undefined) continue;
      const { argocd, flux } = step.world;
      const identity = `${isFluxApplication(object) || object.id.kind === 'ResourceSet' ? (flux.cluster ?? '') : argocd} ${name}`;
      const known = seen.get(identity);
      if (known !== undefined) {
        if (isOther(known, object)) walk.sameNames.push([known, object]);
        continue;
      }
      seen.set(identity, object);
      steps.push(...stepInto({ child, object, step }, walk, reader));
    }
  }
  return walk;
}

/** Whether two objects make one Application in two ways; what delivers itself, or is applied twice as it is, does not. */
function isOther(known: Resource, object: Resource): boolean {
  return isArgoKind(object, 'Application') && !sameContent(known.node, object.node);
}

/** The same between files that somebody applies from one folder, which is for one Argo CD. */
function sameNamesBeside(walks: readonly Walk[]): readonly (readonly [Resource, Resource])[] {
  const found: (readonly [Resource, Resource])[] = [];
  const known = new Map<string, { readonly object: Resource; readonly entry: Entry }>();
  for (const { entry, applications } of walks) {
    if (entry.kind !== 'file' || entry.unlistedBy !== undefined) continue;
    for (const { object, namespace, name } of applications) {
      if (object === undefined) continue;
      const key = [parentOf(entry.place), namespace, name].join('\n');
      const other = known.get(key);
      if (other === undefined) known.set(key, { object, entry });
      else if (other.entry !== entry && isOther(other.object, object))
        found.push([other.object, object]);
    }
  }
  return found;
}

/**
 * The object of an entry that delivers the entry itself, as Flux does with the folder that it is started from: all else
 * comes to the cluster through it, with its variables filled in.
 */
function selfDelivered(
  { key, world, declaredIn }: Step,
  reader: Reader,
): readonly string[] | undefined {
  const name = reader.get(unitChildrenQuery, key).find((one) => {
    const object = reader.get(unitObjectQuery, childKey(key, one));
    if (object === undefined || !deliversFolder(object, declaredIn)) return false;
    const row = applicationOf(reader, {
      object,
      objectsAround: () => reader.get(objectsAroundQuery, key),
      world,
    });
    return row?.sources.some(
      ({ isHere, path, pathExists }) => isHere && pathExists && path === declaredIn,
    );
  });
  return name === undefined ? undefined : [name];
}

/**
 * What the tree at hand holds of the objects that an application delivers from another revision: they are a part of what it
 * delivers, also where they are other there.
 */
function placesAtHand({ sources }: Application, reader: Reader): readonly string[] {
  const folders = sources.flatMap(({ isHere, tree, path }) =>
    isHere && tree !== undefined && path !== undefined ? [path] : [],
  );
  if (folders.length === 0) return [];
  const isIn = (place: FileId): boolean => folders.some((folder) => isInOrBelow(place, folder));
  return [
    ...reader
      .get(mentioningFilesQuery, '')
      .filter(isIn)
      .map((file) => `file:${file}`),
    ...[...reader.get(mentioningRootsQuery, '')].filter(isIn).map((root) => `root:${root}`),
  ];
}

interface Found {
  readonly child: UnitKey;
  readonly object: Resource;
  readonly step: Step;
}

/** Takes an object in; gives the way on to what it yields. */
function stepInto({ child, object, step }: Found, walk: Walk, reader: Reader): readonly Step[] {
  const { source } = object;
  for (const place of placesOf(object)) walk.covers.add(place);
  if (object.id.kind === 'ApplicationSet') {
    const { open: reasons, observed, otherRevisions = [] } = reader.get(expandedSetQuery, child);
    const { declaredIn, parent } = step;
    const generator = { key: child, object, declaredIn, parent: parent?.key };
    if (reasons.length > 0) walk.openGenerators.push({ ...generator, reasons });
    if (otherRevisions.length > 0) {
      const waits = otherRevisions.map((revision) =>
        reason('applicationset.git-other-revision', { revision }),
      );
      walk.waitingGenerators.push({ ...generator, reasons: waits });
    }
    if (observed === undefined) return [{ ...step, key: child }];
    const seen = new Set(observed.applications.map(({ id }) => id.name));
    return [
      {
        ...step,
        key: child,
        observed: {
          names: seen,
          why: reason('cluster.observed', { date: observed.day ?? '', by: observed.by }),
        },
      },
    ];
  }
  const resourceSet = reader.get(expandedResourceSetQuery, child);
  if (resourceSet !== undefined) {
    const { open: reasons } = resourceSet;
    if (reasons.length > 0) {
      const { declaredIn, parent } = step;
      walk.openGenerators.push({ key: child, object, declaredIn, parent: parent?.key, reasons });
    }
    return [{ ...step, key: child }];
  }
  const row = applicationOf(reader, {
    object,
    objectsAround: () => reader.get(objectsAroundQuery, step.key),
    world: step.world,
  });
  if (row === undefined) return [];
  const seen = step.observed?.names.has(object.id.name) === true ? step.observed.why : undefined;
  const application: Application = {
    ...row,
    key: child,
    declaredIn: step.declaredIn,
    declaredAt: object.originOf(object.node).writtenAt,
    parent: step.parent?.key,
    object,
    certainty: lessCertain(
      seen === undefined ? row.certainty : lessCertain(row.certainty, 'inferred'),
      step.certainty,
    ),
    why:
      seen !== undefined
        ? seen
        : step.certainty === 'open' && step.parent === undefined
          ? reason('application.unlisted', { file: source.file, root: walk.entry.unlistedBy ?? '' })
          : row.why,
  };
  walk.applications.push(application);
  for (const place of placesAtHand(application, reader)) walk.covers.add(place);
  const folder = application.sources.find(({ isHere, pathExists }) => isHere && pathExists)?.path;
  if (folder !== undefined && walk.entry.place !== folder) walk.covers.add(`root:${folder}`);
  if (folder !== undefined && application.kind === 'Kustomization')
    for (const root of rootsOfMadeFile(reader, folder)) walk.covers.add(`root:${root}`);
  return [
    {
      key: child,
      world: worldWithin(application, step.world),
      parent: application,
      declaredIn: folder ?? step.declaredIn,
      certainty: application.certainty,
    },
  ];
}
