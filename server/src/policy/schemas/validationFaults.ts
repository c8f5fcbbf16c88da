import { at, isMap, itemsOf, textOf, type JsonMap } from '../../drift/json.ts';
import type { JsonValue } from '../../yaml/decode.ts';
import { holdsOpen } from '../openTexts.ts';
import type { ObjectPath } from '../podTemplate.ts';
import type { SchemaFault } from './schemaFault.ts';

type Value = JsonValue | undefined;

/**
 * What the API server asks of objects of its own kinds beyond their schemas, as far as it is told: selectors that match the
 * labels of their pods, percentages, kinds of rollouts, restarts of jobs, the size of a claim, ports of Services and
 * Ingresses, names of hosts, rules of roles and webhooks, and what autoscalers scale and measure.
 *
 * Source: kubernetes pkg/apis/{apps,autoscaling,batch,core,networking,policy,rbac,admissionregistration}/validation (v1.37).
 */
export function validationFaults(
  object: JsonMap,
  isOpen: (text: string) => boolean,
): readonly SchemaFault[] {
  const api = `${textOf(object.apiVersion)} ${textOf(object.kind)}`;
  const found = validations[api]?.(object) ?? [];
  return found.filter(({ about }) => !holdsOpen(about ?? null, isOpen)).map(({ fault }) => fault);
}

/** A fault, and the value that it rests on: what is filled in later may mend it. */
interface Found {
  readonly fault: SchemaFault;
  readonly about: Value;
}

type Validation = (object: JsonMap) => readonly Found[];

const validations: Readonly<Partial<Record<string, Validation>>> = {
  'apps/v1 Deployment': ({ spec }) => [
    ...selects(spec),
    ...typeAmong(spec, 'strategy', ['Recreate', 'RollingUpdate']),
    ...percentages(spec, ['strategy', 'rollingUpdate'], ['maxSurge', 'maxUnavailable']),
  ],
  'apps/v1 ReplicaSet': ({ spec }) => selects(spec),
  'apps/v1 DaemonSet': ({ spec }) => [
    ...selects(spec),
    ...typeAmong(spec, 'updateStrategy', ['OnDelete', 'RollingUpdate']),
    ...percentages(spec, ['updateStrategy', 'rollingUpdate'], ['maxSurge', 'maxUnavailable']),
  ],
  'apps/v1 StatefulSet': ({ spec }) => [
    ...selects(spec),
    ...typeAmong(spec, 'updateStrategy', ['OnDelete', 'RollingUpdate']),
    ...percentages(spec, ['updateStrategy', 'rollingUpdate'], ['maxUnavailable']),
    ...itemsOf(at(spec, 'volumeClaimTemplates')).flatMap((claim, index) =>
      storage(at(claim, 'spec'), ['spec', 'volumeClaimTemplates', index, 'spec']),
    ),
  ],
  'batch/v1 Job': ({ spec }) => restarts(at(spec, 'template'), ['spec', 'template']),
  'batch/v1 CronJob': ({ spec }) =>
    restarts(at(at(at(spec, 'jobTemplate'), 'spec'), 'template'), [
      ...['spec', 'jobTemplate', 'spec', 'template'],
    ]),
  'v1 PersistentVolumeClaim': ({ spec }) => storage(spec, ['spec']),
  'v1 Service': ({ spec }) => servicePorts(spec),
  'networking.k8s.io/v1 Ingress': ({ spec }) => [...ingressPorts(spec), ...ingressHosts(spec)],
  'policy/v1 PodDisruptionBudget': ({ spec }) =>
    percentages(spec, [], ['minAvailable', 'maxUnavailable']),
  'autoscaling/v2 HorizontalPodAutoscaler': ({ spec }) => [...scaled(spec), ...metrics(spec)],
  'rbac.authorization.k8s.io/v1 Role': roleRules,
  'rbac.authorization.k8s.io/v1 ClusterRole': roleRules,
  'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration': webhookRules,
  'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration': webhookRules,
};

function missing(path: ObjectPath, about: Value): Found {
  return { fault: { kind: 'missing-field', path }, about };
}

function invalid(path: ObjectPath, bound: string, about: Value): Found {
  return { fault: { kind: 'invalid-value', path, bound }, about };
}

/** The selector of a workload, which is never empty, matches the labels of its pods. */
function selects(spec: Value): readonly Found[] {
  const selector = at(spec, 'selector');
  // Without one the schema tells it.
  if (!isMap(selector)) return [];
  const wanted = Object.entries(mapAt(selector, 'matchLabels'));
  if (wanted.length === 0 && itemsOf(selector.matchExpressions).length === 0)
    return [invalid(['spec', 'selector'], 'minProperties: 1', selector)];
  const labels = at(at(at(spec, 'template'), 'metadata'), 'labels') ?? null;
  const path = ['spec', 'template', 'metadata', 'labels'];
  return wanted.some(([key, value]) => at(labels, key) !== value)
    ? [invalid(path, 'spec.selector.matchLabels', [selector, labels])]
    : [];
}

function typeAmong(spec: Value, key: string, types: readonly string[]): readonly Found[] {
  const type = textOf(at(at(spec, key), 'type'));
  return type === '' || types.includes(type)
    ? []
    : [invalid(['spec', key], `enum: ${types.join(', ')}`, type)];
}

/** Texts in the place of numbers are percentages. */
function percentages(
  spec: Value,
  within: readonly string[],
  keys: readonly string[],
): readonly Found[] {
  const holder = within.reduce<Value>((value, key) => at(value, key), spec);
  return keys.flatMap((key): readonly Found[] => {
    const value = at(holder, key);
    return typeof value !== 'string' || /^\d+%$/.test(value)
      ? []
      : [invalid(['spec', ...within, key], 'pattern: [0-9]+%', value)];
  });
}

function restarts(template: Value, path: ObjectPath): readonly Found[] {
  const spec = at(template, 'spec');
  // Without a pod the schema tells it, and a strange policy, too.
  if (!isMap(spec)) return [];
  const policy = spec.restartPolicy ?? null;
  const there: ObjectPath = [...path, 'spec', 'restartPolicy'];
  if (policy === null) return [missing(there, spec)];
  return policy === 'Always' ? [invalid(there, 'enum: OnFailure, Never', policy)] : [];
}

function storage(spec: Value, path: ObjectPath): readonly Found[] {
  const requests = at(at(spec, 'resources'), 'requests');
  return (at(requests, 'storage') ?? null) === null
    ? [missing([...path, 'resources', 'requests', 'storage'], spec)]
    : [];
}

function servicePorts(spec: Value): readonly Found[] {
  const isOther = textOf(at(spec, 'type')) === 'ExternalName' || at(spec, 'clusterIP') === 'None';
  return isOther || itemsOf(at(spec, 'ports')).length > 0 ? [] : [missing(['spec', 'ports'], spec)];
}

function ingressPorts(spec: Value): readonly Found[] {
  const backends: readonly (readonly [Value, ObjectPath])[] = [
    [at(spec, 'defaultBackend'), ['spec', 'defaultBackend']],
    ...itemsOf(at(spec, 'rules')).flatMap((rule, index) =>
      itemsOf(at(at(rule, 'http'), 'paths')).map((path, number): readonly [Value, ObjectPath] => [
        at(path, 'backend'),
        ['spec', 'rules', index, 'http', 'paths', number, 'backend'],
      ]),
    ),
  ];
  return backends.flatMap(([backend, path]): readonly Found[] => {
    const service = at(backend, 'service');
    if (!isMap(service)) return [];
    const port = mapAt(service, 'port');
    const isNamed = textOf(port.name) !== '' || (port.number ?? null) !== null;
    return isNamed ? [] : [missing([...path, 'service', 'port'], service)];
  });
}

/** Hosts are names of DNS, in which one part in front may stand for any; a rule without one is for all. */
function ingressHosts(spec: Value): readonly Found[] {
  const named = itemsOf(at(spec, 'rules')).map((rule, index): readonly [string, ObjectPath] => [
    textOf(at(rule, 'host')),
    ['spec', 'rules', index, 'host'],
  ]);
  const secured = itemsOf(at(spec, 'tls')).flatMap((one, index) =>
    itemsOf(at(one, 'hosts')).map((host, number): readonly [string, ObjectPath] => [
      textOf(host),
      ['spec', 'tls', index, 'hosts', number],
    ]),
  );
  return [...named.filter(([host]) => host !== ''), ...secured].flatMap(([host, path]) =>
    isHost(host) ? [] : [invalid(path, 'format: hostname', host)],
  );
}

/**
 * Whether a text is a name of DNS or one with a wildcard, and no address.
 * Source: apimachinery pkg/util/validation `IsDNS1123Subdomain`, `IsWildcardDNS1123Subdomain` (v0.37.2).
 */
function isHost(text: string): boolean {
  return (
    text.length <= 253 &&
    /^(?:\*\.)?[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/.test(text) &&
    !/^\d+(?:\.\d+){3}$/.test(text)
  );
}

/** What is scaled is of a group: all but the ReplicationController are. */
function scaled(spec: Value): readonly Found[] {
  const target = at(spec, 'scaleTargetRef');
  // Without one the schema tells it.
  if (!isMap(target)) return [];
  const [apiVersion, kind] = [textOf(target.apiVersion), textOf(target.kind)];
  const isOld = apiVersion === 'v1' && kind === 'ReplicationController';
  const path = ['spec', 'scaleTargetRef', 'apiVersion'];
  if (apiVersion === '') return [missing(path, target)];
  return apiVersion.includes('/') || isOld
    ? []
    : [invalid(path, 'pattern: group/version', apiVersion)];
}

/** Each metric has the source that its type names, and something to aim at. */
function metrics(spec: Value): readonly Found[] {
  return itemsOf(at(spec, 'metrics')).flatMap((metric, index): readonly Found[] => {
    const type = textOf(at(metric, 'type'));
    const key = type.slice(0, 1).toLowerCase() + type.slice(1);
    const path: ObjectPath = ['spec', 'metrics', index, key];
    if (!['ContainerResource', 'External', 'Object', 'Pods', 'Resource'].includes(type)) return [];
    const source = at(metric, key);
    if (!isMap(source)) return [missing(path, metric)];
    const isOfPods = type === 'Resource' || type === 'ContainerResource';
    const { averageUtilization = null, averageValue = null } = mapAt(source, 'target');
    return isOfPods && averageUtilization === null && averageValue === null
      ? [missing([...path, 'target', 'averageUtilization'], source)]
      : [];
  });
}

/** Rules about resources name their groups. */
function roleRules({ rules }: JsonMap): readonly Found[] {
  return itemsOf(rules).flatMap((rule, index): readonly Found[] =>
    !isMap(rule) || itemsOf(rule.nonResourceURLs).length > 0 || itemsOf(rule.apiGroups).length > 0
      ? []
      : [missing(['rules', index, 'apiGroups'], rule)],
  );
}

function webhookRules({ webhooks }: JsonMap): readonly Found[] {
  return itemsOf(webhooks).flatMap((webhook, index) =>
    itemsOf(at(webhook, 'rules')).flatMap((rule, number): readonly Found[] =>
      itemsOf(at(rule, 'operations')).length > 0
        ? []
        : [missing(['webhooks', index, 'rules', number, 'operations'], rule)],
    ),
  );
}

function mapAt(value: Value, key: string): JsonMap {
  const inner = at(value, key);
  return isMap(inner) ? inner : {};
}
