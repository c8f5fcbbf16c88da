import { at, itemsOf, textOf } from '../drift/json.ts';
import { apiVersionOf } from '../kubernetes/gvk.ts';
import { lifecycleApis } from './apis/apiLifecycle.ts';
import type { CheckedCluster, CheckedObject, RuleAnswer } from './checkedCluster.ts';

/**
 * Kinds of others that no definition beside them brings to the cluster: `policy.unknown-kind` where a definition beside them
 * serves other versions alone, and where the register says what the cluster serves and they are not among it; elsewhere
 * nobody can tell.
 */
export function unknownKindRule({ objects, served }: CheckedCluster): RuleAnswer {
  const definitions = new Set<string>();
  const defined = new Set(
    objects.flatMap(({ resource, value }) => {
      if (resource.id.kind !== 'CustomResourceDefinition') return [];
      const spec = at(value(), 'spec');
      const kind = textOf(at(at(spec, 'names'), 'kind'));
      const group = textOf(at(spec, 'group'));
      definitions.add(`${group} ${kind}`);
      const versions = itemsOf(at(spec, 'versions')).flatMap((one) =>
        at(one, 'served') === false ? [] : [textOf(at(one, 'name'))],
      );
      // The older form has one version beside the list, or in its place.
      const single = textOf(at(spec, 'version'));
      const all = itemsOf(at(spec, 'versions')).length > 0 || single === '' ? versions : [single];
      return all.map((version) => `${group}/${version} ${kind}`);
    }),
  );
  const known = new Set(lifecycleApis());
  const strange = objects.filter(({ resource: { id } }) => {
    const api = `${apiVersionOf(id)} ${id.kind}`;
    const isBuiltIn = !id.group.includes('.') || known.has(api);
    return !isBuiltIn && !id.group.endsWith('.k8s.io') && !defined.has(api);
  });
  const isRefused = ({ resource: { id } }: CheckedObject): boolean =>
    definitions.has(`${id.group} ${id.kind}`);
  const open = strange.filter((object) => !isRefused(object));
  const missing = open.filter(({ resource: { id } }) => {
    const apiVersion = apiVersionOf(id);
    return served.size > 0 && !served.has(apiVersion) && !served.has(`${apiVersion}/${id.kind}`);
  });
  const isUnsaid = served.size === 0 && open.length > 0;
  return {
    breaches: [...strange.filter(isRefused), ...missing].map((object) => ({
      code: 'policy.unknown-kind',
      object,
      path: ['kind'],
      parameters: { apiVersion: apiVersionOf(object.resource.id) },
    })),
    unevaluated: isUnsaid
      ? [{ code: 'unchecked.kind-elsewhere', parameters: {}, objects: open.length }]
      : [],
  };
}
