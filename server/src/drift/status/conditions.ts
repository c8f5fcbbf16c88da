import type { JsonValue } from '../../yaml/decode.ts';
import { at, below, itemsOf, textOf } from '../json.ts';

/** A condition of an object. */
export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
  readonly message: string;
  readonly since: string | undefined;
}

/** The conditions of an object by their type. */
export function conditionsOf(object: JsonValue): ReadonlyMap<string, Condition> {
  return new Map(
    itemsOf(below(object, 'status', 'conditions')).map((one) => {
      const type = textOf(at(one, 'type'));
      const condition: Condition = {
        type,
        status: textOf(at(one, 'status')),
        reason: textOf(at(one, 'reason')),
        message: textOf(at(one, 'message')),
        since: timeOf(at(one, 'lastTransitionTime')),
      };
      return [type, condition] as const;
    }),
  );
}

/** A time as it is written; `undefined` where there is none. */
export function timeOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** How many milliseconds lie between two times; `undefined` where one of them is none. */
export function elapsed(from: string | undefined, to: string): number | undefined {
  const [start, end] = [Date.parse(from ?? ''), Date.parse(to)];
  return Number.isNaN(start) || Number.isNaN(end) ? undefined : end - start;
}

/** How long progress may take before it is called stuck. */
export const stuckAfter = 30 * 60_000;
