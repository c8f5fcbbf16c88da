import type { Placed } from '../delivery/placed.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { readSpec, type FluxObject } from './fluxObject.ts';
import { readReference, type ObjectReference } from './reference.ts';
import { readGitReference, type GitReference } from './sources.ts';

/** Which tag of an image is the latest. Source: image-reflector-controller api v1.3.0 v1/imagepolicy_types.go. */
export interface ImagePolicy extends FluxObject {
  readonly kind: 'ImagePolicy';
  readonly imageRepositoryRef: ObjectReference | undefined;
  readonly semver: Placed<string> | undefined;
  /** `asc` or `desc`. */
  readonly alphabetical: Placed<string> | undefined;
  /** `asc` or `desc`. */
  readonly numerical: Placed<string> | undefined;
  readonly pattern: Placed<string> | undefined;
  readonly extract: Placed<string> | undefined;
  readonly digestReflectionPolicy: Placed<string> | undefined;
  readonly suspend: Placed<boolean> | undefined;
}

/**
 * Writes the latest tags into files, at the setters `# {"$imagepolicy": "namespace:name"}`.
 * Source: image-automation-controller api v1.3.0 v1/imageupdateautomation_types.go, git.go.
 */
export interface ImageUpdateAutomation extends FluxObject {
  readonly kind: 'ImageUpdateAutomation';
  readonly sourceRef: ObjectReference | undefined;
  /** The folder whose files are written; the whole source where it is absent. */
  readonly path: Placed<string> | undefined;
  readonly checkout: GitReference | undefined;
  /** The branch that is written to; that of the checkout where it is absent. */
  readonly pushBranch: Placed<string> | undefined;
  readonly pushRefspec: Placed<string> | undefined;
  /** A label selector. */
  readonly policySelector: Placed<ResourceNode> | undefined;
  readonly suspend: Placed<boolean> | undefined;
}

/** Reads an object as an ImagePolicy; `undefined` where it is none. */
export function readImagePolicy(resource: Resource): ImagePolicy | undefined {
  const read = readSpec(resource, { group: 'image.toolkit.fluxcd.io', kind: 'ImagePolicy' });
  if (read === undefined) return undefined;
  const { object, spec } = read;
  const repository = spec?.map('imageRepositoryRef');
  const policy = spec?.map('policy');
  const filter = spec?.map('filterTags');
  return {
    ...object,
    kind: 'ImagePolicy',
    imageRepositoryRef:
      repository && readReference(repository, 'ImageRepository', object.namespace),
    semver: policy?.map('semver')?.text('range'),
    alphabetical: policy?.map('alphabetical')?.text('order'),
    numerical: policy?.map('numerical')?.text('order'),
    pattern: filter?.text('pattern'),
    extract: filter?.text('extract'),
    digestReflectionPolicy: spec?.text('digestReflectionPolicy'),
    suspend: spec?.flag('suspend'),
  };
}

/** Reads an object as an ImageUpdateAutomation; `undefined` where it is none. */
export function readImageUpdateAutomation(resource: Resource): ImageUpdateAutomation | undefined {
  const type = { group: 'image.toolkit.fluxcd.io', kind: 'ImageUpdateAutomation' };
  const read = readSpec(resource, type);
  if (read === undefined) return undefined;
  const { object, spec } = read;
  const source = spec?.map('sourceRef');
  const git = spec?.map('git');
  const selector = spec?.map('policySelector');
  return {
    ...object,
    kind: 'ImageUpdateAutomation',
    sourceRef: source && readReference(source, 'GitRepository', object.namespace),
    path: spec?.map('update')?.text('path'),
    checkout: readGitReference(git?.map('checkout')?.map('ref')),
    pushBranch: git?.map('push')?.text('branch'),
    pushRefspec: git?.map('push')?.text('refspec'),
    policySelector: selector && { value: selector.node, at: selector.at },
    suspend: spec?.flag('suspend'),
  };
}
