import type { FieldSpec, NameBackReference } from './fieldSpecs.ts';

/*
 * The tables of builtinpluginconsts in the order in which kustomize writes them; `fieldSpecs.ts` sorts them. A row is a
 * type (`group/Kind@version`, '' for any) and the paths in it, with `+` before a path that is made where it is missing.
 * Source: kustomize api/internal/konfig/builtinpluginconsts (v0.21.1).
 */

/** One row of a table: the type, and the paths in objects of that type. */
type Row = readonly [type: string, ...paths: readonly string[]];

const POD = 'spec/';
const TEMPLATE = 'spec/template/spec/';
const CRON_JOB = 'spec/jobTemplate/spec/template/spec/';

/** Source: builtinpluginconsts/metadatalabels.go and templatelabels.go. */
const metadataLabels: readonly Row[] = [
  ['', '+metadata/labels'],
  ['ReplicationController@v1', '+spec/template/metadata/labels'],
  ['Deployment', '+spec/template/metadata/labels'],
  ['ReplicaSet', '+spec/template/metadata/labels'],
  ['DaemonSet', '+spec/template/metadata/labels'],
  [
    'apps/StatefulSet',
    '+spec/template/metadata/labels',
    '+spec/volumeClaimTemplates[]/metadata/labels',
  ],
  ['batch/Job', '+spec/template/metadata/labels'],
  [
    'batch/CronJob',
    '+spec/jobTemplate/metadata/labels',
    '+spec/jobTemplate/spec/template/metadata/labels',
  ],
];

const podSelectors = under(TEMPLATE, [
  'affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels',
  'affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels',
  'affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels',
  'affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels',
  'topologySpreadConstraints/labelSelector/matchLabels',
]);

/** Source: builtinpluginconsts/commonlabels.go. */
const commonLabels: readonly Row[] = [
  ['Service@v1', '+spec/selector'],
  ['ReplicationController@v1', '+spec/selector'],
  ['Deployment', '+spec/selector/matchLabels'],
  ['apps/Deployment', ...podSelectors],
  ['ReplicaSet', '+spec/selector/matchLabels'],
  ['DaemonSet', '+spec/selector/matchLabels'],
  ['apps/StatefulSet', '+spec/selector/matchLabels', ...podSelectors],
  ['batch/Job', 'spec/selector/matchLabels'],
  ['batch/CronJob', 'spec/jobTemplate/spec/selector/matchLabels'],
  ['policy/PodDisruptionBudget', 'spec/selector/matchLabels'],
  [
    'networking.k8s.io/NetworkPolicy',
    'spec/podSelector/matchLabels',
    'spec/ingress/from/podSelector/matchLabels',
    'spec/egress/to/podSelector/matchLabels',
  ],
  ...metadataLabels,
];

/** Source: builtinpluginconsts/commonannotations.go. */
const commonAnnotations: readonly Row[] = [
  ['', '+metadata/annotations'],
  ['ReplicationController@v1', '+spec/template/metadata/annotations'],
  ['Deployment', '+spec/template/metadata/annotations'],
  ['ReplicaSet', '+spec/template/metadata/annotations'],
  ['DaemonSet', '+spec/template/metadata/annotations'],
  ['StatefulSet', '+spec/template/metadata/annotations'],
  ['batch/Job', '+spec/template/metadata/annotations'],
  [
    'batch/CronJob',
    '+spec/jobTemplate/metadata/annotations',
    '+spec/jobTemplate/spec/template/metadata/annotations',
  ],
];

const containerVars = ['args', 'command', 'env/value', 'volumeMounts/mountPath'];
const podVars = [
  ...under('containers/', containerVars),
  ...under('initContainers/', containerVars),
];
const podVarsAndNfs = [...podVars, 'volumes/nfs/server'];

/** Source: builtinpluginconsts/varreference.go; the path to the NFS server of a CronJob is wrong there too. */
const varReference: readonly Row[] = [
  ['CronJob', ...under(CRON_JOB, podVars), 'spec/jobTemplate/spec/template/volumes/nfs/server'],
  ['DaemonSet', ...under(TEMPLATE, podVarsAndNfs)],
  ['Deployment', ...under(TEMPLATE, podVarsAndNfs), 'spec/template/metadata/annotations'],
  ['Ingress', 'spec/rules/host', 'spec/tls/hosts', 'spec/tls/secretName'],
  ['Job', ...under(TEMPLATE, podVarsAndNfs)],
  ['Pod', ...under(POD, podVarsAndNfs)],
  ['ReplicaSet', ...under(TEMPLATE, podVarsAndNfs)],
  ['Service', 'spec/ports/port', 'spec/ports/targetPort'],
  ['StatefulSet', ...under(TEMPLATE, podVars), 'spec/volumeClaimTemplates/spec/nfs/server'],
  ['PersistentVolume', 'spec/nfs/server'],
  ['', 'metadata/labels', 'metadata/annotations'],
];

const configMapInPod = [
  'volumes/configMap/name',
  'containers/env/valueFrom/configMapKeyRef/name',
  'initContainers/env/valueFrom/configMapKeyRef/name',
  'containers/envFrom/configMapRef/name',
  'initContainers/envFrom/configMapRef/name',
  'volumes/projected/sources/configMap/name',
];

const secretInPod = [
  'volumes/secret/secretName',
  'containers/env/valueFrom/secretKeyRef/name',
  'initContainers/env/valueFrom/secretKeyRef/name',
  'containers/envFrom/secretRef/name',
  'initContainers/envFrom/secretRef/name',
  'imagePullSecrets/name',
  'volumes/projected/sources/secret/name',
];

/** Pods and their templates, the CronJob with the projected volumes in the second place. */
function inPods(paths: readonly string[], projected: string): readonly Row[] {
  const [first = '', ...rest] = paths.filter((path) => path !== projected);
  return [
    ['Pod@v1', ...under(POD, paths)],
    ['PodTemplate', ...under('template/spec/', paths)],
    ...['Deployment', 'ReplicaSet', 'DaemonSet', 'StatefulSet', 'Job'].map((kind): Row => [
      kind,
      ...under(TEMPLATE, paths),
    ]),
    ['CronJob', ...under(CRON_JOB, [first, projected, ...rest])],
  ];
}

function inSomePods(path: string): readonly Row[] {
  return [
    ['Pod', `${POD}${path}`],
    ['StatefulSet', `${TEMPLATE}${path}`],
    ['Deployment', `${TEMPLATE}${path}`],
    ['ReplicationController', `${TEMPLATE}${path}`],
    ['CronJob', `${CRON_JOB}${path}`],
    ['Job', `${TEMPLATE}${path}`],
    ['DaemonSet', `${TEMPLATE}${path}`],
  ];
}

const scaled: readonly Row[] = [['HorizontalPodAutoscaler', 'spec/scaleTargetRef/name']];
const bindings = ['RoleBinding', 'ClusterRoleBinding'].map(
  (kind) => `rbac.authorization.k8s.io/${kind}`,
);

/** Source: builtinpluginconsts/namereference.go; the group of IngressClass is wrong there too. */
const nameReference: readonly (readonly [type: string, rows: readonly Row[]])[] = [
  ['Deployment', scaled],
  ['ReplicationController', scaled],
  ['ReplicaSet', scaled],
  ['StatefulSet', scaled],
  [
    'ConfigMap@v1',
    [
      ...inPods(configMapInPod, 'volumes/projected/sources/configMap/name'),
      ['Node', 'spec/configSource/configMap'],
      ['Role', 'rules/resourceNames'],
      ['ClusterRole', 'rules/resourceNames'],
      ['Ingress', 'metadata/annotations/nginx.ingress.kubernetes.io\\/fastcgi-params-configmap'],
    ],
  ],
  [
    'Secret@v1',
    [
      ...inPods(secretInPod, 'volumes/projected/sources/secret/name'),
      [
        'Ingress',
        'spec/tls/secretName',
        'metadata/annotations/ingress.kubernetes.io\\/auth-secret',
        'metadata/annotations/nginx.ingress.kubernetes.io\\/auth-secret',
        'metadata/annotations/nginx.ingress.kubernetes.io\\/auth-tls-secret',
        'spec/tls/secretName',
      ],
      ['ServiceAccount', 'imagePullSecrets/name'],
      [
        'StorageClass',
        ...under('parameters/', ['secretName', 'adminSecretName', 'userSecretName', 'secretRef']),
      ],
      ['Role', 'rules/resourceNames'],
      ['ClusterRole', 'rules/resourceNames'],
      [
        'serving.knative.dev/Service@v1',
        'spec/template/spec/containers/env/valueFrom/secretKeyRef/name',
      ],
      ['PersistentVolume', 'spec/azureFile/secretName'],
    ],
  ],
  [
    'Service@v1',
    [
      ['apps/StatefulSet', 'spec/serviceName'],
      [
        'Ingress',
        'spec/rules/http/paths/backend/serviceName',
        'spec/backend/serviceName',
        'spec/rules/http/paths/backend/service/name',
        'spec/defaultBackend/service/name',
      ],
      ['apiregistration.k8s.io/APIService', 'spec/service/name'],
      ...['ValidatingWebhookConfiguration', 'MutatingWebhookConfiguration'].map((kind): Row => [
        `admissionregistration.k8s.io/${kind}`,
        'webhooks/clientConfig/service',
      ]),
    ],
  ],
  ['rbac.authorization.k8s.io/Role', [['rbac.authorization.k8s.io/RoleBinding', 'roleRef/name']]],
  ['rbac.authorization.k8s.io/ClusterRole', bindings.map((type): Row => [type, 'roleRef/name'])],
  [
    'ServiceAccount@v1',
    [...bindings.map((type): Row => [type, 'subjects']), ...inSomePods('serviceAccountName')],
  ],
  ['PersistentVolumeClaim@v1', inSomePods('volumes/persistentVolumeClaim/claimName')],
  [
    'PersistentVolume@v1',
    [
      ['PersistentVolumeClaim', 'spec/volumeName'],
      ['ClusterRole', 'rules/resourceNames'],
    ],
  ],
  [
    'storage.k8s.io/StorageClass@v1',
    [
      ['PersistentVolume', 'spec/storageClassName'],
      ['PersistentVolumeClaim', 'spec/storageClassName'],
      ['StatefulSet', 'spec/volumeClaimTemplates/spec/storageClassName'],
    ],
  ],
  ['scheduling.k8s.io/PriorityClass@v1', inSomePods('priorityClassName')],
  ['networking.k8s.io/v1/IngressClass@v1', [['Ingress', 'spec/ingressClassName']]],
  [
    'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
    [['admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding', 'spec/policyName']],
  ],
];

/** The tables as kustomize writes them, not sorted. Source: builtinpluginconsts/defaultconfig.go. */
export const unsortedDefaults = {
  namePrefix: readRows([['', 'metadata/name']]),
  nameSuffix: readRows([['', 'metadata/name']]),
  /** Source: builtinpluginconsts/namespace.go. */
  namespace: readRows([
    ['Namespace', '+metadata/name'],
    ['apiregistration.k8s.io/APIService', '+spec/service/namespace'],
    [
      'apiextensions.k8s.io/CustomResourceDefinition',
      'spec/conversion/webhook/clientConfig/service/namespace',
    ],
  ]),
  commonLabels: readRows(commonLabels),
  labels: [],
  templateLabels: readRows(metadataLabels),
  commonAnnotations: readRows(commonAnnotations),
  nameReference: nameReference.map(([type, rows]): NameBackReference => ({
    ...readType(type),
    referrers: readRows(rows),
  })),
  varReference: readRows(varReference),
  /** Source: builtinpluginconsts/images.go. */
  images: readRows([
    [
      '',
      ...['spec/', 'spec/template/spec/'].flatMap((pod) =>
        under(`+${pod}`, [
          'containers[]/image',
          'initContainers[]/image',
          'volumes[]/image/reference',
        ]),
      ),
    ],
  ]),
  /** Source: builtinpluginconsts/replicas.go. */
  replicas: readRows(
    ['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'].map((kind): Row => [
      kind,
      '+spec/replicas',
    ]),
  ),
} as const;

function under(prefix: string, paths: readonly string[]): readonly string[] {
  return paths.map((path) => `${prefix}${path}`);
}

function readRows(rows: readonly Row[]): readonly FieldSpec[] {
  return rows.flatMap(([type, ...paths]) =>
    paths.map((path) => ({
      ...readType(type),
      path: path.replace(/^\+/, ''),
      create: path.startsWith('+'),
    })),
  );
}

function readType(type: string): { group: string; version: string; kind: string } {
  const [name = '', version = ''] = type.split('@');
  const slash = name.lastIndexOf('/');
  return { group: name.slice(0, Math.max(slash, 0)), version, kind: name.slice(slash + 1) };
}
