import { wantedCharts } from '../delivery/chartInTree.ts';
import { chartId, chartOfId, folderOfChart, type ChartName } from '../delivery/fetchedChart.ts';
import { resolvedQuery } from '../kustomize/files.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { closedInputsOf } from '../layers/reach.ts';
import { rootsInput } from '../layers/roots.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { compareBytes } from '../util/compareBytes.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** A chart of a repository of charts or a registry. */
export type WantedChart = ChartName;

/** A chart that does not stand in the tree. */
export interface ChartElsewhere extends WantedChart {
  /** Who wants it: names of applications, and folders of roots and charts; sorted. */
  readonly wantedBy: readonly string[];
  /** Whether it was fetched. */
  readonly isFetched: boolean;
}

/** The id of a chart, for a need and for a cache. */
export function wantedChartId(chart: WantedChart): string {
  return chartId(chart);
}

/** The chart that a need asks for, by its id; `undefined` for a need of something else. */
export function wantedChart(id: string): WantedChart | undefined {
  return chartOfId(id);
}

/**
 * The charts that applications, kustomizations and other charts take from elsewhere, by their addresses. What only a chart
 * that was not fetched wants is not known before that.
 */
export function chartsElsewhere(analysis: Analysis): Answer<readonly ChartElsewhere[]> {
  return analysis.ask((reader) => {
    const wanted = new Map<string, { readonly chart: ChartName; readonly by: Set<string> }>();
    const add = (chart: ChartName, by: string): void => {
      if (isOpen(chart)) return;
      const id = chartId(chart);
      const known = wanted.get(id) ?? { chart, by: new Set<string>() };
      wanted.set(id, known);
      known.by.add(by);
    };
    const folders = new Set<FileId>();
    for (const { name, sources } of reader.get(fleetQuery, '').applications) {
      for (const { wants, build, isHere, path, pathExists } of sources) {
        if (wants !== undefined) add(wants, name);
        if (build === 'helm' && isHere && pathExists && path !== undefined) folders.add(path);
      }
    }
    addPulled(reader, add);
    for (const folder of folders)
      for (const chart of wantedCharts(reader, folder)) add(chart, folder);
    // A chart that was fetched may want others in turn.
    for (const { chart } of wanted.values()) {
      const folder = folderOfChart(reader, chart);
      if (folder === undefined) continue;
      for (const one of wantedCharts(reader, folder)) add(one, chart.chart);
    }
    return [...wanted.values()]
      .map(({ chart, by }) => ({
        ...chart,
        wantedBy: [...by].sort(compareBytes),
        isFetched: folderOfChart(reader, chart) !== undefined,
      }))
      .sort((a, b) => compareBytes(chartId(a), chartId(b)));
  });
}

/** The charts that kustomize would pull for the roots of the tree. */
function addPulled(reader: Reader, add: (chart: ChartName, by: string) => void): void {
  for (const root of reader.read(rootsInput, '')) {
    for (const { pulls, paths } of closedInputsOf(reader, root, 'none')) {
      const isVendored = paths.some(
        (path) => reader.get(resolvedQuery, `${path}/Chart.yaml`)?.kind === 'file',
      );
      if (pulls !== undefined && !isVendored) add(pulls, root === '' ? '.' : root);
    }
  }
}

/** Whether a part of the address is filled in by somebody else. */
function isOpen({ repository, chart, version }: ChartName): boolean {
  return (
    chart === '' ||
    !/^(?:https?|oci):\/\/[^/]/i.test(repository) ||
    /[\s\0]/.test(repository + chart) ||
    /\n/.test(version) ||
    [repository, chart, version].some((text) => /\{\{|\$\{/.test(text))
  );
}
