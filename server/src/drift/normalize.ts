import type { JsonValue } from '../yaml/decode.ts';
import { entriesOf, isMap, itemsOf, textOf, without, type JsonMap } from './json.ts';

/** Group, version, kind and name of an object as it is written, and by what it is selected; absent parts are `''`. */
export interface ObjectName {
  readonly apiVersion: string;
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly labels: JsonMap;
  readonly annotations: JsonMap;
}

/** The name of an object. */
export function objectName(object: JsonMap): ObjectName {
  const metadata = isMap(object['metadata']) ? object['metadata'] : {};
  const apiVersion = textOf(object['apiVersion']);
  const slash = apiVersion.indexOf('/');
  return {
    apiVersion,
    group: slash < 0 ? '' : apiVersion.slice(0, slash),
    kind: textOf(object['kind']),
    namespace: textOf(metadata['namespace']),
    name: textOf(metadata['name']),
    labels: isMap(metadata['labels']) ? metadata['labels'] : {},
    annotations: isMap(metadata['annotations']) ? metadata['annotations'] : {},
  };
}

/**
 * What Git says of an object, without what no comparison counts: status, what the server sets, and the namespace, which is a
 * part of its name. `stringData` of a Secret is folded into `data`, as the server does.
 */
export function normalizeDesired(object: JsonMap): JsonMap {
  const kept = without(foldStringData(object), 'status', 'apiVersion', 'kind');
  return withMetadata(kept, (metadata) =>
    withMaps(without(metadata, ...serverSet, 'namespace', 'ownerReferences'), isRemembered),
  );
}

/** A live object without what the server and controllers set beside what Git says. */
export function normalizeLive(object: JsonMap): JsonMap {
  const kept = without(object, 'status', 'apiVersion', 'kind');
  const cleaned = withMetadata(kept, (metadata) =>
    withMaps(
      without(metadata, ...serverSet, 'namespace', 'ownerReferences', 'finalizers'),
      (key) => isRemembered(key) || isOfControllers(key),
    ),
  );
  return liveQuirks(textOf(object['kind']), cleaned);
}

/** Puts back what only Git may ask for: live finalizers and annotations of controllers that the object itself declares. */
export function liveFor(desired: JsonMap, live: JsonMap): JsonMap {
  const [wanted, had] = [mapAt(desired, 'metadata'), mapAt(live, 'metadata')];
  const normalized = normalizeLive(live);
  const metadata: Record<string, JsonValue> = { ...mapAt(normalized, 'metadata') };
  for (const key of ['finalizers', 'ownerReferences']) {
    if (wanted[key] !== undefined && had[key] !== undefined) metadata[key] = had[key];
  }
  for (const field of ['annotations', 'labels']) {
    const own = Object.keys(mapAt(wanted, field)).filter(
      (key) => mapAt(had, field)[key] !== undefined && !isRemembered(key),
    );
    if (own.length === 0) continue;
    const kept = own.map((key) => [key, mapAt(had, field)[key] ?? null] as const);
    metadata[field] = { ...mapAt(metadata, field), ...Object.fromEntries(kept) };
  }
  return { ...normalized, metadata };
}

const serverSet = [
  'managedFields',
  'resourceVersion',
  'uid',
  'generation',
  'selfLink',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'generateName',
];

/** What client-side apply remembers. */
export const lastAppliedKey = 'kubectl.kubernetes.io/last-applied-configuration';

function isRemembered(key: string): boolean {
  return key === lastAppliedKey;
}

/** Annotations and labels that controllers put on objects, and those by which deployers know theirs. */
function isOfControllers(key: string): boolean {
  return ofControllers.has(key) || prefixes.some((prefix) => key.startsWith(prefix));
}

const ofControllers = new Set([
  'deployment.kubernetes.io/revision',
  'deprecated.daemonset.template.generation',
  'control-plane.alpha.kubernetes.io/leader',
  'argocd.argoproj.io/tracking-id',
  'argocd.argoproj.io/installation-id',
  'kustomize.toolkit.fluxcd.io/name',
  'kustomize.toolkit.fluxcd.io/namespace',
  'kustomize.toolkit.fluxcd.io/checksum',
  'helm.toolkit.fluxcd.io/name',
  'helm.toolkit.fluxcd.io/namespace',
  'meta.helm.sh/release-name',
  'meta.helm.sh/release-namespace',
  'kubernetes.io/metadata.name',
]);

const prefixes = [
  'autoscaling.alpha.kubernetes.io/',
  'pv.kubernetes.io/',
  'volume.kubernetes.io/',
  'volume.beta.kubernetes.io/',
];

/** What is live and never Git's: tokens of service accounts, labels of Jobs. */
function liveQuirks(kind: string, live: JsonMap): JsonMap {
  switch (kind) {
    case 'ServiceAccount': {
      const isToken = (item: JsonValue): boolean =>
        /-(?:token|dockercfg)-[a-z\d]+$/.test(textOf(isMap(item) ? item['name'] : undefined));
      return mapLists(live, ['secrets', 'imagePullSecrets'], (items) =>
        items.filter((item) => !isToken(item)),
      );
    }
    case 'Job':
      return withJobLabels(live);
    default:
      return live;
  }
}

const jobLabels = ['controller-uid', 'job-name'].flatMap((name) => [
  name,
  `batch.kubernetes.io/${name}`,
]);

function withJobLabels(live: JsonMap): JsonMap {
  const clean = (object: JsonMap): JsonMap =>
    withMetadata(object, (metadata) => withMaps(metadata, (key) => jobLabels.includes(key)));
  const spec = mapAt(live, 'spec');
  const template = mapAt(spec, 'template');
  return { ...clean(live), spec: { ...without(spec, 'selector'), template: clean(template) } };
}

function mapLists(
  object: JsonMap,
  keys: readonly string[],
  change: (items: readonly JsonValue[]) => readonly JsonValue[],
): JsonMap {
  const changed = keys.flatMap((key) => {
    if (object[key] === undefined) return [];
    const items = change(itemsOf(object[key]));
    return [[key, items] as const];
  });
  const rest = without(object, ...keys);
  return { ...rest, ...Object.fromEntries(changed.filter(([, items]) => items.length > 0)) };
}

function withMetadata(object: JsonMap, change: (metadata: JsonMap) => JsonMap): JsonMap {
  const { metadata } = object;
  return isMap(metadata) ? { ...object, metadata: change(metadata) } : object;
}

/** Labels and annotations without some keys; a map that is empty then is left out. */
function withMaps(metadata: JsonMap, isDropped: (key: string) => boolean): JsonMap {
  const result: Record<string, JsonValue> = { ...metadata };
  for (const field of ['labels', 'annotations']) {
    const { [field]: map } = metadata;
    if (!isMap(map) || !Object.keys(map).some(isDropped)) continue;
    const kept = Object.entries(map).filter(([key]) => !isDropped(key));
    if (kept.length === 0) Reflect.deleteProperty(result, field);
    else result[field] = Object.fromEntries(kept);
  }
  return result;
}

/** `stringData` wins over `data`; null is stored as an empty text. */
function foldStringData(object: JsonMap): JsonMap {
  if (object['kind'] !== 'Secret' || object['apiVersion'] !== 'v1') return object;
  const { stringData, data: written } = object;
  const data = isMap(written) ? mapValues(written, withoutBreaks) : written;
  const rest = without({ ...object, ...(data === undefined ? {} : { data }) }, 'stringData');
  if (!isMap(stringData)) return rest;
  const folded = entriesOf(stringData).map(([key, value]): [string, JsonValue] => [
    key,
    typeof value === 'string' ? base64Of(value) : value === null ? '' : value,
  ]);
  return { ...rest, data: { ...(isMap(data) ? data : {}), ...Object.fromEntries(folded) } };
}

/** Base64 may have line breaks in Git; the server stores it without. */
function withoutBreaks(value: JsonValue): JsonValue {
  return typeof value === 'string' ? value.replaceAll(/[\r\n]/g, '') : value;
}

function mapValues(map: JsonMap, change: (value: JsonValue) => JsonValue): JsonMap {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Standard base64 of the UTF-8 bytes of a text. */
export function base64Of(text: string): string {
  const bytes = new TextEncoder().encode(text);
  let result = '';
  for (let index = 0; index < bytes.length; index += 3) {
    const [a = 0, b, c] = [bytes[index], bytes[index + 1], bytes[index + 2]];
    const bits = (a << 16) | ((b ?? 0) << 8) | (c ?? 0);
    result +=
      (alphabet[bits >> 18] ?? '') +
      (alphabet[(bits >> 12) & 63] ?? '') +
      (b === undefined ? '=' : (alphabet[(bits >> 6) & 63] ?? '')) +
      (c === undefined ? '=' : (alphabet[bits & 63] ?? ''));
  }
  return result;
}

function mapAt(object: JsonMap, key: string): JsonMap {
  const { [key]: value } = object;
  return isMap(value) ? value : {};
}
