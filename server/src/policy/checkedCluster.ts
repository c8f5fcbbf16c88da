import type { Application } from '../delivery/application.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { JsonValue } from '../yaml/decode.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { labelsIn } from '../drift/labels.ts';
import type { ObjectPath } from './podTemplate.ts';

/** All that is delivered to one cluster, as the rules look at it. */
export interface CheckedCluster {
  /** `undefined` where the repository cannot tell which one it is. */
  readonly name: string | undefined;
  readonly isProduction: boolean;
  /** The minor version of its Kubernetes 1, where the register has it. */
  readonly minor: number | undefined;
  /** What it serves beside Kubernetes itself, as `group/version` or `group/version/Kind`; empty where nobody says. */
  readonly served: ReadonlySet<string>;
  readonly objects: readonly CheckedObject[];
  /** The namespaces that are delivered there or that a controller makes, by name. */
  readonly namespaces: ReadonlyMap<string, CheckedNamespace>;
  /** Whether what is delivered shows that it is an OpenShift. */
  readonly isOpenShift: boolean;
}

/** One rendered object. */
export interface CheckedObject {
  readonly resource: Resource;
  readonly application: Application;
  /** Where it is put; `''` for what is cluster-scoped. */
  readonly namespace: string;
  /** Whether values of Secrets stand in it, its own or copied ones. */
  readonly isSecret: boolean;
  /** Its value, made when somebody asks; a mapping without entries where it has none. */
  readonly value: () => JsonValue;
}

/** A namespace and its labels, as far as they are rendered. */
export interface CheckedNamespace {
  readonly labels: ReadonlyMap<string, string>;
  /** The rendered Namespace; `undefined` where a controller makes it. */
  readonly object: CheckedObject | undefined;
}

/** A rule that an object breaks. */
export interface Breach {
  readonly code: string;
  readonly object: CheckedObject;
  /** The field that breaks it; its last steps may not be there. */
  readonly path: ObjectPath;
  /** What the message tells beside `id`, which is the object. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Something that no rule can say anything about, and why: a word of `text/policyWords.en.ts`. */
export interface Unevaluated {
  readonly code: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** How many objects it is about. */
  readonly objects: number;
}

/** What one rule says of a cluster. */
export interface RuleAnswer {
  readonly breaches: readonly Breach[];
  readonly unevaluated: readonly Unevaluated[];
}

/**
 * Objects without those that are delivered to the cluster once more: what two applications deliver, or one that is found on
 * two ways, is one object all the same. The first one stands.
 */
export function eachOnce<T extends { readonly object: CheckedObject }>(
  items: readonly T[],
): readonly T[] {
  const found = new Map<string, CheckedObject>();
  return items.filter(({ object }) => {
    const { group, kind, name } = object.resource.id;
    const key = [group, kind, object.namespace, name].join('/');
    const known = found.get(key) ?? object;
    found.set(key, known);
    return known === object;
  });
}

/** The sync options of an Application of Argo CD; none for any other object. */
export function syncOptionsOf({ node }: Resource): readonly string[] {
  const options = nodeBelow(node, 'spec', 'syncPolicy', 'syncOptions');
  return options?.kind === 'sequence' ? options.items.map(rawText) : [];
}

/** Groups of APIs that only an OpenShift serves. */
const openShiftGroups =
  /^(?:apps|build|config|console|image|machineconfiguration|oauth|operator|project|route|security|template|user)\.openshift\.io$/;

/** What the objects of a cluster make of it. */
export function checkedCluster(
  facts: Pick<CheckedCluster, 'name' | 'isProduction' | 'minor' | 'served'>,
  objects: readonly CheckedObject[],
): CheckedCluster {
  return {
    ...facts,
    objects,
    namespaces: namespacesOf(objects),
    isOpenShift: objects.some(({ resource }) => openShiftGroups.test(resource.id.group)),
  };
}

function namespacesOf(objects: readonly CheckedObject[]): ReadonlyMap<string, CheckedNamespace> {
  const found = new Map<string, CheckedNamespace>();
  for (const object of objects) {
    const { id } = object.resource;
    if (id.kind !== 'Namespace' || id.group !== '') continue;
    const labels = [...(found.get(id.name)?.labels ?? []), ...labelsIn(object.value())];
    found.set(id.name, { labels: new Map(labels), object });
  }
  for (const { name, labels } of madeByArgo(objects)) {
    const known = found.get(name);
    found.set(name, {
      labels: new Map([...(known?.labels ?? []), ...labels]),
      object: known?.object,
    });
  }
  return found;
}

/**
 * The namespaces that Argo CD makes or labels for its Applications.
 *
 * Source: Argo CD docs, “Sync Options”, “Namespace Metadata”.
 */
function madeByArgo(
  objects: readonly CheckedObject[],
): readonly { readonly name: string; readonly labels: ReadonlyMap<string, string> }[] {
  const applications = new Set(objects.map(({ application }) => application));
  return [...applications].flatMap(({ controller, object, destination }) => {
    if (controller !== 'argocd' || object === undefined || destination.namespace === '') return [];
    const { managed, creates } = syncPolicyOf(object);
    return creates ? [{ name: destination.namespace, labels: managed }] : [];
  });
}

function syncPolicyOf(application: Resource): {
  readonly managed: ReadonlyMap<string, string>;
  readonly creates: boolean;
} {
  const policy = nodeBelow(application.node, 'spec', 'syncPolicy');
  const creates = syncOptionsOf(application).includes('CreateNamespace=true');
  const labels = nodeBelow(policy, 'managedNamespaceMetadata', 'labels');
  const managed =
    labels?.kind === 'map'
      ? labels.keys.map((key, index) => [key, rawText(labels.values[index])] as const)
      : [];
  return { managed: new Map(managed), creates };
}

function nodeBelow(
  node: ResourceNode | undefined,
  ...keys: readonly string[]
): ResourceNode | undefined {
  return keys.reduce<ResourceNode | undefined>((inner, key) => field(inner, key), node);
}
