import { defaultCapabilities } from '../src/helm/capabilities.ts';
import type { Chart } from '../src/helm/chart.ts';
import { createChartTrace } from '../src/helm/chartTrace.ts';
import { manifestOrigins, type ManifestLine, type UsedValue } from '../src/helm/manifestOrigins.ts';
import { renderChart, type RenderedChart } from '../src/helm/renderChart.ts';
import type { ParsedTemplates } from '../src/helm/renderTemplates.ts';
import {
  boolValue,
  dictValue,
  floatValue,
  stringValue,
  type MapValue,
  type Value,
} from '../src/template/value.ts';

type Rendered = Extract<RenderedChart, { kind: 'rendered' }>;

/** A chart that was rendered with its own values, and where each line comes from. */
export interface TracedChart {
  readonly chart: Chart;
  readonly parsed: ParsedTemplates;
  readonly plain: Rendered;
  readonly traced: Rendered;
  readonly lines: readonly ManifestLine[];
}

/** What a chart makes of a change of one of its values. */
export interface ValueProbe {
  /** Lines that changed though no origin names the value: file, text before and after. */
  readonly unnamed: readonly string[];
  /** Whether origins say that the value stands somewhere. */
  readonly isShown: boolean;
  /** Whether one of the lines where it should stand changed. */
  readonly showsChange: boolean;
}

/** Renders a chart with and without a trace; `undefined` where it needs values to be rendered at all. */
export function traceChart(chart: Chart): TracedChart | undefined {
  const parsed: ParsedTemplates = new Map();
  const trace = createChartTrace(new WeakMap());
  const plain = render(chart, dictValue(), parsed);
  const traced = renderChart(chart, dictValue(), { ...release, parsed, trace });
  if (plain.kind === 'failure' || traced.kind === 'failure') return undefined;
  const lines = traced.manifests.flatMap((one) => manifestOrigins(one, traced.files, trace));
  return { chart, parsed, plain, traced, lines };
}

const release = {
  name: 'r',
  namespace: 'n',
  capabilities: defaultCapabilities(undefined),
  skipsSchema: true,
};

function render(chart: Chart, given: MapValue, parsed: ParsedTemplates): RenderedChart {
  return renderChart(chart, given, { ...release, parsed });
}

/** Texts, numbers and booleans of a chart's own values, by their keys. */
export function leavesOf(
  map: MapValue,
  keys: readonly string[] = [],
): readonly (readonly string[])[] {
  return [...map.entries].flatMap(([key, value]) => {
    const own = [...keys, key];
    if (value.kind === 'map') return leavesOf(value, own);
    return ['string', 'bool', 'float'].includes(value.kind) ? [own] : [];
  });
}

/** Changes a value; `undefined` where the chart refuses the change, or makes more or fewer lines of it. */
export function probeValue(
  { chart, parsed, plain, lines }: TracedChart,
  keys: readonly string[],
): ValueProbe | undefined {
  const after = render(chart, changed(chart.values, keys), parsed);
  if (after.kind === 'failure') return undefined;
  const [old, fresh] = [textLines(plain), textLines(after)];
  if (old.length !== fresh.length || sources(plain) !== sources(after)) return undefined;
  const differ = old.flatMap((text, index) => (text === fresh[index] ? [] : [index]));
  const shown = lines.flatMap((line, index) => (names(line.values, keys) ? [index] : []));
  const isNamed = (index: number): boolean =>
    names(lines[index]?.values, keys) || names(lines[index]?.conditions, keys);
  return {
    unnamed: differ
      .filter((index) => !isNamed(index))
      .map((index) => `${old[index] ?? ''} → ${fresh[index] ?? ''}`),
    isShown: shown.length > 0,
    showsChange: shown.some((index) => old[index] !== fresh[index]),
  };
}

function textLines({ manifests }: Rendered): readonly string[] {
  return manifests.flatMap(({ text }) => text.split('\n'));
}

function sources({ manifests }: Rendered): string {
  return manifests
    .map(({ source, kind, text }) => `${source} ${kind} ${text.split('\n').length}`)
    .join('\n');
}

function names(used: readonly UsedValue[] | undefined, keys: readonly string[]): boolean {
  return used?.some((value) => value.keys.every((key, index) => key === keys[index])) === true;
}

function changed(values: MapValue, keys: readonly string[]): MapValue {
  const value = keys.reduce<Value | undefined>(
    (each, key) => (each?.kind === 'map' ? each.entries.get(key) : undefined),
    values,
  );
  const other =
    value?.kind === 'bool'
      ? boolValue(!value.value)
      : value?.kind === 'float'
        ? floatValue(value.value + 7)
        : stringValue(`${value?.kind === 'string' ? value.value : ''}zq`);
  const given = keys.reduceRight<Value>((inner, key) => dictValue([[key, inner]]), other);
  return given.kind === 'map' ? given : dictValue();
}
