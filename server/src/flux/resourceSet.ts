import type { Placed } from '../delivery/placed.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { readSpec, type FluxObject } from './fluxObject.ts';
import type { CommonMetadata } from './kustomization.ts';
import { readCommonMetadata } from './readFluxKustomization.ts';
import { readReference, type ObjectReference } from './reference.ts';

/**
 * Objects from a template and inputs, as data: what it makes is not rendered here.
 * Source: flux-operator api/v1/resourceset_types.go.
 */
export interface ResourceSet extends FluxObject {
  readonly kind: 'ResourceSet';
  readonly inputs: readonly Placed<ResourceNode>[];
  /** Providers of more inputs, which only a cluster can ask. */
  readonly inputsFrom: readonly ObjectReference[];
  readonly resources: readonly Placed<ResourceNode>[];
  readonly resourcesTemplate: Placed<string> | undefined;
  readonly dependsOn: readonly ObjectReference[];
  readonly commonMetadata: CommonMetadata;
}

/** Reads an object as a ResourceSet; `undefined` where it is none. */
export function readResourceSet(resource: Resource): ResourceSet | undefined {
  const type = { group: 'fluxcd.controlplane.io', kind: 'ResourceSet' };
  const read = readSpec(resource, type);
  if (read === undefined) return undefined;
  const { object, spec } = read;
  const nodes = (name: string): readonly Placed<ResourceNode>[] =>
    (spec?.list(name) ?? []).map(({ node, at }) => ({ value: node, at }));
  return {
    ...object,
    kind: 'ResourceSet',
    inputs: nodes('inputs'),
    inputsFrom: (spec?.list('inputsFrom') ?? []).map((entry) =>
      readReference(entry, 'ResourceSetInputProvider', object.namespace),
    ),
    resources: nodes('resources'),
    resourcesTemplate: spec?.text('resourcesTemplate'),
    dependsOn: (spec?.list('dependsOn') ?? []).map((entry) => readReference(entry, '', '')),
    commonMetadata: readCommonMetadata(spec),
  };
}
