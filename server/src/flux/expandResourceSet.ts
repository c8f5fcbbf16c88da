import { readObject } from '../delivery/objectReader.ts';
import { reason, type Reason } from '../delivery/reason.ts';
import { Resource } from '../kustomize/resource.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { setCommonMetadata } from './commonMetadata.ts';
import { readResourceSet } from './resourceSet.ts';

/** What a ResourceSet makes, and why it may make more. */
export interface ExpandedResourceSet {
  readonly objects: readonly Resource[];
  readonly open: readonly Reason[];
}

/**
 * The objects of a ResourceSet that asks for nothing: no template stands in them, and no provider says how often they are
 * made. Every other one is open. `undefined` where the object is none.
 * Source: controlplaneio-fluxcd/flux-operator internal/builder/resourceset.go `BuildResourceSetFromSpec`,
 * `BuildResourceSet`, `newTemplate`.
 */
export function expandResourceSet(resource: Resource): ExpandedResourceSet | undefined {
  const set = readResourceSet(resource);
  if (set === undefined) return undefined;
  const { name, namespace, inputsFrom, resources, resourcesTemplate, commonMetadata } = set;
  const steps = readObject(resource, () => undefined)
    .map('spec')
    ?.field('steps');
  const isPlain =
    inputsFrom.length === 0 &&
    (resourcesTemplate?.value ?? '') === '' &&
    steps === undefined &&
    !resources.some(({ value }) => hasTemplate(value));
  if (!isPlain) {
    const why = reason('application.resource-set', { name: `${namespace}/${name}` });
    return { objects: [], open: [why] };
  }
  const objects = resources.map(({ value }) => new Resource(value, resource.source));
  return { objects: setCommonMetadata(objects, commonMetadata, ''), open: [] };
}

function hasTemplate(node: ResourceNode): boolean {
  switch (node.kind) {
    case 'scalar':
      return node.value.includes('<<');
    case 'map':
      return node.keys.some((key) => key.includes('<<')) || node.values.some(hasTemplate);
    case 'sequence':
      return node.items.some(hasTemplate);
    case 'alias':
      return hasTemplate(node.target);
  }
}
