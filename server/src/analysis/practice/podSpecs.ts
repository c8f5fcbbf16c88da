import type { Resource } from '../../kustomize/resource.ts';
import { field } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';

/** Where the kinds of Kubernetes that make pods keep the specification of a pod, by `Kind.group`. */
const paths: ReadonlyMap<string, readonly string[]> = new Map([
  ['Pod.', ['spec']],
  ['ReplicationController.', ['spec', 'template', 'spec']],
  ['DaemonSet.apps', ['spec', 'template', 'spec']],
  ['Deployment.apps', ['spec', 'template', 'spec']],
  ['ReplicaSet.apps', ['spec', 'template', 'spec']],
  ['StatefulSet.apps', ['spec', 'template', 'spec']],
  ['Job.batch', ['spec', 'template', 'spec']],
  ['CronJob.batch', ['spec', 'jobTemplate', 'spec', 'template', 'spec']],
]);

/** The specification of the pods that an object makes; `undefined` for any other object. */
export function podSpecOf({ id, node }: Resource): ResourceNode | undefined {
  const path = paths.get(`${id.kind}.${id.group}`);
  return path && nodeBelow(node, ...path);
}

/** All containers of a pod, those of its start among them. */
export function containersOf(spec: ResourceNode): readonly ResourceNode[] {
  return ['initContainers', 'containers'].flatMap((key) => itemsOf(field(spec, key)));
}

/** The items of a list; none for anything else. */
export function itemsOf(node: ResourceNode | undefined): readonly ResourceNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}

/** What stands below keys. */
export function nodeBelow(
  node: ResourceNode | undefined,
  ...keys: readonly string[]
): ResourceNode | undefined {
  return keys.reduce<ResourceNode | undefined>((inner, key) => field(inner, key), node);
}
