import { readKubeVersion } from '../helm/capabilities.ts';
import type { NamedText } from '../helm/deployers/chartInputs.ts';
import { kustomizeValues } from '../helm/deployers/kustomizeValues.ts';
import { readPlacedValues } from '../helm/readValues.ts';
import { contentQuery, isBeside, joinPath, resolvedQuery } from '../kustomize/files.ts';
import type { ChartNeed, Inflated, InflateChart } from '../kustomize/inflateChart.ts';
import type { HelmChart } from '../kustomize/kustomization.ts';
import { loadText } from '../kustomize/load.ts';
import { pointerTo } from '../kustomize/resource.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { readyChartQuery } from './chartInTree.ts';
import { chartObjects } from './chartObjects.ts';
import { folderOfChart, type ChartName } from './fetchedChart.ts';
import type { LayerSource } from './chartOrigins.ts';

/**
 * Renders a chart that a kustomization asks for and that stands in its folder of charts, or was fetched.
 *
 * A release without a name gets one from the clock; here it has the same one each time.
 * Source: kustomize api v0.21.1 internal/builtins/HelmChartInflationGenerator.go `validateArgs`, `absChartHome`, `Generate`;
 * types/helmchartargs.go `AsHelmArgs`.
 */
export const inflateChartOfTree: InflateChart = (reader, need) => {
  const { chart } = need;
  const folder = chartFolder(reader, need);
  if (folder === undefined) return undefined;
  const ready = reader.get(readyChartQuery, folder);
  const files = readFiles(reader, need, folder);
  if ('message' in files) return files;
  const { valuesFile, additional } = files;
  const { valuesInline, valuesMerge } = chart;
  const printed = valuesInline && writeCanonical(valuesInline);
  const inline =
    printed !== undefined && 'text' in printed
      ? readPlacedValues(inlineName, printed.text, { places: ready.places })
      : undefined;
  const merge = valuesMerge?.value ?? '';
  if (merge !== '' && merge !== 'override' && merge !== 'merge' && merge !== 'replace')
    return refused('valuesMerge must be one of [merge override replace]');
  const inputs = kustomizeValues(
    {
      valuesFile,
      additionalValuesFiles: additional,
      valuesInline: inline !== undefined && 'values' in inline ? inline.values : undefined,
      ...(merge !== '' && { valuesMerge: merge }),
    },
    ready.places,
  );
  if ('problem' in inputs) return refused(inputs.problem);
  const kubeVersion = chart.kubeVersion && readKubeVersion(chart.kubeVersion.value);
  const made = chartObjects({
    folder,
    // Without a cluster, `helm template` knows them all.
    knowsApis: true,
    chart: ready,
    release: {
      name: releaseName(chart),
      namespace: need.namespace === '' ? 'default' : need.namespace,
      inputs,
      ...(kubeVersion === undefined ? {} : { kubeVersion }),
      apiVersions: chart.apiVersions.map(({ value }) => value),
      includesDefinitions: chart.includeCRDs,
      includesHooks: !chart.skipHooks,
      includesTests: !chart.skipTests,
    },
    sources: new Map<string, LayerSource>([
      ...[valuesFile, ...additional].map(
        ({ name: file }) => [file, { kind: 'file', file }] as const,
      ),
      ...(valuesInline === undefined
        ? []
        : [[inlineName, inlineSource(valuesInline, need)] as const]),
    ]),
  });
  return made.kind === 'gap'
    ? refused(made.message)
    : { kind: 'inflated', resources: made.resources };
};

/** Where the chart stands: in the folder of charts, into which kustomize pulls it where it is not there. */
function chartFolder(reader: Reader, need: ChartNeed): FileId | undefined {
  const name = need.chart.name?.value ?? '';
  const folder = name === '' ? undefined : joinPath(need.root, `${homeOf(need)}/${name}`);
  if (folder === undefined || reader.get(resolvedQuery, folder)?.kind === 'directory')
    return folder;
  const pulled = pulledChart(need.chart);
  return pulled && folderOfChart(reader, pulled);
}

/**
 * The chart that kustomize pulls for an entry; `undefined` where it names no repository.
 * Source: kustomize api v0.21.1 internal/builtins/HelmChartInflationGenerator.go `pullCommand`.
 */
export function pulledChart({ name, repo, version }: HelmChart): ChartName | undefined {
  const repository = repo?.value ?? '';
  const chart = name?.value ?? '';
  return repository === '' || chart === ''
    ? undefined
    : { repository, chart, version: version?.value ?? '' };
}

const inlineName = 'valuesInline';

function refused(message: string): Inflated & { readonly kind: 'refused' } {
  return { kind: 'refused', message };
}

/** A chart that was pulled at a version has a folder of its own. */
function homeOf({
  chart: { name, version, repo },
  home,
}: Pick<ChartNeed, 'chart' | 'home'>): string {
  const isPulled = (version?.value ?? '') !== '' && (repo?.value ?? '') !== '';
  return isPulled ? `${home}/${name?.value ?? ''}-${version?.value ?? ''}` : home;
}

function releaseName({ releaseName: named, nameTemplate, name }: HelmChart): string {
  const written = named?.value ?? '';
  if (written !== '') return written;
  const template = nameTemplate?.value ?? '';
  return template !== '' && !template.includes('{{') ? template : `${name?.value ?? ''}-generated`;
}

interface ValuesTexts {
  readonly valuesFile: NamedText & { readonly name: FileId };
  readonly additional: readonly (NamedText & { readonly name: FileId })[];
}

/** The values files, counted from the root; the one of the chart itself where none is named. */
function readFiles(
  reader: Reader,
  { chart, root, restrictions, home }: ChartNeed,
  folder: FileId,
): ValuesTexts | (Inflated & { readonly kind: 'refused' }) {
  const read = (path: string): (NamedText & { readonly name: FileId }) | undefined => {
    const found = loadText(reader, root, path, restrictions);
    return found.kind === 'text' ? { name: found.file, text: found.text } : undefined;
  };
  const written = chart.valuesFile?.value ?? '';
  const own = `${homeOf({ chart, home })}/${chart.name?.value ?? ''}/values.yaml`;
  const path = written === '' ? own : written;
  const valuesFile =
    written === '' && isBeside(folder) ? valuesOfFetched(reader, folder) : read(path);
  if (valuesFile === undefined) return refused(`there is no file ${path}`);
  const additional: (NamedText & { readonly name: FileId })[] = [];
  for (const { value } of chart.additionalValuesFiles) {
    const file = read(value);
    if (file === undefined) return refused(`there is no file ${value}`);
    additional.push(file);
  }
  return { valuesFile, additional };
}

/** The values file of a chart that stands apart from the tree. */
function valuesOfFetched(
  reader: Reader,
  folder: FileId,
): (NamedText & { readonly name: FileId }) | undefined {
  const name = `${folder}/values.yaml`;
  const content = reader.get(contentQuery, name);
  return content?.kind === 'text' ? { name, text: content.text } : undefined;
}

function inlineSource(node: ResourceNode, { source, root }: ChartNeed): LayerSource {
  return {
    kind: 'object',
    node,
    originOf: ({ ordinal }) => ({
      writtenAt: pointerTo(source, ordinal),
      by: { kind: 'base', root },
      previous: undefined,
    }),
  };
}
