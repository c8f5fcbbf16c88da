import { applicationOf, type TracedApplication } from '../../flux/fluxApplication.ts';
import type { NamedCluster } from '../../flux/clusterName.ts';
import { fleetLookup } from '../../flux/fleetLookup.ts';
import { fleetObjects, type FleetObjects } from '../../flux/fleetObjects.ts';
import type { SourceContext } from '../../flux/fleetSources.ts';
import { artifactReader, ignoreFileName } from '../../flux/ignore.ts';
import { sourceGroup } from '../../flux/locateSource.ts';
import { renderFluxKustomization } from '../../flux/render.ts';
import { nothingRendered, type RenderedApplication } from '../../delivery/application.ts';
import { reason } from '../../delivery/reason.ts';
import { fileObjectsQuery } from '../../kustomize/objects.ts';
import { Resource } from '../../kustomize/resource.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { configQuery } from '../config/configFile.ts';
import { treePathsInput } from '../treePaths.ts';
import { mentioningFilesQuery } from './declaring.ts';
import { hereIn } from './here.ts';

/** Every `.sourceignore` of the tree. */
const ignoreFilesQuery: Query<'', readonly FileId[]> = {
  name: 'sourceIgnoreFiles',
  equals: deepEqual,
  compute: (_key, reader) =>
    reader
      .read(treePathsInput, '')
      .filter((path) => path === ignoreFileName || path.endsWith(`/${ignoreFileName}`)),
};

/** The sources of Flux as files have them, whoever builds them: for references to what a sibling delivers. */
const writtenSourcesQuery: Query<'', readonly Resource[]> = {
  name: 'writtenSources',
  compute: (_key, reader) =>
    reader.get(mentioningFilesQuery, '').flatMap((file) =>
      reader.get(fileObjectsQuery, file).nodes.flatMap((node) => {
        const resource = new Resource(node, { file, inside: [], root: '' });
        return resource.id.group === sourceGroup ? [resource] : [];
      }),
    ),
};

/** The objects of the cluster that an object lives in: what its ancestors yield, and sources that siblings may yield. */
export function objectsAround(reader: Reader, ancestors: readonly Resource[]): FleetObjects {
  const around = fleetObjects(ancestors);
  const written = reader.get(writtenSourcesQuery, '');
  return {
    ...around,
    find: (type, namespace, name) =>
      around.find(type, namespace, name) ??
      (type.group === sourceGroup
        ? written.find(
            ({ id }) =>
              id.kind === type.kind &&
              id.name === name &&
              (id.namespace === namespace || id.namespace === ''),
          )
        : undefined),
  };
}

/** What is known beside an object of Flux when it is read. */
function contextOf(reader: Reader, objects: FleetObjects): SourceContext {
  const { artifacts } = reader.get(configQuery, '');
  return {
    reader,
    objects,
    isHere: hereIn(reader),
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
  return applicationOf(object, { ...contextOf(reader, objects), cluster });
}

/** Renders an object of Flux as its controller does; what is not here renders to nothing. */
export function renderFlux(
  reader: Reader,
  object: Resource,
  objects: FleetObjects,
): RenderedApplication {
  const traced = fluxApplication(reader, object, objects);
  if (traced === undefined) return nothingRendered;
  const { object: own, source } = traced;
  if (own.kind === 'HelmRelease') {
    const detail = source.source.chart ?? source.source.path ?? own.name;
    return { ...nothingRendered, gaps: [{ kind: 'chart', detail, at: own.at }] };
  }
  if (!source.source.isHere) {
    const detail = source.source.repository;
    return { ...nothingRendered, gaps: [{ kind: 'remote', detail, at: own.at }] };
  }
  const rendered = renderFluxKustomization(own, {
    reader: source.scope === undefined ? reader : artifactReader(reader, source.scope),
    lookup: fleetLookup(objects),
    folder: source.source.path,
  });
  return rendered.kind === 'pending' ? nothingRendered : rendered;
}
