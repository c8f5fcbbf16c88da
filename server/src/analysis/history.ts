import type { Application } from '../delivery/application.ts';
import { isInOrBelow } from '../kustomize/files.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { reachedApplications } from '../layers/fleet/reachedApplications.ts';
import { lineage, parseKey } from '../layers/fleet/unitKeys.ts';
import { reachedRoots } from '../layers/reach.ts';
import { familiesNamed, familiesOf, familyName, type Family } from '../layers/variants/families.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { sameContent } from '../yaml/nodes.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** An application on a cluster, of one tree. */
export type DeliveredApplication = Application;

/** Finds an application on a cluster by its name, that of its family, or its folder; a refusal says what there is. */
export function findDelivered(
  analysis: Analysis,
  word: string,
  cluster: string,
): Answer<Result<DeliveredApplication, string>> {
  return analysis.ask((reader) => {
    const { applications } = reader.get(fleetQuery, '');
    const families = familiesNamed(familiesOf(applications), word);
    const members = families.flatMap((family) => family.members);
    const onCluster = applications.filter(({ destination }) => destination.cluster === cluster);
    const ofFolder = onCluster.filter((one) => folderOf(one) === word);
    // A family has one member for each cluster, whatever else is called so there.
    const named = onCluster.filter((one) => families.some((family) => isOf(family, one)));
    const [one, ...more] = distinct(ofFolder.length > 0 ? ofFolder : named);
    if (one !== undefined && more.length === 0) return ok(one);
    if (one !== undefined) {
      const all = [one, ...more];
      const names = new Set(all.map(({ name }) => name));
      const folders = [...new Set(all.map(folderOf))].join(', ');
      const told =
        names.size === all.length ? `: ${[...names].join(', ')}.` : `; name a folder: ${folders}.`;
      return failed(`${word} names more than one application on ${cluster}${told}`);
    }
    if (members.length === 0)
      return failed(`there is no application ${word}. strata apps lists them.`);
    const clusters = [...new Set(members.map((member) => member.cluster))].join(', ');
    return failed(`${word} is not on ${cluster}; it is on ${clusters}.`);
  });
}

function isOf({ plainName, members }: Family, { name, kind, destination }: Application): boolean {
  return (
    familyName(name, destination.cluster ?? '') === plainName &&
    members.some(({ application }) => application.kind === kind)
  );
}

/** Applications that are made of the same under the same name are one, whoever declares them. */
function distinct(applications: readonly Application[]): readonly Application[] {
  const found = new Map<string, Application>();
  for (const one of applications) {
    const key = `${one.name}\n${folderOf(one)}`;
    if (!found.has(key)) found.set(key, one);
  }
  return [...found.values()];
}

function folderOf({ sources }: DeliveredApplication): string {
  return sources.map(({ path }) => path).join(' + ');
}

/** The application of a key; `undefined` where it is not there. */
export function deliveredOf(
  analysis: Analysis,
  key: string,
): Answer<DeliveredApplication | undefined> {
  return analysis.ask((reader) =>
    reader.get(fleetQuery, '').applications.find((one) => one.key === key),
  );
}

/**
 * The same application in another tree: by its names and its cluster; `undefined` where it is not there. Where several are
 * called so, the one that came the same way is meant, or else the one that is made of the same folders.
 */
export function sameDelivered(
  analysis: Analysis,
  application: DeliveredApplication,
): Answer<DeliveredApplication | undefined> {
  const { kind, namespace, name, destination, key } = application;
  return analysis.ask((reader) => {
    const named = reader
      .get(fleetQuery, '')
      .applications.filter(
        (one) =>
          one.kind === kind &&
          one.namespace === namespace &&
          one.name === name &&
          one.destination.cluster === destination.cluster,
      );
    return (
      named.find((one) => one.key === key) ??
      named.find((one) => folderOf(one) === folderOf(application)) ??
      named[0]
    );
  });
}

/**
 * Whether a change of some files may change what an application delivers, told without rendering: it reads one of them, or
 * something on the way to its object does.
 */
export function mayChange(
  analysis: Analysis,
  application: DeliveredApplication,
  files: readonly FileId[],
): Answer<boolean> {
  return analysis.ask((reader) => {
    const changed = new Set(files.flatMap(withFolders));
    const way = lineage(application.key);
    const reached = reachedApplications(reader, changed);
    if (way.some((key) => reached.has(key))) return true;
    const entry = parseKey(way[0] ?? '');
    if (files.some((file) => isInOrBelow(file, '.strata'))) return true;
    if (entry.kind === 'file') return changed.has(entry.place);
    return entry.kind === 'root' && reachedRoots(reader, changed, 'none').includes(entry.place);
  });
}

/** A path with the folders above it, which may come or go with it. */
function withFolders(path: FileId): readonly FileId[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
}

/** Whether the object of an application says something else in another tree. */
export function objectDiffers(
  before: DeliveredApplication | undefined,
  after: DeliveredApplication | undefined,
): boolean {
  if (before?.object === undefined || after?.object === undefined)
    return before?.object !== after?.object;
  return !sameContent(before.object.node, after.object.node);
}
