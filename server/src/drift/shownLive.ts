import type { JsonValue } from '../yaml/decode.ts';
import { compareValue, rootField, type Comparison } from './compare.ts';
import { childrenOf, saysNothing, type Difference, type Subject } from './difference.ts';
import { at, isList, isMap, textOf, type JsonMap } from './json.ts';
import { liveFor, normalizeDesired } from './normalize.ts';
import { anyType, type ObjectType } from './types/fieldType.ts';

/**
 * A live object as it is shown beside that of Git: without what the server and controllers set, without defaults, and with
 * lists in Git's order where the order means nothing.
 */
export function shownLive(desired: JsonMap, live: JsonMap, type: ObjectType | undefined): JsonMap {
  const cleaned = liveFor(desired, live);
  const subject: Subject = {
    kind: textOf(desired['kind']),
    builtIn: type?.builtIn ?? false,
    live: cleaned,
  };
  const comparison: Comparison = { subject, unknowable: () => undefined, found: [] };
  const place = { path: [], wantAt: [], haveAt: [], holder: cleaned, field: rootField } as const;
  const wanted = normalizeDesired(desired);
  compareValue(comparison, place, type?.type ?? anyType, wanted, cleaned);
  const silent = new Set(
    comparison.found
      .filter(({ kind }) => kind === 'liveOnly')
      .flatMap((one) => silentPaths(subject, one))
      .map((path) => JSON.stringify(path)),
  );
  const shown = prune(cleaned, [], silent);
  const { apiVersion = '', kind = '' } = desired;
  return { apiVersion, kind, ...(isMap(shown) ? inOrder(wanted, shown) : {}) };
}

/** The paths of live-only values that are defaults. */
function silentPaths(subject: Subject, one: Difference): readonly (readonly (string | number)[])[] {
  if (saysNothing(subject, one)) return one.haveAt === undefined ? [] : [one.haveAt];
  const children = childrenOf(one) ?? [];
  const inner = children.flatMap((child) => silentPaths(subject, child));
  const isAll = children.length > 0 && inner.length === children.length;
  return isAll && isMap(one.have) && one.haveAt !== undefined ? [one.haveAt] : inner;
}

function prune(
  value: JsonValue,
  path: readonly (string | number)[],
  silent: ReadonlySet<string>,
): JsonValue {
  if (isList(value)) {
    return value.flatMap((item, index) => {
      const inner = [...path, index];
      return silent.has(JSON.stringify(inner)) ? [] : [prune(item, inner, silent)];
    });
  }
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) => {
      const inner = [...path, key];
      return silent.has(JSON.stringify(inner)) ? [] : [[key, prune(item, inner, silent)] as const];
    }),
  );
}

/** Items that have names in the order in which Git has them; what Git does not have comes last. */
function inOrder(want: JsonMap, have: JsonMap): JsonMap {
  return Object.fromEntries(
    Object.entries(have).map(([key, value]) => [key, orderedValue(at(want, key), value)]),
  );
}

function orderedValue(want: JsonValue | undefined, have: JsonValue): JsonValue {
  if (isMap(want) && isMap(have)) return inOrder(want, have);
  if (!isList(want) || !isList(have)) return have;
  const names = want.map((item) => textOf(at(item, 'name')));
  if (names.includes('')) {
    return have.map((item, index) => orderedValue(want[index], item));
  }
  const rank = (item: JsonValue): number => {
    const index = names.indexOf(textOf(at(item, 'name')));
    return index < 0 ? names.length : index;
  };
  return [...have]
    .sort((a, b) => rank(a) - rank(b))
    .map((item) => orderedValue(want[names.indexOf(textOf(at(item, 'name')))], item));
}
