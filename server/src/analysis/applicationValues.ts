import { placesOfValue, type ValueLinkPlace } from '../delivery/chartOrigins.ts';
import { nodeOfValue } from '../delivery/valueNode.ts';
import type { DeliveredChart } from '../delivery/deliveredChart.ts';
import type { Chart } from '../helm/chart.ts';
import type { IgnoredReason } from '../helm/deployers/chartInputs.ts';
import { emptyMetadata } from '../helm/metadata.ts';
import { newestHelm } from '../helm/helmVersion.ts';
import { renderRelease, type ReadyChart } from '../helm/renderRelease.ts';
import type { UnusedValue } from '../helm/unusedValues.ts';
import { valueChains, type ValueChain } from '../helm/valueChains.ts';
import { deliveredCharts } from '../layers/fleet/deliveredCharts.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import type { Reader } from '../query/database.ts';
import { maskedField, newMasks, type Masks } from '../secrets/redact.ts';
import { secretIdentity } from '../secrets/secretIdentity.ts';
import { dictValue, type MapValue, type Value } from '../template/value.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { decodeToJson, type JsonValue } from '../yaml/decode.ts';
import { decodeScalar } from '../yaml/decodeScalar.ts';
import { newMap } from '../yaml/nodes.ts';
import type { ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { keptTextsQuery } from './keptTexts.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** The values of one chart of an application on its cluster. Values of Secrets are masked. */
export interface ChartValues {
  /** The folder of the chart, or its address with its name. */
  readonly chart: string;
  /** Whether the chart is here: else its own values are not known, nor which keys it reads. */
  readonly isHere: boolean;
  /** The version of Helm whose rules merge the values. */
  readonly helmVersion: string;
  /** What is not known of the values: files, or objects with their keys. */
  readonly missing: readonly string[];
  /** Merged, as templates see them. */
  readonly values: PlainValue;
  readonly keys: readonly ValueKey[];
  /** What is given and no template reads; empty where the chart is not here. */
  readonly unused: readonly UnusedKey[];
  /** What the schema of the chart does not allow. */
  readonly invalid: readonly InvalidValue[];
}

/** A value that the schema of a chart does not allow. */
export interface InvalidValue {
  readonly path: string;
  readonly message: string;
  /** Where the value stands, or the map that lacks it; `undefined` where nobody writes that. */
  readonly range: SourceRange | undefined;
}

/** A value as JSON has it. */
export type PlainValue =
  null | boolean | number | string | readonly PlainValue[] | { readonly [key: string]: PlainValue };

/** A key with all layers that write it, the winner first. */
export interface ValueKey {
  /** Keys with dots; a dot in a key has a backslash before it, as for `--set`. */
  readonly path: string;
  /** `undefined` where a null took the key away. */
  readonly value: PlainValue | undefined;
  /** Whether who deploys the chart sets the key. */
  readonly isGiven: boolean;
  /** Whether it is given the value that the chart has of its own. */
  readonly isDefault: boolean;
  readonly chain: readonly ValueLink[];
}

/** What one layer says of a key. */
export interface ValueLink {
  readonly layer: string;
  readonly range: SourceRange | undefined;
  readonly value: PlainValue;
  /** Why it does not count; `undefined` for the winner. */
  readonly ignored: 'overridden' | IgnoredReason | undefined;
}

/** A key that is given and that no template reads. */
export interface UnusedKey {
  readonly path: string;
  readonly range: SourceRange | undefined;
  /** The key that may have been meant. */
  readonly nearest: string | undefined;
  /** The subchart that the key is for, where it is switched off. */
  readonly switchedOff: string | undefined;
}

/** The values of the charts of an application, by its key; or in what words they cannot be merged. */
export function applicationValues(
  analysis: Analysis,
  application: string,
): Answer<readonly (ChartValues | { readonly chart: string; readonly problem: string })[]> {
  return analysis.ask((reader) => {
    const found = reader.get(fleetQuery, '').applications.find(({ key }) => key === application);
    const charts = found === undefined ? [] : deliveredCharts(reader, found);
    return charts.map((chart) => valuesOfChart(reader, chart, application));
  });
}

interface Telling {
  readonly reader: Reader;
  readonly chart: DeliveredChart;
  readonly masks: Masks;
  /** What the Secrets hold that the chart makes. */
  readonly kept: readonly string[];
}

function valuesOfChart(
  reader: Reader,
  chart: DeliveredChart,
  application: string,
): ChartValues | { readonly chart: string; readonly problem: string } {
  const { name, placed, inputs, missing } = chart;
  const isHere = placed !== undefined && 'chart' in placed.chart.loaded;
  const ready = placed !== undefined && isHere ? placed.chart : noChart();
  const chained = valueChains(ready, inputs);
  if ('problem' in chained) return { chart: name, problem: chained.problem };
  const telling: Telling = {
    reader,
    chart,
    masks: newMasks(),
    kept: reader.get(keptTextsQuery, application),
  };
  // Of a map, what is in it says it all.
  const leaves = chained.chains.filter(
    ({ value }) => value?.kind !== 'map' || value.entries.size === 0,
  );
  const keys = leaves.map((one) => valueKey(one, telling));
  const secret = new Set(chained.chains.filter((one) => isSecret(one, telling)).map(pathOf));
  return {
    chart: name,
    isHere,
    helmVersion: inputs.helmVersion ?? newestHelm,
    missing,
    values: plainMap(chained.values, (path, value, above) =>
      secret.has(path) ? masked(value, telling.masks) : shown(value, above, telling),
    ),
    keys,
    unused: unusedOf(chained.chains, telling),
    invalid: chained.invalid.map(({ keys: own, message }) => ({
      path: pathOf({ keys: own }),
      message,
      range: rangeNear(own, chained.chains, telling),
    })),
  };
}

/** Stands for a chart of which nothing is known. */
function noChart(): ReadyChart {
  const chart: Chart = {
    name: '',
    metadata: emptyMetadata,
    values: dictValue(),
    schema: undefined,
    templates: [],
    files: [],
    dependencies: [],
    folder: '',
  };
  return { loaded: { chart }, places: new WeakMap(), parsed: new Map() };
}

/** Keys with dots; a dot in a key has a backslash before it, as for `--set`. */
export function pathOf({ keys }: { readonly keys: readonly string[] }): string {
  return keys.map((key) => key.replaceAll('.', '\\.')).join('.');
}

function isSecret({ keys, chain }: ValueChain, telling: Telling): boolean {
  const winner = chain.find(({ ignored }) => ignored === undefined);
  return winner !== undefined && placesIn(winner, keys, telling)[0]?.isSecret === true;
}

function placesIn(
  { layer, place }: ValueChain['chain'][number],
  keys: readonly string[],
  { chart: { placed, sources } }: Telling,
): readonly ValueLinkPlace[] {
  const isOwn = placed !== undefined || sources.has(place?.file ?? layer);
  return isOwn ? placesOfValue(layer, place, keys, { folder: placed?.folder ?? '', sources }) : [];
}

function valueKey(one: ValueChain, telling: Telling): ValueKey {
  const { keys, value, chain } = one;
  const { reader, chart, masks } = telling;
  const isGiven = chain.some(({ layer, place }) => chart.sources.has(place?.file ?? layer));
  const counting = chain.filter(({ ignored }) => ignored !== 'namedAgain');
  const [winner] = counting;
  const own = counting.find(({ layer, place }) => !chart.sources.has(place?.file ?? layer));
  return {
    path: pathOf(one),
    value:
      value === undefined
        ? undefined
        : isSecret(one, telling)
          ? masked(value, masks)
          : shown(value, keys, telling),
    isGiven,
    isDefault:
      isGiven &&
      winner !== undefined &&
      own !== undefined &&
      winner !== own &&
      deepEqual(plain(winner.value), plain(own.value)),
    chain: chain.flatMap((link): readonly ValueLink[] => {
      const [place, ...earlier] = placesIn(link, keys, telling);
      const value =
        place?.isSecret === true ? masked(link.value, masks) : shown(link.value, keys, telling);
      const layer = layerName(link.layer, deepEqual(value, plain(link.value)));
      return [
        {
          layer,
          range: place && rangeOfPointer(reader, place.at),
          value,
          ignored: link.ignored,
        },
        ...earlier.flatMap(({ at, gave }): readonly ValueLink[] =>
          gave === undefined
            ? []
            : [
                {
                  layer,
                  range: rangeOfPointer(reader, at),
                  value: shownScalar(gave, keys, telling),
                  ignored: 'overridden',
                },
              ],
        ),
      ];
    }),
  };
}

/** `--set key=value` without a value that is hidden. */
function layerName(layer: string, isShown: boolean): string {
  return isShown ? layer : layer.replace(/^(--[\w-]+ [^=]*=).*$/s, '$1••••');
}

function unusedOf(chains: readonly ValueChain[], telling: Telling): readonly UnusedKey[] {
  const { placed } = telling.chart;
  if (placed === undefined) return [];
  const rendered = renderRelease(placed.chart, { ...placed.release, withOrigins: true });
  if (rendered.kind === 'gap') return [];
  const { loaded } = placed.chart;
  const all = 'chart' in loaded ? loaded.chart.metadata.dependencies : undefined;
  const on = new Set(rendered.chart.dependencies.map(({ name }) => name));
  const off = (all ?? []).map(({ name, alias }) => (alias === '' ? name : alias));
  const switchedOff = new Set(off.filter((name) => !on.has(name)));
  return rendered.unused.map(({ keys, nearest }): UnusedKey => {
    const [first = ''] = keys;
    return {
      path: pathOf({ keys }),
      range: rangeOfKeys({ keys, nearest }, chains, telling),
      nearest:
        nearest === undefined ? undefined : pathOf({ keys: [...keys.slice(0, -1), nearest] }),
      switchedOff: switchedOff.has(first) ? first : undefined,
    };
  });
}

/** Where a value stands, or else the nearest map around it. */
function rangeNear(
  keys: readonly string[],
  chains: readonly ValueChain[],
  telling: Telling,
): SourceRange | undefined {
  if (keys.length === 0) return undefined;
  return (
    rangeOfKeys({ keys, nearest: undefined }, chains, telling) ??
    rangeNear(keys.slice(0, -1), chains, telling)
  );
}

/** Where a key is given: of a map, where the first value in it is. */
function rangeOfKeys(
  { keys }: UnusedValue,
  chains: readonly ValueChain[],
  telling: Telling,
): SourceRange | undefined {
  const own = chains.find((one) => keys.every((key, index) => one.keys[index] === key));
  const link = own?.chain.find(({ ignored }) => ignored === undefined);
  const [place] = own && link ? placesIn(link, own.keys, telling) : [];
  return place && rangeOfPointer(telling.reader, place.at);
}

/** A value without what is a secret in it: by the rules, or since the chart puts it into a Secret. */
function shown(value: Value, keys: readonly string[], telling: Telling): PlainValue {
  const node = nodeOfValue(value);
  const hidden = maskedValue(node, keys, telling);
  if (hidden === node) return plain(value);
  const decoded = decodeToJson(hidden);
  return 'value' in decoded ? plainJson(decoded.value) : null;
}

function shownScalar(node: ScalarNode, keys: readonly string[], telling: Telling): PlainValue {
  const hidden = maskedValue(node, keys, telling);
  return hidden.kind === 'scalar' ? scalar(hidden) : null;
}

function maskedValue(
  node: ResourceNode,
  keys: readonly string[],
  { masks, kept }: Telling,
): ResourceNode {
  const values = keys.reduceRight<ResourceNode>(
    (inner, key) => ({ ...newMap(undefined), keys: [key], values: [inner] }),
    node,
  );
  return maskedField(values, { path: keys, node }, { ...masks, textsOf: () => kept });
}

function plainJson(value: JsonValue): PlainValue {
  if (typeof value === 'bigint') return Number(value);
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(plainJson);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plainJson(item)]));
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function scalar(node: ScalarNode): PlainValue {
  const decoded = decodeScalar(node);
  if (decoded.kind === 'problem') return node.value;
  return decoded.kind === 'null' ? null : plainNumber(decoded.value);
}

function plainNumber(value: bigint | number | string | boolean): PlainValue {
  return typeof value === 'bigint' ? Number(value) : value;
}

function plain(value: Value): PlainValue {
  switch (value.kind) {
    case 'nil':
      return null;
    case 'bool':
    case 'float':
    case 'string':
      return value.value;
    case 'integer':
      return Number(value.value);
    case 'list':
      return value.items.map(plain);
    case 'map':
      return Object.fromEntries([...value.entries].map(([key, item]) => [key, plain(item)]));
    case 'object':
      return value.text;
  }
}

function plainMap(
  map: MapValue,
  tell: (path: string, value: Value, keys: readonly string[]) => PlainValue,
  above: readonly string[] = [],
): PlainValue {
  return Object.fromEntries(
    [...map.entries].map(([key, value]) => {
      const keys = [...above, key];
      return [
        key,
        value.kind === 'map' && value.entries.size > 0
          ? plainMap(value, tell, keys)
          : tell(pathOf({ keys }), value, keys),
      ];
    }),
  );
}

/** Every text and number in a value of a Secret. */
function masked(value: Value, masks: Masks): PlainValue {
  switch (value.kind) {
    case 'string':
      return masks.maskOf(secretIdentity(value.value, 'text'));
    case 'float':
    case 'integer':
    case 'bool':
      return masks.maskOf(secretIdentity(String(value.value), 'text'));
    case 'list':
      return value.items.map((item) => masked(item, masks));
    case 'map':
      return Object.fromEntries(
        [...value.entries].map(([key, item]) => [key, masked(item, masks)]),
      );
    case 'nil':
    case 'object':
      return null;
  }
}
