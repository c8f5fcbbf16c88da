import { at, entriesOf } from './json.ts';
import type { JsonValue } from '../yaml/decode.ts';

/** The labels of an object; no texts are no labels. */
export function labelsIn(object: JsonValue): ReadonlyMap<string, string> {
  return new Map(
    entriesOf(at(at(object, 'metadata'), 'labels')).flatMap(([key, one]) =>
      typeof one === 'string' ? [[key, one] as const] : [],
    ),
  );
}
