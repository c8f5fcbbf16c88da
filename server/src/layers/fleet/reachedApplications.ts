import { readApplication, type ArgoApplication } from '../../argocd/application.ts';
import { matchesDoubleStar } from '../../argocd/applicationSet/doubleStar.ts';
import {
  readFolder,
  type Application,
  type ApplicationSource,
} from '../../delivery/application.ts';
import { chartReadsQuery } from '../../delivery/chartInTree.ts';
import { readFluxApplication } from '../../flux/fluxApplication.ts';
import { ignoreFileName } from '../../flux/ignore.ts';
import {
  contentIdOf,
  isBeside,
  isInOrBelow,
  joinPath,
  resolvedQuery,
} from '../../kustomize/files.ts';
import { kustomizationFileNames } from '../../kustomize/load.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { foldersBelow, reachedRoots } from '../reach.ts';
import { isSubmoduleContent } from '../submodules.ts';
import { readsOfFolder } from '../reachReads.ts';
import { conventionRelease } from './conventions.ts';
import { fleetPartsQuery, fleetQuery } from './fleet.ts';
import { fluxValuesFiles } from './fluxUnits.ts';
import { perhapsHere } from './perhapsHere.ts';
import { takenValuesQuery } from './takenValues.ts';
import { parentKey } from './unitKeys.ts';
import { objectsAroundQuery } from './units.ts';

/**
 * The keys of the applications whose output may differ where paths of the tree change: told by the folders that they read,
 * without rendering any. Whatever else changes, what they deliver stays as it is, unless their own objects change.
 *
 * `changed` are the files and links that changed, appeared or went away, and the folders that came or went with them.
 */
export function reachedApplications(
  reader: Reader,
  changed: ReadonlySet<FileId>,
): ReadonlySet<string> {
  const index = reader.get(readingIndexQuery, '');
  const isMadeOfFolders = index.byFolder.size + index.byComponent.size > 0;
  const roots = isMadeOfFolders ? reachedRoots(reader, changed, 'none') : [];
  const reached = new Set<string>();
  for (const path of changed) {
    for (const reading of foldersAround(path).flatMap((one) => index.byFolder.get(one) ?? [])) {
      if (!readsRoot(reading, reader) || isOverride(path)) reached.add(reading.key);
    }
    if (isSubmoduleContent(contentIdOf(reader, path) ?? '')) {
      for (const [folder, readings] of index.byFolder) {
        if (folder.startsWith(`${path}/`)) for (const { key } of readings) reached.add(key);
      }
    }
    for (const key of index.byValues.get(path) ?? []) reached.add(key);
    for (const { prefix, key } of index.patterns) if (path.startsWith(prefix)) reached.add(key);
  }
  for (const root of roots) {
    for (const { key, build } of index.byFolder.get(root) ?? []) {
      if (build === 'kustomize') reached.add(key);
    }
    for (const key of index.byComponent.get(root) ?? []) reached.add(key);
    for (const reading of foldersAround(root).flatMap((one) => index.byFolder.get(one) ?? [])) {
      if (!readsRoot(reading, reader)) reached.add(reading.key);
    }
  }
  const beside = new Set([...changed].filter(isBeside));
  for (const one of beside.size === 0 ? [] : reader.get(fleetQuery, '').applications) {
    if (readsBeside(reader, one, beside)) reached.add(one.key);
  }
  const leavesOut = [...changed].some(isIgnoreFile);
  // Parents stand before their children.
  for (const { key, parent, sources } of reader.get(fleetPartsQuery, '').ofFlux) {
    if (leavesOut && sources.some(({ isHere }) => isHere)) reached.add(key);
    if (parent !== undefined && reached.has(parent)) reached.add(key);
  }
  return reached.size === 0 ? reached : withTakers(reader, reached);
}

/** Applications with those that take values from what they deliver, and with what these deliver in turn. */
function withTakers(reader: Reader, reached: ReadonlySet<string>): ReadonlySet<string> {
  const taken = reader.get(takenValuesQuery, '');
  if (taken.size === 0) return reached;
  const all = new Set(reached);
  for (let size = -1; size !== all.size;) {
    size = all.size;
    for (const [key, values] of taken)
      if (values.some(({ provider }) => all.has(provider))) all.add(key);
    for (const { key, parent, controller } of reader.get(fleetQuery, '').applications)
      if (controller === 'flux' && parent !== undefined && all.has(parent)) all.add(key);
  }
  return all;
}

/**
 * Whether what changed in trees beside the one at hand may concern an application: a root, or a folder of Argo CD, by what it
 * reads; anything else that is made of such a tree, by any change of it.
 */
function readsBeside(
  reader: Reader,
  application: Application,
  changed: ReadonlySet<FileId>,
): boolean {
  return application.sources.some((source) => {
    const { tree, build } = source;
    if (tree === undefined || ![...changed].some((one) => isInOrBelow(one, tree))) return false;
    const folder = readFolder(source);
    const own = folder === undefined ? undefined : reader.get(resolvedQuery, folder)?.path;
    const isRead = build === 'kustomize' && own !== undefined && isRoot(own, reader);
    const isListed = build === 'directory' && application.controller === 'argocd';
    if (folder === undefined || own === undefined || !(isRead || isListed)) return true;
    const read = { ...source, isHere: true, path: folder };
    return readsOf(reader, { ...application, sources: [read] }, changed).length > 0;
  });
}

/** A folder that an application is made of. */
interface Reading {
  readonly key: string;
  readonly build: ApplicationSource['build'];
  /** The folder that it leads to. */
  readonly own: FileId;
}

/** Who reads what: keys of applications. */
interface ReadingIndex {
  /** By the folder as it is named, and as it is. */
  readonly byFolder: ReadonlyMap<FileId, readonly Reading[]>;
  /** By values files. */
  readonly byValues: ReadonlyMap<FileId, readonly string[]>;
  /** Patterns of values files, by what stands before their first star: more than they take, and never less. */
  readonly patterns: readonly { readonly prefix: string; readonly key: string }[];
  /** By components that objects add to their roots. */
  readonly byComponent: ReadonlyMap<FileId, readonly string[]>;
}

/** Made once for a fleet, so that a change costs what it reaches and not what there is. */
const readingIndexQuery: Query<'', ReadingIndex> = {
  name: 'readingIndex',
  compute: (_key, reader) => {
    const folders: [FileId, Reading][] = [];
    const values: [string, string][] = [];
    const components: [FileId, string][] = [];
    for (const one of reader.get(fleetQuery, '').applications) {
      const application = { ...one, ...perhapsHere(reader, one) };
      const { key, sources, object } = application;
      for (const { isHere, path, build } of sources) {
        if (!isHere || path === undefined || build === 'files') continue;
        const own = reader.get(resolvedQuery, path)?.path ?? path;
        for (const folder of new Set([path, own])) folders.push([folder, { key, build, own }]);
      }
      for (const own of chartReads(reader, application)) {
        folders.push([own, { key, build: 'helm', own }]);
      }
      const argo = object && readApplication(object);
      if (argo !== undefined) {
        values.push(...valuesPaths(argo, sources).map((one): [string, string] => [one, key]));
      }
      for (const folder of componentsOf(application, argo)) components.push([folder, key]);
    }
    const [patterns, files] = partition(values, ([path]) => isPattern(path));
    return {
      byFolder: valuesByKey(folders),
      byValues: valuesByKey(files),
      patterns: patterns.map(([path, key]) => ({ prefix: beforeStar(path), key })),
      byComponent: valuesByKey(components),
    };
  },
};

function valuesByKey<T>(pairs: readonly (readonly [string, T])[]): ReadonlyMap<string, T[]> {
  const found = new Map<string, T[]>();
  for (const [key, value] of pairs) {
    const known = found.get(key);
    if (known === undefined) found.set(key, [value]);
    else known.push(value);
  }
  return found;
}

function partition<T>(
  items: readonly T[],
  isFirst: (item: T) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((one) => !isFirst(one))];
}

/** A path and all folders that it stands in or below. */
function foldersAround(path: FileId): readonly FileId[] {
  const found = [path];
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    found.push(path.slice(0, end));
  }
  return path === '' ? found : [...found, ''];
}

/**
 * What the charts of an application read beyond their folders, the values files that Flux takes in place of theirs, and those
 * that their names tie to it.
 */
export function chartReads(
  reader: Reader,
  { key, sources, object }: Application,
): readonly FileId[] {
  const charts = sources.flatMap(({ isHere, path, build }) =>
    isHere && path !== undefined && build === 'helm' ? [path] : [],
  );
  if (charts.length === 0) return [];
  const release = object && readFluxApplication(object);
  const files =
    object !== undefined && release?.kind === 'HelmRelease'
      ? fluxValuesFiles(reader, object, reader.get(objectsAroundQuery, parentKey(key)))
      : [];
  const tied = conventionRelease(reader, key)?.files.flat() ?? [];
  return [...charts.flatMap((path) => reader.get(chartReadsQuery, path)), ...files, ...tied];
}

/** A root is built as a whole; of any other folder, all that is in it counts, with the roots below it. */
function readsRoot({ build, own }: Reading, reader: Reader): boolean {
  return build === 'kustomize' && isRoot(own, reader);
}

/** It says what the artifact of a source of Flux is without, wherever that stands in the folder of the file. */
function isIgnoreFile(path: FileId): boolean {
  return path === ignoreFileName || path.endsWith(`/${ignoreFileName}`);
}

/** Argo CD reads it beside the root. */
function isOverride(path: FileId): boolean {
  return /(?:^|\/)\.argocd-source[^/]*\.yaml$/.test(path);
}

/** The changed paths that an application reads: values files, files of its folders, and of all that they build on. */
export function readsOf(
  reader: Reader,
  found: Application,
  changed: ReadonlySet<FileId>,
): readonly FileId[] {
  const application = { ...found, ...perhapsHere(reader, found) };
  const { controller, sources, object } = application;
  const argo = object && readApplication(object);
  const read = new Set<FileId>();
  if (controller === 'flux') for (const one of changed) if (isIgnoreFile(one)) read.add(one);
  for (const named of argo === undefined ? [] : valuesPaths(argo, sources))
    for (const one of changed) if (isNamedBy(named, one)) read.add(one);
  for (const path of chartReads(reader, application))
    for (const one of changed) if (isInOrBelow(one, path)) read.add(one);
  for (const { isHere, path } of sources) {
    if (!isHere || path === undefined) continue;
    for (const one of changed) if (isInOrBelow(one, path)) read.add(one);
  }
  for (const start of startFolders(application)) {
    for (const folder of foldersBelow(reader, start, 'none')) {
      for (const one of readsOfFolder(reader, 'none', folder).paths) {
        if (changed.has(one)) read.add(one);
      }
    }
  }
  return [...read].sort();
}

/** The folders that an application is made of, and the components that its object adds to them. */
function startFolders(application: Pick<Application, 'object' | 'sources'>): readonly FileId[] {
  const { object, sources } = application;
  const own = sources.flatMap(({ isHere, path }) => (isHere && path !== undefined ? [path] : []));
  return [...own, ...componentsOf(application, object && readApplication(object))];
}

/** Whether a path of a values file, or a pattern of them, stands for a file. */
export function isNamedBy(named: string, file: FileId): boolean {
  return isPattern(named) ? matchesDoubleStar(named, file) : named === file;
}

/** Whether a folder has a kustomization file: without one, Flux makes one of all that is in it. */
function isRoot(folder: FileId, reader: Reader): boolean {
  return kustomizationFileNames.some(
    (name) => reader.get(resolvedQuery, folder === '' ? name : `${folder}/${name}`) !== undefined,
  );
}

/**
 * Values files of the tree, or patterns of them: they stand beside the chart, or in another source that they name by `$name`;
 * those of what is elsewhere are elsewhere, too.
 */
export function valuesPaths(
  { sources: written }: ArgoApplication,
  sources: readonly ApplicationSource[],
): readonly string[] {
  const folders = new Map<string, FileId>();
  for (const { ref, path, isHere } of sources) {
    if (ref !== undefined && isHere) folders.set(ref, path ?? '');
  }
  return written.flatMap((source, index) => {
    const { isHere = false, path: folder = '' } = sources[index] ?? {};
    const named = [
      ...(source.helm?.valueFiles ?? []).map(({ value }) => value),
      ...(source.helm?.fileParameters ?? []).map(({ path }) => path),
    ];
    return named.map(withoutVariables).flatMap((name) => {
      const [, ref, rest = ''] = /^\$([^/]+)\/(.*)$/.exec(name) ?? [];
      if (ref === undefined) return isHere ? (joinPath(folder, name) ?? []) : [];
      return folders.has(ref) ? (joinPath('', rest) ?? []) : [];
    });
  });
}

/** What Argo CD puts in for a variable of its own may be anything. */
function withoutVariables(name: string): string {
  return name.replace(/\$\{?ARGOCD_\w+\}?/g, '*');
}

function isPattern(path: string): boolean {
  return /[*?[{]/.test(path);
}

/** What stands before the first star of a pattern. */
export function beforeStar(pattern: string): string {
  return pattern.replace(/[*?[{].*$/s, '');
}

/** The components that the object adds to a root of the tree. */
export function componentsOf(
  { object, sources }: Pick<Application, 'object' | 'sources'>,
  argo: ArgoApplication | undefined,
): readonly FileId[] {
  const flux = object && argo === undefined ? readFluxApplication(object) : undefined;
  const own =
    flux?.kind === 'Kustomization'
      ? [{ folder: folderHere(sources[0]), components: flux.edit.components }]
      : (argo?.sources ?? []).map((source, index) => ({
          folder: folderHere(sources[index]),
          components: source.kustomize?.components ?? [],
        }));
  return own.flatMap(({ folder, components }) =>
    folder === undefined ? [] : components.flatMap(({ value }) => joinPath(folder, value) ?? []),
  );
}

function folderHere(source: ApplicationSource | undefined): FileId | undefined {
  return source?.isHere === true ? source.path : undefined;
}
