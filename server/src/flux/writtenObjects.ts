import type { Resource } from '../kustomize/resource.ts';
import { parentOf } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { compareBytes } from '../util/compareBytes.ts';
import { lazy } from '../util/lazy.ts';
import { readArtifactGenerator } from './artifactGenerator.ts';
import type { FleetObjects } from './fleetObjects.ts';
import { instanceOfRelease, instanceType, readFluxInstance } from './fluxInstance.ts';
import { isOfType, type FluxType } from './fluxObject.ts';
import { sourceGroup } from './locateSource.ts';
import { readFluxKustomization } from './readFluxKustomization.ts';
import { folderOfPath } from './sourcePath.ts';

/** Whether references to sources may lead to an object: a source, or what makes one. */
export function isSourceLike(resource: Resource): boolean {
  const { id } = resource;
  return (
    id.group === sourceGroup ||
    isOfType(id, { group: 'source.extensions.fluxcd.io', kind: 'ArtifactGenerator' }) ||
    isOfType(id, instanceType) ||
    instanceOfRelease(resource) !== undefined
  );
}

/** Objects as files have them, sorted for look-ups; made once for a tree. */
export interface WrittenObjects {
  readonly resources: readonly Resource[];
  readonly byName: ReadonlyMap<string, readonly Resource[]>;
}

/** Sorts objects as files have them. */
export function writtenObjects(resources: readonly Resource[]): WrittenObjects {
  const byName = new Map<string, Resource[]>();
  for (const resource of resources) {
    const name = nameKey(resource.id, resource.id.name);
    const same = byName.get(name);
    if (same === undefined) byName.set(name, [resource]);
    else same.push(resource);
  }
  return { resources, byName };
}

/**
 * The objects of a cluster, and behind them objects as files have them, whoever builds them: for references to what a
 * sibling delivers. Of those with one name the one that stands nearest to a file counts; one without a namespace stands
 * for every namespace, since a kustomization may give it one.
 */
export function withWritten(
  around: FleetObjects,
  { resources, byName }: WrittenObjects,
  near: FileId,
): FleetObjects {
  const sorted = lazy(() => nearestFirst(resources, near));
  const generators = lazy(() => [
    ...around.generators,
    ...sorted().flatMap((resource) => readArtifactGenerator(resource) ?? []),
  ]);
  return {
    find: (type, namespace, name) =>
      around.find(type, namespace, name) ??
      nearestFirst(byName.get(nameKey(type, name)) ?? [], near).find(
        ({ id }) => id.namespace === namespace || id.namespace === '' || namespace === '',
      ),
    ofType: (type) => [...around.ofType(type), ...sorted().filter(({ id }) => isOfType(id, type))],
    get generators() {
      return generators();
    },
  };
}

function nameKey({ group, kind }: FluxType, name: string): string {
  return `${group}/${kind}/${name}`;
}

function nearestFirst(resources: readonly Resource[], near: FileId): readonly Resource[] {
  if (resources.length < 2) return resources;
  return resources
    .map((resource) => ({ resource, away: distance(resource, near) }))
    .sort((a, b) => a.away - b.away)
    .map(({ resource }) => resource);
}

/** How many folders lie between an object's file and another. */
function distance({ source }: Resource, near: FileId): number {
  const [from, to] = [parentOf(source.file).split('/'), parentOf(near).split('/')];
  const common = from.findIndex((part, index) => part !== to[index]);
  const shared = common < 0 ? from.length : common;
  return from.length - shared + (to.length - shared);
}

/**
 * The folders that Flux is started with: what an instance syncs, and what the Kustomization of a bootstrap reads, which is
 * called like its namespace. What stands in one of them is delivered as a whole, with all that stands beside it.
 * Source: fluxcd.io/flux/installation/bootstrap; controlplaneio-fluxcd/flux-operator internal/builder/sync.go.
 */
export function startFolders(written: readonly Resource[]): readonly FileId[] {
  const found = written.flatMap((resource) => {
    const start =
      readFluxInstance(instanceOfRelease(resource) ?? resource)?.kustomization ??
      readFluxKustomization(resource);
    return start?.path !== undefined && start.name === start.namespace
      ? [folderOfPath(start.path.value)]
      : [];
  });
  return [...new Set(found)].sort(compareBytes);
}
