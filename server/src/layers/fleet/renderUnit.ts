import { readApplication, type ArgoApplication } from '../../argocd/application.ts';
import {
  applicationsOf,
  type SetApplications,
} from '../../argocd/applicationSet/applicationsOf.ts';
import { argoCharts, renderArgoApplication, type RenderOptions } from '../../argocd/render.ts';
import { sourcesOf, type SourceContext } from '../../argocd/sources.ts';
import {
  nothingRendered,
  readFolder,
  type ApplicationSource,
  type RenderedApplication,
} from '../../delivery/application.ts';
import type { DeliveredChart } from '../../delivery/deliveredChart.ts';
import type { Reason } from '../../delivery/reason.ts';
import { instanceOfRelease } from '../../flux/fluxInstance.ts';
import type { FleetObjects } from '../../flux/fleetObjects.ts';
import { isBeside, isInOrBelow, joinPath } from '../../kustomize/files.ts';
import type { LoadRestrictions } from '../../kustomize/load.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import type { Problem } from '../../text/problem.ts';
import { configQuery } from '../config/configFile.ts';
import { argoBuildOf, type ArgoBuild } from './argocdSettingsOf.ts';
import type { ClusterRow } from '../register/clusterRow.ts';
import { registeredCluster, registeredClustersQuery } from '../register/registeredClusters.ts';
import { knownClustersQuery, withoutSlash } from './clustersOfFleet.ts';
import { folderMentions, mentioningFilesQuery, mentioningRootsQuery } from './declaring.ts';
import { fluxApplication, renderFlux, type FluxSurroundings } from './fluxUnits.ts';
import { hereIn, treesIn, type Reads } from './here.ts';
import { argoApplicationOf } from './hydrated.ts';
import { observedSet, type ObservedSet } from './observedSet.ts';

/** What an ApplicationSet makes: Applications as objects, why there may be more, and where the controller fails. */
export interface ExpandedSet {
  readonly applications: readonly Resource[];
  readonly open: readonly Reason[];
  readonly failure?: Problem;
  /** What an import saw in the place of what the repository leaves open. */
  readonly observed: ObservedSet | undefined;
  /** The revisions of the tree's own repository that its git generators read, but for the one that the tree stands for. */
  readonly otherRevisions?: readonly string[];
}

/** Expands an ApplicationSet with the clusters of the register. */
export function expandSet(reader: Reader, object: Resource): ExpandedSet {
  const found = setApplications(reader, object, 'followed');
  if (found.open.length === 0) return { ...found, observed: undefined };
  const observed = observedSet(reader, object, found.applications);
  return observed.day === undefined
    ? { ...found, observed: undefined }
    : {
        ...found,
        applications: [...found.applications, ...observed.applications],
        open: [],
        observed,
      };
}

/** What the tree at hand would make of an ApplicationSet whose git generators read another revision of it. */
export interface SetAtHand {
  readonly applications: readonly Resource[];
  /** The folders and files that its git generators find. */
  readonly found: readonly FileId[];
  /** The folders of its applications that the revision itself does not make yet. */
  readonly waiting: readonly FileId[];
}

/** Expands an ApplicationSet as if the revisions of the repository that it reads were the tree at hand. */
export function expandSetAtHand(reader: Reader, object: Resource): SetAtHand {
  const { applications, foundAtHand = [] } = setApplications(reader, object, 'at-hand');
  const made = new Set(expandSet(reader, object).applications.map(({ id }) => id.name));
  const waiting = applications
    .filter(({ id }) => !made.has(id.name))
    .flatMap((one) => readApplication(one)?.sources ?? [])
    .flatMap(({ path }) => (path === undefined ? [] : [joinPath('', path.value) ?? path.value]));
  return { applications, found: foundAtHand, waiting };
}

function setApplications(reader: Reader, object: Resource, reads: Reads): SetApplications {
  const { secrets, isComplete } = reader.get(knownClustersQuery, '');
  return (
    applicationsOf(object, {
      reader,
      clusters: secrets,
      clustersKnown: isComplete,
      argocdNamespace: object.id.namespace === '' ? 'argocd' : object.id.namespace,
      isHere: hereIn(reader),
      treeOf: treesIn(reader, 'followed', 'argocd'),
      ownRevisions: reads,
    }) ?? { applications: [], open: [] }
  );
}

/** Where an Application takes its files from. */
export function argoSources(
  reader: Reader,
  application: ArgoApplication,
  reads: Reads = 'followed',
): readonly ApplicationSource[] {
  const build = argoBuildOf(reader, application.namespace);
  return sourcesOf(application, argoContext(reader, build, reads));
}

/** The kustomizations of the tree that an Application is made of, with how their files may be loaded. */
export function argoRoots(
  reader: Reader,
  object: Resource,
): readonly { readonly root: FileId; readonly restrictions: LoadRestrictions }[] {
  const application = argoApplicationOf(reader, object);
  if (application === undefined) return [];
  const { restrictions } = argoBuildOf(reader, application.namespace).options;
  return argoSources(reader, application).flatMap(({ build, isHere, path }) =>
    build === 'kustomize' && isHere && path !== undefined ? [{ root: path, restrictions }] : [],
  );
}

function argoContext(
  reader: Reader,
  { disabled }: Pick<ArgoBuild, 'disabled'>,
  reads: Reads,
): SourceContext {
  const { plugins } = reader.get(configQuery, '');
  return {
    reader,
    isHere: hereIn(reader),
    treeOf: treesIn(reader, reads, 'argocd'),
    plugins: new Map(plugins.map(({ name, build }) => [name, build.value])),
    disabled,
  };
}

/** Renders an Application, or an object of Flux with what is around it, as its controller does, from a tree that is read. */
export function renderUnit(
  reader: Reader,
  object: Resource,
  surroundings: FluxSurroundings | undefined,
  reads: Reads = 'followed',
): RenderedApplication {
  if (surroundings !== undefined) return renderFlux(reader, object, surroundings, reads);
  const application = argoApplicationOf(reader, object);
  if (application === undefined) return nothingRendered;
  const sources = argoSources(reader, application, reads);
  const rendered = renderArgoApplication(application, sources, argoOptions(reader, application));
  return 'kind' in rendered ? nothingRendered : rendered;
}

function argoOptions(reader: Reader, { namespace, destination }: ArgoApplication): RenderOptions {
  const build = argoBuildOf(reader, namespace);
  const { restrictions, reorder, managedByLabel } = build.options;
  const cluster = clusterOf(reader, destination);
  const { helmVersion } = build;
  const how = { restrictions, reorder, managedByLabel, cluster, helmVersion };
  return { ...argoContext(reader, build, 'followed'), ...how };
}

/** What the register knows of the cluster of a destination. */
function clusterOf(
  reader: Reader,
  { name, server }: ArgoApplication['destination'],
): ClusterRow | undefined {
  if (name !== undefined) return registeredCluster(reader, name.value);
  if (server === undefined) return undefined;
  const address = withoutSlash(server.value);
  return reader
    .get(registeredClustersQuery, '')
    .find((row) => row.server !== undefined && withoutSlash(row.server) === address);
}

/** What the register knows of the cluster that an Application delivers to, by the name or the address that it says. */
export function argoClusterOf(reader: Reader, object: Resource): ClusterRow | undefined {
  const application = argoApplicationOf(reader, object);
  return application && clusterOf(reader, application.destination);
}

/** The charts that an Application delivers, with their values. */
export function argoDeliveredCharts(reader: Reader, object: Resource): readonly DeliveredChart[] {
  const application = argoApplicationOf(reader, object);
  if (application === undefined) return [];
  const sources = argoSources(reader, application);
  return argoCharts(application, sources, argoOptions(reader, application));
}

/** Whether the output of an object may hold objects that make applications, told before it is rendered. */
export function yieldsApplications(
  reader: Reader,
  object: Resource,
  objects: FleetObjects | undefined,
): boolean {
  if (object.id.kind === 'ApplicationSet' || object.id.kind === 'ResourceSet') return true;
  if (instanceOfRelease(object) !== undefined) return true;
  return sourcesOfUnit(reader, object, objects).some((source) => {
    const folder = source.pathExists ? readFolder(source) : undefined;
    return folder !== undefined && reader.get(folderMentionsQuery, folder);
  });
}

function sourcesOfUnit(
  reader: Reader,
  object: Resource,
  objects: FleetObjects | undefined,
): readonly ApplicationSource[] {
  if (objects !== undefined) {
    return fluxApplication(reader, object, objects)?.application.sources ?? [];
  }
  const application = argoApplicationOf(reader, object);
  return application === undefined ? [] : argoSources(reader, application);
}

/** Whether a folder, or what a root in or below it builds on, may hold objects that make applications. */
const folderMentionsQuery: Query<FileId, boolean> = {
  name: 'folderMentions',
  compute: (folder, reader) =>
    isBeside(folder)
      ? folderMentions(reader, folder)
      : [...reader.get(mentioningRootsQuery, '')].some((root) => isInOrBelow(root, folder)) ||
        reader.get(mentioningFilesQuery, '').some((file) => isInOrBelow(file, folder)),
};
