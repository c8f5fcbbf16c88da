import { anyType, isTrue, typeOf, type MapValue, type Value } from '../value.ts';

/**
 * Merges the entries of a map into another, which is changed: nested maps are merged, too. With `keep` an entry that is
 * there and not empty stays; with `override` what comes later wins, even where it is empty. Where Go panics, the panic's
 * words come back.
 *
 * Source: dario.cat/mergo v1.0.2 merge.go `deepMerge` on `map[string]interface{}`.
 */
export function mergeMaps(
  target: MapValue,
  source: MapValue,
  mode: 'keep' | 'override',
): string | undefined {
  for (const [key, value] of source.entries) {
    const problem = mergeEntry(target, key, value, mode);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

function mergeEntry(
  target: MapValue,
  key: string,
  value: Value,
  mode: 'keep' | 'override',
): string | undefined {
  const present = target.entries.get(key);
  if (value.kind === 'nil' && mode === 'keep') {
    return undefined;
  }
  if (present?.kind === 'map' && value.kind === 'map') {
    if (
      present.element !== anyType &&
      present.element !== value.element &&
      value.entries.size > 0
    ) {
      return notAssignable(value.element, present.element);
    }
    const problem = mergeMaps(present, value, mode);
    if (problem !== undefined || present.entries.size > 0) {
      return problem;
    }
  }
  if (mode === 'keep' && present !== undefined && isTrue(present)) {
    return undefined;
  }
  if (target.element !== anyType && typeOf(value) !== target.element) {
    return notAssignable(typeOf(value), target.element);
  }
  if (holds(value, target)) {
    return 'stack overflow: a map would hold itself';
  }
  target.entries.set(key, value);
  return undefined;
}

/** Whether a value is a map or has it inside: Go's controller dies of printing a map that holds itself. */
export function holds(value: Value, map: MapValue): boolean {
  switch (value.kind) {
    case 'map':
      return (
        value.entries === map.entries ||
        [...value.entries.values()].some((item) => holds(item, map))
      );
    case 'list':
      return value.items.some((item) => holds(item, map));
    default:
      return false;
  }
}

function notAssignable(type: string, wanted: string): string {
  return `reflect.Value.SetMapIndex: value of type ${type} is not assignable to type ${wanted}`;
}
