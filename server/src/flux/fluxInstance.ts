import type { Resource } from '../kustomize/resource.ts';
import type { FleetObjects } from './fleetObjects.ts';
import { readSpec } from './fluxObject.ts';
import type { FluxKustomization } from './kustomization.ts';
import type { SourceName } from './locateSource.ts';
import type { GitRepository, OciRepository } from './sources.ts';

const instanceType = { group: 'fluxcd.controlplane.io', kind: 'FluxInstance' };

/** What a FluxInstance makes so that a cluster follows a source: `undefined` for a bucket, which no tree holds. */
export interface InstanceSync {
  readonly source: GitRepository | OciRepository | undefined;
  readonly kustomization: FluxKustomization;
}

/**
 * The source and the Kustomization that Flux Operator makes of `spec.sync`, both named like the namespace unless it says
 * another name; `undefined` where the object is another or says nothing. Patches in `spec.kustomize` are not looked at.
 * Source: controlplaneio-fluxcd/flux-operator api/v1/fluxinstance_types.go `Sync`, internal/builder/sync.go.
 */
export function readFluxInstance(resource: Resource): InstanceSync | undefined {
  const read = readSpec(resource, instanceType);
  const sync = read?.spec?.map('sync');
  if (read === undefined || sync === undefined) return undefined;
  const { namespace } = read.object;
  const name = sync.text('name')?.value ?? namespace;
  const kind = sync.text('kind')?.value ?? '';
  const object = { ...read.object, name, at: sync.at };
  const fetched = { ...object, suspend: undefined, ignore: undefined, url: sync.text('url') };
  const ref = sync.text('ref');
  const none = undefined;
  return {
    source:
      kind === 'GitRepository'
        ? {
            ...fetched,
            kind,
            ref: ref && { branch: none, tag: none, semver: none, name: ref, commit: none },
            recurseSubmodules: none,
            sparseCheckout: [],
            include: [],
          }
        : kind === 'OCIRepository'
          ? {
              ...fetched,
              kind,
              digest: none,
              semver: none,
              semverFilter: none,
              tag: ref,
              mediaType: none,
              operation: none,
            }
          : none,
    kustomization: {
      ...emptyKustomization,
      ...object,
      kind: 'Kustomization',
      path: sync.text('path'),
      sourceRef: { at: sync.at, apiVersion: '', kind, namespace, name },
      prune: { value: true, at: sync.at },
      interval: sync.text('interval'),
    },
  };
}

/** The source that a FluxInstance makes under a name. */
export function instanceSource(
  { kind, namespace, name }: SourceName,
  objects: FleetObjects,
): GitRepository | OciRepository | undefined {
  return objects
    .ofType(instanceType)
    .map((resource) => readFluxInstance(resource)?.source)
    .find(
      (source) => source?.kind === kind && source.namespace === namespace && source.name === name,
    );
}

const emptyKustomization = {
  edit: {
    targetNamespace: undefined,
    namePrefix: undefined,
    nameSuffix: undefined,
    patches: [],
    patchesStrategicMerge: [],
    patchesJson6902: [],
    images: [],
    components: [],
    ignoreMissingComponents: false,
    buildMetadata: [],
  },
  commonMetadata: { labels: [], annotations: [] },
  postBuild: {
    at: undefined,
    strategy: undefined,
    substitute: [],
    substituteFrom: [],
    problems: [],
  },
  dependsOn: [],
  suspend: undefined,
  deletionPolicy: undefined,
  force: undefined,
  wait: undefined,
  retryInterval: undefined,
  timeout: undefined,
  serviceAccountName: undefined,
  kubeConfig: undefined,
  decryption: undefined,
  healthChecks: [],
  ignore: [],
  problems: [],
} as const;
