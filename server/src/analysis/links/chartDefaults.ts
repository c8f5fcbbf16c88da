import { parentOf, resolvedQuery } from '../../kustomize/files.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import { nodeAtPath, pathOfOrdinal, type YamlPath } from '../../yaml/positions.ts';
import { treePathsInput } from '../../layers/treePaths.ts';
import { textOfFile } from '../completion/objectsBelow.ts';
import { sourceIndexOf } from '../sourceIndex.ts';
import { namingFilesQuery, pathsOfFileQuery } from './pathsOfFile.ts';

/** A value of a chart that is set at a place, and where the charts have their defaults of it. */
export interface ChartDefault {
  /** The value that is set. */
  readonly at: SourcePointer;
  readonly path: YamlPath;
  readonly defaults: readonly SourcePointer[];
}

/**
 * The defaults of the value that stands at an offset of a values file, or of the values in an Application or a HelmRelease;
 * `undefined` where there are no values of a chart of the tree.
 */
export function chartDefaultAt(
  reader: Reader,
  file: FileId,
  offset: number,
): ChartDefault | undefined {
  const index = sourceIndexOf(reader, file);
  const ordinal = index?.ordinalAt(offset);
  const place = index && ordinal !== undefined ? pathOfOrdinal(index.roots, ordinal) : undefined;
  if (index === undefined || place === undefined) return undefined;
  const inline = inlineValues(place.path);
  const charts = inline === undefined ? chartsOfFile(reader, file) : chartsNamedIn(reader, file);
  const path = inline ?? place.path;
  if (charts.length === 0 || path.length === 0) return undefined;
  const root = index.roots[place.document];
  const own = root && nodeAtPath(root, place.path);
  if (own === undefined) return undefined;
  const defaults = charts.flatMap((chart): readonly SourcePointer[] => {
    const values = `${chart}/values.yaml`;
    if (values === file) return [];
    const [top] = sourceIndexOf(reader, values)?.roots ?? [];
    const node = top && nodeAtPath(top, path);
    return node === undefined ? [] : [{ kind: 'node', file: values, ordinal: node.ordinal }];
  });
  return { at: { kind: 'node', file, ordinal: own.ordinal }, path, defaults };
}

/** What a default of a chart is used by. */
export interface DefaultUses {
  readonly at: SourcePointer;
  /** The values files that set it, and the lines of templates that read it. */
  readonly uses: readonly SourcePointer[];
}

/** What sets and reads the value at an offset of a chart's values.yaml; `undefined` for any other file. */
export function defaultUsesAt(
  reader: Reader,
  file: FileId,
  offset: number,
): DefaultUses | undefined {
  const chart = parentOf(file);
  const index = sourceIndexOf(reader, file);
  const ordinal = index?.ordinalAt(offset);
  if (file !== `${chart}/values.yaml` || index === undefined || ordinal === undefined) {
    return undefined;
  }
  if (!isChart(reader, chart)) return undefined;
  const { path = [], document = 0 } = pathOfOrdinal(index.roots, ordinal) ?? {};
  const root = index.roots[document];
  const own = root && nodeAtPath(root, path);
  if (own === undefined || path.length === 0) return undefined;
  const paths = reader.read(treePathsInput, '');
  const setters = valuesFiles(reader, chart)
    .filter((one) => one !== file && chartsOfFile(reader, one).includes(chart))
    .flatMap((one): readonly SourcePointer[] => {
      const [top] = sourceIndexOf(reader, one)?.roots ?? [];
      const node = top && nodeAtPath(top, path);
      return node === undefined ? [] : [{ kind: 'node', file: one, ordinal: node.ordinal }];
    });
  const form = `.Values.${path.map(String).join('.')}`;
  const readers = paths
    .filter((one) => one.startsWith(`${chart}/templates/`))
    .flatMap((one) =>
      linesWith(textOfFile(reader, one) ?? '', form).map((line) => ({ file: one, line })),
    )
    .map(({ file: template, line }): SourcePointer => ({ kind: 'line', file: template, line }));
  const at: SourcePointer = { kind: 'node', file, ordinal: own.ordinal };
  return { at, uses: [...setters, ...readers] };
}

/** The lines of a text with a value, and not with one whose name only begins so; counted from 0. */
function linesWith(text: string, value: string): readonly number[] {
  if (!text.includes(value)) return [];
  return text.split('\n').flatMap((line, index) => {
    const at = line.indexOf(value);
    return at < 0 || /^\w/.test(line.slice(at + value.length)) ? [] : [index];
  });
}

/** The files that may hold values of a chart: those beside it, and those that anything names as values. */
function valuesFiles(reader: Reader, chart: FileId): readonly FileId[] {
  const beside = reader
    .read(treePathsInput, '')
    .filter((path) => parentOf(path) === chart && /values[^/]*\.ya?ml$/i.test(path));
  const named = reader
    .get(namingFilesQuery, '')
    .flatMap((file) => reader.get(pathsOfFileQuery, file))
    .flatMap(({ role, path }) => (role === 'values' && path !== undefined ? [path] : []));
  return [...new Set([...beside, ...named])].sort();
}

/** The path below the values that an object of a controller holds itself. */
function inlineValues(path: YamlPath): YamlPath | undefined {
  const words = path.map(String);
  const argo = words.indexOf('valuesObject');
  if (argo > 0 && words[argo - 1] === 'helm') return path.slice(argo + 1);
  return words[0] === 'spec' && words[1] === 'values' ? path.slice(2) : undefined;
}

/** The charts that get a values file: the one that it stands beside, and those that are deployed with it. */
function chartsOfFile(reader: Reader, file: FileId): readonly FileId[] {
  if (!/\.ya?ml$/i.test(file)) return [];
  const folder = parentOf(file);
  const found = new Set<FileId>();
  if (/values[^/]*\.ya?ml$/i.test(file) && isChart(reader, folder)) found.add(folder);
  for (const naming of reader.get(namingFilesQuery, '')) {
    const links = reader.get(pathsOfFileQuery, naming);
    for (const { role, path, base } of links) {
      if (role !== 'values' || path !== file) continue;
      if (isChart(reader, base)) found.add(base);
      else for (const chart of chartsNamedIn(reader, naming)) found.add(chart);
    }
  }
  return [...found];
}

/** The charts of the tree that a file of a controller names. */
function chartsNamedIn(reader: Reader, file: FileId): readonly FileId[] {
  const charts = reader.get(pathsOfFileQuery, file).flatMap(({ role, path }) => {
    const isSource = role === 'application' || role === 'chart';
    return isSource && path !== undefined && isChart(reader, path) ? [path] : [];
  });
  return [...new Set(charts)];
}

function isChart(reader: Reader, folder: FileId): boolean {
  return reader.get(resolvedQuery, `${folder}/Chart.yaml`)?.kind === 'file';
}
