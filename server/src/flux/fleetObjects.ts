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

/** Sorts objects so that references can be followed. */
export function fleetObjects(resources: readonly Resource[]): FleetObjects {
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
