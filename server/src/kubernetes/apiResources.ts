/** What an API server calls a kind, and whether its objects lie in namespaces. */
export interface ApiResource {
  /** The plural, as rules of RBAC have it: `deployments`. */
  readonly name: string;
  readonly namespaced: boolean;
}

/**
 * The resource of a kind that Kubernetes itself serves in 1.37, whatever the version of its group; `undefined` for others.
 * Source: the discovery of kube-apiserver, to which `server/test/cluster/rights.test.ts` holds the table.
 */
export function builtInResource(group: string, kind: string): ApiResource | undefined {
  return table.get(`${group}/${kind}`);
}

/** All kinds of the table, as `group/Kind`. */
export function builtInKinds(): readonly string[] {
  return [...table.keys()];
}

/**
 * The plural that a kind has by the rule that most follow: `policies`, and `gateways`. Source: k8s.io/apimachinery
 * pkg/api/meta/restmapper.go `UnsafeGuessKindToResource`, which takes `ies` after a vowel as well, where definitions have `ys`.
 */
export function guessedPlural(kind: string): string {
  const word = kind.toLowerCase();
  if (word.endsWith('endpoints')) return word;
  if (word.endsWith('s')) return `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

/** Kinds in namespaces, by group; a plural stands where the rule does not give it. */
const NAMESPACED = `
core ConfigMap Endpoints Event LimitRange PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount
apps ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet
autoscaling HorizontalPodAutoscaler
batch CronJob Job
certificates.k8s.io PodCertificateRequest
coordination.k8s.io Lease LeaseCandidate
discovery.k8s.io EndpointSlice
events.k8s.io Event
networking.k8s.io Ingress NetworkPolicy
policy PodDisruptionBudget
rbac.authorization.k8s.io Role RoleBinding
resource.k8s.io ResourceClaim ResourceClaimTemplate
storage.k8s.io CSIStorageCapacity`;

const CLUSTER_SCOPED = `
core ComponentStatus Namespace Node PersistentVolume
admissionregistration.k8s.io MutatingAdmissionPolicy MutatingAdmissionPolicyBinding MutatingWebhookConfiguration ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding ValidatingWebhookConfiguration
apiextensions.k8s.io CustomResourceDefinition
apiregistration.k8s.io APIService
certificates.k8s.io CertificateSigningRequest ClusterTrustBundle
flowcontrol.apiserver.k8s.io FlowSchema PriorityLevelConfiguration
networking.k8s.io IngressClass IPAddress ServiceCIDR
node.k8s.io RuntimeClass
rbac.authorization.k8s.io ClusterRole ClusterRoleBinding
resource.k8s.io DeviceClass DeviceTaintRule ResourceSlice
scheduling.k8s.io PriorityClass
storage.k8s.io CSIDriver CSINode StorageClass VolumeAttachment VolumeAttributesClass`;

const table: ReadonlyMap<string, ApiResource> = new Map(
  [
    { text: NAMESPACED, namespaced: true },
    { text: CLUSTER_SCOPED, namespaced: false },
  ].flatMap(({ text, namespaced }) =>
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [group = '', ...kinds] = line.split(' ');
        const own = group === 'core' ? '' : group;
        return kinds.map((kind) => {
          const name = guessedPlural(kind);
          return [`${own}/${kind}`, { name, namespaced }] as const;
        });
      }),
  ),
);
