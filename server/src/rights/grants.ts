import type { Resource } from '../kustomize/resource.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { roleOf } from './needs.ts';
import { rbacGroup, readBinding, readRole, type Subject, type WrittenRule } from './readRoles.ts';
import { permits, rightsOf, type Right, type ScopedRule } from './rule.ts';

/** A rule that holds for somebody, with its places. */
export interface Grant extends WrittenRule, ScopedRule {
  /** The role and the binding, as `ClusterRole/a` and `ClusterRoleBinding/b`. */
  readonly role: string;
  readonly binding: string;
}

/** What the repository grants somebody today. */
export interface Grants {
  readonly rules: readonly Grant[];
  /** Roles that bindings name and that are not delivered, such as `cluster-admin`. */
  readonly elsewhere: readonly {
    readonly role: string;
    readonly binding: string;
    readonly namespace: string | undefined;
    readonly at: SourcePointer;
  }[];
}

/** An object with the namespace that it gets where it names none. */
export interface PlacedObject {
  readonly object: Resource;
  readonly namespace: string;
}

/** What roles and bindings among the objects of a cluster grant service accounts. */
export function grantsOf(objects: readonly PlacedObject[], accounts: readonly Subject[]): Grants {
  const roles = objects.flatMap(({ object, namespace }) => readRole(object, namespace) ?? []);
  const bindings = objects
    .flatMap(({ object, namespace }) => readBinding(object, namespace) ?? [])
    .filter(({ subjects }) =>
      subjects.some((one) => accounts.some((account) => isMeant(one, account))),
    );
  const found = bindings.map((binding) => ({ binding, role: roleOf(binding, roles) }));
  return {
    rules: found.flatMap(({ binding, role }) =>
      (role?.rules ?? []).map((rule) => ({
        ...rule,
        namespace: binding.namespace,
        role: `${binding.role.kind}/${binding.role.name}`,
        binding: nameOf(binding.namespace, binding.name),
      })),
    ),
    elsewhere: found.flatMap(({ binding, role }) =>
      role === undefined
        ? [
            {
              role: `${binding.role.kind}/${binding.role.name}`,
              binding: nameOf(binding.namespace, binding.name),
              namespace: binding.namespace,
              at: binding.role.at,
            },
          ]
        : [],
    ),
  };
}

function nameOf(namespace: string | undefined, name: string): string {
  return namespace === undefined
    ? `ClusterRoleBinding/${name}`
    : `RoleBinding/${namespace}/${name}`;
}

function isMeant({ kind, name, namespace }: Subject, subject: Subject): boolean {
  if (kind === 'ServiceAccount') return name === subject.name && namespace === subject.namespace;
  const groups = ['system:serviceaccounts', `system:serviceaccounts:${subject.namespace}`];
  return kind === 'Group' && (groups.includes(name) || name === 'system:authenticated');
}

/** What is wrong with a grant. */
export type ExcessKind =
  | 'clusterAdmin'
  | 'wildcard'
  | 'escalate'
  | 'bind'
  | 'impersonate'
  | 'secretsEverywhere'
  | 'everywhere'
  | 'unneeded';

/** A line that grants too much. */
export interface Excess {
  readonly kind: ExcessKind;
  readonly role: string;
  readonly binding: string;
  readonly at: SourcePointer;
  /** What of it is too much, such as `verbs *` or `delete secrets`. */
  readonly what: string;
}

/** What grants permit and nothing that is delivered needs, with the line of each; the gravest of a rule comes first. */
export function excessOf(
  { rules, elsewhere }: Grants,
  needed: readonly ScopedRule[],
): readonly Excess[] {
  const rights = needed.flatMap(rightsOf);
  return [
    ...elsewhere.flatMap(({ role, binding, at }): readonly Excess[] =>
      role === 'ClusterRole/cluster-admin'
        ? [{ kind: 'clusterAdmin', role, binding, at, what: 'everything' }]
        : [],
    ),
    ...rules.flatMap((grant) => excessOfRule(grant, rights)),
  ];
}

/** What is too much in itself, else what of the rule nothing needs. */
function excessOfRule(grant: Grant, needed: readonly Right[]): readonly Excess[] {
  const { role, binding } = grant;
  const grave = graveParts(grant, needed);
  const parts = grave.length > 0 ? grave : unneededParts(grant, needed);
  return parts.map((part) => ({ ...part, role, binding }));
}

type Part = Pick<Excess, 'kind' | 'at' | 'what'>;

function graveParts(grant: Grant, needed: readonly Right[]): readonly Part[] {
  const { verbs, resources, groups, names, verbsAt, resourcesAt, groupsAt } = grant;
  const wildcards: readonly (Part | undefined)[] = [
    verbs.includes('*') ? { kind: 'wildcard', at: verbsAt, what: 'verbs *' } : undefined,
    resources.some((one) => one.includes('*'))
      ? { kind: 'wildcard', at: resourcesAt, what: 'resources *' }
      : undefined,
    groups.includes('*') ? { kind: 'wildcard', at: groupsAt, what: 'apiGroups *' } : undefined,
  ];
  const ofAnyName = names.length === 0 ? ' of any name' : '';
  const handed = (['escalate', 'bind'] as const)
    .filter((verb) => verbs.includes(verb) && groups.includes(rbacGroup))
    .filter(
      (verb) =>
        names.length === 0 || !needed.some((one) => one.verb === verb && permits(grant, one)),
    )
    .map((verb) => ({
      kind: verb,
      at: verbsAt,
      what: `${verb} ${resources.join(', ')}${ofAnyName}`,
    }));
  const acts: Part = {
    kind: 'impersonate',
    at: verbsAt,
    what: `impersonate ${resources.join(', ')}`,
  };
  const reads = verbs.some((verb) => ['get', 'list', 'watch', '*'].includes(verb));
  const readsAll =
    reads &&
    groups.includes('') &&
    resources.includes('secrets') &&
    names.length === 0 &&
    grant.namespace === undefined;
  return [
    ...wildcards.filter((one) => one !== undefined),
    ...handed,
    ...(verbs.includes('impersonate') ? [acts] : []),
    ...(readsAll
      ? [{ kind: 'secretsEverywhere', at: resourcesAt, what: 'secrets in all namespaces' } as const]
      : []),
  ];
}

/** Rights of a rule that nothing needs, and those of the whole cluster that are needed in some namespaces alone. */
function unneededParts(grant: Grant, needed: readonly Right[]): readonly Part[] {
  const parts = new Map<string, { readonly part: Part; readonly verbs: Set<string> }>();
  for (const right of rightsOf(grant)) {
    const fits = needed.filter((one) => isNeededAs(one, right));
    const places = fits.flatMap(({ namespace }) => namespace ?? []);
    const isEverywhere =
      fits.length > 0 && right.namespace === undefined && places.length === fits.length;
    if (fits.length > 0 && !isEverywhere) continue;
    const name = right.name === undefined ? right.resource : `${right.resource}/${right.name}`;
    const kind = isEverywhere ? 'everywhere' : 'unneeded';
    const own = [...new Set(places)].sort().join(', ');
    const what = isEverywhere ? `${name} in all namespaces, needed in ${own}` : name;
    const known = parts.get(what) ?? {
      part: { kind, at: grant.resourcesAt, what },
      verbs: new Set(),
    };
    known.verbs.add(right.verb);
    parts.set(what, known);
  }
  return [...parts.values()].map(({ part, verbs }) => ({
    ...part,
    what: `${[...verbs].join(', ')} ${part.what}`,
  }));
}

function isNeededAs(one: Right, right: Right): boolean {
  return (
    one.verb === right.verb &&
    one.group === right.group &&
    one.resource === right.resource &&
    (right.namespace === undefined || one.namespace === right.namespace) &&
    (right.name === undefined || one.name === undefined || one.name === right.name)
  );
}

/** What is needed and not granted; `undefined` where bindings name roles that are not here, so that nobody can tell. */
export function missingOf(
  { rules, elsewhere }: Grants,
  needed: readonly ScopedRule[],
): readonly Right[] | undefined {
  const missing = needed
    .flatMap(rightsOf)
    .filter((right) => !rules.some((one) => permits(one, right)));
  return missing.length > 0 && elsewhere.length > 0 ? undefined : missing;
}
