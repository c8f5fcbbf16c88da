import { chartFileIn, placesOfValue, type LayerSource } from '../../delivery/chartOrigins.ts';
import { readyChartQuery } from '../../delivery/chartInTree.ts';
import type { Chart } from '../../helm/chart.ts';
import type { ChartInputs } from '../../helm/deployers/chartInputs.ts';
import { renderRelease, type ChartRelease, type ReadyChart } from '../../helm/renderRelease.ts';
import { valueChains } from '../../helm/valueChains.ts';
import { joinPath, parentOf, resolvedQuery } from '../../kustomize/files.ts';
import { deliveredCharts } from '../../layers/fleet/deliveredCharts.ts';
import { applicationsByKey, fleetQuery } from '../../layers/fleet/fleet.ts';
import type { UnitKey } from '../../layers/fleet/unitKeys.ts';
import { whyReads } from '../../layers/fleet/whyReads.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { Value } from '../../template/value.ts';
import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import type { FieldOrigin } from '../../yaml/fieldOrigin.ts';
import { nodeAtPath } from '../../yaml/positions.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { sourceIndexOf } from '../sourceIndex.ts';

/** A chart with values: as an application delivers it, or by itself with the values of its own. */
export type ValuedChart = `application ${string}` | `chart ${FileId}`;

/** The values of a chart. */
export interface ChartValues {
  readonly chart: string;
  readonly values: readonly ChartValue[];
}

/** A value that is no map, or an empty one. */
export interface ChartValue {
  /** From the values of the chart at the top: aliases of subcharts among them. */
  readonly keys: readonly string[];
  /** As templates see it; `undefined` where a null took it away. */
  readonly value: Value | undefined;
  /** Who sets it, the strongest first; what does not count is left out. */
  readonly links: readonly ChartValueLink[];
}

/** What one layer says of a value. */
export interface ChartValueLink {
  readonly at: SourcePointer;
  /** Unknown where a layer above it in the same object, such as a patch of an Application, says another. */
  readonly value: Value | undefined;
  /** Whether who deploys the chart says it, and not the chart itself. */
  readonly isGiven: boolean;
  readonly isSecret: boolean;
}

/** The values of the charts of an application, or of a chart by itself, with the places that set them. */
export const chartValuesQuery: Query<ValuedChart, readonly ChartValues[]> = {
  name: 'chartValues',
  droppable: true,
  compute: (key, reader) => releasesOf(reader, key).map(valuesOf),
};

/** Where a value is read, by its keys from the chart at the top. */
export interface ChartReading {
  readonly keys: readonly string[];
  /** Lines of templates, and the conditions of subcharts. */
  readonly places: readonly SourcePointer[];
  /** Whether what is in it is read with it. */
  readonly isWhole: boolean;
}

/** Where the charts of an application, or a chart by itself, read their values. Each of them is rendered once more for that. */
export const chartReadingsQuery: Query<ValuedChart, readonly (readonly ChartReading[])[]> = {
  name: 'chartReadings',
  droppable: true,
  compute: (key, reader) => releasesOf(reader, key).map((one) => readingsOf(reader, one)),
};

/** The files that give values to the charts of an application; folders of charts end in a slash. */
const chartFilesQuery: Query<UnitKey, readonly FileId[]> = {
  name: 'chartFiles',
  equals: deepEqual,
  compute: (key, reader) => [
    ...new Set(
      releasesOf(reader, `application ${key}`).flatMap(({ folder, sources }) => [
        `${folder}/`,
        ...[...sources.values()].flatMap(filesOfSource),
      ]),
    ),
  ],
};

/** Where a layer of values stands; of an object, all files that had a part in it. */
function filesOfSource(source: LayerSource): readonly FileId[] {
  switch (source.kind) {
    case 'file':
      return [source.file];
    case 'object': {
      const files: FileId[] = [];
      const visit = (node: ResourceNode): void => {
        let one: FieldOrigin | undefined = source.originOf(node);
        for (; one !== undefined; one = one.previous) files.push(one.writtenAt.file);
        if (node.kind === 'map') node.values.forEach(visit);
      };
      visit(source.node);
      return [...new Set(files)];
    }
    case 'text':
    case 'value':
      return [source.at.file];
  }
}

/** Whether a file gives values to a chart of an application, or is one of its files. */
export function givesValues(reader: Reader, file: FileId, key: UnitKey): boolean {
  return reader
    .get(chartFilesQuery, key)
    .some((one) => (one.endsWith('/') ? file.startsWith(one) : one === file));
}

/** What renders with the values in a file: applications that it gives some to, or else the chart that it lies in. */
export function valuedCharts(reader: Reader, file: FileId): readonly ValuedChart[] {
  const found = whyReads(reader, file)
    .filter(({ application }) => givesValues(reader, file, application.key))
    .map(({ application }): ValuedChart => `application ${application.key}`);
  const chart = found.length > 0 ? undefined : chartAround(reader, file);
  return chart === undefined ? found : [`chart ${chart}`];
}

/** The outermost chart that a file lies in; `undefined` outside of charts. */
function chartAround(reader: Reader, file: FileId): FileId | undefined {
  let found: FileId | undefined;
  for (let at = file; at !== '';) {
    at = parentOf(at);
    if (reader.get(resolvedQuery, joinPath(at, 'Chart.yaml') ?? '')?.kind === 'file') found = at;
  }
  return found;
}

/** A chart with what it is given. */
interface Valued {
  readonly name: string;
  readonly folder: FileId;
  readonly chart: ReadyChart;
  readonly inputs: ChartInputs;
  readonly sources: ReadonlyMap<string, LayerSource>;
  readonly release: Omit<ChartRelease, 'withOrigins'>;
}

const nothingGiven: ChartInputs = { layers: [], ignored: [] };

function releasesOf(reader: Reader, key: ValuedChart): readonly Valued[] {
  if (key.startsWith('chart ')) {
    const folder = key.slice('chart '.length);
    const chart = reader.get(readyChartQuery, folder);
    const sources = new Map<string, LayerSource>();
    const release = {
      name: 'release',
      namespace: 'default',
      inputs: nothingGiven,
      includesDefinitions: false,
      includesHooks: true,
      includesTests: true,
      skipsSchema: true,
    };
    return [{ name: folder, folder, chart, inputs: nothingGiven, sources, release }];
  }
  const fleet = reader.get(fleetQuery, '');
  const application = applicationsByKey(fleet).get(key.slice('application '.length));
  const charts = application === undefined ? [] : deliveredCharts(reader, application);
  return charts.flatMap(({ name, placed, inputs, sources }): readonly Valued[] => {
    if (placed === undefined) return [];
    const { folder, chart, release } = placed;
    return [{ name, folder, chart, inputs, sources, release }];
  });
}

function valuesOf({ name, folder, chart, inputs, sources }: Valued): ChartValues {
  const chained = valueChains(chart, inputs);
  if ('problem' in chained) return { chart: name, values: [] };
  const values = chained.chains.map(({ keys, value, chain }): ChartValue => {
    const links = chain.flatMap((link): readonly ChartValueLink[] => {
      if (link.ignored !== undefined && link.ignored !== 'overridden') return [];
      const isGiven = sources.has(link.place?.file ?? link.layer);
      return placesOfValue(link.layer, link.place, keys, { folder, sources }).map(
        ({ at, isSecret }, index) => ({
          at,
          value: index === 0 ? link.value : undefined,
          isGiven,
          isSecret,
        }),
      );
    });
    return { keys, value, links };
  });
  return { chart: name, values: withGlobals(values) };
}

/** A global that subcharts have a default of has it below its own layers, and stands above what subcharts say of it. */
function withGlobals(values: readonly ChartValue[]): readonly ChartValue[] {
  const nameOf = ({ keys }: ChartValue): string | undefined => {
    const at = keys.indexOf('global');
    return at < 0 ? undefined : keys.slice(at).join('\0');
  };
  const known = new Map<string, ChartValue[]>();
  for (const value of values) {
    const name = nameOf(value);
    if (name === undefined) continue;
    const others = known.get(name) ?? [];
    // That of the chart at the top first.
    if (value.keys[0] === 'global') others.unshift(value);
    else others.push(value);
    known.set(name, others);
  }
  return values.map((value) => {
    const same = known.get(nameOf(value) ?? '') ?? [];
    const [top] = same;
    if (same.length < 2 || top?.keys[0] !== 'global') return value;
    const links = top === value ? same.flatMap((one) => one.links) : [...top.links, ...value.links];
    return { ...value, links };
  });
}

function readingsOf(reader: Reader, { folder, chart, release }: Valued): readonly ChartReading[] {
  const rendered = renderRelease(chart, { ...release, withOrigins: true });
  const used = rendered.kind === 'release' ? rendered.used() : [];
  const switches = 'chart' in chart.loaded ? switchesOf(reader, chart.loaded.chart, folder) : [];
  return [
    ...switches,
    ...used.map(({ keys, places, isWhole }) => ({
      keys,
      isWhole,
      places: places.map(({ template, line }): SourcePointer => {
        const file = chartFileIn(folder, template);
        return file.endsWith('.tgz')
          ? { kind: 'file', file }
          : { kind: 'line', file, line: line - 1 };
      }),
    })),
  ];
}

/** The conditions under which subcharts are there. Source: Helm, Chart.yaml, `dependencies[].condition`. */
function switchesOf(
  reader: Reader,
  chart: Chart,
  folder: FileId,
  above: readonly string[] = [],
): readonly ChartReading[] {
  const file = chartFileIn(
    folder,
    chart.folder === '' ? 'Chart.yaml' : `${chart.folder}/Chart.yaml`,
  );
  const [root] = sourceIndexOf(reader, file)?.roots ?? [];
  const own = (chart.metadata.dependencies ?? []).flatMap(({ condition }, index) => {
    const node = root && nodeAtPath(root, ['dependencies', index, 'condition']);
    if (node === undefined) return [];
    const at: SourcePointer = { kind: 'node', file, ordinal: node.ordinal };
    return condition
      .split(',')
      .map((one) => ({ keys: [...above, ...one.trim().split('.')], places: [at], isWhole: false }));
  });
  const below = chart.dependencies.flatMap((one) =>
    switchesOf(reader, one, folder, [...above, one.name]),
  );
  return [...own, ...below];
}
