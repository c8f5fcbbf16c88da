import type { Chart } from '../helm/chart.ts';
import { defaultCapabilities, readKubeVersion } from '../helm/capabilities.ts';
import { createChartTrace, type ChartTrace } from '../helm/chartTrace.ts';
import { layerValues } from '../helm/layerValues.ts';
import { loadChartFolder, type LoadedChart } from '../helm/loadChart.ts';
import { manifestOrigins, type UsedValue } from '../helm/manifestOrigins.ts';
import type { ValuePlaces } from '../helm/readValues.ts';
import { printChart, renderChart, type RenderedChart } from '../helm/renderChart.ts';
import type { ParsedTemplates } from '../helm/renderTemplates.ts';
import { unusedValues } from '../helm/unusedValues.ts';
import type { TemplatePlace } from '../template/lineOrigins.ts';
import type { MapValue, Value } from '../template/value.ts';
import type { ChartKey, ChartObject, ChartRequest, UnusedKey } from './chartRequest.ts';

/** What many charts in one process share: a chart is read once for all who name the same folder object. */
export interface ChartCache {
  readonly parsed: ParsedTemplates;
  /** The charts that were read last, the newest at the end. */
  readonly loaded: Map<ChartRequest['folder'], LoadedChart>;
}

/** So many charts are kept for the next release of one of them, and so many templates for the next chart that has them. */
const mostLoaded = 4;
const mostParsed = 150;

/** A cache with nothing in it. */
export function newChartCache(): ChartCache {
  return { parsed: new Map(), loaded: new Map() };
}

/** What `helm template` prints, or why it prints nothing, in its words. */
export type ChartText =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Functions that gave stand-ins, since their results differ from run to run. */
      readonly chance: readonly string[];
    }
  | { readonly kind: 'failure'; readonly message: string; readonly isOurs: boolean };

/** Renders a chart as Helm 4.2.3 does. The values of Secrets are in clear, so lint lets few files import this one. */
export function revealedChart(request: ChartRequest, cache: ChartCache): ChartText {
  const rendered = render(request, cache, undefined);
  return rendered.kind === 'failure'
    ? rendered
    : { kind: 'text', text: printChart(rendered, request), chance: chanceOf(rendered) };
}

/** A chart with the origin of each line. */
export type ChartWithOrigins =
  | {
      readonly kind: 'origins';
      /** Objects and hooks in their order; each with its lines. */
      readonly objects: readonly ChartObject[];
      readonly unused: readonly UnusedKey[];
      readonly chance: readonly string[];
    }
  | Extract<ChartText, { kind: 'failure' }>;

/** Renders a chart and follows its values to the lines that they stand on. Values of Secrets are in clear. */
export function revealedChartOrigins(request: ChartRequest, cache: ChartCache): ChartWithOrigins {
  const places: ValuePlaces = new WeakMap();
  const traced = createChartTrace(places);
  const rendered = render(request, cache, { places, traced });
  if (rendered.kind === 'failure') {
    return rendered;
  }
  const { manifests, hooks, files, sources, chart, given } = rendered;
  const all = request.includesHooks ? [...manifests, ...hooks] : manifests;
  const placeText = ({ template, line }: TemplatePlace): string =>
    `${sources.get(template) ?? template}:${line}`;
  const objects = all.map((manifest) => {
    // What ends an object is no line of its own.
    const texts = manifest.text.replace(/\n$/, '').split('\n');
    const origins = manifestOrigins(manifest, files, traced).slice(0, texts.length);
    const lines = origins.map((origin, index) => ({
      text: texts[index] ?? '',
      file: origin.place && (sources.get(origin.place.template) ?? origin.place.template),
      line: origin.place?.line ?? 0,
      through: origin.through.map(placeText),
      values: origin.values.map(keyOf),
      conditions: origin.conditions.map(keyOf),
      chance: origin.chance,
    }));
    return { source: manifest.source, lines };
  });
  const unused = unusedValues(given, traced.values, [rendered.loaded, chart]).map(
    ({ keys, nearest }) => {
      const value = keys.reduce<Value | undefined>(
        (each, key) => (each?.kind === 'map' ? each.entries.get(key) : undefined),
        given,
      );
      const place = value === undefined ? undefined : places.get(value);
      return { ...keyOf({ keys, place }), ...(nearest !== undefined && { nearest }) };
    },
  );
  return { kind: 'origins', objects, unused, chance: chanceOf(rendered) };
}

function keyOf({ keys, place }: UsedValue): ChartKey {
  const key = keys.join('.');
  if (place === undefined) {
    return { key };
  }
  const { file, line } = place;
  return line === 0 ? { key, file } : { key, file, line };
}

type Rendered = Extract<RenderedChart, { kind: 'rendered' }> & {
  readonly given: MapValue;
  /** The chart as it was read. */
  readonly loaded: Chart;
};

function chanceOf({ chance }: Rendered): readonly string[] {
  return [...new Set(chance.map((use) => use.function))].sort();
}

function render(
  request: ChartRequest,
  cache: ChartCache,
  follow: { readonly places: ValuePlaces; readonly traced: ChartTrace } | undefined,
): Rendered | Extract<ChartText, { kind: 'failure' }> {
  const { kubeVersion, release, namespace } = request;
  const version = kubeVersion === undefined ? undefined : readKubeVersion(kubeVersion);
  if (kubeVersion !== undefined && version === undefined) {
    return failed(
      `invalid kube version '${kubeVersion}': could not parse "${kubeVersion}" as version`,
    );
  }
  const layered = layerValues(request.layers, follow?.places);
  if ('problem' in layered) {
    return failed(layered.problem);
  }
  const loaded =
    follow === undefined
      ? loadOnce(request.folder, cache)
      : loadChartFolder(request.folder, follow.places);
  if ('problem' in loaded) {
    return failed(loaded.problem);
  }
  const rendered = renderChart(loaded.chart, layered.values, {
    name: release,
    namespace,
    capabilities: defaultCapabilities(version, request.apiVersions),
    parsed: cache.parsed,
    trace: follow?.traced,
  });
  return rendered.kind === 'failure'
    ? { ...failed(rendered.message), isOurs: rendered.cause !== 'error' }
    : { ...rendered, given: layered.values, loaded: loaded.chart };
}

function loadOnce(folder: ChartRequest['folder'], { loaded, parsed }: ChartCache): LoadedChart {
  const known = loaded.get(folder);
  // Templates that live long cost more to keep than a few cost to parse again.
  if (known === undefined && parsed.size > mostParsed) parsed.clear();
  const chart = known ?? loadChartFolder(folder);
  loaded.delete(folder);
  loaded.set(folder, chart);
  const [oldest] = loaded.keys();
  if (oldest !== undefined && loaded.size > mostLoaded) {
    loaded.delete(oldest);
  }
  return chart;
}

function failed(message: string): Extract<ChartText, { kind: 'failure' }> {
  return { kind: 'failure', message, isOurs: false };
}
