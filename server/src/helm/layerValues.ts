import { quoteGo } from '../template/goQuote.ts';
import { dictValue, type MapValue, type Value } from '../template/value.ts';
import type { HelmRules } from './helmVersion.ts';
import {
  mergeMaps,
  readPlacedValues,
  readValues,
  type ValuePlace,
  type ValuePlaces,
} from './readValues.ts';
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
export function layerValues(
  layers: readonly ValuesLayer[],
  places?: ValuePlaces,
  rules: HelmRules = 4,
): LayeredValues {
  let values = dictValue();
  for (const layer of layers) {
    const added = addLayer(values, layer, { places, rules });
    if ('problem' in added) {
      return { problem: added.problem, layer };
    }
    ({ values } = added);
    if (places !== undefined && layer.kind !== 'file') {
      placeNew(values, { file: nameOfLayer(layer), line: 0 }, places);
    }
  }
  return { values };
}

/** What a layer is called where its values are shown. */
export function nameOfLayer(layer: ValuesLayer): string {
  switch (layer.kind) {
    case 'file':
    case 'values':
      return layer.name;
    case 'set':
      return `--set ${layer.line}`;
    case 'setString':
      return `--set-string ${layer.line}`;
    case 'literal':
      return `--set-literal ${layer.path}=${layer.text}`;
    case 'json':
      return `--set-json ${layer.path}=${layer.text}`;
  }
}

/** Values that have no place yet came with the last layer. */
function placeNew(value: Value, place: ValuePlace, places: ValuePlaces): void {
  if (value.kind === 'map') {
    value.entries.forEach((item) => {
      placeNew(item, place, places);
    });
  } else if (value.kind === 'list' && value.items.length > 0) {
    value.items.forEach((item) => {
      placeNew(item, place, places);
    });
  } else if (!places.has(value)) {
    places.set(value, place);
  }
}

function addLayer(
  values: MapValue,
  layer: ValuesLayer,
  { places, rules }: { readonly places: ValuePlaces | undefined; readonly rules: HelmRules },
): { readonly values: MapValue } | { readonly problem: string } {
  switch (layer.kind) {
    case 'file': {
      const read =
        places === undefined
          ? readValues(layer.text, undefined, rules)
          : readPlacedValues(layer.name, layer.text, { places, rules });
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
