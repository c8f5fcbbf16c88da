import { groupBy } from '../util/groupBy.ts';
import type { JsonValue } from '../yaml/decode.ts';
import { compareValue, isSame, report, rootField, type Comparison, type Place } from './compare.ts';
import { keysOf, type FieldStep } from './fieldPath.ts';
import { isList, isMap, jsonKey, sameJson, type JsonMap } from './json.ts';
import { itemKey, type ListType } from './types/fieldType.ts';

/** Compares lists as the server merges them: by keys, as sets, or as a whole. */
export function compareList(
  comparison: Comparison,
  place: Place,
  type: ListType,
  want: readonly JsonValue[],
  have: JsonValue,
): void {
  if (!isList(have)) {
    report(comparison, place, { kind: 'differs', type, want, have, reason: undefined });
    return;
  }
  switch (type.form) {
    case 'map':
      compareItems(comparison, place, type, want, have);
      return;
    case 'set':
      compareSet(comparison, place, type, want, have);
      return;
    case 'atomic':
      compareWhole(comparison, place, type, want, have);
      return;
  }
}

/** One finding for the whole list; where the order means nothing, it does not count. */
function compareWhole(
  comparison: Comparison,
  place: Place,
  type: ListType,
  want: readonly JsonValue[],
  have: readonly JsonValue[],
): void {
  const same = (a: JsonValue, b: JsonValue): boolean =>
    isSame(comparison, itemPlace(place, undefined), type.items, a, b);
  const equal =
    want.length === have.length &&
    (want.every((item, index) => same(item, have[index] ?? null)) ||
      (isUnordered(comparison.subject.kind, keysOf(place.path)) && isMultiset(want, have, same)));
  if (!equal) report(comparison, place, { kind: 'differs', type, want, have, reason: undefined });
}

function isMultiset(
  want: readonly JsonValue[],
  have: readonly JsonValue[],
  same: (a: JsonValue, b: JsonValue) => boolean,
): boolean {
  // What is the very same goes at once; only the rest is compared one by one.
  const open = new Map<string, number>();
  for (const one of have) open.set(jsonKey(one), (open.get(jsonKey(one)) ?? 0) + 1);
  const rest = want.filter((item) => {
    const count = open.get(jsonKey(item)) ?? 0;
    open.set(jsonKey(item), count - 1);
    return count <= 0;
  });
  const left = have.filter((one) => {
    const count = open.get(jsonKey(one)) ?? 0;
    open.set(jsonKey(one), count - 1);
    return count > 0;
  });
  return rest.every((item) => {
    const index = left.findIndex((one) => same(item, one));
    if (index < 0) return false;
    left.splice(index, 1);
    return true;
  });
}

/** Lists that the server keeps in order and nobody reads so. Source: kubernetes#74099, argo-cd#12033. */
function isUnordered(kind: string, keys: readonly string[]): boolean {
  const last = keys.at(-1) ?? '';
  if (unordered.has(last)) return true;
  if (/^(?:Cluster)?Role(?:Binding)?$/.test(kind)) return roleLists.has(last);
  if (kind === 'HorizontalPodAutoscaler') return last === 'metrics';
  if (kind === 'NetworkPolicy') return peerLists.has(last);
  return false;
}

const unordered = new Set(['tolerations', 'accessModes', 'finalizers']);
const roleLists = new Set([
  'subjects',
  'apiGroups',
  'resources',
  'verbs',
  'resourceNames',
  'nonResourceURLs',
]);
const peerLists = new Set(['ingress', 'egress', 'from', 'to', 'ports', 'policyTypes', 'except']);

function compareSet(
  comparison: Comparison,
  place: Place,
  type: ListType,
  want: readonly JsonValue[],
  have: readonly JsonValue[],
): void {
  const values = new Set<string>();
  const places = firstPlaces(have);
  for (const [index, value] of want.entries()) {
    const step: FieldStep = { kind: 'value', value };
    const key = jsonKey(value);
    const at = places.get(key) ?? -1;
    const inner = itemPlace(place, { step, want: index, have: at });
    const twice = values.has(key);
    values.add(key);
    if (twice) {
      const reason = 'duplicateItem';
      report(comparison, inner, { kind: 'invalid', type, want: value, have: undefined, reason });
    } else if (at < 0) {
      report(comparison, inner, {
        kind: 'absent',
        type: type.items,
        want: value,
        have: undefined,
        reason: undefined,
      });
    }
  }
  for (const [index, value] of have.entries()) {
    if (values.has(jsonKey(value))) continue;
    const inner = itemPlace(place, {
      step: { kind: 'value', value },
      want: undefined,
      have: index,
    });
    report(comparison, inner, {
      kind: 'liveOnly',
      type: type.items,
      want: undefined,
      have: value,
      reason: undefined,
    });
  }
}

interface Item {
  readonly index: number;
  readonly value: JsonValue;
  readonly key: Readonly<Record<string, JsonValue>>;
  /** The key as text. */
  readonly id: string;
}

function compareItems(
  comparison: Comparison,
  place: Place,
  type: ListType,
  want: readonly JsonValue[],
  have: readonly JsonValue[],
): void {
  const wanted = keyed(type, want);
  const broken = wanted.length < want.length || hasTwice(wanted);
  if (broken) {
    // Other ways of applying take such lists: where the cluster has the very same, there is nothing to say.
    if (sameJson(want, have)) return;
    const reason = hasTwice(wanted) ? 'duplicateItem' : 'itemWithoutKey';
    report(comparison, place, { kind: 'invalid', type, want, have, reason });
    return;
  }
  const live = keyed(type, have);
  const liveOf = groupBy(live, ({ id }) => id);
  const ids = new Set(wanted.map(({ id }) => id));
  const unpaired: Item[] = [];
  for (const item of wanted) {
    const [first, ...more] = liveOf.get(item.id) ?? [];
    const inner = placeOfItem(place, type, item, first);
    if (first === undefined) {
      unpaired.push(item);
    } else if (more.length > 0) {
      report(comparison, inner, {
        kind: 'differs',
        type: type.items,
        want: item.value,
        have: [first, ...more].map(({ value }) => value),
        reason: 'duplicateInCluster',
      });
    } else {
      compareValue(comparison, inner, type.items, item.value, first.value);
    }
  }
  const extra = live.filter(({ id }) => !ids.has(id));
  const renamed = pairByName(unpaired, extra);
  for (const item of unpaired) {
    const other = renamed.get(item);
    if (other === undefined) {
      compareMissing(comparison, place, type, item);
    } else {
      compareRenamed(comparison, place, type, item, other);
    }
  }
  const taken = new Set(renamed.values());
  for (const item of extra) {
    if (taken.has(item)) continue;
    const inner = { ...placeOfItem(place, type, item, item), wantAt: place.wantAt };
    report(comparison, inner, {
      kind: 'liveOnly',
      type: type.items,
      want: undefined,
      have: item.value,
      reason: undefined,
    });
  }
}

/** An item that is not live, or that no server would take. */
function compareMissing(comparison: Comparison, place: Place, type: ListType, item: Item): void {
  const inner = placeOfItem(place, type, item, undefined);
  compareValue(comparison, inner, type.items, item.value, undefined);
}

/** What one item is called in both, with another key: its number was changed, as that of a port. */
function compareRenamed(
  comparison: Comparison,
  place: Place,
  type: ListType,
  item: Item,
  other: Item,
): void {
  const name = isMap(item.value) ? (item.value['name'] ?? null) : null;
  const step: FieldStep = { kind: 'item', key: { name }, shown: ['name'] };
  const inner = itemPlace(place, { step, want: item.index, have: other.index });
  const fields: Comparison = { ...comparison, found: [] };
  compareValue(fields, inner, type.items, item.value, other.value);
  const isKeyField = (keys: readonly string[]): boolean => type.keys.includes(keys.at(-1) ?? '');
  comparison.found.push(
    ...fields.found.map((one) =>
      isKeyField(keysOf(one.path)) ? { ...one, reason: 'keyChanged' as const } : one,
    ),
  );
}

/** Pairs what is only in Git with what is only live by a name that is no key. */
function pairByName(unpaired: readonly Item[], extra: readonly Item[]): ReadonlyMap<Item, Item> {
  const pairs = new Map<Item, Item>();
  const named = groupBy(extra, nameOf);
  for (const item of unpaired) {
    const name = nameOf(item);
    const [only, ...more] = name === undefined ? [] : (named.get(name) ?? []);
    if (only !== undefined && more.length === 0 && item.key['name'] === undefined) {
      pairs.set(item, only);
    }
  }
  return pairs;
}

function nameOf({ value }: Item): string | undefined {
  const name = isMap(value) ? value['name'] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function keyed(type: ListType, items: readonly JsonValue[]): readonly Item[] {
  return items.flatMap((value, index) => {
    const key = itemKey(type, value);
    return key === undefined ? [] : [{ index, value, key, id: jsonKey(key) }];
  });
}

function hasTwice(items: readonly Item[]): boolean {
  return new Set(items.map(({ id }) => id)).size < items.length;
}

/** Where each value stands first, by its text. */
function firstPlaces(values: readonly JsonValue[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [index, value] of values.entries()) {
    const key = jsonKey(value);
    if (!places.has(key)) places.set(key, index);
  }
  return places;
}

function placeOfItem(place: Place, type: ListType, item: Item, live: Item | undefined): Place {
  const own: JsonMap = isMap(item.value) ? item.value : {};
  const shown = type.keys.filter((key) => Object.hasOwn(own, key));
  const step: FieldStep = { kind: 'item', key: item.key, shown };
  return itemPlace(place, { step, want: item.index, have: live?.index ?? -1 });
}

function itemPlace(
  place: Place,
  item:
    | { readonly step: FieldStep; readonly want: number | undefined; readonly have: number }
    | undefined,
): Place {
  if (item === undefined) return { ...place, field: rootField };
  const { step, want, have } = item;
  return {
    ...place,
    path: [...place.path, step],
    wantAt: want === undefined ? place.wantAt : [...place.wantAt, want],
    haveAt: have < 0 ? undefined : place.haveAt && [...place.haveAt, have],
    field: rootField,
  };
}
