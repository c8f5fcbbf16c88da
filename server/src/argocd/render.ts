import {
  isRead,
  type ApplicationSource,
  type RenderedApplication,
} from '../delivery/application.ts';
import type { ClusterFacts, DeliveredChart } from '../delivery/deliveredChart.ts';
import { toldChart } from '../delivery/fetchedChart.ts';
import { build, buildKey, builtQuery, type Reorder } from '../kustomize/build.ts';
import { newCollector, type Collector, type Findings } from '../kustomize/collector.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { LoadRestrictions } from '../kustomize/load.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { StepMemo } from '../kustomize/stepMemo.ts';
import { loadTarget, type PendingTarget } from '../kustomize/target.ts';
import type { Reader } from '../query/database.ts';
import { problem, problemAt } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { ArgoApplication, ArgoSource } from './application.ts';
import { argoChartInputs, argoChartRelease, renderArgoChart, type ChartContext } from './chart.ts';
import { directoryManifests } from './directory.ts';
import { editKustomization, editsKustomization, emptyTarget } from './editKustomization.ts';
import { expandVariables } from './goExpand.ts';
import { explicitBuild, folderOf, walkedFolder, type SourceContext } from './sources.ts';
import { instanceName, overriddenSource } from './sourceOverrides.ts';
import { deduplicate } from './targetObjects.ts';

/** With what an Application is rendered. */
export interface RenderOptions extends Pick<
  SourceContext,
  'reader' | 'argocdNamespace' | 'plugins' | 'disabled'
> {
  readonly restrictions: LoadRestrictions;
  /** `kustomize.buildOptions` of `argocd-cm`, as far as they change the output. */
  readonly reorder?: Reorder;
  readonly managedByLabel?: boolean;
  /** The id of the commit that is rendered, for `$ARGOCD_APP_REVISION`. */
  readonly revision?: string;
  readonly memo?: StepMemo | undefined;
  /** What is known of the cluster that the application is delivered to. */
  readonly cluster?: ClusterFacts | undefined;
  /** The version of Helm that Argo CD ships, where somebody tells. */
  readonly helmVersion?: string | undefined;
}

/**
 * Renders an Application as the repo server and the controller do: each source in order, the last of equal objects, the
 * namespace of the destination where an object has none. `sources` are those of `sourcesOf`. What is in another repository,
 * or made by a chart or a program, is a gap; `pending` where a content is not loaded yet, which the reader has been told.
 *
 * Tracking labels and annotations are not added.
 * Source: Argo CD 3.2.0 reposerver/repository/repository.go `GenerateManifests`; controller/state.go `GetRepoObjs`,
 * `DeduplicateTargetObjects`.
 */
export function renderArgoApplication(
  application: ArgoApplication,
  sources: readonly ApplicationSource[],
  options: RenderOptions,
): RenderedApplication | PendingTarget {
  const report = newCollector();
  const gaps: RenderGap[] = [];
  const resources: Resource[] = [];
  const written = writtenSources(application, sources);
  for (const [index, source] of sources.entries()) {
    const own = written[index];
    if (own === undefined) continue;
    const made = renderSource({
      application,
      source: own,
      delivered: source,
      sources,
      report,
      gap: (gap) => void gaps.push(gap),
      options,
    });
    if (made.kind === 'pending') return made;
    resources.push(...made.resources);
  }
  const objects = deduplicate(resources, application.destination.namespace, report);
  const found = report.findings();
  return { ...found, resources: objects, gaps: [...found.gaps, ...gaps] };
}

/** The sources as they are written, in the order of those that are delivered. */
function writtenSources(
  { sources, hydrator }: ArgoApplication,
  [first]: readonly ApplicationSource[],
): readonly ArgoSource[] {
  const isDry =
    hydrator !== undefined && first?.revision !== (hydrator.syncBranch?.value ?? undefined);
  return isDry ? [hydrator.dry] : sources;
}

interface SourceRendering {
  readonly application: ArgoApplication;
  readonly source: ArgoSource;
  readonly delivered: ApplicationSource;
  readonly sources: readonly ApplicationSource[];
  readonly report: Collector;
  /** What cannot be had is no failure of the controller. */
  readonly gap: (gap: RenderGap) => void;
  readonly options: RenderOptions;
}

interface Made {
  readonly kind: 'made';
  readonly resources: readonly Resource[];
}

const nothing: Made = { kind: 'made', resources: [] };

function renderSource(rendering: SourceRendering): Made | PendingTarget {
  const { application, source, delivered, report, gap, options } = rendering;
  if (delivered.build === 'files') return nothing;
  if (!isRead(delivered)) {
    const { repository, chart } = delivered;
    const kind = chart === undefined ? 'remote' : 'chart';
    const detail = chart === undefined ? repository : `${repository} ${chart}`;
    gap({ kind, detail, at: source.at });
    return nothing;
  }
  const folder = folderOf(source, options.reader, delivered.tree);
  if (folder.kind === 'none') {
    report.fail(folder.problem ?? problem('argocd.no-path', {}, source.at));
    return nothing;
  }
  const overridden = overriddenSource(application, source, folder.path, options);
  if (overridden.kind === 'pending') return overridden;
  for (const failure of overridden.failures) report.fail(failure);
  if (explicitBuild(overridden.source, options) === 'several')
    report.fail(problem('argocd.several-types', {}, source.at));
  const inner = { ...rendering, source: overridden.source };
  switch (delivered.build) {
    case 'kustomize':
      return renderKustomize(folder.resolved, inner);
    case 'directory':
      return renderDirectory(folder.path, inner);
    case 'helm':
      return renderChart(folder.resolved, inner);
    case 'plugin':
      return renderPlugin(folder.resolved, inner);
    case 'unknown':
      return nothing;
  }
}

/** Without options the root is built as it stands, and shares its build with all who do so. */
function renderKustomize(root: FileId, rendering: SourceRendering): Made | PendingTarget {
  const { source, report, options } = rendering;
  const { reader, restrictions, reorder = 'legacy', managedByLabel = false, memo } = options;
  const { kustomize } = source;
  if (!editsKustomization(kustomize) && !managedByLabel) {
    const built = reader.get(builtQuery, buildKey(root, { restrictions, reorder }));
    report.include(withHelm(built));
    return { kind: 'made', resources: built.resources };
  }
  const loaded = kustomize === undefined ? undefined : loadEdited(reader, root, restrictions);
  if (loaded?.kind === 'pending') return loaded;
  if (loaded?.kind === 'problem') {
    report.fail(problemAt(loaded, { kind: 'file', file: root }));
    return nothing;
  }
  const expand = (text: string): string =>
    expandVariables(text, (name) => variableOf(name, rendering));
  const target =
    loaded && kustomize ? editKustomization(loaded, kustomize, { reader, expand }) : undefined;
  const built = build(root, { reader, restrictions, reorder, managedByLabel, memo, target });
  report.include(withHelm(built));
  return { kind: 'made', resources: built.resources };
}

/** Who deploys charts of kustomizations has switched them on (`--enable-helm`), whether or not the repository shows it. */
function withHelm({ failures, notes, gaps }: Findings): Findings {
  const kept = failures.filter(({ code }) => code !== 'kustomize.chart-needs-helm');
  return { failures: kept, notes, gaps };
}

/** An empty file is none for a build, but can be edited. */
function loadEdited(
  reader: Reader,
  root: FileId,
  restrictions: LoadRestrictions,
): ReturnType<typeof loadTarget> {
  const loaded = loadTarget(reader, root, restrictions);
  return loaded.kind === 'problem' && loaded.code === 'kustomization.empty'
    ? (emptyTarget(root, loaded.at?.file ?? root) ?? loaded)
    : loaded;
}

/** What Argo CD puts in for a variable. Source: repository.go `newEnv`. */
function variableOf(name: string, { application, source, gap, options }: SourceRendering): string {
  switch (name) {
    case 'ARGOCD_APP_NAME':
      return instanceName(application, options.argocdNamespace);
    case 'ARGOCD_APP_NAMESPACE':
      return application.destination.namespace?.value ?? '';
    case 'ARGOCD_APP_PROJECT_NAME':
      return application.project;
    case 'ARGOCD_APP_SOURCE_REPO_URL':
      return source.repoUrl?.value ?? '';
    case 'ARGOCD_APP_SOURCE_PATH':
      return source.path?.value ?? '';
    case 'ARGOCD_APP_SOURCE_TARGET_REVISION':
      return source.targetRevision?.value ?? '';
    case 'ARGOCD_APP_REVISION':
    case 'ARGOCD_APP_REVISION_SHORT':
    case 'ARGOCD_APP_REVISION_SHORT_8': {
      const { revision } = options;
      if (revision !== undefined)
        return name.endsWith('8')
          ? revision.slice(0, 8)
          : name.endsWith('SHORT')
            ? revision.slice(0, 7)
            : revision;
      gap({ kind: 'remote', detail: `$${name}`, at: source.at });
      return '';
    }
    default:
      return '';
  }
}

function renderDirectory(
  path: FileId,
  { source, report, gap, options }: SourceRendering,
): Made | PendingTarget {
  const { reader } = options;
  const read = directoryManifests(walkedFolder(path, reader), source.directory, reader);
  if (read.kind === 'pending') return read;
  for (const failure of read.failures) report.fail(failure);
  for (const one of read.gaps) gap(one);
  return { kind: 'made', resources: read.resources };
}

/** Where rendered charts come in. */
function renderChart(folder: FileId, rendering: SourceRendering): Made {
  const { source, gap } = rendering;
  const rendered = renderArgoChart(folder, source, chartContext(rendering));
  if ('gap' in rendered) {
    gap(rendered.gap);
    return nothing;
  }
  for (const one of rendered.gaps) gap(one);
  return { kind: 'made', resources: rendered.resources };
}

function chartContext(rendering: SourceRendering): ChartContext {
  const { application, sources, options } = rendering;
  return {
    reader: options.reader,
    application,
    sources,
    expand: (text) => expandVariables(text, (name) => variableOf(name, rendering)),
    releaseName: instanceName(application, options.argocdNamespace),
    cluster: options.cluster,
    helmVersion: options.helmVersion,
  };
}

/** The charts that an Application delivers, with their values. */
export function argoCharts(
  application: ArgoApplication,
  sources: readonly ApplicationSource[],
  options: RenderOptions,
): readonly DeliveredChart[] {
  const written = writtenSources(application, sources);
  return sources.flatMap((delivered, index): readonly DeliveredChart[] => {
    const source = written[index];
    const { chart, build, repository } = delivered;
    if (source === undefined || (chart === undefined && build !== 'helm')) return [];
    const folder = folderOf(source, options.reader, delivered.tree);
    const report = newCollector();
    const rendering = {
      application,
      source,
      delivered,
      sources,
      report,
      gap: () => undefined,
      options,
    };
    const overridden =
      folder.kind === 'folder'
        ? overriddenSource(application, source, folder.path, options)
        : undefined;
    const own =
      overridden === undefined || overridden.kind === 'pending' ? source : overridden.source;
    const placed =
      isRead(delivered) && folder.kind === 'folder'
        ? argoChartRelease(folder.resolved, own, chartContext(rendering))
        : undefined;
    const name =
      folder.kind !== 'folder'
        ? `${repository} ${chart ?? ''}`.trim()
        : chart === undefined
          ? folder.path
          : toldChart(repository, folder.path);
    if (placed !== undefined && 'release' in placed)
      return [
        { name, placed, inputs: placed.release.inputs, sources: placed.sources, missing: [] },
      ];
    const { reader, helmVersion } = options;
    const { tree } = delivered;
    const given = argoChartInputs(own, { reader, sources, application, helmVersion, tree });
    return [{ name, placed: undefined, ...given, missing: given.elsewhere }];
  });
}

function renderPlugin(folder: FileId, { source, gap }: SourceRendering): Made {
  const name = source.plugin?.name?.value ?? '';
  gap({ kind: 'exec', detail: name === '' ? folder : name, at: source.plugin?.at ?? source.at });
  return nothing;
}
