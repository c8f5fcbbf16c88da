import { readObject, type ObjectReader } from '../delivery/objectReader.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import type { Rule } from './rule.ts';

/** The group of roles and bindings. */
export const rbacGroup = 'rbac.authorization.k8s.io';

/** A rule as it stands in a role, with the places of its lists. */
export interface WrittenRule extends Rule {
  readonly at: SourcePointer;
  readonly verbsAt: SourcePointer;
  readonly resourcesAt: SourcePointer;
  readonly groupsAt: SourcePointer;
}

/** A Role or a ClusterRole. */
export interface WrittenRole {
  readonly resource: Resource;
  readonly kind: 'Role' | 'ClusterRole';
  readonly name: string;
  /** Of a Role; `undefined` for a ClusterRole. */
  readonly namespace: string | undefined;
  readonly rules: readonly WrittenRule[];
  /** Whether a controller fills the rules in from other roles. */
  readonly aggregates: boolean;
}

/** A RoleBinding or a ClusterRoleBinding. */
export interface WrittenBinding {
  readonly resource: Resource;
  readonly name: string;
  /** Of a RoleBinding; `undefined` for a ClusterRoleBinding. */
  readonly namespace: string | undefined;
  readonly role: { readonly kind: string; readonly name: string; readonly at: SourcePointer };
  readonly subjects: readonly Subject[];
}

/** Whom a binding is for. */
export interface Subject {
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
}

/** Reads an object as a role; `undefined` where it is none. `namespace` is for what names none. */
export function readRole(resource: Resource, namespace: string): WrittenRole | undefined {
  const { group, kind, name } = resource.id;
  if (group !== rbacGroup || (kind !== 'Role' && kind !== 'ClusterRole')) return undefined;
  const object = readObject(resource, () => undefined);
  return {
    resource,
    kind,
    name,
    namespace: kind === 'Role' ? resource.id.namespace || namespace : undefined,
    rules: object.list('rules').map(readRule),
    aggregates: object.map('aggregationRule') !== undefined,
  };
}

function readRule(rule: ObjectReader): WrittenRule {
  const texts = (name: string): readonly string[] => rule.texts(name).map(({ value }) => value);
  const place = (name: string): SourcePointer => rule.field(name)?.at ?? rule.at;
  return {
    groups: texts('apiGroups'),
    resources: texts('resources'),
    names: texts('resourceNames'),
    verbs: texts('verbs'),
    paths: texts('nonResourceURLs'),
    at: rule.at,
    verbsAt: place('verbs'),
    resourcesAt: place('resources'),
    groupsAt: place('apiGroups'),
  };
}

/** Reads an object as a binding; `undefined` where it is none. */
export function readBinding(resource: Resource, namespace: string): WrittenBinding | undefined {
  const { group, kind, name } = resource.id;
  if (group !== rbacGroup || (kind !== 'RoleBinding' && kind !== 'ClusterRoleBinding'))
    return undefined;
  const object = readObject(resource, () => undefined);
  const role = object.map('roleRef');
  return {
    resource,
    name,
    namespace: kind === 'RoleBinding' ? resource.id.namespace || namespace : undefined,
    role: {
      kind: role?.text('kind')?.value ?? '',
      name: role?.text('name')?.value ?? '',
      at: role?.field('name')?.at ?? object.at,
    },
    subjects: object.list('subjects').map((subject) => ({
      kind: subject.text('kind')?.value ?? '',
      name: subject.text('name')?.value ?? '',
      namespace: subject.text('namespace')?.value ?? '',
    })),
  };
}
