import type { Resource } from '../kustomize/resource.ts';
import { readArtifactGenerator, type ArtifactGenerator } from './artifactGenerator.ts';

/** The objects that live on one control cluster, as far as the repository tells; of equal names the last counts. */
export interface FleetObjects {
  readonly find: (
    type: { readonly group: string; readonly kind: string },
    namespace: string,
    name: string,
  ) => Resource | undefined;
  readonly ofType: (type: { readonly group: string; readonly kind: string }) => readonly Resource[];
  readonly generators: readonly ArtifactGenerator[];
}

/** An object that is known in another namespace, too: in that which its controller gives it, or as one that names none. */
export interface NamedWithin {
  readonly resource: Resource;
  readonly namespace: string;
}

/** Sorts objects so that references can be followed. */
export function fleetObjects(
  resources: readonly Resource[],
  named: readonly NamedWithin[] = [],
): FleetObjects {
  const byName = new Map<string, Resource>();
  const byType = new Map<string, Resource[]>();
  for (const resource of resources) {
    const { group, kind, namespace, name } = resource.id;
    byName.set(`${group}/${kind}/${namespace}/${name}`, resource);
    const type = `${group}/${kind}`;
    const same = byType.get(type);
    if (same === undefined) byType.set(type, [resource]);
    else same.push(resource);
  }
  for (const { resource, namespace } of named) {
    const { group, kind, name } = resource.id;
    const key = `${group}/${kind}/${namespace}/${name}`;
    if (!byName.has(key)) byName.set(key, resource);
  }
  const ofType = ({ group, kind }: { readonly group: string; readonly kind: string }) =>
    byType.get(`${group}/${kind}`) ?? [];
  return {
    find: ({ group, kind }, namespace, name) => byName.get(`${group}/${kind}/${namespace}/${name}`),
    ofType,
    generators: resources.flatMap((resource) => readArtifactGenerator(resource) ?? []),
  };
}

/** Whether two objects are one in a cluster, in whichever version: the later one is applied over the earlier one. */
export function isSameObject(a: Resource, b: Resource): boolean {
  return (
    a.id.group === b.id.group &&
    a.id.kind === b.id.kind &&
    a.id.namespace === b.id.namespace &&
    a.id.name === b.id.name
  );
}
