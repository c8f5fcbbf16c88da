import { chartTemplate } from '../../flux/chartSource.ts';
import { applicationOf, type TracedApplication } from '../../flux/fluxApplication.ts';
import type { NamedCluster } from '../../flux/clusterName.ts';
import { fleetObjects, type FleetObjects, type NamedWithin } from '../../flux/fleetObjects.ts';
import type { SourceContext } from '../../flux/fleetSources.ts';
import { ignoreFileName } from '../../flux/ignore.ts';
import { renderFluxApplication } from '../../flux/renderApplication.ts';
import { fluxChart } from '../../flux/renderRelease.ts';
import {
  isSourceLike,
  startFolders,
  withWritten,
  writtenObjects,
  type WrittenObjects,
} from '../../flux/writtenObjects.ts';
import type { ClusterFacts, DeliveredChart } from '../../delivery/deliveredChart.ts';
import { nothingRendered, type RenderedApplication } from '../../delivery/application.ts';
import { reason } from '../../delivery/reason.ts';
import { helmOf } from '../../helm/helmVersion.ts';
import { joinPath } from '../../kustomize/files.ts';
import { fileObjectsQuery } from '../../kustomize/objects.ts';
import { Resource } from '../../kustomize/resource.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { configQuery } from '../config/configFile.ts';
import { treePathsInput } from '../treePaths.ts';
import { mentioningFilesQuery, sourceFilesQuery } from './declaring.ts';
import { hereIn, treesIn, type Reads } from './here.ts';
import { dryPlace } from './hydrated.ts';

/** Every `.sourceignore` of the tree, or of the one beside it that stands in a folder. */
const ignoreFilesQuery: Query<FileId, readonly FileId[]> = {
  name: 'sourceIgnoreFiles',
  equals: deepEqual,
  compute: (tree, reader) =>
    reader
      .read(treePathsInput, tree)
      .filter((path) => path === ignoreFileName || path.endsWith(`/${ignoreFileName}`)),
};

/** What gives files to objects of Flux, as files have it, whoever builds it: for references to what a sibling delivers. */
const writtenSourcesQuery: Query<'', WrittenObjects> = {
  name: 'writtenSources',
  compute: (_key, reader) =>
    writtenObjects(
      reader.get(sourceFilesQuery, '').flatMap((file) =>
        reader.get(fileObjectsQuery, file).nodes.flatMap((node) => {
          const resource = new Resource(node, { file, inside: [], root: '' });
          return isSourceLike(resource) ? [resource] : [];
        }),
      ),
    ),
};

/** The folders that Flux is started with, sorted. */
export const startFoldersQuery: Query<'', readonly FileId[]> = {
  name: 'startFolders',
  equals: deepEqual,
  compute: (_key, reader) =>
    startFolders(
      reader
        .get(mentioningFilesQuery, '')
        .flatMap((file) =>
          reader
            .get(fileObjectsQuery, file)
            .nodes.map((node) => new Resource(node, { file, inside: [], root: '' })),
        ),
    ),
};

/**
 * The objects of the cluster that an object lives in: what its ancestors yield, and sources that siblings may yield, the
 * nearest to a file or folder first.
 */
export function objectsAround(
  reader: Reader,
  ancestors: readonly Resource[],
  named: readonly NamedWithin[],
  near: FileId,
): FleetObjects {
  return withWritten(fleetObjects(ancestors, named), reader.get(writtenSourcesQuery, ''), near);
}

/** What is known beside an object of Flux when it is read. */
function contextOf(reader: Reader, objects: FleetObjects, reads: Reads): SourceContext {
  const { artifacts, hydrator } = reader.get(configQuery, '');
  return {
    reader,
    objects,
    isHere: hereIn(reader),
    treeOf: treesIn(reader, reads, 'flux'),
    dryOf: (branch, folder) => dryPlace(hydrator, branch, folder),
    ignoreFilesIn: (tree) => reader.get(ignoreFilesQuery, tree),
    artifacts: new Map(
      artifacts.map(({ address, path, tag }) => [address, { path: path.value, tag: tag?.value }]),
    ),
    ignoreFiles: reader.get(ignoreFilesQuery, ''),
  };
}

const unknownCluster: NamedCluster = {
  cluster: undefined,
  certainty: 'open',
  why: reason('cluster.none'),
};

/** The application that an object of Flux makes; `cluster` is the one that its controller runs on. */
export function fluxApplication(
  reader: Reader,
  object: Resource,
  objects: FleetObjects,
  cluster: NamedCluster = unknownCluster,
): TracedApplication | undefined {
  return applicationOf(object, { ...contextOf(reader, objects, 'followed'), cluster });
}

/** The values files of the tree that a HelmRelease takes in the place of those of its chart, there or not. */
export function fluxValuesFiles(
  reader: Reader,
  object: Resource,
  objects: FleetObjects,
): readonly FileId[] {
  const context = { ...contextOf(reader, objects, 'at-hand'), cluster: unknownCluster };
  const traced = applicationOf(object, context);
  if (traced?.object.kind !== 'HelmRelease') return [];
  // What is here perhaps has no folder of its own.
  const folder = traced.source.scope?.folder ?? '';
  const files = chartTemplate(traced.object, objects)?.valuesFiles ?? [];
  return files.flatMap(({ value }) => joinPath(folder, value) ?? []);
}

/** The chart that a HelmRelease delivers; `undefined` where the object is none. */
export function fluxDeliveredChart(
  reader: Reader,
  object: Resource,
  { objects, cluster }: FluxSurroundings,
): DeliveredChart | undefined {
  const traced = fluxApplication(reader, object, objects);
  if (traced?.object.kind !== 'HelmRelease') return undefined;
  const helmVersion = fluxHelmVersion(reader, cluster);
  return fluxChart(traced.object, { reader, objects, source: traced.source, cluster, helmVersion });
}

/** The version of Helm that the helm-controller of a cluster ships. */
export function fluxHelmVersion(reader: Reader, cluster: ClusterFacts | undefined): string {
  const told = reader.get(configQuery, '').build.flux.helmVersion?.value;
  return told ?? helmOf('flux', cluster?.controllers?.flux);
}

/** What is around an object of Flux. */
export interface FluxSurroundings {
  /** The objects of its cluster. */
  readonly objects: FleetObjects;
  /** What the register knows of the cluster that it delivers to. */
  readonly cluster: ClusterFacts | undefined;
}

/** Renders an object of Flux as its controller does, from a tree that is read; what is not here renders to nothing. */
export function renderFlux(
  reader: Reader,
  object: Resource,
  { objects, cluster }: FluxSurroundings,
  reads: Reads,
): RenderedApplication {
  const context = { ...contextOf(reader, objects, reads), cluster: unknownCluster };
  const traced = applicationOf(object, context);
  if (traced === undefined) return nothingRendered;
  const rendered = renderFluxApplication(traced, {
    reader,
    objects,
    cluster,
    helmVersion: fluxHelmVersion(reader, cluster),
  });
  return rendered.kind === 'pending' ? nothingRendered : rendered;
}
