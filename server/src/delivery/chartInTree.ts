import { baseName } from '../helm/chartFile.ts';
import type { ChartFolder, FolderEntry } from '../helm/loadChart.ts';
import { localDependencies, localPath, type DependencyFolder } from '../helm/localDependencies.ts';
import { emptyMetadata, readMetadata, type ChartDependency } from '../helm/metadata.ts';
import { readyArchive, readyChart, type ReadyChart } from '../helm/renderRelease.ts';
import {
  contentQuery,
  entryInput,
  joinInRepository,
  joinPath,
  parentOf,
  resolvedQuery,
} from '../kustomize/files.ts';
import { listFolder } from '../kustomize/folderListing.ts';
import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { folderOfChart, type ChartName } from './fetchedChart.ts';

/** The chart in a folder of the tree, links followed; every read is tracked, also of what is not there. */
export function chartInTree(reader: Reader, folder: FileId): ChartFolder {
  /** From the folder above: a link on the way is followed once, not for each of the files behind it. */
  const placeOf = (path: string): ReturnType<typeof resolved> => {
    if (path === '') return resolved(reader, folder);
    const above = placeOf(parentOf(path));
    return above?.kind === 'directory'
      ? resolved(reader, joinPath(above.path, baseName(path)))
      : undefined;
  };
  return {
    list: (path) => {
      const own = placeOf(path);
      if (own?.kind !== 'directory') return [];
      return listFolder(reader, own.path).flatMap((name): readonly FolderEntry[] => {
        const place = joinPath(own.path, name);
        const found = resolved(reader, place);
        if (found === undefined) return [];
        if (found.kind === 'file') return [{ name, kind: 'file' }];
        const isLinked = found.path !== place;
        return [{ name, kind: 'folder', ...(isLinked ? { target: found.path } : {}) }];
      });
    },
    read: (path) => {
      const found = placeOf(path);
      const content = found?.kind === 'file' ? reader.get(contentQuery, found.path) : undefined;
      return content?.kind === 'tooLarge' ? undefined : content;
    },
  };
}

function resolved(
  reader: Reader,
  path: FileId | undefined,
): { readonly path: FileId; readonly kind: 'file' | 'directory' } | undefined {
  return path === undefined ? undefined : reader.get(resolvedQuery, path);
}

/**
 * The chart in a folder or an archive of the tree, read once for all releases of it: values that change outside of it cost no
 * reading. Charts that it names by `file://` are taken from where they are, and those of repositories of charts where they
 * were fetched, as controllers fetch what is missing.
 * Source: Argo CD 3.2.0 reposerver/repository/repository.go `helmTemplate` (`DependencyBuild`); source-controller v1.9.6
 * internal/helm/chart/dependency_manager.go `addLocalDependency`.
 */
export const readyChartQuery: Query<FileId, ReadyChart> = {
  name: 'readyChart',
  compute: (place, reader) => {
    const found = reader.get(resolvedQuery, place);
    if (found?.kind === 'file') {
      const content = reader.get(contentQuery, found.path);
      return readyArchive(content?.kind === 'bytes' ? content.bytes : new Uint8Array());
    }
    const chart = chartInTree(reader, place);
    let locked: readonly ChartDependency[] | undefined;
    return readyChart(chart, (dependency) => {
      const path = localPath(dependency.repository);
      if (path !== undefined) return localChart(reader, place, path);
      locked ??= lockedDependencies(chart);
      const named = dependencyChart(dependency, locked);
      const folder = named && folderOfChart(reader, named);
      return folder === undefined
        ? undefined
        : { folder: chartInTree(reader, folder), path: `/${folder}` };
    });
  },
};

function localChart(reader: Reader, place: FileId, path: string): DependencyFolder | undefined {
  const folder = joinInRepository(place, path);
  return folder !== undefined && reader.get(resolvedQuery, folder)?.kind === 'directory'
    ? { folder: chartInTree(reader, folder), path }
    : undefined;
}

/**
 * The charts of repositories that a chart of the tree wants and that are not in its `charts/`.
 * Source: Helm v4.2.3 pkg/downloader/manager.go `Build`.
 */
export function wantedCharts(reader: Reader, place: FileId): readonly ChartName[] {
  const chart = chartInTree(reader, place);
  const ready = reader.get(readyChartQuery, place);
  if ('problem' in ready.loaded) return [];
  const { metadata, dependencies } = ready.loaded.chart;
  const vendored = new Set(
    dependencies.flatMap((one) => (one.folder.startsWith('charts/') ? [one.metadata.name] : [])),
  );
  const locked = lockedDependencies(chart);
  return (metadata.dependencies ?? []).flatMap((one) =>
    vendored.has(one.name) ? [] : (dependencyChart(one, locked) ?? []),
  );
}

/** The chart that a dependency is, at the version that the lock file has; `undefined` where no repository is named. */
function dependencyChart(
  { name, repository, version }: ChartDependency,
  locked: readonly ChartDependency[],
): ChartName | undefined {
  if (!/^(?:https?|oci):\/\//i.test(repository)) return undefined;
  const own = locked.find((one) => one.name === name && one.repository === repository);
  return { repository, chart: name, version: own?.version ?? version };
}

function lockedDependencies(chart: ChartFolder): readonly ChartDependency[] {
  const content = chart.read('Chart.lock') ?? chart.read('requirements.lock');
  if (content?.kind !== 'text') return [];
  const read = readMetadata(content.text, emptyMetadata);
  return 'problem' in read ? [] : (read.metadata.dependencies ?? []);
}

/**
 * What a chart of the tree may read beyond its own folder, as files and folders: where its links lead, and charts that it
 * names by `file://`.
 */
export const chartReadsQuery: Query<FileId, readonly FileId[]> = {
  name: 'chartReads',
  equals: deepEqual,
  compute: (place, reader) => {
    const found = new Set<FileId>();
    addLinks(reader, place, found);
    for (const path of localCharts(reader, place)) {
      const folder = joinPath(place, path);
      if (folder === undefined || found.has(folder)) continue;
      found.add(folder);
      addLinks(reader, folder, found);
    }
    return [...found];
  },
};

function localCharts(reader: Reader, folder: FileId): readonly string[] {
  const content = chartInTree(reader, folder).read('Chart.yaml');
  if (content?.kind !== 'text') return [];
  const read = readMetadata(content.text, emptyMetadata);
  return 'problem' in read ? [] : localDependencies(read.metadata).map(({ path }) => path);
}

/** The targets of links in a folder, and in what they lead to. */
function addLinks(reader: Reader, path: FileId, found: Set<FileId>): void {
  const entry = reader.read(entryInput, path);
  if (entry?.kind === 'symlink') {
    const target = reader.get(resolvedQuery, path);
    if (target === undefined || found.has(target.path)) return;
    found.add(target.path);
    addLinks(reader, target.path, found);
  } else if (entry?.kind === 'directory') {
    for (const name of listFolder(reader, path))
      addLinks(reader, path === '' ? name : `${path}/${name}`, found);
  }
}
