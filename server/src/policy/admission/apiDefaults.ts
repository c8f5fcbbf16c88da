import { at, entriesOf, isList, isMap, itemsOf, textOf, type JsonMap } from '../../drift/json.ts';
import type { JsonValue } from '../../yaml/decode.ts';
import { podTemplateOf } from '../podTemplate.ts';

/**
 * An object as admission sees it, after the API server has read and completed it: what is empty is gone, and what nobody said
 * has its default. For kinds of Kubernetes itself; any other object stays as it is, but for the defaults of its definition,
 * which the caller knows.
 *
 * Source: kubernetes pkg/apis/{core,apps,batch,autoscaling}/v1/defaults.go (v1.37.2); what is written though it is empty is
 * told by the Go types in k8s.io/api.
 */
export function admittedObject(object: JsonMap): JsonMap {
  const group = groupOf(object);
  const kind = textOf(object.kind);
  if (group.includes('.') && !group.endsWith('.k8s.io')) return object;
  const read = withoutEmpty(object, []);
  if (!isMap(read)) return object;
  const complete = byKind.get(`${group}/${kind}`)?.(read) ?? read;
  const template = podTemplateOf({ group, kind }, complete);
  const done =
    template === undefined
      ? complete
      : change(complete, [...template.path.map(String), 'spec'], podDefaults);
  return withMetadata(done);
}

function groupOf(object: JsonMap): string {
  const version = textOf(object.apiVersion);
  return version.includes('/') ? version.slice(0, version.indexOf('/')) : '';
}

/** Maps that Go leaves out where they are empty; an empty map elsewhere is a choice, as `emptyDir: {}` is. */
const plainMaps: ReadonlySet<string> = new Set([
  'annotations',
  'binaryData',
  'data',
  'labels',
  'limits',
  'matchLabels',
  'nodeSelector',
  'requests',
  'stringData',
]);

/** Reads an object as Go does: nulls, empty lists and empty plain maps say nothing. */
function withoutEmpty(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  if (value === null) return undefined;
  if (isList(value)) {
    if (value.length === 0) return undefined;
    return value.flatMap((item) => withoutEmpty(item, path) ?? []);
  }
  if (!isMap(value)) return value;
  const entries = Object.entries(value).flatMap(([key, one]) => {
    const inner = withoutEmpty(one, [...path, key]);
    return inner === undefined ? [] : [[key, inner] as const];
  });
  if (entries.length === 0 && plainMaps.has(path.at(-1) ?? '')) return undefined;
  return Object.fromEntries(entries);
}

/** The object with the mapping at some keys changed; made where it is not there. */
function change(
  object: JsonMap,
  keys: readonly string[],
  make: (map: JsonMap) => JsonMap,
): JsonMap {
  const [key, ...rest] = keys;
  if (key === undefined) return make(object);
  const inner = object[key];
  return { ...object, [key]: change(isMap(inner) ? inner : {}, rest, make) };
}

/** Mappings with what they lack. */
function complete(map: JsonMap, defaults: JsonMap): JsonMap {
  return { ...defaults, ...map };
}

function inSpec(
  defaults: JsonMap,
  more: (spec: JsonMap) => JsonMap = same,
): (object: JsonMap) => JsonMap {
  return (object) =>
    change({ ...object, status: object.status ?? {} }, ['spec'], (spec) =>
      more(complete(spec, defaults)),
    );
}

function same(map: JsonMap): JsonMap {
  return map;
}

const jobDefaults = (spec: JsonMap): JsonMap => {
  const isCounted = spec.completions !== undefined || spec.parallelism !== undefined;
  return complete(spec, {
    ...(isCounted ? {} : { completions: 1 }),
    parallelism: 1,
    backoffLimit: 6,
    completionMode: 'NonIndexed',
    suspend: false,
    podReplacementPolicy: isMap(spec.podFailurePolicy) ? 'Failed' : 'TerminatingOrFailed',
  });
};

/** What the API server adds, by `group/Kind`. */
const byKind: ReadonlyMap<string, (object: JsonMap) => JsonMap> = new Map([
  [
    'apps/Deployment',
    inSpec({ replicas: 1, revisionHistoryLimit: 10, progressDeadlineSeconds: 600 }, (spec) =>
      change(spec, ['strategy'], (strategy) =>
        rolling(strategy, { maxUnavailable: '25%', maxSurge: '25%' }),
      ),
    ),
  ],
  [
    'apps/StatefulSet',
    inSpec(
      { replicas: 1, revisionHistoryLimit: 10, podManagementPolicy: 'OrderedReady' },
      (spec) => {
        const strategy = change(spec, ['updateStrategy'], (own) => rolling(own, { partition: 0 }));
        return change(strategy, ['persistentVolumeClaimRetentionPolicy'], (own) =>
          complete(own, { whenDeleted: 'Retain', whenScaled: 'Retain' }),
        );
      },
    ),
  ],
  [
    'apps/DaemonSet',
    inSpec({ revisionHistoryLimit: 10 }, (spec) =>
      change(spec, ['updateStrategy'], (own) => rolling(own, { maxUnavailable: 1, maxSurge: 0 })),
    ),
  ],
  ['apps/ReplicaSet', inSpec({ replicas: 1 })],
  ['/ReplicationController', inSpec({ replicas: 1 })],
  ['batch/Job', inSpec({}, jobDefaults)],
  [
    'batch/CronJob',
    inSpec(
      {
        concurrencyPolicy: 'Allow',
        suspend: false,
        successfulJobsHistoryLimit: 3,
        failedJobsHistoryLimit: 1,
      },
      (spec) => change(spec, ['jobTemplate', 'spec'], jobDefaults),
    ),
  ],
  ['/Service', inSpec({ sessionAffinity: 'None', type: 'ClusterIP' }, serviceDefaults)],
  ['/PersistentVolumeClaim', inSpec({ volumeMode: 'Filesystem' })],
  [
    '/PersistentVolume',
    inSpec({ volumeMode: 'Filesystem', persistentVolumeReclaimPolicy: 'Retain' }),
  ],
  ['/Secret', (object) => withData(complete(object, { type: 'Opaque' }))],
  ['/Pod', inSpec({})],
  [
    '/Namespace',
    (object) => {
      const name = textOf(at(object.metadata, 'name'));
      const labeled = change(object, ['metadata', 'labels'], (labels) =>
        complete(labels, { 'kubernetes.io/metadata.name': name }),
      );
      return inSpec({ finalizers: ['kubernetes'] })(labeled);
    },
  ],
  ['autoscaling/HorizontalPodAutoscaler', inSpec({ minReplicas: 1 })],
  ['networking.k8s.io/Ingress', inSpec({})],
]);

function rolling(strategy: JsonMap, defaults: JsonMap): JsonMap {
  const typed = complete(strategy, { type: 'RollingUpdate' });
  return typed.type === 'RollingUpdate'
    ? change(typed, ['rollingUpdate'], (own) => complete(own, defaults))
    : typed;
}

function serviceDefaults(spec: JsonMap): JsonMap {
  const isOutside = spec.type === 'ExternalName';
  const ports = itemsOf(spec.ports).map((port) =>
    isMap(port) ? complete(port, { protocol: 'TCP', targetPort: port.port ?? null }) : port,
  );
  return {
    ...(isOutside ? {} : { internalTrafficPolicy: 'Cluster' }),
    ...(spec.type === 'NodePort' || spec.type === 'LoadBalancer'
      ? { externalTrafficPolicy: 'Cluster' }
      : {}),
    ...(spec.type === 'LoadBalancer' ? { allocateLoadBalancerNodePorts: true } : {}),
    ...spec,
    ...(ports.length > 0 ? { ports } : {}),
  };
}

/** Texts of a Secret are in its data once it is read. */
function withData(secret: JsonMap): JsonMap {
  const { stringData, ...rest } = secret;
  if (!isMap(stringData)) return secret;
  const texts = Object.entries(stringData).map(
    ([key, text]) => [key, base64(textOf(text))] as const,
  );
  return change(rest, ['data'], (data) => ({ ...data, ...Object.fromEntries(texts) }));
}

function base64(text: string): string {
  return btoa(
    Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''),
  );
}

function podDefaults(spec: JsonMap): JsonMap {
  const account = spec.serviceAccountName ?? spec.serviceAccount;
  const lists = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((key) =>
    spec[key] === undefined
      ? []
      : [
          [
            key,
            itemsOf(spec[key]).map((one) => (isMap(one) ? containerDefaults(one) : one)),
          ] as const,
        ],
  );
  const volumes = itemsOf(spec.volumes).map((one) => (isMap(one) ? volumeDefaults(one) : one));
  return {
    restartPolicy: 'Always',
    terminationGracePeriodSeconds: 30,
    dnsPolicy: 'ClusterFirst',
    securityContext: {},
    schedulerName: 'default-scheduler',
    ...spec,
    ...(account === undefined ? {} : { serviceAccountName: account, serviceAccount: account }),
    ...Object.fromEntries(lists),
    ...(volumes.length > 0 ? { volumes } : {}),
  };
}

function containerDefaults(container: JsonMap): JsonMap {
  const ports = itemsOf(container.ports).map((port) =>
    isMap(port) ? complete(port, { protocol: 'TCP' }) : port,
  );
  const probes = ['livenessProbe', 'readinessProbe', 'startupProbe'].flatMap((key) => {
    const probe = container[key];
    return isMap(probe) ? [[key, probeDefaults(probe)] as const] : [];
  });
  return {
    resources: {},
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    imagePullPolicy: pullPolicy(textOf(container.image)),
    ...container,
    ...(isMap(container.resources) ? { resources: resourceDefaults(container.resources) } : {}),
    ...(ports.length > 0 ? { ports } : {}),
    ...Object.fromEntries(probes),
  };
}

/** What is limited and not requested is requested as it is limited. */
function resourceDefaults(resources: JsonMap): JsonMap {
  const limits = entriesOf(resources.limits);
  if (limits.length === 0) return resources;
  return change(resources, ['requests'], (requests) => ({
    ...Object.fromEntries(limits),
    ...requests,
  }));
}

function probeDefaults(probe: JsonMap): JsonMap {
  const asked = isMap(probe.httpGet)
    ? { httpGet: complete(probe.httpGet, { path: '/', scheme: 'HTTP' }) }
    : {};
  return {
    timeoutSeconds: 1,
    periodSeconds: 10,
    successThreshold: 1,
    failureThreshold: 3,
    ...probe,
    ...asked,
  };
}

const modes = ['configMap', 'downwardAPI', 'projected', 'secret'];

function volumeDefaults(volume: JsonMap): JsonMap {
  const [source] = modes.filter((key) => isMap(volume[key]));
  if (source !== undefined)
    return change(volume, [source], (own) => complete(own, { defaultMode: 420 }));
  return Object.keys(volume).every((key) => key === 'name') ? { ...volume, emptyDir: {} } : volume;
}

/** Source: pkg/apis/core/v1/defaults.go `SetDefaults_Container`. */
function pullPolicy(image: string): string {
  const name = image.slice(image.lastIndexOf('/') + 1);
  const isLatest = !name.includes('@') && (!name.includes(':') || name.endsWith(':latest'));
  return isLatest ? 'Always' : 'IfNotPresent';
}

/** A template has metadata, whether it says so or not. */
function withMetadata(object: JsonMap): JsonMap {
  return isMap(object.metadata) ? object : { ...object, metadata: {} };
}
