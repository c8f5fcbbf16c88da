import { isBeside, repositoryOf } from '../kustomize/files.ts';
import type { Input, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { treeInput } from './repository.ts';

/** A chart of a repository of charts or a registry, as somebody asks for it. */
export interface ChartName {
  /** `https://…` or `http://…` of a repository of charts, or `oci://HOST/PATH` of a registry, without the name of the chart. */
  readonly repository: string;
  readonly chart: string;
  /** A version or a range of versions; of a registry also a tag or `sha256:…`; `''` for the newest. */
  readonly version: string;
}

/** The charts that were fetched, by their ids (see `chartId`): of these, and of no others, the files can be had. */
export const fetchedChartsInput: Input<'', ReadonlySet<string>> = {
  name: 'fetchedCharts',
  initial: new Set(),
  equals: (a, b) => a.size === b.size && [...a].every((id) => b.has(id)),
};

/** The id of a chart, as needs have it. */
export function chartId({ repository, chart, version }: ChartName): string {
  return ['chart', repository.replace(/\/+$/, ''), chart, version].join('\n');
}

/** The chart of an id; `undefined` for an id of something else. */
export function chartOfId(id: string): ChartName | undefined {
  const [kind, repository = '', chart = '', version = ''] = id.split('\n');
  return kind === 'chart' ? { repository, chart, version } : undefined;
}

/** The folder that a chart from elsewhere stands in, once it was fetched; nothing is ever fetched by asking. */
export function folderOfChart(reader: Reader, name: ChartName): FileId | undefined {
  const id = chartId(name);
  const found = reader.read(treeInput, id);
  if (found !== undefined) return found.folder;
  if (reader.read(fetchedChartsInput, '').has(id)) reader.need({ kind: 'tree', id });
  return undefined;
}

/** What the tree of a fetched chart is called: `web-1.2.3@sha256:0123456789ab`. */
export function nameOfFetched({
  chart,
  version,
  digest,
}: {
  readonly chart: string;
  readonly version: string;
  /** In hexadecimal. */
  readonly digest: string;
}): string {
  return `${chart}-${version}@sha256:${digest.slice(0, 12)}`;
}

/** A fetched chart as people name it: its address, its version and its digest. */
export function toldChart(repository: string, folder: FileId): string {
  return `${repository} ${toldFolder(folder)}`.trim();
}

/** The folder of a chart as people name it; of one that was fetched its name, its version and its digest. */
export function toldFolder(folder: FileId): string {
  const [, name = ''] = repositoryOf(folder)?.split('/') ?? [];
  const told = decodeURIComponent(name.slice(1));
  return isBeside(folder) && /@sha256:[0-9a-f]{12}$/.test(told) ? told : folder;
}

/**
 * A chart that Argo CD asks for: an address without a scheme is that of a registry.
 * Source: Argo CD 3.2.0 util/helm/client.go `IsHelmOciRepo`.
 */
export function chartNamed(repository: string, chart: string, version: string): ChartName {
  const isBare = repository !== '' && !/^[a-z][a-z0-9+.-]*:\/\//i.test(repository);
  return { repository: isBare ? `oci://${repository}` : repository, chart, version };
}

/** A chart that is an artifact of its own: its address ends with its name. */
export function chartOfArtifact(address: string, version: string): ChartName | undefined {
  const [, repository, chart] = /^(oci:\/\/.+)\/([^/]+)\/*$/.exec(address) ?? [];
  return repository === undefined || chart === undefined
    ? undefined
    : { repository, chart, version };
}
