import { isArgoKind, readApplication } from '../../argocd/application.ts';
import { nothingRendered, type RenderedApplication } from '../../delivery/application.ts';
import type { ClusterFacts } from '../../delivery/deliveredChart.ts';
import { expandResourceSet, type ExpandedResourceSet } from '../../flux/expandResourceSet.ts';
import { isFluxApplication, readFluxApplication } from '../../flux/fluxApplication.ts';
import type { FleetObjects, NamedWithin } from '../../flux/fleetObjects.ts';
import { releaseNamespaceOf } from '../../flux/helmRelease.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Query, Reader } from '../../query/database.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { sameTree } from '../../yaml/nodes.ts';
import { registeredCluster, registeredClustersQuery } from '../register/registeredClusters.ts';
import { applicationOf, worldOf, worldWithin, type World } from './applicationRow.ts';
import { renderConvention } from './conventions.ts';
import { isDeclaring } from './declaring.ts';
import { entryOutput } from './entryOutput.ts';
import { objectsAround, type FluxSurroundings } from './fluxUnits.ts';
import {
  expandSet,
  expandSetAtHand,
  renderUnit,
  yieldsApplications,
  type ExpandedSet,
  type SetAtHand,
} from './renderUnit.ts';
import { lineage, objectName, parentKey, parseKey, type UnitKey } from './unitKeys.ts';
import { valuesBeside, withValues } from './valuesBeside.ts';

/*
 * What is applied by hand yields objects; some of them are applications, which yield objects again. Each of these is a unit
 * with a key that names the way to it, and three queries: the object that it is, what it renders to, and which objects of
 * its output make applications.
 */

/** The object of a unit; `undefined` for an entry, and where its parent no longer yields it. */
export const unitObjectQuery: Query<UnitKey, Resource | undefined> = {
  name: 'unitObject',
  equals: (a, b) =>
    a === b ||
    (a !== undefined &&
      b !== undefined &&
      a.source.file === b.source.file &&
      sameTree(a.node, b.node)),
  compute: (key, reader) => {
    const parsed = parseKey(key);
    return parsed.kind === 'object'
      ? reader.get(unitIndexQuery, parsed.parent).get(parsed.object)
      : undefined;
  },
};

/** What a unit renders to. */
export const unitOutputQuery: Query<UnitKey, RenderedApplication> = {
  name: 'unitOutput',
  droppable: true,
  compute: (key, reader) => {
    const parsed = parseKey(key);
    switch (parsed.kind) {
      case 'root':
      case 'file':
        return entryOutput(reader, parsed);
      case 'values':
        return renderConvention(reader, key);
      case 'object': {
        const object = reader.get(unitObjectQuery, key);
        if (object === undefined) return nothingRendered;
        if (isArgoKind(object, 'ApplicationSet')) {
          return {
            ...nothingRendered,
            resources: reader.get(expandedSetQuery, key).applications,
          };
        }
        const set = reader.get(expandedResourceSetQuery, key);
        if (set !== undefined) return { ...nothingRendered, resources: set.objects };
        return renderUnit(reader, object, surroundingsOf(reader, object, key));
      }
    }
  },
};

/**
 * What a unit would render to if the revision that it follows were the tree at hand, as it will be once that is merged
 * there.
 */
export const unitAtHandQuery: Query<UnitKey, RenderedApplication> = {
  name: 'unitAtHand',
  droppable: true,
  compute: (key, reader) => {
    const parsed = parseKey(key);
    const object = reader.get(unitObjectQuery, key);
    if (parsed.kind !== 'object' || object === undefined) return reader.get(unitOutputQuery, key);
    return renderUnit(reader, object, surroundingsOf(reader, object, key), 'at-hand');
  },
};

/** The objects of the cluster that the object of a unit is on, with the values that are delivered beside it. */
export function objectsFor(reader: Reader, object: Resource, key: UnitKey): FleetObjects {
  const objects = reader.get(objectsAroundQuery, parentKey(key));
  return withValues(objects, valuesBeside(reader, key, object, objects));
}

/** What is around an object of Flux; `undefined` for any other. */
function surroundingsOf(
  reader: Reader,
  object: Resource,
  key: UnitKey,
): FluxSurroundings | undefined {
  if (!isFluxApplication(object)) return undefined;
  const parent = parentKey(key);
  const objects = objectsFor(reader, object, key);
  return { objects, cluster: releaseCluster(reader, object, parent) };
}

/** What an ApplicationSet makes, by the key of its unit. */
export const expandedSetQuery: Query<UnitKey, ExpandedSet> = {
  name: 'expandedSet',
  compute: (key, reader) => {
    const object = reader.get(unitObjectQuery, key);
    return object === undefined
      ? { applications: [], open: [], observed: undefined }
      : expandSet(reader, object);
  },
};

/** What the tree at hand would make of an ApplicationSet that reads another revision of it, by the key of its unit. */
export const setAtHandQuery: Query<UnitKey, SetAtHand> = {
  name: 'setAtHand',
  compute: (key, reader) => {
    const object = reader.get(unitObjectQuery, key);
    return object === undefined
      ? { applications: [], found: [], waiting: [] }
      : expandSetAtHand(reader, object);
  },
};

/** What a ResourceSet of Flux Operator makes, by the key of its unit; `undefined` for any other object. */
export const expandedResourceSetQuery: Query<UnitKey, ExpandedResourceSet | undefined> = {
  name: 'expandedResourceSet',
  compute: (key, reader) => {
    const object = reader.get(unitObjectQuery, key);
    return object && expandResourceSet(object);
  },
};

/** The objects of the cluster that the objects of a unit live in, as far as its ancestors and it yield them. */
export const objectsAroundQuery: Query<UnitKey, FleetObjects> = {
  name: 'objectsAround',
  compute: (key, reader) => {
    const [start = key] = lineage(key);
    const parsed = parseKey(start);
    const around = lineage(key);
    return objectsAround(
      reader,
      around.flatMap((one) => reader.get(unitOutputQuery, one).resources),
      around.flatMap((one) => inNamespace(reader, one)),
      parsed.kind === 'object' ? '' : parsed.kind === 'file' ? parsed.place : `${parsed.place}/.`,
    );
  },
};

/** The objects of a unit by the namespace that its controller gives to those that name none. */
function inNamespace(reader: Reader, key: UnitKey): readonly NamedWithin[] {
  const object = reader.get(unitObjectQuery, key);
  const namespace = object && defaultNamespaceOf(object);
  if (namespace === undefined) return [];
  return reader
    .get(unitOutputQuery, key)
    .resources.flatMap((resource): readonly NamedWithin[] =>
      resource.id.namespace === ''
        ? [{ resource, namespace }]
        : resource.id.namespace === namespace
          ? [{ resource, namespace: '' }]
          : [],
    );
}

/**
 * Where a controller puts namespaced objects that name no namespace; `undefined` where it puts them nowhere by itself.
 * Source: helm-controller v1.7.1 helmrelease_types.go `GetReleaseNamespace`; Argo CD 3.2.0 gitops-engine pkg/sync
 * sync_context.go `getSyncTasks`.
 */
function defaultNamespaceOf(object: Resource): string | undefined {
  const release = readFluxApplication(object);
  const named =
    release?.kind === 'HelmRelease'
      ? releaseNamespaceOf(release)
      : readApplication(object)?.destination.namespace?.value;
  return named === '' ? undefined : named;
}

/** The clusters in which the objects live that a unit yields. */
export const unitWorldQuery: Query<UnitKey, World> = {
  name: 'unitWorld',
  equals: deepEqual,
  compute: (key, reader) => {
    const parsed = parseKey(key);
    if (parsed.kind !== 'object') {
      return worldOf(parsed, [...reader.get(unitIndexQuery, key).values()], reader);
    }
    const world = reader.get(unitWorldQuery, parsed.parent);
    const object = reader.get(unitObjectQuery, key);
    if (object === undefined || isArgoKind(object, 'ApplicationSet')) return world;
    const row = applicationOf(reader, {
      object,
      objectsAround: () => reader.get(objectsAroundQuery, parsed.parent),
      world,
    });
    return row === undefined ? world : worldWithin(row, world);
  },
};

/** What the register knows of the cluster that a HelmRelease is delivered to; charts alone ask for it. */
function releaseCluster(
  reader: Reader,
  object: Resource,
  parent: UnitKey,
): ClusterFacts | undefined {
  if (object.id.kind !== 'HelmRelease' || !reader.get(knowsVersionsQuery, '')) return undefined;
  const row = applicationOf(reader, {
    object,
    objectsAround: () => reader.get(objectsAroundQuery, parent),
    world: reader.get(unitWorldQuery, parent),
  });
  return registeredCluster(reader, row?.destination.cluster);
}

/** Whether the register knows of any cluster what charts ask for. */
const knowsVersionsQuery: Query<'', boolean> = {
  name: 'knowsVersions',
  compute: (_key, reader) =>
    reader
      .get(registeredClustersQuery, '')
      .some(
        ({ kubernetesVersion, apiVersions, controllers }) =>
          kubernetesVersion !== undefined ||
          apiVersions.length > 0 ||
          controllers.flux !== undefined,
      ),
};

/** The objects of a unit's output that make applications, by their names. */
export const unitIndexQuery: Query<UnitKey, ReadonlyMap<string, Resource>> = {
  name: 'unitIndex',
  compute: (key, reader) =>
    new Map(
      reader
        .get(unitOutputQuery, key)
        .resources.filter(({ id }) => isDeclaring(id))
        .map((resource) => [objectName(resource.id), resource]),
    ),
};

/** The names of the objects of a unit that make applications, in the order of its output. */
export const unitChildrenQuery: Query<UnitKey, readonly string[]> = {
  name: 'unitChildren',
  equals: deepEqual,
  compute: (key, reader) => {
    const parsed = parseKey(key);
    if (parsed.kind === 'object') {
      const object = reader.get(unitObjectQuery, key);
      if (object === undefined) return [];
      const objects = isFluxApplication(object)
        ? reader.get(objectsAroundQuery, parsed.parent)
        : undefined;
      if (!yieldsApplications(reader, object, objects)) return [];
    }
    return [...reader.get(unitIndexQuery, key).keys()];
  },
};
