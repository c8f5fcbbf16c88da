import type { JsonValue } from '../yaml/decode.ts';
import { keysOf, type FieldPath } from './fieldPath.ts';
import {
  at,
  below,
  entriesOf,
  isList,
  isMap,
  itemsOf,
  sameJson,
  textOf,
  type JsonMap,
} from './json.ts';

/** The object in which a field stands: its kind, and what is live of it. */
export interface DefaultContext {
  readonly kind: string;
  readonly live: JsonMap;
}

/**
 * Whether a live value is what the server puts where nothing is said, or what it allocates. `holder` is the mapping that the
 * field stands in. The schema does not tell: its defaults are incomplete.
 *
 * Source: kubernetes pkg/apis/{core,apps,batch,autoscaling,networking,rbac,admissionregistration}/v1/defaults.go (v1.37).
 */
export function isDefault(
  context: DefaultContext,
  path: FieldPath,
  value: JsonValue,
  holder: JsonMap,
): boolean {
  if ((isMap(value) || isList(value)) && Object.keys(value).length === 0) return true;
  const place = placeOf(context.kind, keysOf(path));
  const known = defaults.get(place);
  if (known !== undefined) return known === anything || known.some((one) => sameJson(one, value));
  return derived.get(place)?.(value, holder, context.live) ?? false;
}

/** Allocated, chosen by the cluster, or derived from something that is compared itself. */
const anything = 'anything';

/** The keys of a path as `pod.containers.ports.protocol`: all that holds a pod has one place, and so have all its containers. */
function placeOf(kind: string, keys: readonly string[]): string {
  const pod = podPrefix(kind);
  const isPod = pod !== undefined && pod.every((key, index) => keys[index] === key);
  if (!isPod) return `${kind}.${keys.join('.')}`;
  const [first = '', ...rest] = keys.slice(pod.length);
  const group = /^(?:init|ephemeral)Containers$/.test(first) ? 'containers' : first;
  const inner = rest.map((key) =>
    /^(?:liveness|readiness|startup)Probe$/.test(key) ? 'probe' : key,
  );
  return ['pod', group, ...inner].join('.');
}

/** Where the pod stands in an object of a kind. */
export function podPrefix(kind: string): readonly string[] | undefined {
  switch (kind) {
    case 'Pod':
      return ['spec'];
    case 'CronJob':
      return ['spec', 'jobTemplate', 'spec', 'template', 'spec'];
    case 'PodTemplate':
      return ['template', 'spec'];
    case 'Deployment':
    case 'StatefulSet':
    case 'DaemonSet':
    case 'ReplicaSet':
    case 'ReplicationController':
    case 'Job':
      return ['spec', 'template', 'spec'];
    default:
      return undefined;
  }
}

const table: Readonly<Record<string, readonly JsonValue[] | typeof anything>> = {
  'pod.restartPolicy': ['Always'],
  'pod.dnsPolicy': ['ClusterFirst'],
  'pod.schedulerName': ['default-scheduler'],
  'pod.terminationGracePeriodSeconds': [30],
  'pod.enableServiceLinks': [true],
  'pod.preemptionPolicy': ['PreemptLowerPriority'],
  'pod.priority': [0],
  'pod.nodeName': anything,
  'pod.containers.terminationMessagePath': ['/dev/termination-log'],
  'pod.containers.terminationMessagePolicy': ['File'],
  'pod.containers.ports.protocol': ['TCP'],
  'pod.containers.probe.timeoutSeconds': [1],
  'pod.containers.probe.periodSeconds': [10],
  'pod.containers.probe.successThreshold': [1],
  'pod.containers.probe.failureThreshold': [3],
  'pod.containers.probe.httpGet.scheme': ['HTTP'],
  'pod.containers.probe.httpGet.path': ['/'],
  'pod.containers.probe.grpc.service': [''],
  'pod.containers.lifecycle.postStart.httpGet.scheme': ['HTTP'],
  'pod.containers.lifecycle.preStop.httpGet.scheme': ['HTTP'],
  'pod.containers.lifecycle.postStart.httpGet.path': ['/'],
  'pod.containers.lifecycle.preStop.httpGet.path': ['/'],
  'pod.containers.env.valueFrom.fieldRef.apiVersion': ['v1'],
  'pod.containers.env.valueFrom.resourceFieldRef.divisor': ['0'],
  'pod.containers.securityContext.procMount': ['Default'],
  'pod.containers.volumeMounts.recursiveReadOnly': ['Disabled'],
  'pod.volumes.configMap.defaultMode': [420],
  'pod.volumes.secret.defaultMode': [420],
  'pod.volumes.downwardAPI.defaultMode': [420],
  'pod.volumes.projected.defaultMode': [420],
  'pod.volumes.projected.sources.serviceAccountToken.expirationSeconds': [3600],
  'pod.volumes.downwardAPI.items.fieldRef.apiVersion': ['v1'],
  'pod.volumes.projected.sources.downwardAPI.items.fieldRef.apiVersion': ['v1'],
  'pod.volumes.hostPath.type': [''],
  'pod.volumes.iscsi.iscsiInterface': ['default'],
  'pod.topologySpreadConstraints.nodeAffinityPolicy': ['Honor'],
  'pod.topologySpreadConstraints.nodeTaintsPolicy': ['Ignore'],
  'Deployment.spec.replicas': [1],
  'Deployment.spec.revisionHistoryLimit': [10],
  'Deployment.spec.progressDeadlineSeconds': [600],
  'Deployment.spec.strategy.type': ['RollingUpdate'],
  'Deployment.spec.strategy.rollingUpdate.maxSurge': ['25%'],
  'Deployment.spec.strategy.rollingUpdate.maxUnavailable': ['25%'],
  'StatefulSet.spec.replicas': [1],
  'StatefulSet.spec.revisionHistoryLimit': [10],
  'StatefulSet.spec.podManagementPolicy': ['OrderedReady'],
  'StatefulSet.spec.updateStrategy.type': ['RollingUpdate'],
  'StatefulSet.spec.updateStrategy.rollingUpdate.partition': [0],
  'StatefulSet.spec.updateStrategy.rollingUpdate.maxUnavailable': [1],
  'StatefulSet.spec.persistentVolumeClaimRetentionPolicy.whenDeleted': ['Retain'],
  'StatefulSet.spec.persistentVolumeClaimRetentionPolicy.whenScaled': ['Retain'],
  'StatefulSet.spec.volumeClaimTemplates.apiVersion': ['v1'],
  'StatefulSet.spec.volumeClaimTemplates.kind': ['PersistentVolumeClaim'],
  'StatefulSet.spec.volumeClaimTemplates.spec.volumeMode': ['Filesystem'],
  'StatefulSet.spec.volumeClaimTemplates.spec.storageClassName': anything,
  'StatefulSet.spec.volumeClaimTemplates.status': anything,
  'StatefulSet.spec.volumeClaimTemplates.status.phase': anything,
  'DaemonSet.spec.revisionHistoryLimit': [10],
  'DaemonSet.spec.updateStrategy.type': ['RollingUpdate'],
  'DaemonSet.spec.updateStrategy.rollingUpdate.maxSurge': [0],
  'DaemonSet.spec.updateStrategy.rollingUpdate.maxUnavailable': [1],
  'ReplicaSet.spec.replicas': [1],
  'Job.spec.backoffLimit': [6],
  'Job.spec.completions': [1],
  'Job.spec.parallelism': [1],
  'Job.spec.completionMode': ['NonIndexed'],
  'Job.spec.suspend': [false],
  'Job.spec.manualSelector': [false],
  'Job.spec.podReplacementPolicy': ['TerminatingOrFailed', 'Failed'],
  'CronJob.spec.concurrencyPolicy': ['Allow'],
  'CronJob.spec.suspend': [false],
  'CronJob.spec.successfulJobsHistoryLimit': [3],
  'CronJob.spec.failedJobsHistoryLimit': [1],
  'Service.spec.type': ['ClusterIP'],
  'Service.spec.sessionAffinity': ['None'],
  'Service.spec.sessionAffinityConfig.clientIP.timeoutSeconds': [10800],
  'Service.spec.internalTrafficPolicy': ['Cluster'],
  'Service.spec.externalTrafficPolicy': ['Cluster'],
  'Service.spec.allocateLoadBalancerNodePorts': [true],
  'Service.spec.clusterIP': anything,
  'Service.spec.clusterIPs': anything,
  'Service.spec.ipFamilies': anything,
  'Service.spec.ipFamilyPolicy': anything,
  'Service.spec.healthCheckNodePort': anything,
  'Service.spec.ports.protocol': ['TCP'],
  'Service.spec.ports.nodePort': anything,
  'HorizontalPodAutoscaler.spec.minReplicas': [1],
  'HorizontalPodAutoscaler.spec.metrics': [
    [
      {
        type: 'Resource',
        resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 80 } },
      },
    ],
  ],
  'PersistentVolumeClaim.spec.volumeMode': ['Filesystem'],
  'PersistentVolumeClaim.spec.volumeName': anything,
  'PersistentVolumeClaim.spec.storageClassName': anything,
  'PersistentVolume.spec.volumeMode': ['Filesystem'],
  'PersistentVolume.spec.persistentVolumeReclaimPolicy': ['Retain'],
  'PersistentVolume.spec.claimRef': anything,
  'PersistentVolume.spec.hostPath.type': [''],
  'StorageClass.reclaimPolicy': ['Delete'],
  'StorageClass.volumeBindingMode': ['Immediate'],
  'CSIDriver.spec.attachRequired': [true],
  'CSIDriver.spec.podInfoOnMount': [false],
  'CSIDriver.spec.storageCapacity': [false],
  'CSIDriver.spec.requiresRepublish': [false],
  'CSIDriver.spec.seLinuxMount': [false],
  'CSIDriver.spec.fsGroupPolicy': ['ReadWriteOnceWithFSType'],
  'CSIDriver.spec.volumeLifecycleModes': [['Persistent']],
  'Secret.type': ['Opaque'],
  'Namespace.spec.finalizers': [['kubernetes']],
  'PriorityClass.preemptionPolicy': ['PreemptLowerPriority'],
  'Ingress.spec.rules.http.paths.pathType': ['ImplementationSpecific'],
  'Ingress.spec.ingressClassName': anything,
  'IngressClass.spec.parameters.scope': ['Cluster'],
  'NetworkPolicy.spec.ingress.ports.protocol': ['TCP'],
  'NetworkPolicy.spec.egress.ports.protocol': ['TCP'],
  'NetworkPolicy.spec.policyTypes': [['Ingress'], ['Ingress', 'Egress']],
  'RoleBinding.roleRef.apiGroup': ['rbac.authorization.k8s.io'],
  'ClusterRoleBinding.roleRef.apiGroup': ['rbac.authorization.k8s.io'],
  'RoleBinding.subjects.apiGroup': ['rbac.authorization.k8s.io', ''],
  'ClusterRoleBinding.subjects.apiGroup': ['rbac.authorization.k8s.io', ''],
  'CustomResourceDefinition.spec.conversion.strategy': ['None'],
  'CustomResourceDefinition.spec.conversion.webhook.clientConfig.service.port': [443],
  'CustomResourceDefinition.spec.preserveUnknownFields': [false],
  'CustomResourceDefinition.spec.names.singular': anything,
  'CustomResourceDefinition.spec.names.listKind': anything,
  'APIService.spec.service.port': [443],
};

const webhookDefaults: Readonly<Record<string, readonly JsonValue[]>> = {
  'webhooks.failurePolicy': ['Fail'],
  'webhooks.matchPolicy': ['Equivalent'],
  'webhooks.timeoutSeconds': [10],
  'webhooks.reinvocationPolicy': ['Never'],
  'webhooks.rules.scope': ['*'],
  'webhooks.clientConfig.service.port': [443],
  'spec.failurePolicy': ['Fail'],
  'spec.matchConstraints.matchPolicy': ['Equivalent'],
  'spec.matchConstraints.resourceRules.scope': ['*'],
  'spec.matchResources.matchPolicy': ['Equivalent'],
};

const webhookKinds = [
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
];

const defaults = new Map<string, readonly JsonValue[] | typeof anything>([
  ...Object.entries(table),
  ...webhookKinds.flatMap((kind) =>
    Object.entries(webhookDefaults).map(([place, values]) => [`${kind}.${place}`, values] as const),
  ),
  // The Jobs of a CronJob have the defaults of a Job.
  ...Object.entries(table).flatMap(([place, values]) =>
    place.startsWith('Job.spec.')
      ? [[`CronJob.spec.jobTemplate.spec.${place.slice('Job.spec.'.length)}`, values] as const]
      : [],
  ),
]);

type Derived = (value: JsonValue, holder: JsonMap, live: JsonMap) => boolean;

/** Defaults that follow from other fields. */
const derived = new Map<string, Derived>([
  [
    'pod.containers.imagePullPolicy',
    // The tag may have changed since; then the policy stays as it was.
    (value, holder) => value === pullPolicy(textOf(holder['image'])) || value === 'Always',
  ],
  ['LimitRange.spec.limits.default', (value, holder) => isTakenFrom(value, [holder['max']])],
  [
    'LimitRange.spec.limits.defaultRequest',
    (value, holder) => isTakenFrom(value, [holder['default'], holder['max'], holder['min']]),
  ],
  ['Service.spec.ports.targetPort', (value, holder) => sameJson(value, holder['port'])],
  [
    'pod.tolerations',
    // Admission gives each pod, not each template, the time to leave a node that is gone.
    (value, _holder, live) =>
      !isMap(at(live, 'spec')) || below(live, 'spec', 'template') === undefined
        ? itemsOf(value).every((one) => textOf(at(one, 'key')).startsWith('node.kubernetes.io/'))
        : false,
  ],
  ['pod.serviceAccount', (value, holder) => value === holder['serviceAccountName']],
  [
    'pod.serviceAccountName',
    // The old name of the field and the new one are kept alike.
    (value, holder) => value === 'default' || value === holder['serviceAccount'],
  ],
  [
    'Node.spec.taints',
    (value) =>
      itemsOf(value).every((one) => textOf(at(one, 'key')).startsWith('node.kubernetes.io/')),
  ],
  ...(['requests', 'limits'] as const).map((name): [string, Derived] => [
    `pod.containers.resources.${name}`,
    (value, holder) => name === 'requests' && sameJson(value, holder['limits']),
  ]),
  [
    'Deployment.spec.selector',
    (value, _holder, live) =>
      sameJson(at(value, 'matchLabels'), below(live, 'spec', 'template', 'metadata', 'labels')),
  ],
]);

/** Whether each entry is that of one of some mappings. */
function isTakenFrom(value: JsonValue, sources: readonly (JsonValue | undefined)[]): boolean {
  return entriesOf(value).every(([key, one]) =>
    sources.some((source) => sameJson(at(source, key), one)),
  );
}

/** What the server puts for an image. Source: pkg/apis/core/v1/defaults.go `SetDefaults_Container`. */
function pullPolicy(image: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1);
  const isLatest = !name.includes('@') && (!name.includes(':') || name.endsWith(':latest'));
  return isLatest ? 'Always' : 'IfNotPresent';
}
