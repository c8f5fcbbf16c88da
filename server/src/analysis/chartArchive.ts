import { nameOfFetched } from '../delivery/fetchedChart.ts';
import { readArchive } from '../helm/archive.ts';
import { loadFiles } from '../helm/loadChart.ts';
import { readYamlMap } from '../helm/readYaml.ts';
import { compareVersions, parseVersion, type Version } from '../template/functions/semver.ts';
import { checkConstraints, parseConstraints } from '../template/functions/semverConstraint.ts';
import type { MapValue, Value } from '../template/value.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { FileContent } from './analysisHost.ts';

/** A chart as an archive holds it; nothing of it is ever unpacked to disk. */
export interface ArchivedChart {
  readonly name: string;
  readonly version: string;
  /** By their paths in the chart. */
  readonly files: ReadonlyMap<FileId, FileContent>;
}

/** Reads the archive of a chart; else in which words it is none. Its size when unpacked is bounded as Helm bounds it. */
export function archivedChart(bytes: Uint8Array): ArchivedChart | { readonly problem: string } {
  const unpacked = readArchive(bytes);
  if ('problem' in unpacked) return unpacked;
  const loaded = loadFiles(unpacked.files, '');
  if ('problem' in loaded) return loaded;
  const { name, version } = loaded.chart.metadata;
  // What a chart leaves out when it is packed is not left out again.
  const kept = unpacked.files.filter((file) => file.name !== '.helmignore');
  return { name, version, files: new Map(kept.map((file) => [file.name, file.content])) };
}

/** What the tree of a fetched chart is called; `digest` is that of its archive, in hexadecimal. */
export function nameOfChartTree({ name, version }: ArchivedChart, digest: string): string {
  return nameOfFetched({ chart: name, version, digest });
}

/** One version of a chart in the index of a repository. */
export interface IndexedVersion {
  readonly version: string;
  /** Counted from the repository. */
  readonly urls: readonly string[];
  /** SHA-256 in hexadecimal; `undefined` where the index does not say it. */
  readonly digest: string | undefined;
}

/**
 * The versions of charts in an index.yaml, by the names of the charts; `undefined` for what is no index. An index may be large:
 * it is read once for all charts.
 * Source: Helm v4.2.3 pkg/repo/v1/index.go `IndexFile`.
 */
export function indexedVersions(
  text: string,
): ReadonlyMap<string, readonly IndexedVersion[]> | undefined {
  const read = readYamlMap(text);
  const entries = 'value' in read ? read.value.entries.get('entries') : undefined;
  if (entries?.kind !== 'map') return undefined;
  return new Map([...entries.entries].map(([chart, listed]) => [chart, versionsIn(listed)]));
}

function versionsIn(listed: Value): readonly IndexedVersion[] {
  const items = listed.kind === 'list' ? listed.items : [];
  return items.flatMap((item): readonly IndexedVersion[] => {
    if (item.kind !== 'map') return [];
    const version = textIn(item, 'version');
    const digest = textIn(item, 'digest').replace(/^sha256:/, '');
    const urls = item.entries.get('urls');
    return version === ''
      ? []
      : [
          {
            version,
            urls: urls?.kind === 'list' ? urls.items.flatMap(textsOf) : [],
            digest: digest === '' ? undefined : digest.toLowerCase(),
          },
        ];
  });
}

function textIn(map: MapValue, key: string): string {
  const value = map.entries.get(key);
  return value === undefined ? '' : (textsOf(value)[0] ?? '');
}

function textsOf(value: Value): readonly string[] {
  return value.kind === 'string' ? [value.value] : [];
}

/**
 * The version that is meant: the one that is written so; else, as for a range, the newest that fits, and of no words the newest
 * that is no prerelease. Helm, Argo CD and Flux agree on this.
 * Source: Helm v4.2.3 pkg/repo/v1/index.go `Get`; Argo CD 3.2.0 util/versions/tags.go `MaxVersion`; source-controller v1.9.6
 * internal/helm/repository/utils.go `getChartVersion`.
 */
export function pickVersion(wanted: string, versions: readonly string[]): string | undefined {
  if (wanted !== '' && versions.includes(wanted)) return wanted;
  const constraints = parseConstraints(wanted === '' ? '*' : wanted);
  if ('problem' in constraints) return undefined;
  let best: Version | undefined;
  for (const text of versions) {
    const version = parseVersion(text);
    if ('problem' in version || !checkConstraints(constraints.alternatives, version)) continue;
    if (best === undefined || compareVersions(version, best) > 0) best = version;
  }
  return best?.original;
}

/** Whether a version names one alone, so that it is the same tomorrow. */
export function isOneVersion(wanted: string): boolean {
  return /^v?\d+\.\d+\.\d+(?:[-+][0-9A-Za-z.+-]*)?$/.test(wanted) || wanted.startsWith('sha256:');
}
