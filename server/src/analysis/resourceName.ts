import type { Resource } from '../kustomize/resource.ts';

/** What names an object in a rendered root; absent parts are `''`. */
export interface ResourceName {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** The name of a rendered object. */
export function nameOf(resource: Resource): ResourceName {
  const { group, version, kind, namespace, name } = resource.id;
  return { group, version, kind, namespace, name };
}

/** `Kind[.group]/[namespace/]name`, the form of RESOURCE. */
export function resourceText({ group, kind, namespace, name }: ResourceName): string {
  const type = group === '' ? kind : `${kind}.${group}`;
  return `${type}/${namespace === '' ? '' : `${namespace}/`}${name}`;
}

/** The one object that a RESOURCE names, or all that it could mean; for none, all that there are. */
export type FoundResource =
  | { readonly kind: 'found'; readonly resource: Resource }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  | { readonly kind: 'missing'; readonly there: readonly string[] };

/** Finds what `Kind[.group]/[namespace/]name` names. The group and the namespace may be left out where one object fits. */
export function findResource(resources: readonly Resource[], text: string): FoundResource {
  const slash = text.indexOf('/');
  const type = text.slice(0, Math.max(slash, 0));
  const rest = text.slice(slash + 1);
  const fitting = resources.filter((resource) => {
    const { group, kind, namespace, name } = nameOf(resource);
    const types = [kind, `${kind}.${group}`];
    return types.includes(type) && (rest === name || rest === `${namespace}/${name}`);
  });
  // What is written in full means itself, also where something without a namespace has the same name.
  const exact = fitting.filter((resource) => resourceText(nameOf(resource)) === text);
  const [first, ...others] = exact.length === 1 ? exact : fitting;
  if (first === undefined) return { kind: 'missing', there: resources.map(labelOf) };
  return others.length === 0
    ? { kind: 'found', resource: first }
    : { kind: 'ambiguous', candidates: [first, ...others].map(labelOf) };
}

function labelOf(resource: Resource): string {
  return resourceText(nameOf(resource));
}
