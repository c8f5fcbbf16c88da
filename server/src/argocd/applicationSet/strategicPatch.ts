import { ok } from '../../util/result.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { expansionError, type Expanded } from './failure.ts';
import { structField, type GoStructType } from './goStruct.ts';
import { isArray, isObject, jsonKind, type Json, type JsonObject } from './json.ts';

/**
 * Applies a strategic merge patch to JSON of a Go type: maps are merged, null removes, lists take the place of lists but
 * where the type says that they add. A map inside something that is no struct cannot be merged.
 *
 * Deviation: `$setElementOrder` is left out; no list of an Application has a use for it.
 *
 * Source: k8s.io/apimachinery v0.34.0 pkg/util/strategicpatch/patch.go `mergeMap`; meta.go.
 */
export function applyStrategicPatch(
  type: GoStructType,
  original: JsonObject,
  patch: JsonObject,
): Expanded<JsonObject> {
  if (Object.hasOwn(patch, '$patch')) {
    return applyDirective(patch);
  }
  const merged = new Map(Object.entries(retained(original, patch)));
  for (const [key, value] of Object.entries(patch)) {
    if (key === '$retainKeys' || key.startsWith('$setElementOrder/')) {
      continue;
    }
    const deleted = /^\$deleteFromPrimitiveList\/(.*)$/s.exec(key)?.[1];
    if (deleted !== undefined) {
      deleteItems(merged, deleted, value);
      continue;
    }
    const problem = mergeEntry(type, merged, key, value);
    if (problem.kind === 'failed') {
      return problem;
    }
  }
  return ok(Object.fromEntries(merged));
}

function applyDirective(patch: JsonObject): Expanded<JsonObject> {
  const { $patch: directive = null, ...rest } = patch;
  switch (directive) {
    case 'replace':
      return ok(rest);
    case 'delete':
      return ok({});
    default:
      return expansionError(
        `unknown patch type: ${JSON.stringify(directive)} in map: ${JSON.stringify(patch)}`,
      );
  }
}

/** `$retainKeys` drops all keys that it does not list. */
function retained(original: JsonObject, patch: JsonObject): JsonObject {
  const keys = Object.hasOwn(patch, '$retainKeys') ? patch.$retainKeys : undefined;
  return isArray(keys)
    ? Object.fromEntries(Object.entries(original).filter(([key]) => keys.includes(key)))
    : original;
}

function deleteItems(merged: Map<string, Json>, key: string, items: Json): void {
  const list = merged.get(key);
  if (isArray(list) && isArray(items)) {
    merged.set(
      key,
      list.filter((item) => !items.some((each) => deepEqual(each, item))),
    );
  }
}

function mergeEntry(
  type: GoStructType,
  merged: Map<string, Json>,
  key: string,
  value: Json,
): Expanded<undefined> {
  if (value === null) {
    merged.delete(key);
    return ok(undefined);
  }
  const present = merged.get(key);
  if (isObject(present) && isObject(value)) {
    const field = lookup(type, key);
    if (field.kind === 'failed') {
      return field;
    }
    const inner = applyStrategicPatch(field.value.type, present, value);
    if (inner.kind === 'failed') {
      return inner;
    }
    merged.set(key, inner.value);
    return ok(undefined);
  }
  if (isArray(present) && isArray(value)) {
    const field = lookup(type, key);
    if (field.kind === 'failed') {
      return field;
    }
    merged.set(key, field.value.mergesList ? mergedList(present, value) : value);
    return ok(undefined);
  }
  const kept = withoutDirectives(
    present === undefined || isObject(value) ? withoutNulls(value) : value,
  );
  if (kept === undefined) {
    merged.delete(key);
  } else {
    merged.set(key, kept);
  }
  return ok(undefined);
}

interface Found {
  readonly type: GoStructType;
  readonly mergesList: boolean;
}

/** The field that a key of a patch names. Source: meta.go; third_party/forked/golang/json/fields.go. */
function lookup(type: GoStructType, key: string): Expanded<Found> {
  const target = type.kind === 'pointer' ? type.to : type;
  if (target.kind === 'raw') {
    return expansionError(
      `unable to find api field in struct RawExtension for the json field "${key}"`,
    );
  }
  if (target.kind !== 'struct') {
    return expansionError(
      `merging an object in json but data type is not struct, instead is: ${target.kind === 'list' ? 'slice' : target.kind}`,
    );
  }
  const field = structField(target, key);
  if (field === undefined) {
    return expansionError(
      `unable to find api field in struct ${target.name} for the json field "${key}"`,
    );
  }
  return ok({ type: field.type, mergesList: field.mergesList });
}

/** The items of both, once each; those of the patch come first unless the list had them. Source: patch.go `mergeSlice`. */
function mergedList(original: readonly Json[], patch: readonly Json[]): readonly Json[] {
  const isIn = (list: readonly Json[], item: Json): boolean =>
    list.some((each) => deepEqual(each, item));
  const unique = [...original, ...patch].filter(
    (item, index, list) => list.findIndex((each) => deepEqual(each, item)) === index,
  );
  const right = unique.filter((item) => isIn(patch, item));
  right.sort((a, b) => position(patch, a) - position(patch, b));
  const left = unique.filter((item) => !isIn(patch, item));
  const result: Json[] = [];
  while (left.length > 0 || right.length > 0) {
    const [first] = left;
    const [second] = right;
    const takesLeft =
      second === undefined ||
      (first !== undefined &&
        position(original, second) >= 0 &&
        position(original, first) < position(original, second));
    const taken = takesLeft ? left.shift() : right.shift();
    if (taken !== undefined) {
      result.push(taken);
    }
  }
  return result;
}

function position(list: readonly Json[], item: Json): number {
  return list.findIndex((each) => deepEqual(each, item));
}

/** What is null in a map that is new is dropped. Source: patch.go `discardNullValuesFromPatch`. */
function withoutNulls(value: Json): Json {
  if (!isObject(value)) {
    return value;
  }
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [key, withoutNulls(item)]),
  );
}

/** `undefined` where the value itself is to be deleted. Source: patch.go `removeDirectives`. */
function withoutDirectives(value: Json): Json | undefined {
  if (isArray(value)) {
    return value.map(withoutDirectives).filter((item) => item !== undefined);
  }
  if (!isObject(value)) {
    return value;
  }
  if (Object.hasOwn(value, '$patch') && value.$patch === 'delete') {
    return undefined;
  }
  const entries: [string, Json][] = [];
  for (const [key, item] of Object.entries(value)) {
    if (!/^\$(?:patch$|retainKeys$|setElementOrder\/|deleteFromPrimitiveList\/)/.test(key)) {
      const kept = withoutDirectives(item);
      if (kept !== undefined) {
        entries.push([key, kept]);
      }
    }
  }
  return Object.fromEntries(entries);
}

/** A patch must be an object; null changes nothing. */
export function asPatch(value: Json): Expanded<JsonObject> {
  if (value === null) {
    return ok({});
  }
  return isObject(value)
    ? ok(value)
    : expansionError(
        `json: cannot unmarshal ${jsonKind(value)} into Go value of type v1alpha1.Application`,
      );
}
