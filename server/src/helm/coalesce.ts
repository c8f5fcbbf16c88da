import { deepCopyValue } from '../template/functions/defaults.ts';
import { dictValue, type MapValue, type Value } from '../template/value.ts';
import type { Chart } from './chart.ts';
import type { HelmRules } from './helmVersion.ts';

/** Merged values, or why they cannot be merged. */
export type Coalesced = { readonly values: MapValue } | { readonly problem: string };

/**
 * `coalesce` takes keys with null away, `merge` keeps them for a later round.
 * Source: Helm v4.2.3 pkg/chart/common/util/coalesce.go `CoalesceValues`, `MergeValues`.
 */
export type CoalesceMode = 'coalesce' | 'merge';

/**
 * The values that a chart and those below it see: what is given wins over the chart's own, a chart over those that it has,
 * `global` comes from above. The maps of the result are its own.
 *
 * Source: Helm v4.2.3 pkg/chart/common/util/coalesce.go; Helm v3.19.4 pkg/chartutil/coalesce.go, which leaves the nulls of
 * charts where they are, and takes away each one that is given where the chart has the key, be that null itself.
 */
export function coalesceValues(
  chart: Chart,
  given: MapValue,
  mode: CoalesceMode,
  rules: HelmRules = 4,
): Coalesced {
  const values = copyMap(given);
  const problem = coalesceInto(chart, values, mode, rules);
  return problem === undefined ? { values } : { problem };
}

/** A copy whose maps are its own. */
export function copyMap(map: MapValue): MapValue {
  const copy = deepCopyValue(map);
  return copy.kind === 'map' ? copy : map;
}

function coalesceInto(
  chart: Chart,
  target: MapValue,
  mode: CoalesceMode,
  rules: HelmRules,
): string | undefined {
  coalesceOwn(chart, target, mode, rules);
  for (const child of chart.dependencies) {
    const present = target.entries.get(child.name) ?? dictValue();
    if (present.kind !== 'map') {
      return `type mismatch on ${child.name}: %!t(${present.kind})`;
    }
    target.entries.set(child.name, present);
    coalesceGlobals(present, target, rules);
    const problem = coalesceInto(child, present, mode, rules);
    if (problem !== undefined) {
      return problem;
    }
  }
  return undefined;
}

/** Source: coalesce.go `coalesceGlobals`. */
function coalesceGlobals(target: MapValue, source: MapValue, rules: HelmRules): void {
  const own = target.entries.get('global') ?? dictValue();
  const above = source.entries.get('global') ?? dictValue();
  if (own.kind !== 'map' || above.kind !== 'map') {
    return;
  }
  for (const [key, value] of above.entries) {
    const present = own.entries.get(key);
    if (value.kind === 'map') {
      const copy: MapValue = { ...value, entries: new Map(value.entries) };
      if (present === undefined) {
        own.entries.set(key, copy);
      } else if (present.kind === 'map') {
        coalesceTables(copy, present, 'merge', rules);
        own.entries.set(key, copy);
      }
    } else if (present?.kind !== 'map') {
      own.entries.set(key, value);
    }
  }
  target.entries.set('global', own);
}

/** Source: coalesce.go `coalesceValues`. */
function coalesceOwn(chart: Chart, target: MapValue, mode: CoalesceMode, rules: HelmRules): void {
  for (const [key, value] of copyMap(chart.values).entries) {
    const present = target.entries.get(key);
    if (present === undefined) {
      if (mode === 'merge' || rules === 3) {
        target.entries.set(key, value);
      } else if (value.kind !== 'nil') {
        removeNulls(value);
        target.entries.set(key, value);
      }
    } else if (present.kind === 'nil' && mode === 'coalesce') {
      target.entries.delete(key);
    } else if (present.kind === 'map' && value.kind === 'map') {
      const isChild = chart.dependencies.some(({ name }) => name === key);
      const inner = isChild ? 'merge' : mode;
      if (inner === 'coalesce' && rules !== 3) {
        removeNulls(value);
      }
      coalesceTables(present, value, inner, rules);
    }
  }
}

/**
 * Merges the source into the target, which wins. Both are changed, as in Helm.
 * Source: coalesce.go `coalesceTablesFullKey`.
 */
export function coalesceTables(
  target: MapValue,
  source: MapValue,
  mode: CoalesceMode,
  rules: HelmRules = 4,
): void {
  const known = new Set<string>();
  for (const [key, value] of source.entries) {
    if (value.kind !== 'nil' || rules === 3) {
      known.add(key);
    }
  }
  for (const [key, value] of target.entries) {
    if (value.kind === 'nil' && rules !== 3) {
      source.entries.set(key, value);
    }
  }
  for (const [key, value] of source.entries) {
    const present = target.entries.get(key);
    if (present === undefined) {
      target.entries.set(key, value);
    } else if (mode === 'coalesce' && present.kind === 'nil' && known.has(key)) {
      target.entries.delete(key);
    } else if (value.kind === 'map' && present.kind === 'map') {
      coalesceTables(present, value, mode, rules);
    }
  }
}

/** Takes null entries out of a map and of those in it. Source: coalesce.go `cleanNilValues`. */
function removeNulls(value: Value): void {
  if (value.kind !== 'map') {
    return;
  }
  for (const [key, item] of value.entries) {
    if (item.kind === 'nil') {
      value.entries.delete(key);
    } else {
      removeNulls(item);
    }
  }
}
