import type { ObjectReader } from '../delivery/objectReader.ts';
import { Resource } from '../kustomize/resource.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { appendEntry, field, newMap, newString, rawText } from '../yaml/nodes.ts';
import type { MapNode, ResourceNode } from '../yaml/resourceNode.ts';
import type { FleetObjects } from './fleetObjects.ts';
import { readSpec, type FluxObject, type FluxType } from './fluxObject.ts';
import { helmReleaseType, readHelmRelease, releaseNamespaceOf } from './helmRelease.ts';
import type { FluxKustomization } from './kustomization.ts';
import type { SourceName } from './locateSource.ts';
import type { GitRepository, OciRepository } from './sources.ts';

/** The type of an instance of Flux, as Flux Operator has it. */
export const instanceType: FluxType = { group: 'fluxcd.controlplane.io', kind: 'FluxInstance' };

const instanceChart = 'flux-instance';

/**
 * The namespace of an instance that says none in Git, in which the operator and so the instance are installed.
 * Source: controlplaneio-fluxcd/flux-operator docs/api/v1/fluxinstance.md.
 */
const usualNamespace = 'flux-system';

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
  return read && syncOf(read.object, read.spec?.map('sync'));
}

/**
 * The instance that a release of the chart `flux-instance` makes of its own values; values that come from elsewhere are not
 * looked at. Source: controlplaneio-fluxcd/charts charts/flux-instance/templates/instance.yaml.
 */
export function instanceOfRelease(resource: Resource): Resource | undefined {
  const written = field(resource.node, 'spec');
  const byName = rawText(field(field(field(written, 'chart'), 'spec'), 'chart'));
  const byReference = rawText(field(field(written, 'chartRef'), 'name'));
  if (byName !== instanceChart && byReference !== instanceChart) return undefined;
  const release = readHelmRelease(resource);
  const spec = field(release?.values?.value, 'instance');
  if (release === undefined || spec?.kind !== 'map') return undefined;
  const { writtenAt } = resource.originOf(spec);
  const origin: FieldOrigin = {
    writtenAt,
    by: { kind: 'generator', root: '' },
    previous: undefined,
  };
  const text = (value: string): ResourceNode => newString(value, origin);
  const map = (entries: readonly (readonly [string, ResourceNode])[]): MapNode =>
    entries.reduce<MapNode>((made, [key, value]) => appendEntry(made, key, value), newMap(origin));
  const metadata = map([
    ['name', text('flux')],
    ['namespace', text(releaseNamespaceOf(release))],
  ]);
  const node = map([
    ['apiVersion', text(`${instanceType.group}/v1`)],
    ['kind', text(instanceType.kind)],
    ['metadata', metadata],
    ['spec', spec],
  ]);
  return new Resource(node, resource.source);
}

function syncOf(
  { resource, namespace }: FluxObject,
  sync: ObjectReader | undefined,
): InstanceSync | undefined {
  if (sync === undefined) return undefined;
  const name = sync.text('name')?.value ?? namespace;
  const kind = sync.text('kind')?.value ?? '';
  const object = { resource, namespace, name, at: sync.at };
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
      // Its source keeps the name empty, since whoever refers to it may say another namespace.
      name: name === '' ? usualNamespace : name,
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
  const instances = [
    ...objects.ofType(instanceType),
    ...objects.ofType(helmReleaseType).flatMap((release) => instanceOfRelease(release) ?? []),
  ];
  return instances
    .map((instance) => readFluxInstance(instance)?.source)
    .find((source) => {
      // Who has no namespace yet gets one from its kustomization.
      const own = source?.namespace === '' ? namespace : source?.namespace;
      const called = source?.name === '' ? own : source?.name;
      return source?.kind === kind && own === namespace && called === name;
    });
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
