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
  /** Whether the health of the objects is waited for, as Flux does: by their ReplicaSets and Pods. */
  readonly waits: boolean;
  /** Objects of others whose health is waited for. */
  readonly watched: readonly Watched[];
  /**
   * Whether each kind is listed in every namespace of the cluster that anything is delivered to, as Argo CD does: a kind that
   * it may not list in one of them it does not know in any, and prunes none of it.
   */
  readonly listsEverywhere: boolean;
  /** Whether roles and bindings are created and updated before they are applied, as `kubectl auth reconcile` does. */
  readonly reconcilesRoles: boolean;
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
 * object is new. Source: Kubernetes pkg/registry/rbac (escalation checks), endpoints/handlers/patch.go; gitops-engine
 * pkg/cache/cluster.go `sync`, pkg/utils/kube/resource_ops.go `ApplyResource`, to which server/test/controllers/rights.test.ts
 * holds it.
 */
export function needsOf(deliveries: readonly Delivery[], served: Served): Needs {
  const applied = deliveries.flatMap((one) => appliedRights(one, served));
  const own = [...applied, ...listedRights(deliveries, served)];
  const rules = fewestRules(own);
  const handed = handedRights(deliveries, rules);
  const unknown = deliveries
    .flatMap(({ objects }) => objects)
    .filter((one) => !served(one.id).isKnown)
    .map(({ id }) => (id.group === '' ? id.kind : `${id.kind}.${id.group}`));
  return { rules: fewestRules([...own, ...handed]), unknownKinds: [...new Set(unknown)].sort() };
}

function appliedRights(
  {
    objects,
    namespace,
    deletes,
    replaces,
    createsNamespace,
    releaseNamespace,
    watched,
    waits,
    reconcilesRoles,
  }: Delivery,
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
    const updates = reconcilesRoles && group === rbacGroup && !verbs.includes('update');
    return [...verbs, ...(updates ? ['update'] : [])].map((verb) => ({
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
  const owned = [
    ...(waits ? objects.map(({ id }) => ({ ...id, namespace: id.namespace || namespace })) : []),
    ...watched,
  ].flatMap(({ group, kind, namespace: own }) =>
    group === 'apps'
      ? (ownedKinds[kind] ?? []).map((one) => ({
          ...anyOf(one, 'list', own || 'default'),
          group: one === 'pods' ? '' : 'apps',
        }))
      : [],
  );
  const made = createsNamespace
    ? ['get', 'create'].map((verb) => anyOf('namespaces', verb, undefined))
    : [];
  const kept = isHelm
    ? ['get', 'list', 'create', 'update', 'delete'].map((verb) =>
        anyOf('secrets', verb, releaseNamespace),
      )
    : [];
  return [...applied, ...seen, ...owned, ...made, ...kept];
}

/**
 * What is listed to tell the health of a workload. Source: kstatus of fluxcd/cli-utils pkg/kstatus/polling/statusreaders,
 * `NewDeploymentResourceReader` and `NewStatefulSetResourceReader`.
 */
const ownedKinds: Readonly<Record<string, readonly string[]>> = {
  Deployment: ['replicasets', 'pods'],
  ReplicaSet: ['pods'],
  StatefulSet: ['pods'],
};

/** What is listed in all namespaces because it is delivered to one. */
function listedRights(deliveries: readonly Delivery[], served: Served): readonly Right[] {
  const placed = deliveries
    .filter(({ listsEverywhere }) => listsEverywhere)
    .flatMap(({ objects, namespace }) =>
      objects.flatMap(({ id }) => {
        const { name, namespaced } = served(id);
        const place = id.namespace || namespace || 'default';
        return namespaced ? [{ group: id.group, resource: name, place }] : [];
      }),
    );
  const kinds = new Map(placed.map((one) => [`${one.group}/${one.resource}`, one]));
  return [...new Set(placed.map(({ place }) => place))].flatMap((namespace) =>
    [...kinds.values()].flatMap(({ group, resource }) =>
      ['list', 'watch'].map((verb) => ({ namespace, group, resource, name: undefined, verb })),
    ),
  );
}

function anyOf(resource: string, verb: string, namespace: string | undefined): Right {
  return { namespace, group: '', resource, name: undefined, verb };
}

/** Rights to hand out what the controller may not do itself: `escalate` on roles, `bind` on what bindings name. */
function handedRights(
  deliveries: readonly Delivery[],
  own: readonly ScopedRule[],
): readonly Right[] {
  const all = deliveries.flatMap(({ objects, namespace, reconcilesRoles }) =>
    objects.map((object) => ({ object, namespace: namespace || 'default', reconcilesRoles })),
  );
  const read = all.flatMap(({ object, namespace, reconcilesRoles }) => {
    const role = readRole(object, namespace);
    return role === undefined ? [] : [{ role, reconcilesRoles }];
  });
  const roles = read.map(({ role }) => role);
  const bindings = all.flatMap(({ object, namespace }) => readBinding(object, namespace) ?? []);
  return [
    ...read
      .filter(({ role }) => !isCovered(role, role.namespace, own))
      .map(({ role: { kind, name, namespace }, reconcilesRoles }) =>
        // What is created by a POST has no name yet when the server asks for this right.
        handed('escalate', kind, reconcilesRoles ? undefined : name, namespace),
      ),
    ...bindings
      .filter((binding) => {
        const role = roleOf(binding, roles);
        return role === undefined || !isCovered(role, binding.namespace, own);
      })
      .map(({ role, namespace }) => handed('bind', role.kind, role.name, namespace)),
  ];
}

function handed(
  verb: string,
  kind: string,
  name: string | undefined,
  namespace: string | undefined,
): Right {
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
