import { localName, localServer } from '../../argocd/applicationSet/clusterGenerator.ts';
import type { ArgoApplication } from '../../argocd/application.ts';
import {
  isRead,
  type Application,
  type ApplicationSource,
  type Destination,
} from '../../delivery/application.ts';
import { toldChart } from '../../delivery/fetchedChart.ts';
import { reason, type Certainty, type Reason } from '../../delivery/reason.ts';
import { clusterOfEntry, type NamedCluster } from '../../flux/clusterName.ts';
import type { FleetObjects } from '../../flux/fleetObjects.ts';
import { isFluxApplication, topKustomization } from '../../flux/fluxApplication.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Reader } from '../../query/database.ts';
import type { Entry } from './declaring.ts';
import { knownClustersQuery, withoutSlash } from './clustersOfFleet.ts';
import { ownAddressesQuery } from './here.ts';
import { fluxApplication } from './fluxUnits.ts';
import { argoApplicationOf } from './hydrated.ts';
import { argoSources } from './renderUnit.ts';

/** The cluster in which the objects live that controllers read. */
export interface World {
  /** As Argo CD calls it. */
  readonly argocd: string;
  readonly flux: NamedCluster;
}

/** What a row says of an application, beside what the way to it says. */
export type Row = Omit<Application, 'key' | 'declaredIn' | 'declaredAt' | 'parent' | 'object'>;

/** Where what is applied by hand lives. */
export function worldOf(
  entry: Pick<Entry, 'place'>,
  objects: readonly Resource[],
  reader: Reader,
): World {
  const { fluxFolders } = reader.get(knownClustersQuery, '');
  const top = topKustomization(objects, entry.place);
  const flux =
    top === undefined
      ? { cluster: undefined, certainty: 'open' as const, why: reason('application.undelivered') }
      : clusterOfEntry(entry.place, { top, register: fluxFolders });
  return { argocd: localName, flux };
}

/** Where the objects live that an application yields. Argo CD reads its own cluster, whatever its Applications deliver to. */
export function worldWithin({ controller, destination, certainty, why }: Row, world: World): World {
  const { cluster } = destination;
  // How the cluster is known stays as it is where the way leads to no other.
  const flux = cluster === world.flux.cluster ? world.flux : { cluster, certainty, why };
  return controller === 'argocd'
    ? { argocd: world.argocd, flux }
    : { argocd: cluster ?? world.argocd, flux };
}

/** The row of an object; `undefined` for one that makes no application of its own. */
export function applicationOf(
  reader: Reader,
  {
    object,
    objectsAround,
    world,
  }: {
    readonly object: Resource;
    /** The objects of its cluster. */
    readonly objectsAround: () => FleetObjects;
    readonly world: World;
  },
): Row | undefined {
  if (isFluxApplication(object)) {
    return fluxApplication(reader, object, objectsAround(), world.flux)?.application;
  }
  const application = argoApplicationOf(reader, object);
  return application && argoRow(application, world, reader);
}

function argoRow(application: ArgoApplication, world: World, reader: Reader): Row {
  const sources = argoSources(reader, application);
  const { destination, certainty, why } = argoDestination(application, world, reader);
  const uncertain = sources.some(({ isHere }) => isHere) && byFolders(reader);
  return {
    controller: 'argocd',
    kind: 'Application',
    name: application.name,
    namespace: application.namespace,
    destination,
    sources,
    certainty: certainty === 'known' && uncertain ? 'inferred' : certainty,
    why:
      whyOf(sources) ??
      (certainty === 'known' && uncertain
        ? reason('repository.by-folders', { repository: hereAddress(sources) })
        : why),
    prunes: application.automated?.prune ?? false,
    cascades: application.cascades,
    suspended: false,
  };
}

function byFolders(reader: Reader): boolean {
  const { by } = reader.get(ownAddressesQuery, '');
  return by === 'folders' || by === 'bootstrap';
}

function hereAddress(sources: readonly ApplicationSource[]): string {
  return sources.find(({ isHere }) => isHere)?.repository ?? '';
}

/** What is not in the tree. */
function whyOf(sources: readonly ApplicationSource[]): Reason | undefined {
  const elsewhere = sources.find((source) => !isRead(source) && source.ref === undefined);
  if (elsewhere !== undefined) {
    return elsewhere.chart === undefined
      ? reason('source.elsewhere', { repository: elsewhere.repository })
      : reason('source.chart', { chart: elsewhere.chart, repository: elsewhere.repository });
  }
  const missing = sources.find(
    (source) => isRead(source) && source.path !== undefined && !source.pathExists,
  );
  if (missing !== undefined) return reason('source.no-folder', { path: missing.path ?? '' });
  const other = sources.find(({ isHere, isFollowed }) => isHere && !isFollowed);
  if (other !== undefined) {
    const code = other.tree === undefined ? 'source.other-revision' : 'source.read-at-revision';
    return reason(code, { revision: other.revision ?? 'HEAD' });
  }
  const another = sources.find(({ isHere, tree }) => !isHere && tree !== undefined);
  if (another?.tree !== undefined) {
    const { repository, chart, tree } = another;
    return chart === undefined
      ? reason('source.read-elsewhere', { repository })
      : reason('source.fetched-chart', { chart: toldChart('', tree), repository });
  }
  const hydrated = sources.find(({ hydratedTo }) => hydratedTo !== undefined);
  return hydrated && reason('source.hydrated', { branch: hydrated.hydratedTo ?? '' });
}

/** Source: Argo CD 3.2.0 util/argo/argo.go `GetDestinationCluster`. */
function argoDestination(
  { destination: { name, server, namespace } }: ArgoApplication,
  world: World,
  reader: Reader,
): { readonly destination: Destination; readonly certainty: Certainty; readonly why: Reason } {
  const known = reader.get(knownClustersQuery, '');
  const space = namespace?.value ?? '';
  if (name !== undefined) {
    const cluster =
      name.value === localName ? world.argocd : (known.nameByAlias[name.value] ?? name.value);
    return {
      destination: { cluster, server: undefined, namespace: space },
      certainty: 'known',
      why: reason('cluster.named'),
    };
  }
  if (server === undefined) {
    return {
      destination: { cluster: undefined, server: undefined, namespace: space },
      certainty: 'open',
      why: reason('cluster.none'),
    };
  }
  const address = withoutSlash(server.value);
  const registered = known.nameByServer[address];
  const cluster = registered ?? (address === localServer ? world.argocd : server.value);
  const destination = { cluster, server: server.value, namespace: space };
  return registered !== undefined || address === localServer
    ? { destination, certainty: 'known', why: reason('cluster.by-server') }
    : {
        destination,
        certainty: 'inferred',
        why: reason('cluster.unregistered', { server: server.value }),
      };
}
