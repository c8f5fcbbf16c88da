import type { JsonValue } from '../yaml/decode.ts';
import type { Difference, Subject } from './difference.ts';
import { partsOf } from './difference.ts';
import { isDefault } from './defaults.ts';
import { keysOf, keyStep, type FieldPath } from './fieldPath.ts';
import { compareList } from './compareList.ts';
import { compareScalar } from './compareScalar.ts';
import { isList, isMap, sameJson, type JsonMap } from './json.ts';
import {
  anyType,
  entryOf,
  type FieldType,
  type MapField,
  type MapType,
} from './types/fieldType.ts';

/** Where a comparison stands. */
export interface Place {
  readonly path: FieldPath;
  readonly wantAt: readonly (string | number)[];
  readonly haveAt: readonly (string | number)[] | undefined;
  /** The live mapping that the field stands in. */
  readonly holder: JsonMap;
  /** How the field is stored. */
  readonly field: MapField;
}

/** What a comparison has to go on. */
export interface Comparison {
  readonly subject: Subject;
  /** Whether a text is one that only the controller can fill in. */
  readonly unknowable: (text: string) => Difference['reason'];
  readonly found: Difference[];
}

/**
 * Walks through what Git says and gathers where the cluster differs: by the meaning of values, by the keys of lists, and by
 * what a server stores. What is live and not in Git is gathered as it is; whose it is, is another question.
 *
 * Source: structured-merge-diff v6 (merge, typed); shared notes on drift, 1.5 and 1.6.
 */
export function compareValue(
  comparison: Comparison,
  place: Place,
  type: FieldType,
  want: JsonValue,
  have: JsonValue | undefined,
): void {
  // What the server has, it has taken.
  if (have !== undefined && sameJson(want, have)) return;
  const unknowable = typeof want === 'string' ? comparison.unknowable(want) : undefined;
  if (unknowable !== undefined) {
    report(comparison, place, { kind: 'notComparable', type, want, have, reason: unknowable });
    return;
  }
  if (want === null) {
    compareNull(comparison, place, type, have);
    return;
  }
  const shape = shapeProblem(type, want);
  if (shape !== undefined) {
    report(comparison, place, { kind: 'invalid', type, want, have, reason: shape });
    return;
  }
  if (isEmpty(comparison, place, type, want) && isNothing(comparison, place, have)) return;
  if (have === undefined || have === null) {
    compareAbsent(comparison, place, type, want, have);
    return;
  }
  switch (type.kind) {
    case 'scalar': {
      const verdict = compareScalar(type, want, have, keysOf(place.path).at(-1) ?? '');
      if (verdict.kind === 'equal') return;
      const kind = verdict.kind === 'invalid' ? 'invalid' : 'differs';
      report(comparison, place, { kind, type, want, have, reason: verdict.reason });
      return;
    }
    case 'list':
      compareList(comparison, place, type, isList(want) ? want : [], have);
      return;
    case 'map':
      compareMap(comparison, place, type, want, have);
      return;
    case 'any':
      compareAny(comparison, place, want, have);
      return;
  }
}

/** Whether a value of Git and one of the cluster are the same, defaults aside. */
export function isSame(
  comparison: Comparison,
  place: Place,
  type: FieldType,
  want: JsonValue,
  have: JsonValue,
): boolean {
  const inner: Comparison = { ...comparison, found: [] };
  compareValue(inner, place, type, want, have);
  return inner.found.every(
    (one) => one.kind === 'liveOnly' && partsOf(comparison.subject, one).length === 0,
  );
}

/** Gathers a difference at a place. */
export function report(
  { found }: Comparison,
  { path, wantAt, haveAt, holder, field }: Place,
  difference: Pick<Difference, 'kind' | 'type' | 'want' | 'have' | 'reason'>,
): void {
  const gone = difference.have === undefined;
  found.push({
    ...difference,
    path,
    wantAt,
    haveAt: gone ? undefined : haveAt,
    holder,
    immutable: field.immutable,
    default: field.default,
  });
}

function shapeProblem(type: FieldType, want: JsonValue): Difference['reason'] {
  switch (type.kind) {
    case 'list':
      return isList(want) ? undefined : 'wrongType';
    case 'map':
      return isMap(want) ? undefined : 'wrongType';
    default:
      return undefined;
  }
}

/** Null resets a value that is applied as a whole, and leaves the fields of others as they are. */
function compareNull(
  comparison: Comparison,
  place: Place,
  type: FieldType,
  have: JsonValue | undefined,
): void {
  const { subject } = comparison;
  const { field } = place;
  const want = null;
  if (have === null || (isBuiltIn(subject, place) && place.field.isEntry === true && have === ''))
    return;
  if (isBuiltIn(subject, place) || type.kind === 'any') {
    if (place.field.isEntry === true && have === undefined && type.kind === 'scalar') {
      // An entry of a map of texts is stored as an empty text.
      report(comparison, place, { kind: 'absent', type, want, have, reason: undefined });
      return;
    }
    if (isNothing(comparison, place, have) || have === undefined) return;
    const whole =
      type.kind === 'scalar' ||
      (type.kind === 'list' && type.form === 'atomic') ||
      (type.kind === 'map' && type.atomic);
    report(comparison, place, {
      kind: whole ? 'differs' : 'liveOnly',
      type,
      want: whole ? want : undefined,
      have,
      reason: undefined,
    });
    return;
  }
  if (field.nullable) {
    const kind = have === undefined ? 'absent' : 'differs';
    report(comparison, place, { kind, type, want, have, reason: undefined });
  } else if (field.default === undefined) {
    report(comparison, place, { kind: 'invalid', type, want, have, reason: 'nullNotAllowed' });
  } else if (have !== undefined && !isNothing(comparison, place, have)) {
    report(comparison, place, { kind: 'liveOnly', type, want: undefined, have, reason: undefined });
  }
}

/** What is declared and not live: nothing where it would be stored as nothing, or else a difference, or no value at all. */
function compareAbsent(
  comparison: Comparison,
  place: Place,
  type: FieldType,
  want: JsonValue,
  have: JsonValue | undefined,
): void {
  const invalid = invalidBelow(comparison, place, type, want);
  if (invalid.length > 0) {
    comparison.found.push(...invalid);
    return;
  }
  const kind = have === undefined ? 'absent' : 'differs';
  report(comparison, place, { kind, type, want, have, reason: undefined });
}

/** What no server would take in a value that is not live yet. */
function invalidBelow(
  comparison: Comparison,
  place: Place,
  type: FieldType,
  want: JsonValue,
): readonly Difference[] {
  const inner: Comparison = { ...comparison, found: [] };
  if (type.kind === 'map') compareMap(inner, place, type, want, {});
  if (type.kind === 'list' && isList(want)) compareList(inner, place, type, want, []);
  if (type.kind === 'scalar') {
    const verdict = compareScalar(type, want, undefined, keysOf(place.path).at(-1) ?? '');
    if (verdict.kind === 'invalid') {
      report(inner, place, {
        kind: 'invalid',
        type,
        want,
        have: undefined,
        reason: verdict.reason,
      });
    }
  }
  return inner.found.filter(({ kind }) => kind === 'invalid' || kind === 'notComparable');
}

function compareMap(
  comparison: Comparison,
  place: Place,
  type: MapType,
  want: JsonValue,
  have: JsonValue,
): void {
  if (!isMap(want)) return;
  if (!isMap(have)) {
    report(comparison, place, { kind: 'differs', type, want, have, reason: undefined });
    return;
  }
  if (!type.atomic) {
    compareEntries(comparison, place, type, want, have);
    return;
  }
  const inner: Comparison = { ...comparison, found: [] };
  compareEntries(inner, place, type, want, have);
  const invalid = inner.found.filter(({ kind }) => kind === 'invalid' || kind === 'notComparable');
  comparison.found.push(...invalid);
  const differs = inner.found.some(
    (one) => one.kind !== 'liveOnly' || partsOf(comparison.subject, one).length > 0,
  );
  if (invalid.length === 0 && differs) {
    report(comparison, place, { kind: 'differs', type, want, have, reason: undefined });
  }
}

function compareEntries(
  comparison: Comparison,
  place: Place,
  type: MapType,
  want: JsonMap,
  have: JsonMap,
): void {
  for (const [key, value] of Object.entries(want)) {
    const entry = entryOf(type, key);
    const live = Object.hasOwn(have, key) ? have[key] : undefined;
    const inner = entryPlace(place, key, entry ?? unknownField, have);
    if (entry === undefined && live === undefined && value !== null) {
      const reason = 'unknownField';
      report(comparison, inner, {
        kind: 'invalid',
        type: anyType,
        want: value,
        have: live,
        reason,
      });
    } else {
      compareValue(comparison, inner, entry?.type() ?? anyType, value, live);
    }
  }
  for (const [key, value] of Object.entries(have)) {
    if (Object.hasOwn(want, key)) continue;
    const entry = entryOf(type, key);
    const inner = { ...entryPlace(place, key, entry ?? unknownField, have), wantAt: place.wantAt };
    const own = entry?.type() ?? anyType;
    report(comparison, inner, {
      kind: 'liveOnly',
      type: own,
      want: undefined,
      have: value,
      reason: undefined,
    });
  }
}

/** Without a schema mappings are compared by their keys, and lists as a whole. */
function compareAny(comparison: Comparison, place: Place, want: JsonValue, have: JsonValue): void {
  if (isMap(want) && isMap(have)) {
    const type: MapType = { kind: 'map', fields: new Map(), others: anyType, atomic: false };
    compareEntries(comparison, place, type, want, have);
    return;
  }
  if (!isSameAny(comparison, place, want, have)) {
    report(comparison, place, { kind: 'differs', type: anyType, want, have, reason: undefined });
  }
}

function isSameAny(
  comparison: Comparison,
  place: Place,
  want: JsonValue,
  have: JsonValue,
): boolean {
  if (isList(want) && isList(have)) {
    return (
      want.length === have.length &&
      want.every((item, index) => {
        const live = have[index];
        return live !== undefined && isSameAny(comparison, place, item, live);
      })
    );
  }
  if (isMap(want) && isMap(have)) {
    const keys = Object.keys(want);
    return (
      keys.length === Object.keys(have).length &&
      keys.every((key) => {
        const [own, live] = [want[key], have[key]];
        return own !== undefined && live !== undefined && isSameAny(comparison, place, own, live);
      })
    );
  }
  const untyped = { kind: 'scalar', scalar: 'untyped', values: undefined } as const;
  return compareScalar(untyped, want, have, '').kind === 'equal';
}

function entryPlace(place: Place, key: string, field: MapField, have: JsonMap): Place {
  return {
    path: [...place.path, keyStep(key)],
    wantAt: [...place.wantAt, key],
    haveAt: place.haveAt && [...place.haveAt, key],
    holder: have,
    field,
  };
}

const unknownField: MapField = {
  type: () => anyType,
  keepsEmpty: true,
  nullable: false,
  default: undefined,
  immutable: false,
};

/** The field of a whole object. */
export const rootField: MapField = { ...unknownField };

/** Metadata is Go's own in every object. */
function isBuiltIn({ builtIn }: Subject, { path }: Place): boolean {
  const [first] = path;
  return builtIn || (first?.kind === 'key' && first.key === 'metadata');
}

/** Whether a value of Git is stored as nothing: it is empty, and the server does not tell it from none. */
function isEmpty({ subject }: Comparison, place: Place, type: FieldType, want: JsonValue): boolean {
  if (!isBuiltIn(subject, place)) return false;
  return !place.field.keepsEmpty && isZero(type, want);
}

function isZero(type: FieldType, want: JsonValue): boolean {
  if (want === null || want === '' || want === false || want === 0) return true;
  if (isList(want)) return want.length === 0;
  if (!isMap(want)) return false;
  return Object.entries(want).every(([key, value]) => {
    const entry = type.kind === 'map' ? type.fields.get(key) : undefined;
    return entry !== undefined && !entry.keepsEmpty && isZero(entry.type(), value);
  });
}

/** Whether what is live is what the server has where nothing is said. */
function isNothing(
  { subject }: Comparison,
  { path, holder, field }: Place,
  have: JsonValue | undefined,
): boolean {
  if (have === undefined || have === null) return true;
  if (field.default !== undefined && sameJson(field.default, have)) return true;
  return isAllDefault(subject, path, have, holder);
}

/** A live value that is a default, or a struct of defaults. */
function isAllDefault(
  subject: Subject,
  path: FieldPath,
  have: JsonValue,
  holder: JsonMap,
): boolean {
  if (isDefault(subject, path, have, holder)) return true;
  return (
    isMap(have) &&
    Object.entries(have).every(([key, value]) =>
      isAllDefault(subject, [...path, keyStep(key)], value, have),
    )
  );
}
