import type { JsonValue } from '../yaml/decode.ts';
import { isDefault } from './defaults.ts';
import { keyStep, type FieldPath } from './fieldPath.ts';
import { isList, isMap, sameJson, type JsonMap } from './json.ts';
import { anyType, entryOf, itemKey, type FieldType, type ListType } from './types/fieldType.ts';
import type { FindingReason } from './verdict.ts';

/** Where Git and the cluster differ, before anybody asks whose it is. */
export interface Difference {
  /** `absent`: Git says it and it is not live; `liveOnly`: the other way round; `invalid`: no server would take it. */
  readonly kind: 'differs' | 'absent' | 'liveOnly' | 'invalid' | 'notComparable';
  readonly path: FieldPath;
  readonly wantAt: readonly (string | number)[];
  readonly haveAt: readonly (string | number)[] | undefined;
  readonly want: JsonValue | undefined;
  readonly have: JsonValue | undefined;
  readonly type: FieldType;
  /** The live mapping that the field stands in. */
  readonly holder: JsonMap;
  /** It may never change once it is set. */
  readonly immutable: boolean;
  /** What the schema puts where nothing is said. */
  readonly default: JsonValue | undefined;
  readonly reason: FindingReason | undefined;
}

/** What the comparison of one object knows. */
export interface Subject {
  readonly kind: string;
  readonly builtIn: boolean;
  readonly live: JsonMap;
}

/** A part of a live-only value: a field without parts, or an atomic one. */
export function partsOf(subject: Subject, difference: Difference): readonly Difference[] {
  if (saysNothing(subject, difference)) return [];
  return childrenOf(difference)?.flatMap((child) => partsOf(subject, child)) ?? [difference];
}

/** Whether a live-only value is what the server puts there by itself. */
export function saysNothing(
  subject: Subject,
  { path, have, holder, default: own }: Difference,
): boolean {
  return (
    have === undefined ||
    isDefault(subject, path, have, holder) ||
    (own !== undefined && sameJson(own, have))
  );
}

/** The fields and items of a live-only value; `undefined` for a value that is owned as a whole. */
export function childrenOf(difference: Difference): readonly Difference[] | undefined {
  const { have, type } = difference;
  if (isMap(have) && (type.kind === 'any' || (type.kind === 'map' && !type.atomic))) {
    return Object.entries(have).map(([key, value]) => {
      const entry = type.kind === 'map' ? entryOf(type, key) : undefined;
      return {
        ...difference,
        path: [...difference.path, keyStep(key)],
        haveAt: [...(difference.haveAt ?? []), key],
        have: value,
        type: entry?.type() ?? anyType,
        default: entry?.default,
        holder: have,
      };
    });
  }
  if (isList(have) && type.kind === 'list' && type.form !== 'atomic') {
    return have.flatMap((item, index) => itemParts(difference, type, item, index));
  }
  return undefined;
}

/** An item that its keys tell is the item itself and its other fields. */
function itemParts(
  difference: Difference,
  list: ListType,
  item: JsonValue,
  index: number,
): readonly Difference[] {
  const haveAt = [...(difference.haveAt ?? []), index];
  const base = { ...difference, haveAt, have: item, type: list.items, default: undefined };
  if (list.form === 'set') {
    return [{ ...base, path: [...difference.path, { kind: 'value', value: item }] }];
  }
  const key = itemKey(list, item);
  if (key === undefined || !isMap(item)) return [base];
  const shown = list.keys.filter((name) => Object.hasOwn(item, name));
  return [{ ...base, path: [...difference.path, { kind: 'item', key, shown }] }];
}
