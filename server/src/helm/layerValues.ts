import { quoteGo } from '../template/goQuote.ts';
import { dictValue, type MapValue } from '../template/value.ts';
import { mergeMaps, readValues } from './readValues.ts';
import { setJson, setLiteral, setValues } from './setValues.ts';

/** One source of values. Later layers win over earlier ones. */
export type ValuesLayer =
  | { readonly kind: 'file'; readonly name: string; readonly text: string }
  /** Values that stand in an object, such as a HelmRelease; `name` says where. */
  | { readonly kind: 'values'; readonly name: string; readonly values: MapValue }
  /** A line such as `a.b=1,c[0]=2`, whose values are typed by their look, or all texts. */
  | { readonly kind: 'set' | 'setString'; readonly line: string }
  /** One value by its path. */
  | { readonly kind: 'literal' | 'json'; readonly path: string; readonly text: string };

/** What layers make together, or what is wrong with the first bad one. */
export type LayeredValues =
  { readonly values: MapValue } | { readonly problem: string; readonly layer: ValuesLayer };

/**
 * Merges layers of values, the last one on top.
 * Source: Helm v4.2.3 pkg/cli/values/options.go `MergeValues`, whose order of kinds whoever makes the list has to keep:
 * files, JSON, `--set`, `--set-string`, files of texts, literals.
 */
export function layerValues(layers: readonly ValuesLayer[]): LayeredValues {
  let values = dictValue();
  for (const layer of layers) {
    const added = addLayer(values, layer);
    if ('problem' in added) {
      return { problem: added.problem, layer };
    }
    ({ values } = added);
  }
  return { values };
}

function addLayer(
  values: MapValue,
  layer: ValuesLayer,
): { readonly values: MapValue } | { readonly problem: string } {
  switch (layer.kind) {
    case 'file': {
      const read = readValues(layer.text);
      return 'problem' in read
        ? { problem: `failed to parse ${layer.name}: ${read.problem}` }
        : { values: mergeMaps(values, read.values) };
    }
    case 'values':
      return { values: mergeMaps(values, layer.values) };
    case 'set':
      return setValues(layer.line, values, 'typed');
    case 'setString':
      return setValues(layer.line, values, 'string');
    case 'literal':
      return setLiteral(layer.path, layer.text, values);
    case 'json': {
      const set = setJson(layer.path, layer.text, values);
      return 'problem' in set
        ? { problem: `failed parsing --set-json data ${quoteGo(layer.path)}` }
        : set;
    }
  }
}
