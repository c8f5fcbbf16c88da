import type { JsonValue } from '../analysis/driftTypes.ts';

/** An object of Kubernetes as JSON. */
export type KubeObject = { readonly [key: string]: JsonValue };

/** One page of a list. */
export interface ListPage {
  readonly items: readonly KubeObject[];
  readonly resourceVersion: string;
  /** `''` on the last page. */
  readonly continueToken: string;
}

/** One event of a watch. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: KubeObject;
}

/** Reads JSON; integers beyond 2^53 become `bigint`. Throws what `JSON.parse` throws. */
export function parseJson(text: string): JsonValue {
  if (!/\d{16}/.test(text)) return JSON.parse(text) as JsonValue;
  return JSON.parse(text, exactNumber) as JsonValue;
}

/** Nodes of version 21 on tell the text of a number. */
function exactNumber(
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** An object, or nothing. */
export function parseObject(text: string): KubeObject | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}

/** A list. Its items do not say what they are: that is taken from the list. */
export function parseList(text: string): ListPage {
  const value = parseObject(text) ?? {};
  const metadata = isObject(value['metadata']) ? value['metadata'] : {};
  const kind = textOf(value['kind']).replace(/List$/, '');
  const apiVersion = textOf(value['apiVersion']);
  const items = Array.isArray(value['items']) ? (value['items'] as JsonValue[]) : [];
  return {
    items: items.filter(isObject).map((item) => ({ apiVersion, kind, ...item })),
    resourceVersion: textOf(metadata['resourceVersion']),
    continueToken: textOf(metadata['continue']),
  };
}

/** A line of a watch; `undefined` for what is no event. */
export function parseWatchEvent(line: string): WatchEvent | undefined {
  const value = parseObject(line);
  const object = value?.['object'];
  const type = textOf(value?.['type']);
  return isObject(object) && eventTypes.has(type)
    ? { type: type as WatchEvent['type'], object }
    : undefined;
}

const eventTypes = new Set(['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR']);

/** What a `Status` object says: its code, its reason, and nothing that it quotes. */
export function parseStatus(text: string): { readonly code: number; readonly reason: string } {
  try {
    const value = parseObject(text);
    return { code: Number(value?.['code'] ?? 0), reason: textOf(value?.['reason']) };
  } catch {
    // Proxies answer in their own words.
    return { code: 0, reason: '' };
  }
}

/** A text, `''` for anything else. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Whether a value is a mapping. */
export function isObject(value: JsonValue | undefined): value is KubeObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The items of a list, none for anything else. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
