import { compareBytes } from '../util/compareBytes.ts';

/** A rule of RBAC, in one scope: what may be done with which resources. */
export interface Rule {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  /** Empty for objects of any name. */
  readonly names: readonly string[];
  readonly verbs: readonly string[];
  /** Paths that are no resources; they stand alone. */
  readonly paths: readonly string[];
}

/** A rule with the namespace that it holds in; `undefined` for the whole cluster. */
export interface ScopedRule extends Rule {
  readonly namespace: string | undefined;
}

/** One thing that may be done: what a rule comes to, piece by piece. */
export interface Right {
  readonly namespace: string | undefined;
  readonly group: string;
  readonly resource: string;
  /** `undefined` for objects of any name. */
  readonly name: string | undefined;
  readonly verb: string;
}

/** The pieces of a rule. */
export function rightsOf({
  namespace,
  groups,
  resources,
  names,
  verbs,
}: ScopedRule): readonly Right[] {
  return groups.flatMap((group) =>
    resources.flatMap((resource) =>
      verbs.flatMap((verb) =>
        (names.length === 0 ? [undefined] : names).map((name) => ({
          namespace,
          group,
          resource,
          name,
          verb,
        })),
      ),
    ),
  );
}

/** Whether a rule permits a right; what holds in the whole cluster holds in each namespace. Source: rbac/v1 evaluation helpers. */
export function permits(rule: ScopedRule, right: Right): boolean {
  return (
    (rule.namespace === undefined || rule.namespace === right.namespace) &&
    includes(rule.groups, right.group) &&
    permitsResource(rule.resources, right.resource) &&
    includes(rule.verbs, right.verb) &&
    (rule.names.length === 0 || (right.name !== undefined && rule.names.includes(right.name)))
  );
}

function includes(list: readonly string[], word: string): boolean {
  return list.includes('*') || list.includes(word);
}

function permitsResource(list: readonly string[], resource: string): boolean {
  if (includes(list, resource)) return true;
  const slash = resource.indexOf('/');
  return slash > 0 && list.includes(`*${resource.slice(slash)}`);
}

/**
 * Whether rules permit all that a rule permits, so that whoever has them may write it into a role. Source: Kubernetes
 * pkg/registry/rbac/validation/policy_comparator.go `Covers`.
 */
export function coversRule(rules: readonly ScopedRule[], rule: ScopedRule): boolean {
  if (rule.paths.length > 0) return false;
  return rightsOf(rule).every((right) => rules.some((one) => permits(one, right)));
}

/** The fewest rules for rights: one for each group, list of verbs and list of names, in each scope. Sorted. */
export function fewestRules(rights: readonly Right[]): readonly ScopedRule[] {
  const verbs = new Map<string, { readonly right: Right; readonly verbs: Set<string> }>();
  for (const right of rights) {
    const { namespace, group, resource, name } = right;
    const key = JSON.stringify([namespace, group, resource, name]);
    const known = verbs.get(key);
    if (known === undefined) verbs.set(key, { right, verbs: new Set([right.verb]) });
    else known.verbs.add(right.verb);
  }
  const rules = new Map<string, { rule: ScopedRule; resources: Set<string>; names: Set<string> }>();
  for (const { right, verbs: own } of verbs.values()) {
    const { namespace, group, resource, name } = right;
    const sorted = [...own].sort((a, b) => order(a) - order(b) || compareBytes(a, b));
    // Names belong to one resource; resources of any name stand together.
    const key = JSON.stringify([namespace, group, sorted, name === undefined ? '' : resource]);
    const rule = { namespace, groups: [group], resources: [], names: [], verbs: sorted, paths: [] };
    const known = rules.get(key) ?? { rule, resources: new Set(), names: new Set() };
    known.resources.add(resource);
    if (name !== undefined) known.names.add(name);
    rules.set(key, known);
  }
  return [...rules.values()]
    .map(({ rule, resources, names }) => ({
      ...rule,
      resources: [...resources].sort(compareBytes),
      names: [...names].sort(compareBytes),
    }))
    .sort((a, b) => compareBytes(sortKey(a), sortKey(b)));
}

const verbOrder = ['get', 'list', 'watch', 'create', 'patch', 'update', 'delete'];

function order(verb: string): number {
  const at = verbOrder.indexOf(verb);
  return at < 0 ? verbOrder.length : at;
}

function sortKey({ namespace, groups, resources, verbs }: ScopedRule): string {
  return JSON.stringify([namespace ?? '', groups, resources, verbs]);
}
