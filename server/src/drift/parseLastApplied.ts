import type { JsonValue } from '../yaml/decode.ts';
import { isMap, type JsonMap } from './json.ts';

/** What client-side apply remembers in its annotation; `undefined` where there is none, or no object in it. */
export function parseLastApplied(annotation: JsonValue | undefined): JsonMap | undefined {
  if (typeof annotation !== 'string') return undefined;
  try {
    const value = JSON.parse(annotation) as JsonValue;
    return isMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
