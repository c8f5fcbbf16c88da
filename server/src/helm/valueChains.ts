import type { MapValue, Value } from '../template/value.ts';
import { chartAsRead, type Chart } from './chart.ts';
import { coalesceValues } from './coalesce.ts';
import type { ChartInputs, IgnoredReason } from './deployers/chartInputs.ts';
import { processDependencies } from './dependencies.ts';
import { newestHelm, rulesOfHelm, schemaRulesOf } from './helmVersion.ts';
import { layerValues, nameOfLayer, type ValuesLayer } from './layerValues.ts';
import { validateValues, type SchemaFinding } from './validateValues.ts';
import type { ValuePlace, ValuePlaces } from './readValues.ts';
import { ownValuesOf, type ReadyChart } from './renderRelease.ts';

/** A key of merged values with all layers that write it. */
export interface ValueChain {
  /** From the values of the chart at the top. */
  readonly keys: readonly string[];
  /** What templates see; `undefined` where a null took the key away. */
  readonly value: Value | undefined;
  /** The strongest first. */
  readonly chain: readonly ChainLink[];
}

/** What one layer says of a key. */
export interface ChainLink {
  /** Such as `values.yaml`, `charts/a/values.yaml`, the name of a file, `--set a=1`. */
  readonly layer: string;
  readonly place: ValuePlace | undefined;
  readonly value: Value;
  /** Why it does not count: a stronger layer says another, or one of the reasons of its deployer; `undefined` for the winner. */
  readonly ignored: 'overridden' | IgnoredReason | undefined;
}

/** Merged values with the chain of every key, or why they cannot be merged. */
export type ChainedValues =
  | {
      readonly values: MapValue;
      readonly chains: readonly ValueChain[];
      /** Values that the schemas of the chart and of those below it do not allow. */
      readonly invalid: readonly SchemaFinding[];
    }
  | { readonly problem: string };

/** Which layer set each value that the templates of a chart see, and which others wanted to. */
export function valueChains({ loaded, places }: ReadyChart, inputs: ChartInputs): ChainedValues {
  if ('problem' in loaded) {
    return loaded;
  }
  const { helmVersion = newestHelm } = inputs;
  const rules = rulesOfHelm(helmVersion);
  const read = chartAsRead(loaded.chart, rules);
  const given = layerValues(inputs.layers, places, rules);
  const own = ownValuesOf(read, inputs, places);
  if ('problem' in given) {
    return given;
  }
  if ('problem' in own) {
    return own;
  }
  const isReplaced = own.values !== read.values;
  const chart = isReplaced ? { ...read, values: own.values } : read;
  const processed = processDependencies(chart, given.values, rules);
  const coalesced =
    'problem' in processed
      ? processed
      : coalesceValues(processed.chart, given.values, 'coalesce', rules);
  if ('problem' in coalesced || 'problem' in processed) {
    return { problem: 'problem' in coalesced ? coalesced.problem : '' };
  }
  const written = [
    ...inputs.layers.toReversed().map((layer) => writtenBy(layer, places, undefined)),
    ...inputs.ignored.map(({ layer, reason }) => writtenBy(layer, places, reason)),
    ...(inputs.ownValues ?? []).toReversed().map((layer) => writtenBy(layer, places, undefined)),
    ...defaultsOf(processed.chart, chart, [], isReplaced),
  ];
  const { values } = coalesced;
  const chains = leavesOf([values, ...written.map((each) => each.values)]).map((keys) =>
    chainOf(keys, values, written, places),
  );
  const invalid = validateValues(processed.chart, values, schemaRulesOf(helmVersion)).findings;
  return { values, chains, invalid };
}

/** What a layer says by itself, below some keys. */
interface Written {
  readonly layer: string;
  readonly values: MapValue;
  readonly ignored: IgnoredReason | undefined;
}

function writtenBy(
  layer: ValuesLayer,
  places: ValuePlaces,
  ignored: IgnoredReason | undefined,
): Written {
  const read = layerValues([layer], places);
  const values = 'problem' in read ? emptyMap() : read.values;
  return { layer: nameOfLayer(layer), values, ignored };
}

/** The values.yaml of a chart and those below it: what is above wins. `original` has them before values were imported. */
function defaultsOf(
  chart: Chart,
  original: Chart,
  keys: readonly string[],
  isReplaced: boolean,
): readonly Written[] {
  const nested = keys.reduceRight<MapValue>((inner, key) => {
    const map = emptyMap();
    map.entries.set(key, inner);
    return map;
  }, original.values);
  const layer = chart.folder === '' ? 'values.yaml' : `${chart.folder}/values.yaml`;
  const own: readonly Written[] = isReplaced ? [] : [{ layer, values: nested, ignored: undefined }];
  const below = chart.dependencies.flatMap((child) => {
    const source = original.dependencies.find(({ folder }) => folder === child.folder) ?? child;
    return defaultsOf(child, source, [...keys, child.name], false);
  });
  return [...own, ...below];
}

function emptyMap(): MapValue {
  return { kind: 'map', element: 'interface {}', entries: new Map() };
}

/** The paths of all values that are no maps, each once, in the order of their keys. */
function leavesOf(maps: readonly MapValue[]): readonly (readonly string[])[] {
  const known = new Map<string, readonly string[]>();
  const visit = (map: MapValue, keys: readonly string[]): void => {
    for (const [key, value] of map.entries) {
      const own = [...keys, key];
      if (value.kind === 'map' && value.entries.size > 0) {
        visit(value, own);
      } else {
        known.set(own.join('\0'), own);
      }
    }
  };
  maps.forEach((map) => {
    visit(map, []);
  });
  return [...known].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, keys]) => keys);
}

function chainOf(
  keys: readonly string[],
  values: MapValue,
  written: readonly Written[],
  places: ValuePlaces,
): ValueChain {
  const chain: ChainLink[] = [];
  let isDecided = false;
  for (const { layer, values: own, ignored } of written) {
    const value = valueAt(own, keys);
    if (value !== undefined) {
      const place = places.get(value);
      chain.push({
        layer,
        place,
        value,
        ignored: ignored ?? (isDecided ? 'overridden' : undefined),
      });
      isDecided ||= ignored === undefined;
    }
  }
  return { keys, value: valueAt(values, keys), chain };
}

function valueAt(map: MapValue, keys: readonly string[]): Value | undefined {
  let value: Value | undefined = map;
  for (const key of keys) {
    value = value?.kind === 'map' ? value.entries.get(key) : undefined;
  }
  return value;
}
