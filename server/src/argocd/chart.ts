import type { ApplicationSource } from '../delivery/application.ts';
import { readyChartQuery } from '../delivery/chartInTree.ts';
import {
  chartObjects,
  gapOfApis,
  valuesOfNode,
  type PlacedRelease,
} from '../delivery/chartObjects.ts';
import { objectSource, type LayerSource } from '../delivery/chartOrigins.ts';
import type { ClusterFacts } from '../delivery/deliveredChart.ts';
import { toldFolder } from '../delivery/fetchedChart.ts';
import { plainKubeVersion } from '../helm/capabilities.ts';
import type { ChartInputs } from '../helm/deployers/chartInputs.ts';
import { argoCdValues } from '../helm/deployers/argoCdValues.ts';
import { nameOfLayer, type ValuesLayer } from '../helm/layerValues.ts';
import { joinInRepository } from '../kustomize/files.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { Reader } from '../query/database.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import type { ArgoApplication, ArgoSource } from './application.ts';
import type { ArgoHelm } from './sourceOptions.ts';
import { fileNamed, valueFiles, type FoundFile, type FoundText } from './valueFiles.ts';

/** What a chart of the tree renders to, or why Strata does not know. */
export type ArgoChart =
  | { readonly resources: readonly Resource[]; readonly gaps: readonly RenderGap[] }
  | { readonly gap: RenderGap };

/** With what a chart is rendered. */
export interface ChartContext {
  readonly reader: Reader;
  readonly application: ArgoApplication;
  /** All sources of the application, for values files that name another one. */
  readonly sources: readonly ApplicationSource[];
  /** Puts the variables of Argo CD in. */
  readonly expand: (text: string) => string;
  /** What is known of the cluster that it is delivered to. */
  readonly cluster: ClusterFacts | undefined;
  /** The version of Helm that Argo CD ships, where somebody tells. */
  readonly helmVersion?: string | undefined;
  /** The name that Argo CD gives the release where the source gives none. */
  readonly releaseName: string;
}

/**
 * Renders a chart that stands in the tree, with the values of the source. What is missing is a gap: values files of other repositories, dependencies that are not in `charts/`, and whatever
 * Helm would fail on.
 * Source: Argo CD 3.2.0 reposerver/repository/repository.go `helmTemplate`, `getResolvedValueFiles`.
 */
export function renderArgoChart(
  folder: FileId,
  source: ArgoSource,
  context: ChartContext,
): ArgoChart {
  const found = argoChartRelease(folder, source, context);
  if ('gap' in found) return found;
  const made = chartObjects(found);
  if (made.kind === 'gap')
    return { gap: gapAt(`${toldFolder(folder)}: ${made.message}`, source.at) };
  const { resources, open } = made;
  return { resources, gaps: open === undefined ? [] : [gapOfApis(open, source.at)] };
}

/** The release that Argo CD makes of a chart of the tree, or what is missing of its values. */
export function argoChartRelease(
  folder: FileId,
  source: ArgoSource,
  context: ChartContext,
): PlacedRelease | { readonly gap: RenderGap } {
  const { helm } = source;
  const { application, reader, expand } = context;
  const files = helm === undefined ? [] : valueFiles(folder, helm, context);
  const parameterFiles = (helm?.fileParameters ?? []).map(({ name, path }) =>
    fileNamed(name, joinInRepository(folder, path), path, reader),
  );
  const missing = [...files, ...parameterFiles].find((one) => 'missing' in one);
  if (missing !== undefined && 'missing' in missing)
    return { gap: gapAt(`${toldFolder(folder)}: ${missing.missing}`, source.at) };
  const texts = (all: readonly FoundText[]): readonly FoundFile[] =>
    all.flatMap((one) => ('text' in one ? [one] : []));
  const valuesObject = helm?.valuesObject && valuesOfNode(helm.valuesObject.value);
  const given = argoCdValues({
    valueFiles: texts(files),
    ...(helm?.values === undefined ? {} : { values: expand(helm.values.value) }),
    ...(valuesObject === undefined ? {} : { valuesObject }),
    parameters: (helm?.parameters ?? []).map(({ name, value, forceString }) => ({
      name,
      value: expand(value),
      forceString,
    })),
    fileParameters: texts(parameterFiles),
  });
  const inputs: ChartInputs = { ...given, helmVersion: context.helmVersion };
  const version = helm?.kubeVersion?.value ?? context.cluster?.kubernetesVersion;
  const kubeVersion = version === undefined ? undefined : plainKubeVersion(version);
  const written = (helm?.apiVersions ?? []).map(({ value }) => value);
  const known = context.cluster?.apiVersions ?? [];
  return {
    folder,
    knowsApis: written.length > 0 || known.length > 0,
    chart: reader.get(readyChartQuery, folder),
    release: {
      name: expand(helm?.releaseName?.value ?? '') || context.releaseName,
      namespace: helm?.namespace?.value ?? application.destination.namespace?.value ?? '',
      inputs,
      ...(kubeVersion === undefined ? {} : { kubeVersion }),
      apiVersions: written.length > 0 ? written : known,
      includesDefinitions: helm?.skipCrds !== true,
      includesHooks: true,
      includesTests: helm?.skipTests !== true,
      skipsSchema: helm?.skipSchemaValidation === true,
    },
    sources: layerSources(inputs, helm, [...texts(files), ...texts(parameterFiles)], application),
  };
}

function layerSources(
  { layers, ignored }: ChartInputs,
  helm: ArgoHelm | undefined,
  files: readonly FoundFile[],
  application: ArgoApplication,
): ReadonlyMap<string, LayerSource> {
  return new Map(
    [...layers, ...ignored.map(({ layer }) => layer)].flatMap((layer) => {
      const place = helm && placeOf(layer, helm, files, application);
      return place === undefined ? [] : [[nameOfLayer(layer), place] as const];
    }),
  );
}

/** What an Application gives to the chart of a source, wherever that is: the files that are here, and what it says itself. */
export interface GivenToChart {
  readonly inputs: ChartInputs;
  readonly sources: ReadonlyMap<string, LayerSource>;
  /** Values files that are not here, as they are named. */
  readonly elsewhere: readonly string[];
}

/** Reads what a source gives to its chart; variables of Argo CD stay as they are written. */
export function argoChartInputs(
  source: ArgoSource,
  context: Pick<ChartContext, 'reader' | 'sources' | 'application' | 'helmVersion'> & {
    /** The folder of the tree beside the one at hand that the source is read from. */
    readonly tree?: FileId | undefined;
  },
): GivenToChart {
  const { helm, path } = source;
  if (helm === undefined)
    return { inputs: { layers: [], ignored: [] }, sources: new Map(), elsewhere: [] };
  const expand = (text: string): string => text;
  const isHere = (name: string): boolean => path !== undefined || name.startsWith('$');
  const { tree = '' } = context;
  const folder = path === undefined ? tree : (joinInRepository(tree, path.value) ?? tree);
  const named = { ...helm, valueFiles: helm.valueFiles.filter(({ value }) => isHere(value)) };
  const found = valueFiles(folder, named, { ...context, expand });
  const files = [
    ...helm.valueFiles.flatMap(({ value }) => (isHere(value) ? [] : [value])),
    ...found.flatMap((one) => ('missing' in one ? [one.missing] : [])),
    ...helm.fileParameters.map((one) => `${one.name}=${one.path}`),
  ];
  const valuesObject = helm.valuesObject && valuesOfNode(helm.valuesObject.value);
  const texts = found.flatMap((one) => ('text' in one ? [one] : []));
  const given = argoCdValues({
    valueFiles: texts,
    ...(helm.values === undefined ? {} : { values: helm.values.value }),
    ...(valuesObject === undefined ? {} : { valuesObject }),
    parameters: helm.parameters,
    fileParameters: [],
  });
  const inputs: ChartInputs = { ...given, helmVersion: context.helmVersion };
  const places = layerSources(inputs, helm, texts, context.application);
  return { inputs, sources: places, elsewhere: files };
}

/** Where a layer stands: a file, or a field of the Application. */
function placeOf(
  layer: ValuesLayer,
  helm: ArgoHelm,
  files: readonly FoundFile[],
  { resource }: ArgoApplication,
): LayerSource | undefined {
  switch (layer.kind) {
    case 'file': {
      const found = files.find(({ name, text }) => name === layer.name && text === layer.text);
      if (found !== undefined) return { kind: 'file', file: found.file };
      return helm.values && { kind: 'text', at: helm.values.at };
    }
    case 'values':
      return helm.valuesObject && objectSource(resource, helm.valuesObject.value);
    case 'set':
    case 'setString': {
      const named = helm.parameters.findLast(({ name }) => layer.line.startsWith(`${name}=`));
      return named && { kind: 'value', at: named.at };
    }
    case 'literal': {
      const found = files.find(({ name }) => name === layer.path);
      return found && { kind: 'file', file: found.file };
    }
    case 'json':
      return undefined;
  }
}

function gapAt(detail: string, at: SourcePointer): RenderGap {
  return { kind: 'chart', detail, at };
}
