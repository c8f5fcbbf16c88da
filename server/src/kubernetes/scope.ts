/**
 * Whether types are namespaced, by `scopeKey`. The paths of a custom schema (`openapi: path:`) give one; it is asked only
 * for types that the built-in table does not know.
 */
export type ScopeTable = ReadonlyMap<string, boolean>;

/** The key of a type in a `ScopeTable`. */
export function scopeKey(apiVersion: string, kind: string): string {
  return `${apiVersion} ${kind}`;
}

/**
 * Whether kustomize holds a type to be cluster-scoped: true for Node or Namespace, false for Pod, and false for any type
 * that it does not know, such as the kinds of most custom resources.
 *
 * The table is the one that kyaml precomputes from the built-in schema v1.21.2. Where kyaml goes on to the paths of a
 * parsed schema, the built-in one adds nothing (`TestIsNamespaceScopedPrecompute` holds the two equal), so only a custom
 * schema's `custom` table can.
 *
 * Source: kyaml openapi/openapi.go (v0.21.1), `IsNamespaceScoped`, `IsCertainlyClusterScoped`.
 */
export function isCertainlyClusterScoped(
  apiVersion: string,
  kind: string,
  custom?: ScopeTable,
): boolean {
  const key = scopeKey(apiVersion, kind);
  return (precomputed.get(key) ?? custom?.get(key)) === false;
}

/** Whether the built-in table has the type. Source: kyaml openapi/openapi.go (v0.21.1), `precomputedIsNamespaceScoped`. */
export function hasBuiltInScope(apiVersion: string, kind: string): boolean {
  return precomputed.has(scopeKey(apiVersion, kind));
}

const CLUSTER_SCOPED = `
admissionregistration.k8s.io/v1 MutatingWebhookConfiguration ValidatingWebhookConfiguration
admissionregistration.k8s.io/v1beta1 MutatingWebhookConfiguration ValidatingWebhookConfiguration
apiextensions.k8s.io/v1 CustomResourceDefinition
apiextensions.k8s.io/v1beta1 CustomResourceDefinition
apiregistration.k8s.io/v1 APIService
apiregistration.k8s.io/v1beta1 APIService
certificates.k8s.io/v1 CertificateSigningRequest
certificates.k8s.io/v1beta1 CertificateSigningRequest
flowcontrol.apiserver.k8s.io/v1beta1 FlowSchema PriorityLevelConfiguration
networking.k8s.io/v1 IngressClass
networking.k8s.io/v1beta1 IngressClass
node.k8s.io/v1 RuntimeClass
node.k8s.io/v1beta1 RuntimeClass
policy/v1beta1 PodSecurityPolicy
rbac.authorization.k8s.io/v1 ClusterRole ClusterRoleBinding
rbac.authorization.k8s.io/v1beta1 ClusterRole ClusterRoleBinding
scheduling.k8s.io/v1 PriorityClass
scheduling.k8s.io/v1beta1 PriorityClass
storage.k8s.io/v1 CSIDriver CSINode StorageClass VolumeAttachment
storage.k8s.io/v1beta1 CSIDriver CSINode StorageClass VolumeAttachment
v1 ComponentStatus Namespace Node NodeProxyOptions PersistentVolume`;

const NAMESPACED = `
apps/v1 ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet
autoscaling/v1 HorizontalPodAutoscaler Scale
autoscaling/v2beta1 HorizontalPodAutoscaler
autoscaling/v2beta2 HorizontalPodAutoscaler
batch/v1 CronJob Job
batch/v1beta1 CronJob
coordination.k8s.io/v1 Lease
coordination.k8s.io/v1beta1 Lease
discovery.k8s.io/v1 EndpointSlice
discovery.k8s.io/v1beta1 EndpointSlice
events.k8s.io/v1 Event
events.k8s.io/v1beta1 Event
extensions/v1beta1 Ingress
networking.k8s.io/v1 Ingress NetworkPolicy
networking.k8s.io/v1beta1 Ingress
policy/v1 PodDisruptionBudget
policy/v1beta1 PodDisruptionBudget
rbac.authorization.k8s.io/v1 Role RoleBinding
rbac.authorization.k8s.io/v1beta1 Role RoleBinding
storage.k8s.io/v1beta1 CSIStorageCapacity
v1 ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodAttachOptions PodExecOptions
v1 PodPortForwardOptions PodProxyOptions PodTemplate ReplicationController ResourceQuota Secret
v1 Service ServiceAccount ServiceProxyOptions`;

const precomputed: ScopeTable = new Map([
  ...readTable(CLUSTER_SCOPED, false),
  ...readTable(NAMESPACED, true),
]);

function readTable(table: string, namespaced: boolean): readonly (readonly [string, boolean])[] {
  return table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [apiVersion = '', ...kinds] = line.split(' ');
      return kinds.map((kind) => [scopeKey(apiVersion, kind), namespaced] as const);
    });
}
