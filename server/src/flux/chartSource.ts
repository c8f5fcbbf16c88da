import {
  chartOfArtifact,
  folderOfChart,
  toldChart,
  type ChartName,
} from '../delivery/fetchedChart.ts';
import { reason } from '../delivery/reason.ts';
import type { FleetObjects } from './fleetObjects.ts';
import type { SourceContext } from './fleetSources.ts';
import { readSpec } from './fluxObject.ts';
import { readChart, type HelmChartTemplate, type HelmRelease } from './helmRelease.ts';
import { locate, sourceGroup, type Located } from './locateSource.ts';
import type { ObjectReference } from './reference.ts';
import { scopeOfFolder } from './ignore.ts';
import { folderOfPath } from './sourcePath.ts';

/** Where a chart comes from: by name from a repository of charts, by path from any other source. */
export type ChartLocation = Located & {
  readonly chart: string | undefined;
  /** The chart as it is fetched, where its address is known. */
  readonly wants?: ChartName | undefined;
};

/**
 * The chart of a release: the one that `chartRef` names, as a whole, or the one that the object asks for.
 * Source: helm-controller v1.4.0 helmrelease_controller.go `getSource`; source-controller v1.9.6
 * helmchart_controller.go `reconcileSource`.
 */
export function chartSource(release: HelmRelease, context: SourceContext): ChartLocation {
  const { chartRef } = release;
  const template = chartTemplate(release, context.objects);
  if (template !== undefined) return chartOf(template, context);
  if (chartRef === undefined) return nowhere;
  if (chartRef.kind !== 'HelmChart') return artifactChart(locate(chartRef, '', context), context);
  const { kind, namespace, name } = chartRef;
  const why = reason('source.missing', { kind, name: `${namespace}/${name}` });
  return { ...nowhere, why };
}

/** What is asked of the source of a chart: by the release itself, or by the HelmChart that it names. */
export function chartTemplate(
  { chart, chartRef }: HelmRelease,
  objects: FleetObjects,
): HelmChartTemplate | undefined {
  if (chartRef === undefined) return chart;
  return chartRef.kind === 'HelmChart' ? chartObject(chartRef, objects) : undefined;
}

const nowhere: ChartLocation = {
  repository: '',
  revision: undefined,
  place: undefined,
  certainty: 'open',
  why: reason('source.none'),
  chart: undefined,
};

/** A chart that an artifact is: its address ends with its name. */
function artifactChart(found: Located, context: SourceContext): ChartLocation {
  const { repository, place, revision } = found;
  const chart = repository.split('/').at(-1) ?? '';
  if (place !== undefined || chart === '') return { ...found, chart: undefined };
  const name = chartOfArtifact(repository, revision ?? 'latest');
  return { ...found, chart, ...placed(name, { chart, repository }, context) };
}

/** Where the files of a chart are, once they were fetched; that it comes from there is known in any case. */
function placed(
  name: ChartName | undefined,
  { chart, repository }: { readonly chart: string; readonly repository: string },
  { reader }: SourceContext,
): Pick<ChartLocation, 'place' | 'certainty' | 'why' | 'wants'> {
  const tree = name && folderOfChart(reader, name);
  if (tree === undefined) {
    const why = reason('source.chart', { chart, repository });
    return { place: undefined, certainty: 'known', why, wants: name };
  }
  return {
    place: { path: '', scope: scopeOfFolder(tree, []), isFollowed: true, tree, isElsewhere: true },
    certainty: 'known',
    wants: name,
    why: reason('source.fetched-chart', { chart: toldChart('', tree), repository }),
  };
}

function chartObject(
  { namespace, name }: ObjectReference,
  objects: FleetObjects,
): HelmChartTemplate | undefined {
  const type = { group: sourceGroup, kind: 'HelmChart' };
  const resource = objects.find(type, namespace, name);
  return resource && readChart(readSpec(resource, type)?.spec, namespace);
}

function chartOf(template: HelmChartTemplate, context: SourceContext): ChartLocation {
  const { chart, version, sourceRef } = template;
  if (sourceRef === undefined) return nowhere;
  const name = chart?.value ?? '';
  if (sourceRef.kind !== 'HelmRepository')
    return { ...locate(sourceRef, folderOfPath(name), context), chart: undefined };
  const found = locate(sourceRef, '', context);
  const { repository } = found;
  const revision = version?.value;
  if (repository === '') return { ...found, revision, chart: name };
  const asked = { repository, chart: name, version: revision ?? '' };
  return { ...found, revision, chart: name, ...placed(asked, asked, context) };
}
