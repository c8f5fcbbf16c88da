import type { Random } from './random.ts';
import {
  annotationKeys,
  anyImage,
  anyPairs,
  anyScalar,
  imageNames,
  labelKeys,
  mostly,
  names,
  namespaces,
  plainText,
  verbatim,
} from './scalars.ts';
import type { Yaml, YamlMap } from './yamlText.ts';

/** A resource of a generated tree. */
export interface GeneratedResource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly body: YamlMap;
}

/** One resource of any kind. */
export function anyResource(random: Random): GeneratedResource {
  return resourceOf(random.pick(kinds), random.pick(names), random);
}

/** A resource of one kind, such as `apps/v1 Deployment`. */
export function resourceOf(type: string, name: string, random: Random): GeneratedResource {
  const [apiVersion = '', kind = ''] = type.split(' ');
  const clusterScoped = clusterKinds.has(kind) && !random.odd(0.3);
  const namespace = clusterScoped ? undefined : random.maybe(0.3, () => random.pick(namespaces));
  const labels = random.maybe(0.4, () => mostlyPairs(random, labelKeys));
  const annotations = random.maybe(0.3, () => anyAnnotations(random));
  const metadata: YamlMap = { name, namespace, labels, annotations };
  const content = (makers[kind] ?? customContent)(random);
  return { apiVersion, kind, name, namespace, body: { apiVersion, kind, metadata, ...content } };
}

/** All kinds that are generated. */
export const kinds: readonly string[] = [
  'apps/v1 Deployment',
  'apps/v1 Deployment',
  'apps/v1 Deployment',
  'apps/v1 StatefulSet',
  'apps/v1 DaemonSet',
  'extensions/v1beta1 Deployment',
  'batch/v1 Job',
  'batch/v1 CronJob',
  'batch/v1beta1 CronJob',
  'v1 Pod',
  'v1 Service',
  'v1 Service',
  'v1 ConfigMap',
  'v1 ConfigMap',
  'v1 Secret',
  'v1 ServiceAccount',
  'v1 Namespace',
  'v1 PersistentVolume',
  'v1 PersistentVolumeClaim',
  'v1 ReplicationController',
  'networking.k8s.io/v1 Ingress',
  'extensions/v1beta1 Ingress',
  'networking.k8s.io/v1 NetworkPolicy',
  'rbac.authorization.k8s.io/v1 Role',
  'rbac.authorization.k8s.io/v1 RoleBinding',
  'rbac.authorization.k8s.io/v1 RoleBinding',
  'rbac.authorization.k8s.io/v1 ClusterRole',
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding',
  'rbac.authorization.k8s.io/v1beta1 ClusterRoleBinding',
  'apiextensions.k8s.io/v1 CustomResourceDefinition',
  'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration',
  'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration',
  'apiregistration.k8s.io/v1 APIService',
  'autoscaling/v2 HorizontalPodAutoscaler',
  'policy/v1 PodDisruptionBudget',
  'storage.k8s.io/v1 StorageClass',
  'scheduling.k8s.io/v1 PriorityClass',
  'example.com/v1 Widget',
  'example.com/v1alpha1 Gadget',
  'monitoring.coreos.com/v1 ServiceMonitor',
];

const clusterKinds = new Set([
  'Namespace',
  'PersistentVolume',
  'ClusterRole',
  'ClusterRoleBinding',
  'CustomResourceDefinition',
  'ValidatingWebhookConfiguration',
  'MutatingWebhookConfiguration',
  'APIService',
  'StorageClass',
  'PriorityClass',
]);

function mostlyPairs(random: Random, keys: readonly string[]): Yaml {
  return random.odd(0.03)
    ? random.pick<Yaml>(random.chance(0.1) ? [[], 'text'] : [null, {}])
    : anyPairs(random, keys, 3);
}

function anyAnnotations(random: Random): Yaml {
  if (random.chance(0.12)) {
    const value = random.pick<Yaml>(['true', 'false', '', verbatim('true'), verbatim('false')]);
    return { 'config.kubernetes.io/local-config': value };
  }
  if (random.odd(0.03)) {
    const [key, value] = random.pick([
      ['internal.config.kubernetes.io/previousNames', 'old'],
      ['config.kubernetes.io/path', 'a.yaml'],
      ['config.kubernetes.io/index', '1'],
      ['kustomize.config.k8s.io/id', '3'],
      ['config.kubernetes.io/origin', 'path: x\n'],
      ['kustomize.config.k8s.io/needs-hash', 'true'],
    ] as const);
    return { [key]: value };
  }
  return mostlyPairs(random, annotationKeys);
}

type Maker = (random: Random) => YamlMap;

const makers: Readonly<Record<string, Maker>> = {
  Deployment: workload,
  StatefulSet: (random) => {
    const claims = random.list(0, 2, () => ({
      metadata: { name: random.pick(names), labels: random.maybe(0.4, () => labels(random)) },
      spec: claimSpec(random),
    }));
    return withSpec(workload(random), {
      serviceName: random.pick(names),
      volumeClaimTemplates: random.maybe(0.5, () => claims),
    });
  },
  DaemonSet: workload,
  ReplicationController: (random) => ({
    spec: {
      replicas: random.maybe(0.6, () => mostly(2, random)),
      selector: labels(random),
      template: podTemplate(random),
    },
  }),
  Job: (random) => ({ spec: { template: podTemplate(random), backoffLimit: 3 } }),
  CronJob: (random) => ({
    spec: {
      schedule: '*/5 * * * *',
      jobTemplate: { spec: { template: podTemplate(random) } },
    },
  }),
  Pod: (random) => ({ spec: podSpec(random) }),
  Service: (random) => ({
    spec: {
      selector: random.maybe(0.8, () => labels(random)),
      type: random.maybe(0.3, () => random.pick(['ClusterIP', 'LoadBalancer', 'ExternalName'])),
      ports: random.list(1, 3, (index) => ({
        name: random.maybe(0.6, () => `port-${index}`),
        port: mostly(80 + index, random),
        targetPort: random.pick<Yaml>([8080, 'http', undefined]),
        protocol: random.pick([undefined, 'TCP', 'UDP']),
      })),
    },
  }),
  ConfigMap: configMap,
  Secret: (random) => ({
    type: random.maybe(0.5, () => 'Opaque'),
    data: random.maybe(0.6, () => ({ [dataKey(random)]: 'aGVsbG8=', other: 'd29ybGQ=' })),
    stringData: random.maybe(0.5, () => ({ [dataKey(random)]: anyScalar(random) })),
  }),
  ServiceAccount: (random) => ({
    secrets: random.maybe(0.3, () => [{ name: random.pick(names) }]),
    imagePullSecrets: random.maybe(0.4, () => [{ name: random.pick(names) }]),
  }),
  Namespace: () => ({}),
  PersistentVolume: (random) => ({
    spec: {
      capacity: { storage: random.pick<Yaml>(['1Gi', 5]) },
      storageClassName: random.pick(names),
      claimRef: random.maybe(0.4, () => ({ name: random.pick(names), namespace: 'default' })),
    },
  }),
  PersistentVolumeClaim: (random) => ({ spec: claimSpec(random) }),
  Ingress: ingress,
  NetworkPolicy: (random) => ({
    spec: {
      podSelector: random.pick<Yaml>([{}, { matchLabels: labels(random) }]),
      ingress: [
        {
          from: [
            { podSelector: { matchLabels: labels(random) } },
            { namespaceSelector: { matchLabels: labels(random) } },
          ],
        },
      ],
      policyTypes: ['Ingress'],
    },
  }),
  Role: rules,
  ClusterRole: (random) => ({
    ...rules(random),
    aggregationRule: random.maybe(0.2, () => ({
      clusterRoleSelectors: [{ matchLabels: labels(random) }],
    })),
  }),
  RoleBinding: binding,
  ClusterRoleBinding: binding,
  CustomResourceDefinition: (random) => ({
    spec: {
      group: 'example.com',
      names: { kind: 'Widget', plural: 'widgets' },
      scope: random.pick(['Namespaced', 'Cluster']),
      conversion: random.maybe(0.6, () => ({
        strategy: 'Webhook',
        webhook: { clientConfig: { service: serviceReference(random) } },
      })),
      versions: [{ name: 'v1', served: true, storage: true }],
    },
  }),
  ValidatingWebhookConfiguration: webhooks,
  MutatingWebhookConfiguration: webhooks,
  APIService: (random) => ({
    spec: { service: serviceReference(random), group: 'example.com', version: 'v1' },
  }),
  HorizontalPodAutoscaler: (random) => ({
    spec: {
      scaleTargetRef: {
        apiVersion: 'apps/v1',
        kind: random.pick(['Deployment', 'StatefulSet', 'ReplicationController']),
        name: random.pick(names),
      },
      minReplicas: 1,
      maxReplicas: mostly(3, random),
    },
  }),
  PodDisruptionBudget: (random) => ({
    spec: {
      minAvailable: random.pick<Yaml>([1, '50%']),
      selector: { matchLabels: labels(random) },
    },
  }),
  StorageClass: () => ({ provisioner: 'example.com/disk' }),
  PriorityClass: () => ({ value: 1000, globalDefault: verbatim('false') }),
  ServiceMonitor: (random) => ({
    spec: {
      selector: { matchLabels: labels(random) },
      endpoints: [{ port: 'http', interval: '30s' }],
    },
  }),
};

function withSpec(content: YamlMap, more: YamlMap): YamlMap {
  const { spec } = content;
  return { ...content, spec: { ...(spec as YamlMap), ...more } };
}

function labels(random: Random): YamlMap {
  return anyPairs(random, labelKeys, 2);
}

function workload(random: Random): YamlMap {
  return {
    spec: {
      replicas: random.maybe(0.6, () => mostly(random.whole(0, 5), random)),
      selector: random.maybe(0.85, () => ({
        matchLabels: random.maybe(0.85, () => labels(random)),
        matchExpressions: random.maybe(0.1, () => [{ key: 'app', operator: 'In', values: ['a'] }]),
      })),
      template: podTemplate(random),
    },
  };
}

function podTemplate(random: Random): YamlMap {
  return {
    metadata: random.maybe(0.8, () => ({
      labels: random.maybe(0.8, () => mostlyPairs(random, labelKeys)),
      annotations: random.maybe(0.3, () => mostlyPairs(random, annotationKeys)),
    })),
    spec: podSpec(random),
  };
}

function podSpec(random: Random): YamlMap {
  return {
    serviceAccountName: random.maybe(0.3, () => random.pick([...names, 'default'])),
    initContainers: random.maybe(0.2, () => [container('init', random)]),
    containers: random.some(['app', 'side', 'web'], 1, 2).map((name) => container(name, random)),
    volumes: random.maybe(0.5, () => random.list(1, 3, (index) => volume(`vol-${index}`, random))),
    imagePullSecrets: random.maybe(0.2, () => [{ name: random.pick(names) }]),
    nodeSelector: random.maybe(0.15, () => labels(random)),
    tolerations: random.maybe(0.15, () => [
      { key: 'dedicated', operator: 'Equal', value: 'x', effect: 'NoSchedule' },
    ]),
    affinity: random.maybe(0.15, () => ({
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: 'zone', labelSelector: { matchLabels: labels(random) } },
        ],
        preferredDuringSchedulingIgnoredDuringExecution: [
          {
            weight: 1,
            podAffinityTerm: { topologyKey: 'h', labelSelector: { matchLabels: labels(random) } },
          },
        ],
      },
    })),
    topologySpreadConstraints: random.maybe(0.1, () => [
      { maxSkew: 1, topologyKey: 'zone', labelSelector: { matchLabels: labels(random) } },
    ]),
    hostAliases: random.maybe(0.05, () => [{ ip: '10.0.0.1', hostnames: ['a', 'b'] }]),
    priorityClassName: random.maybe(0.1, () => random.pick(names)),
  };
}

function container(name: string, random: Random): YamlMap {
  return {
    name,
    image: mostly(anyImage(random), random, 0.02),
    command: random.maybe(0.2, () => ['run', '$(NAME)', '--port=$(PORT)']),
    args: random.maybe(0.3, () => random.list(1, 3, () => mostly(plainText(random), random, 0.1))),
    env: random.maybe(0.5, () => random.list(1, 3, (index) => variable(index, random))),
    envFrom: random.maybe(0.25, () => [
      { configMapRef: { name: random.pick(names) } },
      ...random.list(0, 1, () => ({ secretRef: { name: random.pick(names) } })),
    ]),
    ports: random.maybe(0.4, () =>
      random.list(1, 2, (index) => ({
        containerPort: mostly(8080 + index, random),
        name: random.maybe(0.5, () => random.pick(['http', 'grpc'])),
        protocol: random.pick([undefined, 'TCP', 'UDP']),
      })),
    ),
    volumeMounts: random.maybe(0.3, () =>
      random.list(1, 2, (index) => ({ name: `vol-${index}`, mountPath: `/data/${index}` })),
    ),
    resources: random.maybe(0.3, () => ({
      limits: { cpu: random.pick<Yaml>(['500m', 1, verbatim('0.5')]), memory: '64Mi' },
      requests: random.maybe(0.5, () => ({ cpu: '100m' })),
    })),
    livenessProbe: random.maybe(0.1, () => ({ httpGet: { path: '/', port: 8080 } })),
  };
}

function variable(index: number, random: Random): YamlMap {
  const name = `VAR_${index}`;
  return random.pick<() => YamlMap>([
    () => ({ name, value: mostly(plainText(random), random, 0.2) }),
    () => ({ name, value: '$(NAME)' }),
    () => ({ name, valueFrom: { configMapKeyRef: { name: random.pick(names), key: 'a' } } }),
    () => ({ name, valueFrom: { secretKeyRef: { name: random.pick(names), key: 'b' } } }),
    () => ({ name, valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }),
  ])();
}

function volume(name: string, random: Random): YamlMap {
  return random.pick<() => YamlMap>([
    () => ({ name, configMap: { name: random.pick(names) } }),
    () => ({ name, configMap: { name: random.pick(names), items: [{ key: 'a', path: 'b' }] } }),
    () => ({ name, secret: { secretName: random.pick(names) } }),
    () => ({ name, persistentVolumeClaim: { claimName: random.pick(names) } }),
    () => ({ name, emptyDir: {} }),
    () => ({
      name,
      projected: {
        sources: [
          { configMap: { name: random.pick(names) } },
          { secret: { name: random.pick(names) } },
        ],
      },
    }),
  ])();
}

function claimSpec(random: Random): YamlMap {
  return {
    accessModes: ['ReadWriteOnce'],
    storageClassName: random.maybe(0.5, () => random.pick(names)),
    volumeName: random.maybe(0.3, () => random.pick(names)),
    resources: { requests: { storage: mostly('1Gi', random) } },
  };
}

function dataKey(random: Random): string {
  return random.pick(['a', 'b', 'config.yaml', 'app.properties', 'data.json']);
}

function configMap(random: Random): YamlMap {
  const text: Yaml = {
    block: '|',
    lines: ['server:', '  name: web', '  port: 80', 'list:', '- a', '- b', '# comment'],
  };
  const json: Yaml = '{"server": {"name": "web", "port": 80}, "list": ["a", "b"]}';
  return {
    data: random.maybe(0.9, () => ({
      [dataKey(random)]: anyScalar(random),
      b: mostly('text', random, 0.2),
      'config.yaml': random.maybe(0.3, () => text),
      'data.json': random.maybe(0.3, () => json),
    })),
    binaryData: random.maybe(0.1, () => ({ bin: 'AAEC' })),
    immutable: random.maybe(0.1, () => true),
  };
}

function ingress(random: Random): YamlMap {
  const old = random.chance(0.4);
  return {
    spec: {
      ingressClassName: random.maybe(0.3, () => 'nginx'),
      tls: random.maybe(0.4, () => [{ hosts: ['a.example.com'], secretName: random.pick(names) }]),
      rules: [
        {
          host: mostly('a.example.com', random),
          http: {
            paths: [
              {
                path: '/',
                pathType: 'Prefix',
                backend: old
                  ? { serviceName: random.pick(names), servicePort: 80 }
                  : { service: { name: random.pick(names), port: { number: 80 } } },
              },
            ],
          },
        },
      ],
    },
  };
}

function rules(random: Random): YamlMap {
  return {
    rules: [
      {
        apiGroups: [''],
        resources: [random.pick(['configmaps', 'secrets', 'services'])],
        resourceNames: random.maybe(0.5, () => random.some(names, 1, 2)),
        verbs: ['get', 'list'],
      },
    ],
  };
}

function binding(random: Random): YamlMap {
  return {
    roleRef: {
      apiGroup: 'rbac.authorization.k8s.io',
      kind: random.pick(['Role', 'ClusterRole']),
      name: random.pick(names),
    },
    subjects: random.odd(0.05)
      ? random.pick<Yaml>([null, []])
      : random.list(1, 3, () => ({
          kind: random.pick(['ServiceAccount', 'ServiceAccount', 'User', 'Group']),
          name: random.pick([...names, 'default']),
          namespace: random.maybe(0.6, () => random.pick(namespaces)),
          apiGroup: random.maybe(0.1, () => 'rbac.authorization.k8s.io'),
        })),
  };
}

function serviceReference(random: Random): YamlMap {
  return {
    name: random.pick(names),
    namespace: random.maybe(0.7, () => random.pick(namespaces)),
    path: random.maybe(0.3, () => '/hook'),
  };
}

function webhooks(random: Random): YamlMap {
  return {
    webhooks: random.list(1, 2, (index) => ({
      name: `hook-${index}.example.com`,
      clientConfig: { service: serviceReference(random) },
      namespaceSelector: random.maybe(0.3, () => ({ matchLabels: labels(random) })),
    })),
  };
}

/** What an object of an unknown kind holds. */
function customContent(random: Random): YamlMap {
  return {
    spec: {
      name: random.pick(names),
      image: random.maybe(0.5, () => random.pick(imageNames)),
      replicas: random.maybe(0.5, () => 1),
      configRef: random.maybe(0.5, () => ({ name: random.pick(names), namespace: 'default' })),
      selector: random.maybe(0.5, () => labels(random)),
      list: random.list(0, 3, (index) => ({ name: `item-${index}`, value: anyScalar(random) })),
      texts: random.maybe(0.4, () => random.list(0, 3, () => anyScalar(random))),
      nested: random.maybe(0.4, () => [[{ deep: anyScalar(random) }], []]),
      template: random.maybe(0.2, () => podTemplate(random)),
    },
    status: random.maybe(0.2, () => ({})),
  };
}
