import { printValue } from '../../template/printValue.ts';
import {
  anyType,
  dictValue,
  stringValue,
  type MapValue,
  type Value,
} from '../../template/value.ts';
import { ok } from '../../util/result.ts';
import { within, type Expanded } from './failure.ts';
import { replaceText, type TemplateMode } from './render.ts';

/** The parameters of one application; changed while they are put together, and by templates that say `set`. */
export type Parameters = MapValue;

/** Parameters that are texts. */
export function textParameters(entries: Iterable<readonly [string, string]>): Parameters {
  return dictValue(Array.from(entries, ([key, text]) => [key, stringValue(text)] as const));
}

/** A map of texts as Go's `map[string]string`. */
export function textMapValue(entries: Iterable<readonly [string, string]>): MapValue {
  return {
    kind: 'map',
    element: 'string',
    entries: new Map(Array.from(entries, ([key, text]) => [key, stringValue(text)] as const)),
  };
}

/**
 * The values of nested maps and lists under names with dots. Lists and maps of a narrower type are not looked into.
 * Source: jeremywohl/flatten v1.0.2 flatten.go; Argo CD 3.2.0 applicationset/generators/generator_spec_processor.go.
 */
export function flatten(parameters: Parameters): ReadonlyMap<string, string> {
  const flat = new Map<string, string>();
  flattenInto(flat, parameters, '');
  return flat;
}

function flattenInto(flat: Map<string, string>, value: Value, prefix: string): void {
  const entries: readonly (readonly [string, Value])[] =
    value.kind === 'map'
      ? [...value.entries]
      : value.kind === 'list'
        ? value.items.map((item, index) => [String(index), item] as const)
        : [];
  for (const [key, item] of entries) {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    if ((item.kind === 'map' || item.kind === 'list') && item.element === anyType) {
      flattenInto(flat, item, name);
    } else {
      flat.set(name, printValue(item));
    }
  }
}

/**
 * Adds the `values` of a generator, whose texts may use the parameters that are there already, but not each other.
 * Source: Argo CD 3.2.0 applicationset/generators/value_interpolation.go.
 */
export function addValues(
  parameters: Parameters,
  values: ReadonlyMap<string, string>,
  mode: TemplateMode,
): Expanded<Parameters> {
  const rendered: [string, string][] = [];
  for (const [key, text] of values) {
    const result = replaceText(text, parameters, mode);
    if (result.kind === 'failed') {
      return within(result, 'failed to replace templated string with rendered values');
    }
    rendered.push([key, result.value]);
  }
  if (mode.goTemplate && rendered.length > 0) {
    parameters.entries.set('values', textMapValue(rendered));
  }
  if (!mode.goTemplate) {
    for (const [key, text] of rendered) {
      parameters.entries.set(`values.${key}`, stringValue(text));
    }
  }
  return ok(parameters);
}
