import { localName, localServer } from '../../argocd/applicationSet/clusterGenerator.ts';
import { isReadAsFollowed, type Application } from '../../delivery/application.ts';
import type { ResourceId } from '../../kubernetes/resourceId.ts';
import { contentIdOf, parentOf, readContent } from '../../kustomize/files.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { groupBy } from '../../util/groupBy.ts';
import { foldersBelow } from '../reach.ts';
import { readsOfFolder } from '../reachReads.ts';
import { isKustomizationFile } from '../roots.ts';
import { pathsBelow } from '../treePaths.ts';
import { withoutSlash } from './clustersOfFleet.ts';
import { fleetQuery } from './fleet.ts';
import { lineage, objectName, type UnitKey } from './unitKeys.ts';
import { unitOutputQuery } from './units.ts';

/** How a cluster calls an object, whatever its version: `Kind.group/namespace/name`. */
export function ownedName(id: ResourceId): string {
  return objectName(id.clusterScoped ? { ...id, namespace: '' } : id);
}

/** The objects that an application puts on its cluster, by `ownedName`, sorted. */
export const ownedObjectsQuery: Query<UnitKey, readonly string[]> = {
  name: 'ownedObjects',
  equals: deepEqual,
  compute: (key, reader) =>
    [...new Set(reader.get(unitOutputQuery, key).resources.map(({ id }) => ownedName(id)))].sort(),
};

/**
 * What tells the cluster of an application from all others; `undefined` where it is not certain which one it is. The
 * cluster that an Argo CD runs in has a name of its own for each Argo CD, which the entry stands for.
 */
export function clusterKey({ key, certainty, destination }: Application): string | undefined {
  const { cluster, server } = destination;
  if (certainty === 'open' || cluster === undefined) return undefined;
  const isLocal =
    cluster === localName || (server !== undefined && withoutSlash(server) === localServer);
  return isLocal ? `${localServer} ${lineage(key)[0] ?? ''}` : (server ?? cluster);
}

/** An object of one cluster that two applications own. */
export interface SharedObject {
  readonly object: string;
  readonly cluster: string;
  readonly owners: readonly [Application, Application, ...(readonly Application[])];
}

/** All objects of the fleet that two applications own, by cluster and object. Renders every application. */
export function sharedObjects(reader: Reader): readonly SharedObject[] {
  const { applications } = reader.get(fleetQuery, '');
  return [...groupBy(applications.filter(isTold), clusterKey)].flatMap(([cluster, own]) => {
    const owners = new Map<string, Application[]>();
    for (const application of cluster === undefined ? [] : own) {
      for (const object of reader.get(ownedObjectsQuery, application.key)) {
        const known = owners.get(object);
        if (known === undefined) owners.set(object, [application]);
        else if (!known.some((one) => isSame(one, application))) known.push(application);
      }
    }
    return [...owners].flatMap(([object, [first, second, ...more]]) =>
      first === undefined || second === undefined
        ? []
        : [
            {
              object,
              cluster: first.destination.cluster ?? '',
              owners: [first, second, ...more] as const,
            },
          ],
    );
  });
}

/** Objects that an application is about to own. */
export interface NewObjects {
  readonly application: Application;
  /** By `ownedName`. */
  readonly objects: readonly string[];
}

/** An object that an application is about to own, and who owns it, too. */
export interface SecondOwner {
  readonly application: Application;
  readonly object: string;
  readonly other: Application;
}

/**
 * Who else owns objects that applications are about to own. Of the others only those are rendered whose files can make one
 * of the objects, told by the kinds and names in them.
 */
export function secondOwners(reader: Reader, fresh: readonly NewObjects[]): readonly SecondOwner[] {
  const named = fresh.filter(({ objects }) => objects.length > 0);
  if (named.length === 0) return [];
  const fleet = reader.get(fleetQuery, '').applications.filter(isTold);
  const byCluster = groupBy(fleet, clusterKey);
  return named.flatMap(({ application, objects }) => {
    const cluster = clusterKey(application);
    const others = (cluster === undefined ? undefined : byCluster.get(cluster)) ?? [];
    return others.flatMap((other) => {
      if (isSame(other, application)) return [];
      const possible = objects.filter((object) => mayYield(reader, other, object));
      if (possible.length === 0) return [];
      const owned = new Set(reader.get(ownedObjectsQuery, other.key));
      return possible.flatMap((object) =>
        owned.has(object) ? [{ application, object, other }] : [],
      );
    });
  });
}

/** What is read elsewhere, or at another revision, is not what stands here. */
function isTold({ sources, suspended }: Application): boolean {
  return !suspended && sources.every(isReadAsFollowed);
}

/** An application that is found on two ways is one all the same. */
function isSame(a: Application, b: Application): boolean {
  return a.kind === b.kind && a.namespace === b.namespace && a.name === b.name;
}

function mayYield(reader: Reader, { sources }: Application, object: string): boolean {
  const [type = '', , name = ''] = object.split('/');
  const kind = type.slice(0, type.indexOf('.'));
  return sources.some(
    ({ path }) =>
      path !== undefined &&
      reader.get(folderWordsQuery, path).some((content) => {
        const { kinds, names, isOpen } = reader.get(contentWordsQuery, content);
        return kinds.has(kind) && (isOpen || names.some((one) => name.includes(one)));
      }),
  );
}

/** The contents of the files that an application of a folder is made of. */
const folderWordsQuery: Query<FileId, readonly string[]> = {
  name: 'folderWords',
  equals: deepEqual,
  compute: (folder, reader) => {
    const inside = pathsBelow(reader, folder);
    const roots = inside.filter(isKustomizationFile).map(parentOf);
    const read = roots.flatMap((root) =>
      foldersBelow(reader, root, 'none').flatMap((one) => readsOfFolder(reader, 'none', one).paths),
    );
    return [
      ...new Set([...inside, ...read].flatMap((path) => contentIdOf(reader, path) ?? [])),
    ].sort();
  },
};

/** The kinds and names that a content can give to objects. */
interface ContentWords {
  readonly kinds: ReadonlySet<string>;
  readonly names: readonly string[];
  /** Whether names are filled in. */
  readonly isOpen: boolean;
}

const contentWordsQuery: Query<string, ContentWords> = {
  name: 'contentWords',
  byContent: true,
  compute: (content, reader) => {
    const value = readContent(reader, content);
    const text = value?.kind === 'text' ? value.text : '';
    const kinds = new Set(words(text, /\bkind["']?\s*:\s*["']?(\w+)/g));
    if (text.includes('configMapGenerator')) kinds.add('ConfigMap');
    if (text.includes('secretGenerator')) kinds.add('Secret');
    return {
      kinds,
      names: [...new Set(words(text, /\bname["']?\s*:\s*["']?([\w.-]+)/g))],
      isOpen: /\bname["']?\s*:\s*["']?[^\n]*(?:\$\{|\{\{|<<)/.test(text),
    };
  },
};

function words(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, word = '']) => word);
}
