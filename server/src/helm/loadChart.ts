import { compareBytes } from '../util/compareBytes.ts';
import { dictValue, type MapValue } from '../template/value.ts';
import { maxFileSize, readArchive } from './archive.ts';
import type { Chart } from './chart.ts';
import { fileText, type ChartFile, type FileContent } from './chartFile.ts';
import { chartSchema, type ChartSchema } from './chartSchema.ts';
import { isIgnored, readIgnoreRules, type IgnoreRules } from './helmIgnore.ts';
import { emptyMetadata, metadataProblem, readMetadata, type ChartMetadata } from './metadata.ts';
import type { HelmRules } from './helmVersion.ts';
import {
  hasMoreDocuments,
  readPlacedValues,
  readValues,
  type ReadValues,
  type ValuePlaces,
} from './readValues.ts';

/** The folder of a chart, with links followed; paths are counted from it. */
export interface ChartFolder {
  /** What stands in a folder, in any order; `''` is the chart's own. */
  readonly list: (folder: string) => readonly FolderEntry[];
  /** `undefined` for what cannot be read yet. */
  readonly read: (file: string) => FileContent | undefined;
}

/** A file or a folder by its own name. */
export interface FolderEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
  /** Where a folder stands that a link leads to, in words of one's own: the same for the same folder. */
  readonly target?: string;
}

/** A chart, or why there is none: in Helm's words. */
export type LoadedChart = { readonly chart: Chart } | { readonly problem: string };

/**
 * Loads the chart of a folder, without what its .helmignore leaves out.
 * Source: Helm v4.2.3 pkg/chart/v2/loader/directory.go `LoadDir`.
 */
export function loadChartFolder(folder: ChartFolder, places?: ValuePlaces): LoadedChart {
  return loadChartFiles(folder, '', places);
}

/** Loads the chart of a folder that stands at a path, counted from the chart at the top. */
export function loadChartFiles(
  folder: ChartFolder,
  path: string,
  places: ValuePlaces | undefined,
): LoadedChart {
  const names = new Set(folder.list('').map(({ name }) => name));
  // Helm reads all there is first; what a whole repository holds would take long.
  if (!names.has('Chart.yaml')) {
    return { problem: 'Chart.yaml file is missing' };
  }
  const hasRules = names.has('.helmignore');
  const content = hasRules ? folder.read('.helmignore') : undefined;
  const rules = readIgnoreRules(
    content === undefined ? undefined : fileText({ name: '.helmignore', content }),
  );
  if ('problem' in rules) {
    return rules;
  }
  const walk: Walk = { folder, rules, files: [], problem: undefined };
  walkFolder(walk, '', new Set());
  return walk.problem === undefined
    ? loadFiles(walk.files, path, places)
    : { problem: walk.problem };
}

interface Walk {
  readonly folder: ChartFolder;
  readonly rules: IgnoreRules;
  readonly files: ChartFile[];
  problem: string | undefined;
}

/** As many files as a chart may have: links that lead to each other's folders multiply them. */
const mostFiles = 10_000;

/** `linked`: the folders on the way here that links lead to. Source: Helm v4.2.3 internal/sympath/walk.go `symwalk`. */
function walkFolder(walk: Walk, path: string, linked: ReadonlySet<string>): void {
  const entries = [...walk.folder.list(path)].sort((a, b) => compareBytes(a.name, b.name));
  for (const { name, kind, target } of entries) {
    if (walk.problem !== undefined) {
      return;
    }
    const below = path === '' ? name : `${path}/${name}`;
    if (isIgnored(walk.rules, below, kind)) {
      continue;
    }
    if (kind === 'folder') {
      if (target !== undefined && linked.has(target)) {
        walk.problem = `error evaluating symlink ${below}: EvalSymlinks: too many links`;
        return;
      }
      walkFolder(walk, below, target === undefined ? linked : new Set([...linked, target]));
      continue;
    }
    if (walk.files.length === mostFiles) {
      walk.problem = `the chart has more than ${mostFiles} files`;
      return;
    }
    const content = walk.folder.read(below);
    if (content === undefined) {
      continue;
    }
    if (content.kind === 'bytes' && content.bytes.length > maxFileSize) {
      walk.problem = `chart file "${name}" is larger than the maximum file size ${maxFileSize}`;
    }
    walk.files.push({ name: below, content });
  }
}

/**
 * A chart from its files.
 * Source: Helm v4.2.3 pkg/chart/v2/loader/load.go `LoadFiles`.
 */
export function loadFiles(
  files: readonly ChartFile[],
  folder: string,
  places?: ValuePlaces,
): LoadedChart {
  const loading: Loading = {
    folder,
    places,
    metadata: undefined,
    values: dictValue(),
    firstValues: undefined,
    schema: undefined,
    templates: [],
    files: [],
    subcharts: new Map(),
    problem: undefined,
  };
  const chartFile = files.find(({ name }) => name === 'Chart.yaml');
  if (chartFile !== undefined) {
    mergeMetadata(loading, chartFile);
    if (loading.metadata?.apiVersion === '') {
      loading.metadata = { ...loading.metadata, apiVersion: 'v1' };
    }
  }
  for (const file of files) {
    sortFile(loading, file);
  }
  const { metadata } = loading;
  if (loading.problem !== undefined || metadata === undefined) {
    return { problem: loading.problem ?? 'Chart.yaml file is missing' };
  }
  const problem = metadataProblem(metadata);
  if (problem !== undefined) {
    return { problem };
  }
  const dependencies: Chart[] = [];
  for (const [name, below] of loading.subcharts) {
    const loaded = loadSubchart(name, below, loading);
    if (loaded !== undefined && 'problem' in loaded) {
      return { problem: `error unpacking subchart ${name} in ${metadata.name}: ${loaded.problem}` };
    }
    if (loaded !== undefined) {
      dependencies.push(loaded.chart);
    }
  }
  const { values, firstValues, schema, templates } = loading;
  return {
    chart: {
      name: metadata.name,
      metadata,
      values,
      firstValues,
      schema,
      templates,
      files: loading.files,
      dependencies,
      folder,
    },
  };
}

interface Loading {
  readonly folder: string;
  /** Where to note where values stand. */
  readonly places: ValuePlaces | undefined;
  metadata: ChartMetadata | undefined;
  values: MapValue;
  firstValues: MapValue | undefined;
  schema: ChartSchema | undefined;
  readonly templates: ChartFile[];
  readonly files: ChartFile[];
  /** By the first part of their names below `charts/`. */
  readonly subcharts: Map<string, ChartFile[]>;
  problem: string | undefined;
}

function sortFile(loading: Loading, file: ChartFile): void {
  const { name } = file;
  switch (name) {
    case 'Chart.yaml':
    case 'Chart.lock':
      return;
    case 'values.yaml': {
      const { folder, places } = loading;
      const path = folder === '' ? name : `${folder}/${name}`;
      const text = fileText(file);
      const readAs = (rules: HelmRules): ReadValues =>
        places === undefined
          ? readValues(text, undefined, rules)
          : readPlacedValues(path, text, { places, rules });
      const read = readAs(4);
      if ('problem' in read) {
        loading.problem ??= `cannot load values.yaml: ${read.problem}`;
        return;
      }
      loading.values = read.values;
      const first = hasMoreDocuments(text) ? readAs(3) : undefined;
      if (first !== undefined && 'values' in first) loading.firstValues = first.values;
      return;
    }
    case 'values.schema.json':
      loading.schema = chartSchema(fileText(file));
      return;
    case 'requirements.yaml':
      mergeMetadata(loading, file);
      keepForFirstVersion(loading, file);
      return;
    case 'requirements.lock':
      keepForFirstVersion(loading, file);
      return;
    default:
  }
  if (name.startsWith('templates/')) {
    loading.templates.push(file);
  } else if (name.startsWith('charts/') && !name.endsWith('.prov')) {
    const below = name.slice('charts/'.length);
    const [first = ''] = below.split('/', 1);
    const group = loading.subcharts.get(first) ?? [];
    loading.subcharts.set(first, [...group, { name: below, content: file.content }]);
  } else {
    loading.files.push(file);
  }
}

function mergeMetadata(loading: Loading, file: ChartFile): void {
  const read = readMetadata(fileText(file), loading.metadata ?? emptyMetadata);
  if ('problem' in read) {
    loading.problem ??= `cannot load ${file.name}: ${read.problem}`;
  } else {
    loading.metadata = read.metadata;
  }
}

function keepForFirstVersion(loading: Loading, file: ChartFile): void {
  if (loading.metadata?.apiVersion === 'v1') {
    loading.files.push(file);
  }
}

/** `undefined` for what is no chart. */
function loadSubchart(
  name: string,
  files: readonly ChartFile[],
  { folder, places }: Loading,
): LoadedChart | undefined {
  if (name.startsWith('_') || name.startsWith('.')) {
    return undefined;
  }
  const place = folder === '' ? `charts/${name}` : `${folder}/charts/${name}`;
  if (!name.endsWith('.tgz')) {
    const below = files
      .filter((file) => file.name.includes('/'))
      .map((file) => ({ ...file, name: file.name.slice(name.length + 1) }));
    return loadFiles(below, place, places);
  }
  const [archive] = files;
  if (archive === undefined || archive.name !== name) {
    return {
      problem: `error unpacking subchart tar: expected ${name}, got ${archive?.name ?? 'nothing'}`,
    };
  }
  const { content } = archive;
  const bytes = content.kind === 'bytes' ? content.bytes : new TextEncoder().encode(content.text);
  const unpacked = readArchive(bytes);
  return 'problem' in unpacked ? unpacked : loadFiles(unpacked.files, place, places);
}
