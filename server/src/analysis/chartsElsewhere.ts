import { wantedCharts } from '../delivery/chartInTree.ts';
import { chartId, chartOfId, folderOfChart, type ChartName } from '../delivery/fetchedChart.ts';
import { resolvedQuery } from '../kustomize/files.ts';
import { kustomizationFileNames } from '../kustomize/load.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { closedInputsOf } from '../layers/reach.ts';
import { rootsInput } from '../layers/roots.ts';
import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { compareBytes } from '../util/compareBytes.ts';
import { deepEqual } from '../util/deepEqual.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** A chart of a repository of charts or a registry. */
export type WantedChart = ChartName;

/** A chart that does not stand in the tree. */
export interface ChartElsewhere extends WantedChart {
  /** Who wants it: names of applications, and folders of roots and charts; sorted. */
  readonly wantedBy: readonly string[];
  /** The files that ask for it, sorted. */
  readonly files: readonly FileId[];
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
  return analysis.ask((reader) => reader.get(chartsElsewhereQuery, ''));
}

const chartsElsewhereQuery: Query<'', readonly ChartElsewhere[]> = {
  name: 'chartsElsewhere',
  equals: deepEqual,
  compute: (_key, reader) => {
    const wanted = new Map<string, Wanted>();
    const add = (chart: ChartName, by: string, file: FileId): void => {
      if (isOpen(chart)) return;
      const id = chartId(chart);
      const known = wanted.get(id) ?? { chart, by: new Set(), files: new Set() };
      wanted.set(id, known);
      known.by.add(by);
      known.files.add(file);
    };
    const folders = new Set<FileId>();
    for (const { name, sources, declaredAt } of reader.get(fleetQuery, '').applications) {
      for (const { wants, build, isHere, path, pathExists } of sources) {
        if (wants !== undefined) add(wants, name, declaredAt.file);
        if (build === 'helm' && isHere && pathExists && path !== undefined) folders.add(path);
      }
    }
    addPulled(reader, add);
    for (const folder of folders)
      for (const chart of wantedCharts(reader, folder)) add(chart, folder, `${folder}/Chart.yaml`);
    // A chart that was fetched may want others in turn.
    for (const { chart } of wanted.values()) {
      const folder = folderOfChart(reader, chart);
      if (folder === undefined) continue;
      for (const one of wantedCharts(reader, folder)) add(one, chart.chart, `${folder}/Chart.yaml`);
    }
    return [...wanted.values()]
      .map(({ chart, by, files }) => ({
        ...chart,
        wantedBy: [...by].sort(compareBytes),
        files: [...files].sort(compareBytes),
        isFetched: folderOfChart(reader, chart) !== undefined,
      }))
      .sort((a, b) => compareBytes(chartId(a), chartId(b)));
  },
};

interface Wanted {
  readonly chart: ChartName;
  readonly by: Set<string>;
  readonly files: Set<FileId>;
}

/** The charts that kustomize would pull for the roots of the tree. */
function addPulled(
  reader: Reader,
  add: (chart: ChartName, by: string, file: FileId) => void,
): void {
  for (const root of reader.read(rootsInput, '')) {
    for (const { pulls, paths } of closedInputsOf(reader, root, 'none')) {
      const isVendored = paths.some(
        (path) => reader.get(resolvedQuery, `${path}/Chart.yaml`)?.kind === 'file',
      );
      if (pulls === undefined || isVendored) continue;
      const files = kustomizationFileNames.map((name) => (root === '' ? name : `${root}/${name}`));
      const file = files.find((one) => reader.get(resolvedQuery, one)?.kind === 'file');
      add(pulls, root === '' ? '.' : root, file ?? root);
    }
  }
}

/**
 * Whether a part of the address is filled in by somebody else, or it is a folder. An address that nobody can be asked at counts:
 * it is listed, with the reason.
 */
function isOpen({ repository, chart, version }: ChartName): boolean {
  return (
    chart === '' ||
    !/^(?!file:)(?:[a-z][a-z0-9+.-]*:\/\/[^/]|@|alias:)/i.test(repository) ||
    /[\n\0]/.test(repository + chart + version) ||
    [repository, chart, version].some((text) => /\{\{|\$\{/.test(text))
  );
}
