import { writeJson } from '../../template/functions/json.ts';
import { mergeMaps } from '../../template/functions/merge.ts';
import { printValue } from '../../template/printValue.ts';
import { dictValue, nilValue, stringValue } from '../../template/value.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import { ok } from '../../util/result.ts';
import { expansionCrash, expansionError, within, type Expanded } from './failure.ts';
import type { Parameters } from './parameters.ts';
import type { TemplateMode } from './render.ts';

/**
 * The parameters of one element of the first child of a matrix with those of one of the second. With goTemplate the first
 * child wins; without it, one name with two values is an error.
 *
 * Source: Argo CD 3.2.0 applicationset/generators/matrix.go; applicationset/utils/map.go.
 */
export function combineParameters(
  first: Parameters,
  second: Parameters,
  mode: TemplateMode,
): Expanded<Parameters> {
  const combined = dictValue();
  if (mode.goTemplate) {
    const problem =
      mergeMaps(combined, second, 'override') ?? mergeMaps(combined, first, 'override');
    return problem === undefined ? ok(combined) : expansionCrash(problem);
  }
  for (const [key, value] of first.entries) {
    combined.entries.set(key, stringValue(printValue(value)));
  }
  for (const [key, value] of second.entries) {
    const text = printValue(value);
    const present = combined.entries.get(key);
    if (present?.kind === 'string' && present.value !== text) {
      return expansionError(
        `failed to combine string maps with merging params for the matrix generator: found duplicate key ${key} with different value, a: ${present.value} ,b: ${text}`,
      );
    }
    combined.entries.set(key, stringValue(text));
  }
  return ok(combined);
}

/**
 * The parameter sets of the first child of a merge, with those of the others that have the same merge keys merged in. They
 * stay in the order of the first child; Go gives them in an order that differs from run to run.
 *
 * Source: Argo CD 3.2.0 applicationset/generators/merge.go.
 */
export function mergeParameterSets(
  sets: readonly (readonly Parameters[])[],
  mergeKeys: readonly string[],
  mode: TemplateMode,
): Expanded<readonly Parameters[]> {
  const [first = [], ...others] = sets;
  const base = within(byMergeKey(first, mergeKeys), 'error getting param sets by merge key');
  if (base.kind === 'failed') {
    return base;
  }
  for (const other of others) {
    const overrides = within(byMergeKey(other, mergeKeys), 'error getting param sets by merge key');
    if (overrides.kind === 'failed') {
      return overrides;
    }
    for (const [key, set] of base.value) {
      const override = overrides.value.get(key);
      const problem = override === undefined ? undefined : mergeOne(set, override, mode);
      if (problem !== undefined) {
        return expansionCrash(problem);
      }
    }
  }
  return ok([...base.value.values()]);
}

function mergeOne(set: Parameters, override: Parameters, mode: TemplateMode): string | undefined {
  if (mode.goTemplate) {
    return mergeMaps(set, override, 'override');
  }
  if (mode.nils.has(set) && override.entries.size > 0) {
    return 'assignment to entry in nil map';
  }
  for (const [key, value] of override.entries) {
    set.entries.set(key, value);
  }
  return undefined;
}

function byMergeKey(
  sets: readonly Parameters[],
  mergeKeys: readonly string[],
): Expanded<ReadonlyMap<string, Parameters>> {
  if (mergeKeys.length === 0) {
    return expansionError('no merge keys were specified, Merge requires at least one');
  }
  const keys = [...new Set(mergeKeys)].sort(compareBytes);
  const found = new Map<string, Parameters>();
  for (const set of sets) {
    const key = writeJson(
      dictValue(keys.map((name) => [name, set.entries.get(name) ?? nilValue] as const)),
    );
    if (key === undefined) {
      return expansionError('error marshalling param set key json: json: unsupported value');
    }
    if (found.has(key)) {
      return expansionError(
        `the parameters from a generator were not unique by the given mergeKeys, Merge requires all param sets to be unique. Duplicate key was ${key}`,
      );
    }
    found.set(key, set);
  }
  return ok(found);
}
