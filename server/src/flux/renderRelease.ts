import { readFolder, type RenderedApplication } from '../delivery/application.ts';
import { readyChartQuery } from '../delivery/chartInTree.ts';
import {
  chartObjects,
  gapOfApis,
  valuesOfNode,
  type ChartObjects,
  type PlacedRelease,
} from '../delivery/chartObjects.ts';
import { objectSource, type LayerSource } from '../delivery/chartOrigins.ts';
import type { ClusterFacts, DeliveredChart } from '../delivery/deliveredChart.ts';
import { toldChart, toldFolder } from '../delivery/fetchedChart.ts';
import { readKubeVersion } from '../helm/capabilities.ts';
import type { ChartInputs, NamedText } from '../helm/deployers/chartInputs.ts';
import { fluxValues, type FluxValuesFrom } from '../helm/deployers/fluxValues.ts';
import { nameOfLayer, type ValuesLayer as ChartLayer } from '../helm/layerValues.ts';
import { build } from '../kustomize/build.ts';
import { newCollector, type Collector } from '../kustomize/collector.ts';
import { contentQuery, joinInRepository, resolvedQuery } from '../kustomize/files.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { StepMemo } from '../kustomize/stepMemo.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { field, rawText } from '../yaml/nodes.ts';
import { chartTemplate } from './chartSource.ts';
import { setCommonMetadata } from './commonMetadata.ts';
import { postRenderTarget } from './editKustomization.ts';
import { fromBytes } from './envsubst/byteText.ts';
import type { FleetObjects } from './fleetObjects.ts';
import type { TracedSource } from './fleetSources.ts';
import { instanceOfRelease } from './fluxInstance.ts';
import type { HelmRelease } from './helmRelease.ts';
import { artifactReader } from './ignore.ts';
import { releaseInputs, type ReleaseInputs, type ValuesLayer } from './releaseInputs.ts';
import { unknownIn } from './variables.ts';

/** What a release renders to, and what its chart was given. */
export interface RenderedRelease extends RenderedApplication {
  readonly inputs: ReleaseInputs;
}

/** With what a release is rendered. */
export interface ReleaseContext {
  readonly reader: Reader;
  readonly objects: FleetObjects;
  readonly source: TracedSource;
  readonly memo?: StepMemo | undefined;
  /** What is known of the cluster that it is delivered to. */
  readonly cluster?: ClusterFacts | undefined;
  /** The version of Helm that helm-controller ships, where somebody tells. */
  readonly helmVersion?: string | undefined;
}

/**
 * Renders a HelmRelease: the chart with its values, then what post-renderers and `commonMetadata` change. A chart that is
 * not in the tree is a gap; of the chart that starts Flux its one object is known all the same. Labels that name the release
 * are not added, as those of other owners are not.
 * Source: helm-controller v1.4.0 helmrelease_controller.go `reconcileRelease`, internal/postrender/build.go
 * `BuildPostRenderers`.
 */
export function renderHelmRelease(release: HelmRelease, context: ReleaseContext): RenderedRelease {
  const inputs = releaseInputs(release, context.objects);
  const report = newCollector();
  const found = fluxChartRelease(release, inputs, context);
  const made = 'gap' in found ? found : objectsOf(found, release);
  if ('gap' in made) {
    const { gap } = made;
    const instance = instanceOfRelease(release.resource);
    const resources = instance === undefined ? [] : [instance];
    return { inputs, resources, ...report.findings(), gaps: [gap, ...inputs.gaps] };
  }
  const resources = postRendered(release, made.resources, { ...context, report });
  const findings = report.findings();
  const open = made.open === undefined ? [] : [gapOfApis(made.open, release.at)];
  return { inputs, resources, ...findings, gaps: [...findings.gaps, ...inputs.gaps, ...open] };
}

function objectsOf(
  placed: PlacedRelease,
  { at }: HelmRelease,
): Extract<ChartObjects, { kind: 'objects' }> | { readonly gap: RenderGap } {
  const made = chartObjects(placed);
  if (made.kind === 'objects') return made;
  return { gap: { kind: 'chart', detail: `${toldFolder(placed.folder)}: ${made.message}`, at } };
}

/**
 * The release that Flux makes of a chart of the tree, or why there is none here. A chart that is made of a folder has the
 * version that stands there: the revision that `reconcileStrategy: Revision` adds to it is that of a commit.
 */
export function fluxChartRelease(
  release: HelmRelease,
  inputs: ReleaseInputs,
  { reader, objects, source: { source, scope }, cluster, helmVersion }: ReleaseContext,
): PlacedRelease | { readonly gap: RenderGap } {
  const { pathExists } = source;
  const path = readFolder(source);
  const gap = (detail: string): { readonly gap: RenderGap } => ({
    gap: { kind: 'chart', detail, at: release.at },
  });
  if (scope === undefined || path === undefined || !pathExists || unknownIn(path).length > 0)
    return gap(chartDetail(source));
  // What comes out of a repository of charts is there as it was packed.
  const artifact = source.chart === undefined ? artifactReader(reader, scope) : reader;
  const template = chartTemplate(release, objects);
  const files = valuesFiles(artifact, scope.folder, {
    files: template?.valuesFiles ?? [],
    ignoresMissing: template?.ignoreMissingValuesFiles?.value === true,
  });
  if ('missing' in files) return gap(`${toldFolder(path)}: there is no file ${files.missing}`);
  const layered = layersOf(release, inputs);
  const own = new Map(files.found.map(({ name }) => [name, fileSource(name)] as const));
  const version = cluster?.kubernetesVersion;
  const kubeVersion = version === undefined ? undefined : readKubeVersion(version);
  const apiVersions = cluster?.apiVersions ?? [];
  return {
    folder: path,
    chart: artifact.get(readyChartQuery, path),
    release: {
      name: inputs.releaseName,
      namespace: inputs.namespace,
      inputs: { ...fluxValues({ ...layered.values, valuesFiles: files.found }), helmVersion },
      ...(kubeVersion !== undefined && { kubeVersion }),
      apiVersions,
      includesDefinitions: release.appliesDefinitions,
      includesHooks: true,
      includesTests: release.runsTests,
      skipsSchema: release.skipsSchema,
    },
    sources: new Map([...own, ...layered.sources]),
    knowsApis: apiVersions.length > 0,
  };
}

/** The chart that a release delivers, with its values. */
export function fluxChart(release: HelmRelease, context: ReleaseContext): DeliveredChart {
  const inputs = releaseInputs(release, context.objects);
  const missing = inputs.gaps.map(({ detail }) => detail);
  const placed = fluxChartRelease(release, inputs, context);
  const { source } = context.source;
  const isFetched = source.chart !== undefined && source.tree !== undefined;
  const name = isFetched ? toldChart(source.repository, source.tree) : chartDetail(source);
  if (!('gap' in placed))
    return { name, placed, inputs: placed.release.inputs, sources: placed.sources, missing };
  const { sources } = layersOf(release, inputs);
  const { helmVersion } = context;
  const values = { ...releaseValues(release, inputs), helmVersion };
  return { name, placed: undefined, inputs: values, sources, missing };
}

/** The values that a release gives to a chart, wherever that is. */
export function releaseValues(release: HelmRelease, inputs: ReleaseInputs): ChartInputs {
  return fluxValues({ ...layersOf(release, inputs).values, valuesFiles: undefined });
}

function fileSource(file: FileId): LayerSource {
  return { kind: 'file', file };
}

/** Files of the artifact, in place of what the chart says itself. */
function valuesFiles(
  artifact: Reader,
  folder: FileId,
  {
    files,
    ignoresMissing,
  }: { readonly files: readonly { readonly value: string }[]; readonly ignoresMissing: boolean },
): { readonly found: readonly NamedText[] } | { readonly missing: string } {
  const found: NamedText[] = [];
  for (const { value } of files) {
    const path = joinInRepository(folder, value);
    const entry = path === undefined ? undefined : artifact.get(resolvedQuery, path);
    const content = entry?.kind === 'file' ? artifact.get(contentQuery, entry.path) : undefined;
    if (entry !== undefined && content?.kind === 'text')
      found.push({ name: entry.path, text: content.text });
    else if (entry !== undefined || !ignoresMissing) return { missing: value };
  }
  return { found };
}

/** The layers of a release as its chart takes them, with their places. */
function layersOf({ resource }: HelmRelease, { layers }: ReleaseInputs) {
  const valuesFrom: FluxValuesFrom[] = [];
  const sources = new Map<string, LayerSource>();
  let values: ReturnType<typeof valuesOfNode>;
  for (const layer of layers) {
    switch (layer.kind) {
      case 'chartFiles':
        break;
      case 'text':
      case 'path': {
        const reference = referenceOf(layer);
        valuesFrom.push(reference);
        const [own] = fluxValues({
          valuesFiles: undefined,
          valuesFrom: [reference],
          values: undefined,
        }).layers;
        sources.set(nameOf(own, reference), placeOf(layer));
        break;
      }
      case 'map':
        values = valuesOfNode(layer.value);
        sources.set('values', objectSource(resource, layer.value));
    }
  }
  return { values: { valuesFrom, values }, sources };
}

function nameOf(layer: ChartLayer | undefined, { name }: FluxValuesFrom): string {
  return layer === undefined ? name : nameOfLayer(layer);
}

type Referenced = Extract<ValuesLayer, { kind: 'text' | 'path' }>;

function referenceOf(layer: Referenced): FluxValuesFrom {
  const text = fromBytes(layer.text) ?? '';
  return layer.kind === 'text'
    ? { name: layer.name, text }
    : { name: layer.name, text, targetPath: layer.path.value, isLiteral: layer.isLiteral };
}

function placeOf({ kind, at, isSecret }: Referenced): LayerSource {
  return { kind: kind === 'text' ? 'text' : 'value', at, isSecret };
}

/** Definitions are applied as they are. */
function postRendered(
  release: HelmRelease,
  resources: readonly Resource[],
  { reader, memo, report }: ReleaseContext & { readonly report: Collector },
): readonly Resource[] {
  const { file, root } = release.resource.source;
  const isSeen = (one: Resource): boolean =>
    !isDefinition(one) && (release.postRendersHooks || !isHook(one));
  const outside = resources.filter((one) => !isSeen(one));
  let inside: readonly Resource[] = resources.filter(isSeen);
  for (const renderer of release.postRenderers) {
    const target = postRenderTarget(renderer, { file, root });
    if (target === undefined) continue;
    const built = build(root, {
      reader,
      restrictions: 'none',
      reorder: 'none',
      managedByLabel: false,
      memo,
      target,
      given: inside,
    });
    report.include(built);
    inside = built.resources;
  }
  return [...outside, ...setCommonMetadata(inside, release.commonMetadata, root)];
}

/** A file of `crds/`; a definition that a template makes is one of the objects. */
function isDefinition({ id, source }: Resource): boolean {
  return id.kind === 'CustomResourceDefinition' && /(?:^|\/)crds\//.test(source.file);
}

function isHook({ node }: Resource): boolean {
  const annotations = field(field(node, 'metadata'), 'annotations');
  return rawText(field(annotations, 'helm.sh/hook')) !== '';
}

/** The chart as people name it: its address, name and version. */
function chartDetail({ repository, chart, revision, path }: TracedSource['source']): string {
  if (path !== undefined) return path;
  const name = chart === undefined ? repository : `${repository} ${chart}`;
  return revision === undefined ? name.trim() : `${name} ${revision}`.trim();
}
