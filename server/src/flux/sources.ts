import type { ObjectReader } from '../delivery/objectReader.ts';
import type { Placed } from '../delivery/placed.ts';
import type { Resource } from '../kustomize/resource.ts';
import { readSpec, type FluxObject } from './fluxObject.ts';
import { readReference, type ObjectReference } from './reference.ts';

/** Where Flux takes files or charts from. */
export type FluxSource = GitRepository | OciRepository | Bucket | HelmRepository | ExternalArtifact;

interface Fetched extends FluxObject {
  readonly suspend: Placed<boolean> | undefined;
  /** What is left out of the artifact, in the words of .gitignore, beside what `.sourceignore` says. */
  readonly ignore: Placed<string> | undefined;
}

/** Files of a git repository. Source: source-controller api v1.10.1 v1/gitrepository_types.go. */
export interface GitRepository extends Fetched {
  readonly kind: 'GitRepository';
  readonly url: Placed<string> | undefined;
  readonly ref: GitReference | undefined;
  readonly recurseSubmodules: Placed<boolean> | undefined;
  readonly sparseCheckout: readonly Placed<string>[];
  readonly include: readonly GitInclude[];
}

/** The revision of a git repository; which of them counts is told by `gitRevision`. */
export interface GitReference {
  readonly branch: Placed<string> | undefined;
  readonly tag: Placed<string> | undefined;
  readonly semver: Placed<string> | undefined;
  readonly name: Placed<string> | undefined;
  readonly commit: Placed<string> | undefined;
}

/** Files of another GitRepository of the namespace, put into this one. */
export interface GitInclude {
  readonly repository: Placed<string> | undefined;
  readonly fromPath: Placed<string> | undefined;
  readonly toPath: Placed<string> | undefined;
}

/** Files of an OCI artifact. Source: source-controller api v1.10.1 v1/ocirepository_types.go. */
export interface OciRepository extends Fetched {
  readonly kind: 'OCIRepository';
  readonly url: Placed<string> | undefined;
  /** `digest` counts before `semver`, `semver` before `tag`. */
  readonly digest: Placed<string> | undefined;
  readonly semver: Placed<string> | undefined;
  readonly semverFilter: Placed<string> | undefined;
  readonly tag: Placed<string> | undefined;
  readonly mediaType: Placed<string> | undefined;
  readonly operation: Placed<string> | undefined;
}

/** Files of a bucket. Source: source-controller api v1.10.1 v1/bucket_types.go. */
export interface Bucket extends Fetched {
  readonly kind: 'Bucket';
  readonly bucketName: Placed<string> | undefined;
  readonly endpoint: Placed<string> | undefined;
  readonly prefix: Placed<string> | undefined;
}

/** A repository of charts. Source: source-controller api v1.10.1 v1/helmrepository_types.go. */
export interface HelmRepository extends FluxObject {
  readonly kind: 'HelmRepository';
  readonly suspend: Placed<boolean> | undefined;
  readonly url: Placed<string> | undefined;
  /** `oci`, else the repository has an index. */
  readonly type: Placed<string> | undefined;
}

/** Files that another controller has put together. Source: source-controller api v1.10.1 v1/externalartifact_types.go. */
export interface ExternalArtifact extends FluxObject {
  readonly kind: 'ExternalArtifact';
  readonly sourceRef: ObjectReference | undefined;
}

const group = 'source.toolkit.fluxcd.io';

/** Reads an object as a source of Flux; `undefined` where it is none. */
export function readFluxSource(resource: Resource): FluxSource | undefined {
  const read = readSpec(resource, { group, kind: resource.id.kind });
  if (read === undefined) return undefined;
  const { object, spec } = read;
  const fetched = { ...object, suspend: spec?.flag('suspend'), ignore: spec?.text('ignore') };
  switch (resource.id.kind) {
    case 'GitRepository':
      return {
        ...fetched,
        kind: 'GitRepository',
        url: spec?.text('url'),
        ref: readGitReference(spec?.map('ref')),
        recurseSubmodules: spec?.flag('recurseSubmodules'),
        sparseCheckout: spec?.texts('sparseCheckout') ?? [],
        include: (spec?.list('include') ?? []).map((entry) => ({
          repository: entry.map('repository')?.text('name'),
          fromPath: entry.text('fromPath'),
          toPath: entry.text('toPath'),
        })),
      };
    case 'OCIRepository': {
      const ref = spec?.map('ref');
      const layer = spec?.map('layerSelector');
      return {
        ...fetched,
        kind: 'OCIRepository',
        url: spec?.text('url'),
        digest: ref?.text('digest'),
        semver: ref?.text('semver'),
        semverFilter: ref?.text('semverFilter'),
        tag: ref?.text('tag'),
        mediaType: layer?.text('mediaType'),
        operation: layer?.text('operation'),
      };
    }
    case 'Bucket':
      return {
        ...fetched,
        kind: 'Bucket',
        bucketName: spec?.text('bucketName'),
        endpoint: spec?.text('endpoint'),
        prefix: spec?.text('prefix'),
      };
    case 'HelmRepository':
      return {
        ...object,
        kind: 'HelmRepository',
        suspend: spec?.flag('suspend'),
        url: spec?.text('url'),
        type: spec?.text('type'),
      };
    case 'ExternalArtifact': {
      const entry = spec?.map('sourceRef');
      return {
        ...object,
        kind: 'ExternalArtifact',
        sourceRef: entry && readReference(entry, '', object.namespace),
      };
    }
    default:
      return undefined;
  }
}

/** Reads the revision of a git repository. */
export function readGitReference(ref: ObjectReader | undefined): GitReference | undefined {
  return (
    ref && {
      branch: ref.text('branch'),
      tag: ref.text('tag'),
      semver: ref.text('semver'),
      name: ref.text('name'),
      commit: ref.text('commit'),
    }
  );
}
