import { jsonValue } from '../../template/functions/json.ts';
import { dictValue, stringValue, type MapValue } from '../../template/value.ts';
import { ok } from '../../util/result.ts';
import { expansionError, within, type Expanded } from './failure.ts';
import { isArray, isObject, jsonKind, listAt, textAt, type Json } from './json.ts';
import type { Parameters } from './parameters.ts';
import type { TemplateMode } from './render.ts';
import { readYaml } from './yaml.ts';

/**
 * The elements of a list generator, and those of `elementsYaml` after them.
 * Source: Argo CD 3.2.0 applicationset/generators/list.go.
 */
export function listParameters(
  generator: Json,
  mode: TemplateMode,
): Expanded<readonly Parameters[]> {
  const sets: Parameters[] = [];
  for (const element of listAt(generator, 'elements')) {
    const set = elementParameters(element, mode);
    if (set.kind === 'failed') {
      return set;
    }
    sets.push(set.value);
  }
  const yaml = textAt(generator, 'elementsYaml');
  if (yaml === '') {
    return ok(sets);
  }
  const more = within(readMaps(yaml), 'error unmarshling decoded ElementsYaml', ' ');
  return more.kind === 'failed' ? more : ok([...sets, ...more.value]);
}

function elementParameters(element: Json, mode: TemplateMode): Expanded<Parameters> {
  if (element === null) {
    return expansionError('error unmarshling list element unexpected end of JSON input');
  }
  if (!isObject(element)) {
    return expansionError(
      `error unmarshling list element json: cannot unmarshal ${jsonKind(element)} into Go value of type map[string]interface {}`,
    );
  }
  if (mode.goTemplate) {
    return ok(mapOf(element));
  }
  const set = textElement(Object.entries(element));
  // The controller makes a map only where there is something to put into it.
  if (set.kind === 'ok' && Object.keys(element).length === 0) {
    mode.nils.add(set.value);
  }
  return set;
}

/** Without goTemplate all values are texts, and those of `values` come under names with a dot. */
function textElement(entries: readonly (readonly [string, Json])[]): Expanded<Parameters> {
  const set = dictValue();
  for (const [key, value] of entries) {
    if (key === 'values' && !isObject(value)) {
      return expansionError('error parsing values map');
    }
    const items =
      key === 'values' && isObject(value) ? Object.entries(value) : [['', value] as const];
    for (const [name, item] of items) {
      if (typeof item !== 'string') {
        return expansionError('error parsing value as string %!w(<nil>)');
      }
      set.entries.set(key === 'values' ? `values.${name}` : key, stringValue(item));
    }
  }
  return ok(set);
}

/** A list of maps from YAML, as Go's `[]map[string]interface{}`. */
export function readMaps(yaml: string): Expanded<readonly Parameters[]> {
  const read = readYaml(yaml);
  if (read.kind === 'failed') {
    return read;
  }
  return mapsOf(read.value);
}

/** A list of maps from JSON. */
export function mapsOf(json: Json): Expanded<readonly Parameters[]> {
  if (json === null) {
    return ok([]);
  }
  if (!isArray(json)) {
    return cannotUnmarshal(json, '[]map[string]interface {}');
  }
  const bad = json.find((item) => item !== null && !isObject(item));
  return bad === undefined ? ok(json.map(mapOf)) : cannotUnmarshal(bad, 'map[string]interface {}');
}

function cannotUnmarshal(json: Json, type: string): Expanded<never> {
  return expansionError(
    `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonKind(json)} into Go value of type ${type}`,
  );
}

function mapOf(json: Json): MapValue {
  const value = jsonValue(json);
  return value.kind === 'map' ? value : dictValue();
}
