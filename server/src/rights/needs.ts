import type { Resource } from '../kustomize/resource.ts';
import {
  rbacGroup,
  readBinding,
  readRole,
  type WrittenBinding,
  type WrittenRole,
} from './readRoles.ts';
import { coversRule, fewestRules, type Right, type ScopedRule } from './rule.ts';
import type { Served } from './served.ts';

/** What an application puts on its cluster, and how its controller does it. */
export interface Delivery {
  readonly objects: readonly Resource[];
  /** The namespace of objects that name none. */
  readonly namespace: string;
  /** Whether objects that vanish from Git, or all of them with the application, are deleted. */
  readonly deletes: boolean;
  /** Whether objects are replaced as wholes. */
  readonly replaces: boolean;
  /** Whether the controller makes the namespace where it is missing. */
  readonly createsNamespace: boolean;
  /** The namespace where a release of Helm is kept, in Secrets; `undefined` where there is none. */
  readonly releaseNamespace: string | undefined;
  /** Objects of others whose health is waited for. */
  readonly watched: readonly Watched[];
}

/** A kind of objects in a namespace that a controller looks at and does not write. */
export interface Watched {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
}

/** What a controller needs. */
export interface Needs {
  readonly rules: readonly ScopedRule[];
  /** Kinds that nothing here defines, as `Kind.group`, sorted: their resources are called by the common rule. */
  readonly unknownKinds: readonly string[];
}

/**
 * The least that a controller needs for what is delivered: to see, make, change and delete it, and to write roles and
 * bindings that permit more than it may itself. Applying on the server's side is a patch, and the right to create where the
 * object is new. Source: Kubernetes pkg/registry/rbac (escalation checks), endpoints/handlers/patch.go.
 */
export function needsOf(deliveries: readonly Delivery[], served: Served): Needs {
  const own = deliveries.flatMap((one) => appliedRights(one, served));
  const rules = fewestRules(own);
  const handed = handedRights(deliveries, rules);
  const unknown = deliveries
    .flatMap(({ objects }) => objects)
    .filter((one) => !served(one.id).isKnown)
    .map(({ id }) => (id.group === '' ? id.kind : `${id.kind}.${id.group}`));
  return { rules: fewestRules([...own, ...handed]), unknownKinds: [...new Set(unknown)].sort() };
}

function appliedRights(
  { objects, namespace, deletes, replaces, createsNamespace, releaseNamespace, watched }: Delivery,
  served: Served,
): readonly Right[] {
  const isHelm = releaseNamespace !== undefined;
  const verbs = [
    ...['get', 'list', 'watch', 'create', 'patch'],
    ...(replaces || isHelm ? ['update'] : []),
    ...(deletes || isHelm ? ['delete'] : []),
  ];
  const applied = objects.flatMap((object) => {
    const { name, namespaced } = served(object.id);
    const { group } = object.id;
    const place = namespaced ? object.id.namespace || namespace || 'default' : undefined;
    return verbs.map((verb) => ({
      namespace: place,
      group,
      resource: name,
      name: undefined,
      verb,
    }));
  });
  const seen = watched.flatMap(({ group, kind, namespace: own }) => {
    const { name, namespaced } = served({ group, kind, clusterScoped: false });
    const place = namespaced ? own : undefined;
    return ['get', 'list', 'watch'].map((verb) => ({
      namespace: place,
      group,
      resource: name,
      name: undefined,
      verb,
    }));
  });
  const made = createsNamespace
    ? ['get', 'create'].map((verb) => anyOf('namespaces', verb, undefined))
    : [];
  const kept = isHelm
    ? ['get', 'list', 'create', 'update', 'delete'].map((verb) =>
        anyOf('secrets', verb, releaseNamespace),
      )
    : [];
  return [...applied, ...seen, ...made, ...kept];
}

function anyOf(resource: string, verb: string, namespace: string | undefined): Right {
  return { namespace, group: '', resource, name: undefined, verb };
}

/** Rights to hand out what the controller may not do itself: `escalate` on roles, `bind` on what bindings name. */
function handedRights(
  deliveries: readonly Delivery[],
  own: readonly ScopedRule[],
): readonly Right[] {
  const all = deliveries.flatMap(({ objects, namespace }) =>
    objects.map((object) => ({ object, namespace: namespace || 'default' })),
  );
  const roles = all.flatMap(({ object, namespace }) => readRole(object, namespace) ?? []);
  const bindings = all.flatMap(({ object, namespace }) => readBinding(object, namespace) ?? []);
  return [
    ...roles
      .filter((role) => !isCovered(role, role.namespace, own))
      .map(({ kind, name, namespace }) => handed('escalate', kind, name, namespace)),
    ...bindings
      .filter((binding) => {
        const role = roleOf(binding, roles);
        return role === undefined || !isCovered(role, binding.namespace, own);
      })
      .map(({ role, namespace }) => handed('bind', role.kind, role.name, namespace)),
  ];
}

function handed(verb: string, kind: string, name: string, namespace: string | undefined): Right {
  const resource = kind === 'ClusterRole' ? 'clusterroles' : 'roles';
  return { namespace, group: rbacGroup, resource, name, verb };
}

/** The role that a binding names, where it is among those that are delivered. */
export function roleOf(
  { role: { kind, name }, namespace }: WrittenBinding,
  roles: readonly WrittenRole[],
): WrittenRole | undefined {
  return roles.find(
    (one) =>
      one.kind === kind &&
      one.name === name &&
      (kind === 'ClusterRole' || one.namespace === namespace),
  );
}

/** What a controller fills in is known to nobody here, and takes the right to escalate in any case. */
function isCovered(
  { rules, aggregates }: WrittenRole,
  namespace: string | undefined,
  own: readonly ScopedRule[],
): boolean {
  return !aggregates && rules.every((rule) => coversRule(own, { ...rule, namespace }));
}
