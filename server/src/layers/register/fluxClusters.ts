import type { Application } from '../../delivery/application.ts';
import type { PlacedEntry } from '../../delivery/placed.ts';
import { isInOrBelow } from '../../kustomize/files.ts';
import { fileObjectsQuery } from '../../kustomize/objects.ts';
import { Resource } from '../../kustomize/resource.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { treePathsInput } from '../treePaths.ts';
import type { SeenCluster } from './clusterRow.ts';

/**
 * The clusters that Flux starts on from a folder of the tree, with the variables that the folder fills in: inline ones, and
 * those of ConfigMaps that stand in it.
 * Source: Flux kustomize-controller 1.7 API, `spec.postBuild`; the layout of `flux bootstrap`.
 */
export function fluxClusters(
  applications: readonly Application[],
  reader: Reader,
): readonly SeenCluster[] {
  return applications.flatMap((application): readonly SeenCluster[] => {
    const { controller, kind, parent, destination, sources, declaredAt, certainty } = application;
    const [source] = sources;
    const isStart = controller === 'flux' && kind === 'Kustomization' && parent === undefined;
    if (!isStart || destination.cluster === undefined || source?.isHere !== true) return [];
    const { path: flux } = source;
    return [
      {
        name: destination.cluster,
        server: destination.server,
        project: undefined,
        flux,
        labels: {},
        annotations: {},
        texts: flux === undefined ? [] : variablesBelow(flux, reader),
        at: declaredAt,
        certainty: certainty === 'open' ? 'inferred' : certainty,
      },
    ];
  });
}

function variablesBelow(folder: FileId, reader: Reader): readonly PlacedEntry[] {
  const objects = reader
    .read(treePathsInput, '')
    .filter((path) => isInOrBelow(path, folder) && /\.ya?ml$/.test(path))
    .flatMap((file) =>
      reader
        .get(fileObjectsQuery, file)
        .nodes.map((node) => new Resource(node, { file, inside: [], root: '' })),
    );
  const builds = objects
    .filter(({ id }) => id.group === 'kustomize.toolkit.fluxcd.io')
    .map((resource) => ({ resource, build: field(field(resource.node, 'spec'), 'postBuild') }));
  const named = new Set(
    builds.flatMap(({ build }) =>
      itemsOf(field(build, 'substituteFrom'))
        .filter((from) => rawText(field(from, 'kind')) === 'ConfigMap')
        .map((from) => rawText(field(from, 'name'))),
    ),
  );
  const maps = objects.filter(({ id }) => id.kind === 'ConfigMap' && named.has(id.name));
  return [
    ...builds.flatMap(({ resource, build }) => entriesOf(field(build, 'substitute'), resource)),
    ...maps.flatMap((resource) => entriesOf(field(resource.node, 'data'), resource)),
  ];
}

function itemsOf(node: ResourceNode | undefined): readonly ResourceNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}

function entriesOf(map: ResourceNode | undefined, owner: Resource): readonly PlacedEntry[] {
  if (map?.kind !== 'map') return [];
  return map.keys.flatMap((key, index) => {
    const value = map.values[index];
    const text = rawText(value);
    return value === undefined || text === '' || text.includes('${')
      ? []
      : [{ key, value: text, at: owner.originOf(value).writtenAt }];
  });
}
