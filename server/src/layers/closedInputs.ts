import { chartReadsQuery } from '../delivery/chartInTree.ts';
import type { ChartName } from '../delivery/fetchedChart.ts';
import { pulledChart } from '../delivery/inflateChart.ts';
import { accumulatedQuery } from '../kustomize/accumulate.ts';
import { joinPath, resolvedQuery } from '../kustomize/files.ts';
import type { HelmChart, Located } from '../kustomize/kustomization.ts';
import type { LoadRestrictions } from '../kustomize/load.ts';
import { fileObjectsQuery, readResourceText } from '../kustomize/objects.ts';
import { describeId, Resource } from '../kustomize/resource.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { Target } from '../kustomize/target.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/**
 * What a root gives to a program that Strata does not run (a plugin, the inflation of a chart). While `config` and all that
 * it names stay the same, so does what the program would give.
 */
export interface ClosedInput {
  readonly kind: RenderGap['kind'];
  /** The plugin or the chart, as the gap has it. */
  readonly detail: string;
  /** What its configuration says, however it is written. */
  readonly config: string;
  /** What it names, from the top of the tree, whether or not it is there; of a folder, a program may read all. */
  readonly paths: readonly FileId[];
  /** What stands on the way to what it names, such as links. */
  readonly looks?: readonly FileId[];
  /** Of a chart: what it is given beyond its own values, as JSON by keys with dots. */
  readonly values?: ReadonlyMap<string, string> | undefined;
  /** Of a chart that kustomize would pull: which one. */
  readonly pulls?: ChartName | undefined;
}

/** What the configurations of plugins name, and the inputs of programs. */
export interface PluginInputs {
  /** What plugins that Strata runs itself name, from the top of the tree. */
  readonly paths: readonly FileId[];
  readonly closed: readonly ClosedInput[];
}

/**
 * What a root's generators, transformers, validators and charts name beyond its kustomization file. Any text of a
 * configuration may be a path, so each is taken for one.
 */
export function pluginInputs(
  reader: Reader,
  target: Target,
  restrictions: LoadRestrictions,
): PluginInputs {
  const { generators, transformers, validators } = target.kustomization;
  const paths: FileId[] = [];
  const closed = chartInputs(reader, target);
  for (const entry of [...generators, ...transformers, ...validators]) {
    for (const plugin of pluginsOf(reader, target, entry, restrictions)) {
      const named = namedBy(plugin.node, target.root);
      const { group, version, kind } = plugin.id;
      const isBuiltIn = group === '' && version === 'builtin';
      const isChart = isBuiltIn && kind === 'HelmChartInflationGenerator';
      if (isBuiltIn && !isChart) paths.push(...named);
      else
        closed.push({
          kind: isChart ? 'chart' : 'exec',
          detail: isChart ? (textAt(plugin.node, 'name') ?? '') : describeId(plugin.id),
          config: printed(plugin.node),
          paths: isChart
            ? [...named, ...withReads(reader, chartFolders(plugin.node, target.root))]
            : named,
          ...(isChart && { pulls: pulledByPlugin(plugin.node) }),
        });
    }
  }
  return { paths, closed };
}

/** The configuration objects that an entry stands for: inline, of a file, or of a root. */
function pluginsOf(
  reader: Reader,
  target: Target,
  entry: Located<string>,
  restrictions: LoadRestrictions,
): readonly Resource[] {
  const source = { ...target.source, inside: [entry.ordinal] };
  if (entry.value.includes('\n')) return readResourceText(entry.value, source).resources;
  const joined = joinPath(target.root, entry.value);
  const found = joined === undefined ? undefined : reader.get(resolvedQuery, joined);
  if (found === undefined) return [];
  if (found.kind === 'directory')
    return reader.get(accumulatedQuery, `${restrictions}:${found.path}`).resources;
  return reader.get(fileObjectsQuery, found.path).nodes.map((node) => new Resource(node, source));
}

/** Beyond so many characters a text is no path. */
const longestPath = 1024;

/** Every text of a configuration as a path, and what stands behind `=` in it; not what names the object itself. */
function namedBy(node: ResourceNode, root: FileId): readonly FileId[] {
  const named = new Set<FileId>();
  const add = (text: string): void => {
    const isPath = text !== '' && text.length <= longestPath && !text.includes('\n');
    const joined = isPath ? joinPath(root, text) : undefined;
    if (joined !== undefined && joined !== '' && joined !== root) named.add(joined);
  };
  const visit = (one: ResourceNode): void => {
    switch (one.kind) {
      case 'scalar': {
        add(one.value);
        const equals = one.value.indexOf('=');
        if (equals >= 0) add(one.value.slice(equals + 1));
        return;
      }
      case 'map':
        one.values.forEach(visit);
        return;
      case 'sequence':
        one.items.forEach(visit);
        return;
      case 'alias':
        visit(one.target);
    }
  };
  if (node.kind !== 'map') return [];
  for (const [index, value] of node.values.entries()) {
    if (!identity.has(node.keys[index] ?? '')) visit(value);
  }
  return [...named];
}

const identity: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

function printed(node: ResourceNode): string {
  const text = writeCanonical(node);
  return 'text' in text ? text.text : JSON.stringify(node, withoutPlaces);
}

function withoutPlaces(key: string, value: unknown): unknown {
  return key === 'ordinal' || key === 'origin' ? undefined : value;
}

/** `helmCharts:`. Source: kustomize api v0.21.1 internal/builtins/HelmChartInflationGenerator.go `absChartHome`. */
function chartInputs(reader: Reader, { root, kustomization }: Target): ClosedInput[] {
  const home = kustomization.helmGlobals?.chartHome?.value ?? 'charts';
  return kustomization.helmCharts.map((chart) => ({
    kind: 'chart',
    detail: chart.name?.value ?? '',
    config: JSON.stringify(chart, withoutPlaces),
    pulls: pulledChart(chart),
    paths: [
      ...withReads(reader, foldersOf(root, home, chart.name?.value, chart.version?.value)),
      ...valuesFiles(chart).flatMap((path) => joinPath(root, path) ?? []),
    ],
  }));
}

function valuesFiles({ valuesFile, additionalValuesFiles }: HelmChart): readonly string[] {
  return [valuesFile, ...additionalValuesFiles].flatMap((one) => one?.value ?? []);
}

/** A chart lies in the home, or in a folder of its version there. */
function foldersOf(
  root: FileId,
  home: string,
  name: string | undefined,
  version: string | undefined,
): readonly FileId[] {
  const names =
    name === undefined ? [] : [name, ...(version === undefined ? [] : [`${name}-${version}`])];
  return names.flatMap((one) => joinPath(root, `${home}/${one}`) ?? []);
}

/** Folders of charts, with what the charts read beside them. */
function withReads(reader: Reader, folders: readonly FileId[]): readonly FileId[] {
  return folders.flatMap((folder) => [folder, ...reader.get(chartReadsQuery, folder)]);
}

function chartFolders(node: ResourceNode, root: FileId): readonly FileId[] {
  const home = textAt(node, 'chartHome') ?? 'charts';
  return foldersOf(root, home, textAt(node, 'name'), textAt(node, 'version'));
}

function pulledByPlugin(node: ResourceNode): ChartName | undefined {
  const [repository, chart] = [textAt(node, 'repo'), textAt(node, 'name')];
  return repository === undefined || chart === undefined
    ? undefined
    : { repository, chart, version: textAt(node, 'version') ?? '' };
}

function textAt(node: ResourceNode, key: string): string | undefined {
  const value = node.kind === 'map' ? node.values[node.keys.indexOf(key)] : undefined;
  return value?.kind === 'scalar' && value.value !== '' ? value.value : undefined;
}
