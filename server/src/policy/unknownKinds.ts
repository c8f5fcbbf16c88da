import { at, itemsOf, textOf } from '../drift/json.ts';
import { apiVersionOf } from '../kubernetes/gvk.ts';
import { lifecycleApis } from './apis/apiLifecycle.ts';
import type { CheckedCluster, RuleAnswer } from './checkedCluster.ts';

/**
 * Kinds of others that no definition beside them brings to the cluster: `policy.unknown-kind` where the register says what
 * the cluster serves and they are not among it; elsewhere nobody can tell.
 */
export function unknownKindRule({ objects, served }: CheckedCluster): RuleAnswer {
  const defined = new Set(
    objects.flatMap(({ resource, value }) => {
      if (resource.id.kind !== 'CustomResourceDefinition') return [];
      const spec = at(value(), 'spec');
      const kind = textOf(at(at(spec, 'names'), 'kind'));
      const group = textOf(at(spec, 'group'));
      const versions = itemsOf(at(spec, 'versions')).flatMap((one) =>
        at(one, 'served') === false ? [] : [textOf(at(one, 'name'))],
      );
      const all = versions.length > 0 ? versions : [textOf(at(spec, 'version'))];
      return all.map((version) => `${group}/${version} ${kind}`);
    }),
  );
  const known = new Set(lifecycleApis());
  const strange = objects.filter(({ resource: { id } }) => {
    const api = `${apiVersionOf(id)} ${id.kind}`;
    const isBuiltIn = !id.group.includes('.') || known.has(api);
    return !isBuiltIn && !id.group.endsWith('.k8s.io') && !defined.has(api);
  });
  if (served.size === 0) {
    return {
      breaches: [],
      unevaluated:
        strange.length === 0
          ? []
          : [{ code: 'unchecked.kind-elsewhere', parameters: {}, objects: strange.length }],
    };
  }
  return {
    breaches: strange.flatMap((object) => {
      const { id } = object.resource;
      const apiVersion = apiVersionOf(id);
      return served.has(apiVersion) || served.has(`${apiVersion}/${id.kind}`)
        ? []
        : [{ code: 'policy.unknown-kind', object, path: ['kind'], parameters: { apiVersion } }];
    }),
    unevaluated: [],
  };
}
