import type { Resource } from '../kustomize/resource.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { FieldDifference, NodePath } from './compareNodes.ts';

/**
 * The kinds whose controllers replace running pods where the pod template changes, as `Kind.group`.
 *
 * Source: Kubernetes docs, Deployments ("A Deployment's rollout is triggered if and only if the Deployment's Pod template
 * … is changed"), StatefulSets and DaemonSets (update strategies); OpenShift DeploymentConfig (ConfigChange triggers); Argo
 * Rollouts; Knative Serving (each change of the template is a new revision).
 */
const workloads: ReadonlySet<string> = new Set([
  'Deployment.apps',
  'StatefulSet.apps',
  'DaemonSet.apps',
  'DeploymentConfig.apps.openshift.io',
  'Rollout.argoproj.io',
  'Service.serving.knative.dev',
]);

/**
 * Whether differences make a controller replace the pods of an object that runs: its pod template changed, and it does not
 * wait until somebody deletes the pods (`updateStrategy: OnDelete`).
 */
export function restartsPods(
  before: Resource,
  after: Resource,
  fields: readonly FieldDifference[],
): boolean {
  const { kind, group } = after.id;
  if (!workloads.has(`${kind}.${group}`) || before.id.name !== after.id.name) return false;
  const strategy = field(field(after.node, 'spec'), 'updateStrategy');
  if (rawText(field(strategy, 'type')) === 'OnDelete') return false;
  return fields.some((one) =>
    [one.before, one.after].some((place) => place && isInTemplate(place.path)),
  );
}

/** Whether a path leads into the pod template, or to something that holds it. */
function isInTemplate(path: NodePath): boolean {
  return ['spec', 'template'].every((key, index) => path.length <= index || path[index] === key);
}
