import type { Placed } from '../delivery/placed.ts';
import { hasBuiltInScope, isCertainlyClusterScoped } from '../kubernetes/scope.ts';
import { updateMetadata } from '../kustomize/metadata.ts';
import { describeId, type Resource } from '../kustomize/resource.ts';
import { problem, type Problem } from '../text/problem.ts';
import { apiVersionOf } from '../kubernetes/gvk.ts';
import { field, newString, rawText, withField, withoutField } from '../yaml/nodes.ts';

/**
 * The objects that the controller compares and applies: those that are namespaced get the namespace of the destination where
 * they have none, others lose theirs, and of several with one identity the last one counts, at the place of the first (the
 * controller itself has no order). A kind that is in no schema counts as namespaced, as it does for the controller, unless
 * its definition is among the objects or its name begins with `Cluster`: the cluster would tell, and does so for these.
 * Source: Argo CD 3.2.0 controller/state.go `DeduplicateTargetObjects`.
 */
export function deduplicate(
  resources: readonly Resource[],
  namespace: Placed<string> | undefined,
  { note }: { readonly note: (found: Problem) => void },
): readonly Resource[] {
  const defined = definedScopes(resources);
  const result = new Map<string, Resource>();
  for (const resource of resources) {
    const placed = isClusterScoped(resource, defined)
      ? withoutNamespace(resource)
      : withNamespace(resource, namespace);
    const { group, kind, name } = placed.id;
    const key = [group, kind, placed.id.namespace, name].join('\u0000');
    if (result.has(key) && name !== '') {
      const at = placed.originOf(placed.node).writtenAt;
      note(problem('argocd.repeated-resource', { id: describeId(placed.id) }, at));
    }
    // What has only a generateName is never another's equal.
    result.set(name === '' ? `${key}\u0000${String(result.size)}` : key, placed);
  }
  return [...result.values()];
}

/** The scopes that definitions among the objects give, by group and kind. */
function definedScopes(resources: readonly Resource[]): ReadonlyMap<string, string> {
  const scopes = new Map<string, string>();
  for (const { id, node } of resources) {
    if (id.kind !== 'CustomResourceDefinition') continue;
    const spec = field(node, 'spec');
    const kind = rawText(field(field(spec, 'names'), 'kind'));
    scopes.set(`${rawText(field(spec, 'group'))}/${kind}`, rawText(field(spec, 'scope')));
  }
  return scopes;
}

function isClusterScoped({ id }: Resource, defined: ReadonlyMap<string, string>): boolean {
  const apiVersion = apiVersionOf(id);
  if (hasBuiltInScope(apiVersion, id.kind)) return isCertainlyClusterScoped(apiVersion, id.kind);
  const scope = defined.get(`${id.group}/${id.kind}`);
  return scope === undefined ? id.kind.startsWith('Cluster') : scope === 'Cluster';
}

function withNamespace(resource: Resource, namespace: Placed<string> | undefined): Resource {
  const metadata = field(resource.node, 'metadata');
  const present = field(metadata, 'namespace');
  if (namespace === undefined || resource.id.namespace !== '') return resource;
  const origin = {
    writtenAt: namespace.at,
    by: { kind: 'namespace', root: undefined },
    previous: present && resource.originOf(present),
  } as const;
  return resource.with(
    updateMetadata(resource.node, origin, (map) =>
      withField(map, 'namespace', newString(namespace.value, origin)),
    ),
  );
}

function withoutNamespace(resource: Resource): Resource {
  if (field(field(resource.node, 'metadata'), 'namespace') === undefined) return resource;
  return resource.with(
    updateMetadata(resource.node, undefined, (map) => withoutField(map, 'namespace')),
  );
}
