import type { DryRunMeaning, JsonValue } from '../analysis/driftTypes.ts';

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

/** The value below some keys; `undefined` where one of them is not there. */
export function below(
  value: JsonValue | undefined,
  ...keys: readonly string[]
): JsonValue | undefined {
  return keys.reduce<JsonValue | undefined>(
    (inner, key) => (isObject(inner) ? inner[key] : undefined),
    value,
  );
}

/** The texts of a list. */
export function textsOf(value: JsonValue | undefined): readonly string[] {
  return listOf(value).filter((one) => typeof one === 'string');
}

/** The items of a list, none for anything else. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

/**
 * What a refusal of a dry run means, by the phrases of the server; its words, which may quote values, are not kept.
 * Source: recorded answers of kube-apiserver 1.37.
 */
export function parseRefusal(status: number, text: string): DryRunMeaning {
  const body = statusText(text);
  if (status === 403) return 'forbidden';
  if (/does not support dry run/.test(body)) return 'unsupported';
  if (/ValidatingAdmissionPolicy|denied the request/.test(body)) return 'admission';
  if (
    status === 422 &&
    /immutable|may not change once set|may not be changed in an update|updates may not change|Forbidden: updates to/.test(
      body,
    )
  ) {
    return 'immutable';
  }
  if (status === 422 && /Duplicate value/.test(body)) return 'duplicate';
  if (status === 422 || /failed to create typed patch object/.test(body)) return 'invalid';
  return status === 400 ? 'invalid' : 'failed';
}

function statusText(text: string): string {
  try {
    const value = parseObject(text);
    return textOf(value?.['message']);
  } catch {
    return '';
  }
}
