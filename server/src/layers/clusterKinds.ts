import { knownClusterKinds } from '../kubernetes/knownClusterKinds.ts';
import type { Resource } from '../kustomize/resource.ts';
import { field, rawText } from '../yaml/nodes.ts';

/** The custom kinds without a namespace: those of definitions among the objects, and those that are widely known. */
export function clusterKindsOf(resources: readonly Resource[]): ReadonlySet<string> {
  const own = resources.flatMap(({ id, node }) => {
    if (id.kind !== 'CustomResourceDefinition') return [];
    const spec = field(node, 'spec');
    const kind = rawText(field(field(spec, 'names'), 'kind'));
    const isCluster = rawText(field(spec, 'scope')) === 'Cluster';
    return isCluster ? [`${kind}.${rawText(field(spec, 'group'))}`] : [];
  });
  return own.length === 0 ? knownClusterKinds : new Set([...knownClusterKinds, ...own]);
}

/** How `clusterKindsOf` calls the kind of an object: `Kind.group`. */
export function kindOf({ id: { kind, group } }: Resource): string {
  return `${kind}.${group}`;
}
