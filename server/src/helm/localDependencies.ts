import type { Chart } from './chart.ts';
import { loadChartFiles, type ChartFolder } from './loadChart.ts';
import type { ChartDependency, ChartMetadata } from './metadata.ts';
import type { ValuePlaces } from './readValues.ts';

/** A chart that another one names by its folder. */
export interface LocalDependency {
  readonly name: string;
  /** Counted from the chart that names it. */
  readonly path: string;
}

/** A chart that is missing in `charts/` and stands elsewhere. */
export interface DependencyFolder {
  readonly folder: ChartFolder;
  /** Where it stands: counted from the chart that names it, or with a slash from the top of the tree. */
  readonly path: string;
}

/** The dependencies of a chart that are folders. Source: Helm v4.2.3 pkg/downloader/manager.go `tarFromLocalDir`. */
export function localDependencies({ dependencies }: ChartMetadata): readonly LocalDependency[] {
  return (dependencies ?? []).flatMap(({ name, repository }) => {
    const path = localPath(repository);
    return path === undefined ? [] : [{ name, path }];
  });
}

/** The folder that a repository of a dependency is, counted from the chart; `undefined` for any other repository. */
export function localPath(repository: string): string | undefined {
  const [, path] = /^file:\/\/(.+)$/.exec(repository) ?? [];
  return path === undefined || path.startsWith('/') ? undefined : path;
}

/**
 * A chart with those of its missing dependencies that stand elsewhere, as `helm dependency build` packs them; what these miss
 * in turn stays missing.
 */
export function withDependencies(
  chart: Chart,
  folderOf: (dependency: ChartDependency) => DependencyFolder | undefined,
  places: ValuePlaces,
): Chart {
  const present = new Set(chart.dependencies.map(({ metadata }) => metadata.name));
  const added = (chart.metadata.dependencies ?? []).flatMap((dependency) => {
    const found = present.has(dependency.name) ? undefined : folderOf(dependency);
    const loaded = found && loadChartFiles(found.folder, found.path, places);
    return loaded === undefined || 'problem' in loaded ? [] : [loaded.chart];
  });
  return added.length === 0 ? chart : { ...chart, dependencies: [...chart.dependencies, ...added] };
}
