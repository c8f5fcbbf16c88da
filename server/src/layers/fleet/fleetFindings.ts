import { readApplication } from '../../argocd/application.ts';
import type { Application } from '../../delivery/application.ts';
import type { Reader } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { groupBy } from '../../util/groupBy.ts';
import { layersQuery } from '../layers.ts';
import { fleetQuery } from './fleet.ts';
import { ownedName, sharedObjects, type SharedObject } from './ownedObjects.ts';
import { projectFindings } from './projects.ts';
import { missingFolders, undeliveredRootsQuery } from './undelivered.ts';
import { childKey, entryKey } from './unitKeys.ts';
import { expandedSetQuery, unitChildrenQuery, unitObjectQuery, unitOutputQuery } from './units.ts';

/**
 * What looks wrong about the way to clusters, each at its place and once: `delivery.no-folder`, `delivery.undelivered`,
 * `argocd.applicationset-fails`, `argocd.same-application`, and what projects forbid.
 */
export function fleetFindings(reader: Reader): readonly Problem[] {
  return distinct([
    ...missingFolders(reader).map(({ application, path }) =>
      problem(
        'delivery.no-folder',
        { application: application.name, path: path === '' ? '.' : path },
        placeOfPath(application, path),
      ),
    ),
    ...failedSets(reader),
    ...sameApplications(reader),
    ...projectFindings(reader),
    ...undelivered(reader),
  ]);
}

/** Where an application names a folder; its object, where that does not stand in it. */
function placeOfPath({ object, declaredAt }: Application, path: string): SourcePointer {
  const sources = (object && readApplication(object)?.sources) ?? [];
  const named = sources.find((source) => source.path?.value.replace(/^\.\/|\/+$/g, '') === path);
  return named?.path?.at ?? declaredAt;
}

function undelivered(reader: Reader): readonly Problem[] {
  const files = new Map(reader.get(layersQuery, '').map(({ root, file }) => [root, file]));
  return reader.get(undeliveredRootsQuery, '').map((root) =>
    problem(
      'delivery.undelivered',
      { path: root === '' ? '.' : root },
      {
        kind: 'file',
        file: files.get(root) ?? root,
      },
    ),
  );
}

/**
 * Objects that make an Application which another object makes as well: an ApplicationSet takes none over that belongs to
 * another one, and of two that are applied the last one counts.
 *
 * Source: Argo CD 3.2.0 applicationset_controller.go `createOrUpdateInCluster` (controllerutil `SetControllerReference`).
 */
function sameApplications(reader: Reader): readonly Problem[] {
  return reader.get(fleetQuery, '').sameNames.map(([first, second]) => {
    const { file } = first.originOf(first.node).writtenAt;
    const at = second.originOf(second.node).writtenAt;
    return problem('argocd.same-application', { name: second.id.name, file }, at);
  });
}

/** The ApplicationSets of which the controller makes nothing, as it fails. */
function failedSets(reader: Reader): readonly Problem[] {
  const { entries, applications } = reader.get(fleetQuery, '');
  return [...entries.map(entryKey), ...applications.map(({ key }) => key)].flatMap((key) =>
    reader.get(unitChildrenQuery, key).flatMap((name) => {
      const child = childKey(key, name);
      if (reader.get(unitObjectQuery, child)?.id.kind !== 'ApplicationSet') return [];
      return reader.get(expandedSetQuery, child).failure ?? [];
    }),
  );
}

/**
 * The objects that two applications own on one cluster (`delivery.two-owners`), where the first of them writes it; the same
 * place once, however many clusters it is on. Renders every application.
 */
export function sharedFindings(reader: Reader): readonly Problem[] {
  const found = sharedObjects(reader).map((shared) => ({ shared, at: placeOf(reader, shared) }));
  const groups = groupBy(found, ({ at, shared }) => JSON.stringify([at, shared.object]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    return [twoOwners(first.shared, first.at)];
  });
}

/** The same on each cluster, with the owner that writes it. */
export function sharedOwners(
  reader: Reader,
): readonly { readonly application: Application; readonly problem: Problem }[] {
  return sharedObjects(reader).map((shared) => ({
    application: shared.owners[0],
    problem: twoOwners(shared, placeOf(reader, shared)),
  }));
}

function twoOwners(
  { object, owners, cluster }: SharedObject,
  at: SourcePointer | undefined,
): Problem {
  const [type = '', ...name] = object.split('/');
  const own = [type.replace(/\.$/, ''), ...name.filter((part) => part !== '')].join('/');
  const [{ name: application }, { name: other }] = owners;
  return problem('delivery.two-owners', { object: own, application, other, cluster }, at);
}

function placeOf(reader: Reader, { object, owners }: SharedObject): SourcePointer | undefined {
  const resource = reader
    .get(unitOutputQuery, owners[0].key)
    .resources.find(({ id }) => ownedName(id) === object);
  return resource?.originOf(resource.node).writtenAt;
}

function distinct(problems: readonly Problem[]): readonly Problem[] {
  const keyed = problems.map((one) => [JSON.stringify([one.code, one.at]), one] as const);
  return [...new Map(keyed.toReversed()).values()].toReversed();
}
