import { parseVersion } from '../template/functions/semver.ts';
import { checkConstraints, parseConstraints } from '../template/functions/semverConstraint.ts';
import type { MapValue, Value } from '../template/value.ts';
import type { ChartDependency } from './metadata.ts';

/** Whether a version satisfies a constraint. Source: Helm v4.2.3 pkg/chart/v2/util/compatible.go `IsCompatibleRange`. */
export function isCompatible(constraint: string, version: string): boolean {
  const parsed = parseVersion(version);
  const constraints = parseConstraints(constraint);
  return (
    !('problem' in parsed) &&
    !('problem' in constraints) &&
    checkConstraints(constraints.alternatives, parsed)
  );
}

/**
 * Whether a dependency is switched on by the values of the chart at the top: tags first, then conditions, which are counted from
 * `path`, with a dot at its end. Source: Helm v4.2.3 pkg/chart/v2/util/dependencies.go `processDependencyTags`, `processDependencyConditions`.
 */
export function isEnabled(
  { tags, condition }: Pick<ChartDependency, 'tags' | 'condition'>,
  values: MapValue,
  path: string,
): boolean {
  for (const one of condition.trim().split(',')) {
    const value = one === '' ? undefined : valueAt(values, `${path}${one}`);
    if (value?.kind === 'bool') {
      return value.value;
    }
  }
  const switches = values.entries.get('tags');
  if (switches?.kind !== 'map') {
    return true;
  }
  const found = tags
    .map((tag) => switches.entries.get(tag))
    .flatMap((value) => (value?.kind === 'bool' ? [value.value] : []));
  return found.length === 0 || found.includes(true);
}

/** The value at a path with dots, `undefined` for a table. Source: Helm v4.2.3 pkg/chart/common/values.go `PathValue`. */
function valueAt(values: MapValue, path: string): Value | undefined {
  const keys = path.split('.');
  const table = tableAt(values, keys.slice(0, -1));
  const value = table?.entries.get(keys.at(-1) ?? '');
  return value?.kind === 'map' ? undefined : value;
}

/** The map below these keys. Source: Helm v4.2.3 pkg/chart/common/values.go `Table`. */
export function tableAt(values: MapValue, keys: readonly string[]): MapValue | undefined {
  let table = values;
  for (const key of keys) {
    const value = table.entries.get(key);
    if (value?.kind !== 'map') {
      return undefined;
    }
    table = value;
  }
  return table;
}
