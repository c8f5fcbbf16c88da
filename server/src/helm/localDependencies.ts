import type { Chart } from './chart.ts';
import { loadChartFiles, type ChartFolder } from './loadChart.ts';
import type { ChartMetadata } from './metadata.ts';
import type { ValuePlaces } from './readValues.ts';

/** A chart that another one names by its folder. */
export interface LocalDependency {
  readonly name: string;
  /** Counted from the chart that names it. */
  readonly path: string;
}

/** The dependencies of a chart that are folders. Source: Helm v4.2.3 pkg/downloader/manager.go `tarFromLocalDir`. */
export function localDependencies({ dependencies }: ChartMetadata): readonly LocalDependency[] {
  return (dependencies ?? []).flatMap(({ name, repository }) => {
    const [, path] = /^file:\/\/(.+)$/.exec(repository) ?? [];
    return path === undefined || path.startsWith('/') ? [] : [{ name, path }];
  });
}

/**
 * A chart with those of its missing dependencies that are folders, as `helm dependency build` packs them; what these miss in
 * turn stays missing.
 */
export function withLocalDependencies(
  chart: Chart,
  folderAt: (path: string) => ChartFolder | undefined,
  places: ValuePlaces,
): Chart {
  const present = new Set(chart.dependencies.map(({ metadata }) => metadata.name));
  const added = localDependencies(chart.metadata).flatMap(({ name, path }) => {
    const folder = present.has(name) ? undefined : folderAt(path);
    const loaded = folder && loadChartFiles(folder, path, places);
    return loaded === undefined || 'problem' in loaded ? [] : [loaded.chart];
  });
  return added.length === 0 ? chart : { ...chart, dependencies: [...chart.dependencies, ...added] };
}
