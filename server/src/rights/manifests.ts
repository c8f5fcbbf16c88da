import type { Subject } from './readRoles.ts';
import type { ScopedRule } from './rule.ts';

/** The objects that grant rules to a service account, as plain data, with nothing that they do not need. */
export function roleObjects(
  rules: readonly ScopedRule[],
  { name, namespace }: Subject,
  title: string,
): readonly object[] {
  const scopes = [...new Set(rules.map((one) => one.namespace))].sort((a, b) =>
    (a ?? '') < (b ?? '') ? -1 : 1,
  );
  const subjects = [{ kind: 'ServiceAccount', name, namespace }];
  return scopes.flatMap((scope) => {
    const kind = scope === undefined ? 'ClusterRole' : 'Role';
    const metadata = { name: title, ...(scope !== undefined && { namespace: scope }) };
    const apiVersion = 'rbac.authorization.k8s.io/v1';
    return [
      {
        apiVersion,
        kind,
        metadata,
        rules: rules.filter((one) => one.namespace === scope).map(plainRule),
      },
      {
        apiVersion,
        kind: `${kind}Binding`,
        metadata,
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: title },
        subjects,
      },
    ];
  });
}

/** A rule as a role has it. */
export function plainRule({ groups, resources, names, verbs }: ScopedRule): object {
  return {
    apiGroups: groups,
    resources,
    ...(names.length > 0 && { resourceNames: names }),
    verbs,
  };
}
