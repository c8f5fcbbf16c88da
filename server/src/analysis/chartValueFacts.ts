import type { DeliveredChart } from '../delivery/deliveredChart.ts';
import { placesOfValue } from '../delivery/chartOrigins.ts';
import type { Chart } from '../helm/chart.ts';
import { fileText } from '../helm/chartFile.ts';
import { renderRelease } from '../helm/renderRelease.ts';
import { valueChains, type ChainLink, type ValueChain } from '../helm/valueChains.ts';
import { deliveredCharts } from '../layers/fleet/deliveredCharts.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import type { UnitKey } from '../layers/fleet/unitKeys.ts';
import type { Query, Reader } from '../query/database.ts';
import { samePointer, type FileId, type SourcePointer } from '../text/sourcePointer.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { nodeAtPath, pathOfOrdinal } from '../yaml/positions.ts';
import { plainValue } from '../helm/validateValues.ts';
import { pathOf } from './applicationValues.ts';
import { sourceIndexOf } from './sourceIndex.ts';

/** What a chart of an application makes of the values that it is given. */
export interface ChartValueFacts {
  /** The files that give values to it, sorted. */
  readonly files: readonly FileId[];
  readonly verdicts: readonly ValueVerdict[];
}

/** What one chart makes of a value. */
export interface ValueVerdict {
  readonly at: SourcePointer;
  /** Keys with dots, from the values of the chart. */
  readonly key: string;
  readonly chart: string;
  readonly verdict:
    | { readonly kind: 'invalid'; readonly message: string }
    | { readonly kind: 'unread'; readonly nearest: string | undefined }
    | { readonly kind: 'switchedOff'; readonly subchart: string }
    | { readonly kind: 'default' };
}

/** The facts of each chart of an application; it is rendered for them only where a key looks as if nobody knew it. */
export const chartValueFactsQuery: Query<UnitKey, readonly ChartValueFacts[]> = {
  name: 'chartValueFacts',
  equals: deepEqual,
  compute: (key, reader) => {
    const found = reader.get(fleetQuery, '').applications.find((one) => one.key === key);
    const charts = found === undefined ? [] : deliveredCharts(reader, found);
    return charts.map((chart) => ({
      files: [...new Set(filesOf(chart))].sort(),
      verdicts: verdictsOf(reader, chart),
    }));
  },
};

function filesOf({ sources }: DeliveredChart): readonly FileId[] {
  return [...sources.values()].map((source) => {
    switch (source.kind) {
      case 'file':
        return source.file;
      case 'object':
        return source.originOf(source.node).writtenAt.file;
      case 'text':
      case 'value':
        return source.at.file;
    }
  });
}

/** What is known of one chart: its values, and what its templates mention. */
interface Known {
  readonly reader: Reader;
  readonly delivered: DeliveredChart;
  readonly loaded: Chart;
  readonly chains: readonly ValueChain[];
}

function verdictsOf(reader: Reader, delivered: DeliveredChart): readonly ValueVerdict[] {
  const { placed, inputs } = delivered;
  if (placed === undefined || !('chart' in placed.chart.loaded)) return [];
  const chained = valueChains(placed.chart, inputs);
  if ('problem' in chained) return [];
  const { chains, invalid } = chained;
  const known = { reader, delivered, loaded: placed.chart.loaded.chart, chains };
  return [
    ...invalid.flatMap(({ keys, message }) =>
      verdictNear(keys, known, { kind: 'invalid', message }),
    ),
    ...unread(known),
    ...chains.flatMap((one) => defaults(one, known)),
  ];
}

/** At the value, or at the nearest map around it that somebody writes. */
function verdictNear(
  keys: readonly string[],
  known: Known,
  verdict: ValueVerdict['verdict'],
): readonly ValueVerdict[] {
  for (let length = keys.length; length > 0; length -= 1) {
    const at = placeOfKeys(keys.slice(0, length), known);
    if (at !== undefined) return [{ at, key: pathOf({ keys }), chart: known.loaded.name, verdict }];
  }
  return [];
}

/** Where the key is written that counts: of a map, its own key where that is known. */
function placeOfKeys(keys: readonly string[], known: Known): SourcePointer | undefined {
  const chain = known.chains.find((one) => keys.every((key, index) => one.keys[index] === key));
  const link = chain?.chain.find(({ ignored }) => ignored === undefined);
  const at = chain && link && placeOfLink(link, chain.keys, known);
  return at && outerKey(known.reader, at, chain.keys.length - keys.length);
}

/** The key so many levels above a value of a file. */
export function outerKey(reader: Reader, at: SourcePointer, levels: number): SourcePointer {
  const index = at.kind === 'node' && levels > 0 ? sourceIndexOf(reader, at.file) : undefined;
  if (at.kind !== 'node' || index === undefined) return at;
  const place = pathOfOrdinal(index.roots, at.ordinal);
  const root = place && index.roots[place.document];
  const node = root && nodeAtPath(root, place.path.slice(0, place.path.length - levels));
  return node === undefined ? at : { ...at, ordinal: node.ordinal };
}

function placeOfLink(
  { layer, place }: ChainLink,
  keys: readonly string[],
  { delivered: { placed, sources } }: Known,
): SourcePointer | undefined {
  const [first] = placesOfValue(layer, place, keys, { folder: placed?.folder ?? '', sources });
  return first?.at;
}

function isGiven({ layer, place }: ChainLink, { delivered: { sources } }: Known): boolean {
  return sources.has(place?.file ?? layer);
}

/** A value that the layer below it, the chart's own, has as well. */
function defaults({ keys, chain }: ValueChain, known: Known): readonly ValueVerdict[] {
  const counting = chain.filter(({ ignored }) => ignored === undefined || ignored === 'overridden');
  const own = counting.findIndex((link) => !isGiven(link, known));
  const [link, below] = own < 1 ? [] : [counting[own - 1], counting[own]];
  if (link === undefined || below === undefined || isEmptyTable(link)) return [];
  const at = placeOfLink(link, keys, known);
  const under = placeOfLink(below, keys, known);
  // Deployers may name the chart's own file as well.
  if (at === undefined || (under !== undefined && samePointer(at, under))) return [];
  return deepEqual(plainValue(link.value), plainValue(below.value))
    ? [{ at, key: pathOf({ keys }), chart: known.loaded.name, verdict: { kind: 'default' } }]
    : [];
}

function isEmptyTable({ value }: ChainLink): boolean {
  return value.kind === 'map' && value.entries.size === 0;
}

/**
 * Keys that no template reads, and values for subcharts that are off. Under other values a template may read what it does not
 * read now: so only a key counts that the chart has no default for and that none of its templates mentions.
 */
function unread(known: Known): readonly ValueVerdict[] {
  const { delivered, loaded, chains } = known;
  const given = chains.filter(({ chain }) => chain.some((link) => isGiven(link, known)));
  const mentioned = mentions(loaded);
  const isStrange = (keys: readonly string[]): boolean =>
    !isForOthers(keys) && !mentioned(keys.at(-1) ?? '') && !hasDefault(keys, known);
  const subcharts = subchartNames(loaded);
  const mayBe = given.some(
    ({ keys }) =>
      subcharts.has(keys[0] ?? '') || keys.some((_, index) => isStrange(keys.slice(0, index + 1))),
  );
  const { placed } = delivered;
  if (!mayBe || placed === undefined) return [];
  const rendered = renderRelease(placed.chart, { ...placed.release, withOrigins: true });
  if (rendered.kind === 'gap') return [];
  const on = new Set(rendered.chart.dependencies.map(({ name }) => name));
  return rendered.unused.flatMap(({ keys, nearest }): readonly ValueVerdict[] => {
    const [first = ''] = keys;
    if (subcharts.has(first) && !on.has(first)) {
      return verdictNear(keys, known, { kind: 'switchedOff', subchart: first });
    }
    const near =
      nearest === undefined ? undefined : pathOf({ keys: [...keys.slice(0, -1), nearest] });
    return isStrange(keys) ? verdictNear(keys, known, { kind: 'unread', nearest: near }) : [];
  });
}

/** What goes to all charts, and keys that only hold anchors. */
function isForOthers(keys: readonly string[]): boolean {
  return keys[0] === 'global' || /^(?:x-|[._])/.test(keys[0] ?? '');
}

function hasDefault(keys: readonly string[], known: Known): boolean {
  return known.chains.some(
    ({ keys: own, chain }) =>
      keys.every((key, index) => own[index] === key) && chain.some((link) => !isGiven(link, known)),
  );
}

function subchartNames({ metadata }: Chart): ReadonlySet<string> {
  return new Set(
    (metadata.dependencies ?? []).map(({ name, alias }) => (alias === '' ? name : alias)),
  );
}

/** Whether a name stands in one of the templates as a field or in quotes, for any value. */
function mentions(chart: Chart): (name: string) => boolean {
  const words = new Set<string>();
  const gather = ({ templates, files, dependencies }: Chart): void => {
    // Templates may run what stands in other files.
    for (const file of [...templates, ...files]) {
      for (const [, word] of fileText(file).matchAll(/[."'`]([\w-]+)/g)) {
        if (word !== undefined) words.add(word);
      }
    }
    dependencies.forEach(gather);
  };
  gather(chart);
  return (name) => words.has(name);
}
