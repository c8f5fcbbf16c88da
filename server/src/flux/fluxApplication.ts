import { isReadAsFollowed, type Application } from '../delivery/application.ts';
import { lessCertain } from '../delivery/reason.ts';
import type { Resource } from '../kustomize/resource.ts';
import { clusterOfObject, type NamedCluster } from './clusterName.ts';
import { sourceOf, type SourceContext, type TracedSource } from './fleetSources.ts';
import { instanceOfRelease, instanceType, readFluxInstance } from './fluxInstance.ts';
import { isOfType } from './fluxObject.ts';
import {
  helmReleaseType,
  readHelmRelease,
  releaseNamespaceOf,
  type HelmRelease,
} from './helmRelease.ts';
import { fluxKustomizationType, type FluxKustomization } from './kustomization.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { readFluxKustomization } from './readFluxKustomization.ts';
import { folderOfPath } from './sourcePath.ts';

/** What an object of Flux says of its application: all but its place in the fleet. */
export type FluxApplication = Omit<Application, 'key' | 'parent' | 'declaredIn'>;

/** What is known beside the object. */
export interface ApplicationContext extends SourceContext {
  /** The cluster that the controller runs on. */
  readonly cluster: NamedCluster;
}

/** An application of Flux with what it is rendered from. */
export interface TracedApplication {
  readonly application: FluxApplication;
  readonly object: FluxKustomization | HelmRelease;
  readonly source: TracedSource;
}

/** Whether an object is delivered by Flux: a Kustomization, a HelmRelease, or what makes a Kustomization. */
export function isFluxApplication({ id }: Resource): boolean {
  return [fluxKustomizationType, helmReleaseType, instanceType].some((type) => isOfType(id, type));
}

/**
 * Reads an object as what Flux delivers; `undefined` where it is none. A FluxInstance reads as the Kustomization that Flux
 * Operator makes of it.
 */
export function readFluxApplication(
  resource: Resource,
): FluxKustomization | HelmRelease | undefined {
  return (
    readFluxKustomization(resource) ??
    readHelmRelease(resource) ??
    readFluxInstance(resource)?.kustomization
  );
}

/**
 * The Kustomization that the objects of an entry begin with, for the name of their cluster: the one that reads the entry
 * itself, else the first one; also that of the instance that a release makes.
 */
export function topKustomization(
  objects: readonly Resource[],
  entry: FileId,
): FluxKustomization | undefined {
  const found = objects.flatMap((object) => {
    const read = readFluxApplication(instanceOfRelease(object) ?? object);
    return read?.kind === 'Kustomization' ? [read] : [];
  });
  return found.find(({ path }) => folderOfPath(path?.value) === entry) ?? found[0];
}

/** Whether an object is a Kustomization that reads a folder. */
export function deliversFolder(object: Resource, folder: FileId): boolean {
  const read = readFluxApplication(object);
  return read?.kind === 'Kustomization' && folderOfPath(read.path?.value) === folder;
}

/** The application that an object of Flux makes; `undefined` where it makes none. */
export function applicationOf(
  resource: Resource,
  context: ApplicationContext,
): TracedApplication | undefined {
  const object = readFluxApplication(resource);
  if (object === undefined) return undefined;
  const source = sourceOf(object, context);
  const target = clusterOfObject(object, context.cluster, context.objects);
  const certainty = lessCertain(target.certainty, source.certainty);
  const isSound = isReadAsFollowed(source.source) && source.source.pathExists;
  // What is wrong with the source is worth more than how the cluster is known, unless it is not known at all.
  const isByCluster =
    target.certainty === certainty &&
    (isSound ? certainty !== 'known' : certainty === 'open' && source.certainty !== 'open');
  return {
    object,
    source,
    application: {
      controller: 'flux',
      kind: object.kind,
      name: object.name,
      namespace: object.namespace,
      destination: {
        cluster: target.cluster,
        server: undefined,
        namespace: namespaceOf(object),
      },
      sources: [source.source],
      declaredAt: object.at,
      certainty,
      why: isByCluster ? target.why : source.why,
      object: resource,
      prunes: prunes(object),
      cascades: cascades(object),
      suspended: object.suspend?.value === true,
    },
  };
}

function namespaceOf(object: FluxKustomization | HelmRelease): string {
  return object.kind === 'HelmRelease'
    ? releaseNamespaceOf(object)
    : (object.edit.targetNamespace?.value ?? '');
}

/** Helm deletes what a chart no longer has. Source: kustomize-controller v1.9.6 kustomization_controller.go `prune`. */
function prunes(object: FluxKustomization | HelmRelease): boolean {
  return object.kind === 'HelmRelease' || object.prune?.value === true;
}

/**
 * Whether deleting the object deletes what it has applied; a suspended one deletes nothing.
 * Source: kustomize-controller v1.9.6 kustomization_controller.go `finalizerShouldDeleteResources`,
 * api/v1/kustomization_types.go `GetDeletionPolicy`; helm-controller v1.4.0 helmrelease_controller.go `reconcileDelete`.
 */
function cascades(object: FluxKustomization | HelmRelease): boolean {
  if (object.suspend?.value === true) return false;
  if (object.kind === 'HelmRelease') return true;
  const policy = object.deletionPolicy?.value ?? '';
  if (policy === '' || policy === 'MirrorPrune') return prunes(object);
  return policy === 'Delete' || policy === 'WaitForTermination';
}
