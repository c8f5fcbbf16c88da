import type { Resource } from '../kustomize/resource.ts';
import { parentOf } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { compareBytes } from '../util/compareBytes.ts';
import { readArtifactGenerator } from './artifactGenerator.ts';
import type { FleetObjects } from './fleetObjects.ts';
import { instanceOfRelease, instanceType, readFluxInstance } from './fluxInstance.ts';
import { isOfType } from './fluxObject.ts';
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

/**
 * The objects of a cluster, and behind them objects as files have them, whoever builds them: for references to what a
 * sibling delivers. Of those with one name the one that stands nearest to a file counts; one without a namespace stands
 * for every namespace, since a kustomization may give it one.
 */
export function withWritten(
  around: FleetObjects,
  written: readonly Resource[],
  near: FileId,
): FleetObjects {
  const sorted = [...written].sort((a, b) => distance(a, near) - distance(b, near));
  return {
    find: (type, namespace, name) =>
      around.find(type, namespace, name) ??
      sorted.find(
        ({ id }) =>
          isOfType(id, type) &&
          id.name === name &&
          (id.namespace === namespace || id.namespace === '' || namespace === ''),
      ),
    ofType: (type) => [...around.ofType(type), ...sorted.filter(({ id }) => isOfType(id, type))],
    generators: [
      ...around.generators,
      ...sorted.flatMap((resource) => readArtifactGenerator(resource) ?? []),
    ],
  };
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
