import { chartObjects, gapOfApis, type PlacedRelease } from '../../delivery/chartObjects.ts';
import { readyChartQuery } from '../../delivery/chartInTree.ts';
import type { LayerSource } from '../../delivery/chartOrigins.ts';
import {
  nothingRendered,
  type Application,
  type RenderedApplication,
} from '../../delivery/application.ts';
import type { DeliveredChart } from '../../delivery/deliveredChart.ts';
import { reason, type Certainty } from '../../delivery/reason.ts';
import { readKubeVersion } from '../../helm/capabilities.ts';
import type { NamedText } from '../../helm/deployers/chartInputs.ts';
import { conventionValues } from '../../helm/deployers/conventionValues.ts';
import { contentQuery, joinPath, resolvedQuery } from '../../kustomize/files.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import {
  fillCaptures,
  matchCapture,
  namesIn,
  type CapturePattern,
} from '../config/capturePattern.ts';
import { chartFolders, configFile, configQuery } from '../config/configFile.ts';
import type { ValuesRule } from '../config/fleetRules.ts';
import { registeredCluster, registeredClustersQuery } from '../register/registeredClusters.ts';
import { pathsBelow } from '../treePaths.ts';
import { conventionKey, parseKey, type UnitKey } from './unitKeys.ts';

/** A chart that nothing but the names of values files ties to a cluster, as `values` of the configuration says. */
export interface ConventionRelease {
  readonly key: UnitKey;
  /** The folder of the chart. */
  readonly chart: FileId;
  readonly name: string;
  readonly namespace: string;
  /** `undefined` where the register has no cluster of the environment. */
  readonly cluster: string | undefined;
  readonly environment: string | undefined;
  /** How sure it is that the cluster is in the environment; `known` where files name the cluster. */
  readonly certainty: Certainty;
  /** The files of each pattern, in the order of the patterns. */
  readonly files: readonly (readonly FileId[])[];
  /** Files that a rule names without any pattern and that are not there. */
  readonly missing: readonly string[];
  /** The rule. */
  readonly at: SourcePointer;
}

/** All releases that names of values files tie to clusters. Of two rules that make the same release the first counts. */
export const conventionReleasesQuery: Query<'', readonly ConventionRelease[]> = {
  name: 'conventionReleases',
  equals: deepEqual,
  compute: (_key, reader) => {
    const rules = reader.get(configQuery, '').values;
    if (rules.length === 0) return [];
    const folders = chartFolders(reader);
    const found = new Map<UnitKey, ConventionRelease>();
    for (const rule of rules) {
      for (const chart of folders) {
        const kept = matchCapture(rule.chart.value, chart);
        if (kept === undefined) continue;
        for (const release of releasesOf(reader, rule, { chart, kept }))
          if (!found.has(release.key)) found.set(release.key, release);
      }
    }
    return [...found.values()];
  },
};

/** The release of a unit; `undefined` for any other unit, and where no convention makes it any more. */
export function conventionRelease(reader: Reader, key: UnitKey): ConventionRelease | undefined {
  return parseKey(key).kind === 'values'
    ? reader.get(conventionReleasesQuery, '').find((one) => one.key === key)
    : undefined;
}

/**
 * What makes each release what it is beside the content of its files, by its key: with another rule, or another fact of a
 * cluster, it may become another one while no file of it changes.
 */
export function conventionTies(reader: Reader): ReadonlyMap<UnitKey, string> {
  return new Map(
    reader.get(conventionReleasesQuery, '').map((release) => {
      const { name, namespace, files, missing } = release;
      const { kubernetesVersion, apiVersions } = registeredCluster(reader, release.cluster) ?? {};
      const tie = [name, namespace, files, missing, kubernetesVersion, apiVersions, helmOf(reader)];
      return [release.key, JSON.stringify(tie)];
    }),
  );
}

function helmOf(reader: Reader): string | undefined {
  return reader.get(configQuery, '').build.plain.helmVersion?.value;
}

/** The releases as applications without a controller. */
export function conventionApplications(reader: Reader): readonly Application[] {
  return reader.get(conventionReleasesQuery, '').map((release) => {
    const { key, chart, name, namespace, cluster, environment = '', certainty, at } = release;
    const source = {
      repository: '',
      isHere: true,
      revision: undefined,
      isFollowed: true,
      chart: undefined,
      ref: undefined,
    };
    return {
      key,
      controller: 'plain',
      kind: 'Chart',
      name,
      namespace,
      destination: { cluster, server: undefined, namespace },
      sources: [{ ...source, path: chart, pathExists: true, build: 'helm' }],
      declaredIn: configFile,
      declaredAt: at,
      parent: undefined,
      certainty,
      why:
        cluster === undefined
          ? reason('cluster.none-of', { environment })
          : reason('application.by-values', { file: configFile }),
      object: undefined,
      prunes: false,
      cascades: false,
      suspended: false,
    };
  });
}

/** What a release renders to, as `helm upgrade` brings it to a cluster. */
export function renderConvention(reader: Reader, key: UnitKey): RenderedApplication {
  const release = conventionRelease(reader, key);
  if (release === undefined) return nothingRendered;
  const { chart, missing, at } = release;
  const gap = (detail: string): RenderedApplication => ({
    ...nothingRendered,
    gaps: [{ kind: 'chart', detail: `${chart}: ${detail}`, at }],
  });
  const [lost] = missing;
  if (lost !== undefined) return gap(`there is no file ${lost}`);
  const made = chartObjects(placedConvention(reader, release));
  if (made.kind === 'gap') return gap(made.message);
  const { resources, open } = made;
  return { ...nothingRendered, resources, gaps: open === undefined ? [] : [gapOfApis(open, at)] };
}

/** The chart of a release with its values. */
export function conventionChart(reader: Reader, key: UnitKey): DeliveredChart | undefined {
  const release = conventionRelease(reader, key);
  if (release === undefined) return undefined;
  const placed = placedConvention(reader, release);
  const { chart, missing } = release;
  return { name: chart, placed, inputs: placed.release.inputs, sources: placed.sources, missing };
}

function placedConvention(
  reader: Reader,
  { chart, name, namespace, cluster, files }: ConventionRelease,
): PlacedRelease {
  const texts = files.map((each) => each.flatMap((file) => textOf(reader, file)));
  const row = registeredCluster(reader, cluster);
  const version = row?.kubernetesVersion;
  const kubeVersion = version === undefined ? undefined : readKubeVersion(version);
  const apiVersions = row?.apiVersions ?? [];
  return {
    folder: chart,
    chart: reader.get(readyChartQuery, chart),
    knowsApis: apiVersions.length > 0,
    release: {
      name,
      namespace,
      inputs: { ...conventionValues(texts), helmVersion: helmOf(reader) },
      ...(kubeVersion !== undefined && { kubeVersion }),
      apiVersions,
      includesDefinitions: true,
      includesHooks: true,
      includesTests: false,
    },
    sources: new Map(
      files.flat().map((file): [string, LayerSource] => [file, { kind: 'file', file }]),
    ),
  };
}

function textOf(reader: Reader, file: FileId): readonly NamedText[] {
  const found = reader.get(resolvedQuery, file);
  const content = found?.kind === 'file' ? reader.get(contentQuery, found.path) : undefined;
  return content?.kind === 'text' ? [{ name: file, text: content.text }] : [];
}

type Kept = ReadonlyMap<string, string>;

/** A file with what the patterns of the chart and of the file keep of their paths. */
interface TiedFile {
  readonly file: FileId;
  readonly kept: Kept;
}

function releasesOf(
  reader: Reader,
  rule: ValuesRule,
  { chart, kept }: { readonly chart: FileId; readonly kept: Kept },
): readonly ConventionRelease[] {
  const patterns = rule.files.map(({ value }) => placePattern(chart, value));
  const tied = patterns.map((one) => (one === undefined ? [] : filesOf(reader, one, kept)));
  const chartName = chart.slice(chart.lastIndexOf('/') + 1);
  const releases = new Map<UnitKey, ConventionRelease>();
  for (const seed of [kept, ...tied.flat().map((one) => one.kept)]) {
    for (const place of placesOf(reader, rule, seed)) {
      const { cluster, environment, certainty } = place;
      const all = new Map([
        ...seed,
        ...(environment === undefined ? [] : [['environment', environment] as const]),
        ...(cluster === undefined ? [] : [['cluster', cluster] as const]),
      ]);
      const name = filled(rule.application?.value ?? chartName, all);
      if (name === undefined) continue;
      const named = cluster ?? `environment ${environment ?? ''}`;
      const key = conventionKey({ chart, place: named, name });
      if (releases.has(key)) continue;
      const mine = (one: TiedFile): boolean => belongs(reader, rule, { file: one, place, all });
      releases.set(key, {
        key,
        chart,
        name,
        namespace: filled(rule.namespace?.value ?? '', all) ?? '',
        cluster,
        environment,
        certainty,
        files: tied.map((each) => each.filter(mine).map(({ file }) => file)),
        missing: patterns.flatMap((one, index) =>
          one?.isPlain === true && tied[index]?.length === 0
            ? [rule.files[index]?.value.text ?? '']
            : [],
        ),
        at: rule.chart.at,
      });
    }
  }
  return [...releases.values()];
}

/** Where a release goes. */
interface Place {
  readonly cluster: string | undefined;
  readonly environment: string | undefined;
  readonly certainty: Certainty;
}

/** The clusters that kept names tie to: the one that they name, or those of the environment that they name. */
function placesOf(reader: Reader, rule: ValuesRule, kept: Kept): readonly Place[] {
  const cluster = clusterIn(reader, rule, kept);
  const environment = environmentIn(rule, kept);
  if (cluster !== undefined) {
    const own = environment ?? registeredCluster(reader, cluster)?.environment;
    return [{ cluster, environment: own, certainty: 'known' }];
  }
  if (environment === undefined) return [];
  const rows = reader
    .get(registeredClustersQuery, '')
    .filter((row) => row.environment === environment);
  if (rows.length === 0) return [{ cluster: undefined, environment, certainty: 'open' }];
  return rows.map(({ name, facts }) => ({
    cluster: name,
    environment,
    certainty: facts.environment?.certainty ?? 'inferred',
  }));
}

function clusterIn(reader: Reader, rule: ValuesRule, kept: Kept): string | undefined {
  const name = filled(rule.cluster?.value ?? '{cluster}', kept);
  return registeredCluster(reader, name)?.name ?? name;
}

function environmentIn(rule: ValuesRule, kept: Kept): string | undefined {
  return filled(rule.environment?.value ?? '{environment}', kept);
}

/** A template with all of its names; `undefined` where one was not kept. */
function filled(template: string, kept: Kept): string | undefined {
  return namesIn(template).every((name) => kept.has(name))
    ? fillCaptures(template, kept)
    : undefined;
}

/** Whether a file is one of a release: all that its path says fits, and nothing that it says is left open. */
function belongs(
  reader: Reader,
  rule: ValuesRule,
  {
    file: { kept },
    place,
    all,
  }: { readonly file: TiedFile; readonly place: Place; readonly all: Kept },
): boolean {
  const cluster = clusterIn(reader, rule, kept);
  const environment = environmentIn(rule, kept);
  if (cluster !== undefined && cluster !== place.cluster) return false;
  if (environment !== undefined && environment !== place.environment) return false;
  const told = new Set([
    ...(cluster === undefined ? [] : namesIn(rule.cluster?.value ?? '{cluster}')),
    ...(environment === undefined ? [] : namesIn(rule.environment?.value ?? '{environment}')),
  ]);
  return [...kept].every(([name, value]) => told.has(name) || all.get(name) === value);
}

/** A pattern of files with the folder that its part without wildcards leads to. */
interface PlacedPattern {
  /** The folder; the file itself where there are no wildcards. */
  readonly folder: FileId;
  readonly rest: CapturePattern;
  readonly isPlain: boolean;
}

/** `undefined` for a pattern that leads out of the tree. */
function placePattern(chart: FileId, pattern: CapturePattern): PlacedPattern | undefined {
  const words = pattern.text.replace(/^(\.?\/)+|\/+$/g, '').split('/');
  const open = words.findIndex((word) => /[*?{]/.test(word));
  const fixed = open < 0 ? words : words.slice(0, open);
  const start = pattern.text.startsWith('/') ? '' : chart;
  const folder = fixed.length === 0 ? start : joinPath(start, fixed.join('/'));
  const rest = { ...pattern, parts: pattern.parts.slice(fixed.length) };
  return folder === undefined ? undefined : { folder, rest, isPlain: open < 0 };
}

function filesOf(
  reader: Reader,
  { folder, rest, isPlain }: PlacedPattern,
  ofChart: Kept,
): readonly TiedFile[] {
  if (isPlain)
    return reader.get(resolvedQuery, folder)?.kind === 'file'
      ? [{ file: folder, kept: ofChart }]
      : [];
  const start = folder === '' ? 0 : folder.length + 1;
  return pathsBelow(reader, folder).flatMap((file): readonly TiedFile[] => {
    const kept = matchCapture(rest, file.slice(start));
    if (kept === undefined) return [];
    const differs = [...kept].some(([name, value]) => (ofChart.get(name) ?? value) !== value);
    return differs ? [] : [{ file, kept: new Map([...ofChart, ...kept]) }];
  });
}
