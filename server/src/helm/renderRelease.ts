import { readArchive } from './archive.ts';
import { defaultCapabilities, type Capabilities, type KubeVersion } from './capabilities.ts';
import { chartAsRead, type Chart } from './chart.ts';
import { createChartTrace, type ChartTrace } from './chartTrace.ts';
import { fileText } from './chartFile.ts';
import type { ChartInputs } from './deployers/chartInputs.ts';
import { newestHelm, rulesOfHelm } from './helmVersion.ts';
import { layerValues, type LayeredValues } from './layerValues.ts';
import { loadChartFolder, loadFiles, type ChartFolder, type LoadedChart } from './loadChart.ts';
import { withDependencies, type DependencyFolder } from './localDependencies.ts';
import type { ChartDependency } from './metadata.ts';
import { manifestOrigins, type ManifestLine } from './manifestOrigins.ts';
import type { TemplatePlace } from '../template/lineOrigins.ts';
import type { ValuePath } from '../template/valuePath.ts';
import type { Hook, Manifest } from './manifests.ts';
import type { ValuePlaces } from './readValues.ts';
import { renderChart, type RenderedChart } from './renderChart.ts';
import type { ParsedTemplates } from './renderTemplates.ts';
import { unusedValues, type UnusedValue } from './unusedValues.ts';

/** A chart that was read once and is rendered for many releases. */
export interface ReadyChart {
  readonly loaded: LoadedChart;
  /** Where the chart's own values stand. */
  readonly places: ValuePlaces;
  /** Templates that were parsed; filled while it is rendered. */
  readonly parsed: ParsedTemplates;
}

/**
 * Reads a chart with the places of its values. What its folder gives later changes nothing. `folderOf` gives the folders of
 * dependencies that are not in its `charts/`.
 */
export function readyChart(
  folder: ChartFolder,
  folderOf: (dependency: ChartDependency) => DependencyFolder | undefined = () => undefined,
): ReadyChart {
  const places: ValuePlaces = new WeakMap();
  const loaded = loadChartFolder(folder, places);
  if ('problem' in loaded) return { loaded, places, parsed: new Map() };
  const chart = withDependencies(loaded.chart, folderOf, places);
  return { loaded: { chart }, places, parsed: new Map() };
}

/** Reads the archive of a chart. Source: Helm v4.2.3 pkg/chart/v2/loader/archive.go `LoadArchive`. */
export function readyArchive(bytes: Uint8Array): ReadyChart {
  const places: ValuePlaces = new WeakMap();
  const unpacked = readArchive(bytes);
  const loaded = 'problem' in unpacked ? unpacked : loadFiles(unpacked.files, '', places);
  return { loaded, places, parsed: new Map() };
}

/** One release of a chart. */
export interface ChartRelease {
  readonly name: string;
  readonly namespace: string;
  /** From one of the functions of `deployers/`. */
  readonly inputs: ChartInputs;
  /** The version of Kubernetes, and the APIs that the cluster has beside those of Kubernetes itself. */
  readonly kubeVersion?: KubeVersion;
  readonly apiVersions?: readonly string[];
  readonly includesDefinitions: boolean;
  readonly includesHooks: boolean;
  readonly includesTests: boolean;
  /** Whether values are not held to the schema of the chart. */
  readonly skipsSchema?: boolean;
  /** Whether the lines of objects know where they come from. */
  readonly withOrigins: boolean;
}

/** One object of a release, as text. */
export interface ReleaseObject {
  /** The template or definition, counted from the chart's folder. */
  readonly file: string;
  readonly text: string;
  /** Whether it is a file of a `crds/` folder, which stands there as it is. */
  readonly isDefinition: boolean;
  readonly hook: Hook | undefined;
  /** For each line of the text, with the files of its templates; `undefined` without origins. */
  readonly lines: readonly ManifestLine[] | undefined;
}

/** A value, by its keys from the values of the chart at the top, and the lines of templates that used it. */
export interface UsedInTemplates {
  readonly keys: readonly string[];
  readonly places: readonly TemplatePlace[];
  /** Whether all that is in it was used, as `toYaml` does. */
  readonly isWhole: boolean;
}

/** What a release renders to, or why it does not. */
export type RenderedRelease =
  | {
      readonly kind: 'release';
      /** The version of Helm whose rules were followed. */
      readonly helmVersion: string;
      readonly objects: readonly ReleaseObject[];
      readonly chart: Chart;
      /** APIs beside those of Kubernetes that templates asked for and that the cluster is not known to have, sorted. */
      readonly asked: readonly string[];
      /** Functions that give another value at each sync. */
      readonly chance: readonly string[];
      /** Charts whose values.schema.json could not be used. */
      readonly unchecked: readonly string[];
      /** Given keys that no template reads; empty without origins. */
      readonly unused: readonly UnusedValue[];
      /** The values that templates used, worked out when somebody asks; nothing without origins. */
      readonly used: () => readonly UsedInTemplates[];
    }
  | {
      readonly kind: 'gap';
      /** `chart`: it cannot be read or lacks dependencies; `values`: a layer is bad; `fails`: Helm fails too; `limit`: only Strata does. */
      readonly reason: 'chart' | 'values' | 'fails' | 'limit';
      readonly message: string;
      /** The template, counted from the chart's folder, and the offset in it, where they are known. */
      readonly file?: string;
      readonly offset?: number;
    };

/** Renders a release of a chart that was read: no input or output, so it can stand in a query. */
export function renderRelease(ready: ReadyChart, release: ChartRelease): RenderedRelease {
  const { loaded, places, parsed } = ready;
  if ('problem' in loaded) {
    return { kind: 'gap', reason: 'chart', message: loaded.problem };
  }
  const helmVersion = release.inputs.helmVersion ?? newestHelm;
  const rules = rulesOfHelm(helmVersion);
  const read = chartAsRead(loaded.chart, rules);
  const layered = layerValues(release.inputs.layers, places, rules);
  const own = ownValuesOf(read, release.inputs, places);
  if ('problem' in layered || 'problem' in own) {
    const message = 'problem' in layered ? layered.problem : 'problem' in own ? own.problem : '';
    return { kind: 'gap', reason: 'values', message };
  }
  const traced = release.withOrigins ? createChartTrace(places) : undefined;
  const chart = own.values === read.values ? read : { ...read, ...own };
  const asked = new Set<string>();
  const rendered = renderChart(chart, layered.values, {
    name: release.name,
    namespace: release.namespace,
    capabilities: { ...capabilitiesOf(release), asked },
    parsed,
    trace: traced,
    skipsSchema: release.skipsSchema === true,
    rules,
  });
  if (rendered.kind === 'failure') {
    const { message, cause, template, offset } = rendered;
    return {
      kind: 'gap',
      reason: cause === 'error' ? 'fails' : 'limit',
      message,
      ...(template !== undefined && { file: template }),
      ...(offset !== undefined && { offset }),
    };
  }
  return {
    kind: 'release',
    helmVersion,
    objects: objectsOf(rendered, release, traced),
    chart: rendered.chart,
    asked: [...asked].sort(),
    chance: [...new Set(rendered.chance.map((use) => use.function))].sort(),
    unchecked: rendered.unchecked,
    used: () => (traced === undefined ? [] : usedInTemplates(traced, rendered.sources)),
    unused:
      traced === undefined
        ? []
        : unusedValues(layered.values, traced.values, [chart, rendered.chart]),
  };
}

/** Each value that a template printed, or decided by, with the files of the templates. */
function usedInTemplates(
  { trace, values }: ChartTrace,
  sources: ReadonlyMap<string, string>,
): readonly UsedInTemplates[] {
  const found: UsedInTemplates[] = [];
  const visit = (path: ValuePath, keys: readonly string[]): void => {
    const places = trace.usesOf(path).map((place) => namedIn(sources, place));
    if (places.length > 0) found.push({ keys, places, isWhole: path.isReadWhole });
    for (const [key, child] of path.children) visit(child, [...keys, key]);
  };
  visit(values, []);
  return found;
}

/** A place in a template by the name of its file. */
function namedIn(sources: ReadonlyMap<string, string>, place: TemplatePlace): TemplatePlace {
  return { ...place, template: sources.get(place.template) ?? place.template };
}

/** The chart's own values, or those that take their place; where these are empty nothing is replaced. */
export function ownValuesOf(
  chart: Chart,
  { ownValues, helmVersion }: ChartInputs,
  places: ValuePlaces,
): LayeredValues {
  const rules = rulesOfHelm(helmVersion ?? newestHelm);
  const own = ownValues === undefined ? undefined : layerValues(ownValues, places, rules);
  const isEmpty = own === undefined || ('values' in own && own.values.entries.size === 0);
  return isEmpty ? { values: chart.values } : own;
}

function capabilitiesOf({ kubeVersion, apiVersions, inputs }: ChartRelease): Capabilities {
  return defaultCapabilities(kubeVersion, apiVersions, inputs.helmVersion);
}

function objectsOf(
  rendered: Extract<RenderedChart, { kind: 'rendered' }>,
  release: ChartRelease,
  traced: ChartTrace | undefined,
): readonly ReleaseObject[] {
  const { manifests, hooks, definitions, files, sources } = rendered;
  const kept = hooks.filter(
    ({ hook }) =>
      release.includesHooks && (release.includesTests || hook?.events.includes('test') !== true),
  );
  const named = (place: TemplatePlace): TemplatePlace => namedIn(sources, place);
  const linesOf = (manifest: Manifest, trace: ChartTrace): readonly ManifestLine[] =>
    manifestOrigins(manifest, files, trace).map((line) => ({
      ...line,
      place: line.place && named(line.place),
      through: line.through.map(named),
    }));
  const own = [...manifests, ...kept].map((manifest) => ({
    file: sources.get(manifest.source) ?? manifest.source,
    text: manifest.text,
    isDefinition: false,
    hook: manifest.hook,
    lines: traced === undefined ? undefined : linesOf(manifest, traced),
  }));
  const crds = release.includesDefinitions ? definitions : [];
  return [
    ...crds.map(({ path, file }) => ({
      file: path,
      text: fileText(file),
      isDefinition: true,
      hook: undefined,
      lines: undefined,
    })),
    ...own,
  ];
}
