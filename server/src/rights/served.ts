import { readObject } from '../delivery/objectReader.ts';
import { builtInResource, guessedPlural, type ApiResource } from '../kubernetes/apiResources.ts';
import { knownClusterKinds } from '../kubernetes/knownClusterKinds.ts';
import type { ResourceId } from '../kubernetes/resourceId.ts';
import type { Resource } from '../kustomize/resource.ts';

/** The resource of a kind, and whether it is known: what nothing here defines is called by the common rule. */
export interface ServedResource extends ApiResource {
  readonly isKnown: boolean;
}

/** Tells the resource of a kind. */
export type Served = (id: Pick<ResourceId, 'group' | 'kind' | 'clusterScoped'>) => ServedResource;

/** Tells the resources of kinds: those of Kubernetes, and those that definitions among the objects bring. */
export function servedResources(objects: readonly Resource[]): Served {
  const defined = new Map(objects.flatMap((one) => definedIn(one)));
  return (id) => {
    const key = `${id.group}/${id.kind}`;
    const known = builtInResource(id.group, id.kind) ?? defined.get(key);
    if (known !== undefined) return { ...known, isKnown: true };
    const isOwn = ownGroups.has(id.group);
    const isWellKnown = knownClusterKinds.has(`${id.kind}.${id.group}`);
    const isWide = isWellKnown || id.clusterScoped || /^Cluster[A-Z]/.test(id.kind);
    const namespaced = isOwn || !isWide;
    return { name: guessedPlural(id.kind), namespaced, isKnown: isOwn };
  };
}

/** The kinds of Argo CD and Flux that declare what is delivered: all lie in namespaces, and follow the common rule. */
const ownGroups: ReadonlySet<string> = new Set([
  'argoproj.io',
  'helm.toolkit.fluxcd.io',
  'image.toolkit.fluxcd.io',
  'kustomize.toolkit.fluxcd.io',
  'notification.toolkit.fluxcd.io',
  'source.toolkit.fluxcd.io',
]);

function definedIn(resource: Resource): readonly (readonly [string, ApiResource])[] {
  const { group, kind } = resource.id;
  if (group !== 'apiextensions.k8s.io' || kind !== 'CustomResourceDefinition') return [];
  const spec = readObject(resource, () => undefined).map('spec');
  const names = spec?.map('names');
  const own = names?.text('kind')?.value ?? '';
  const key = `${spec?.text('group')?.value ?? ''}/${own}`;
  const name = names?.text('plural')?.value ?? guessedPlural(own);
  return [[key, { name, namespaced: spec?.text('scope')?.value !== 'Cluster' }]];
}
