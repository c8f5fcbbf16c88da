import { readApplication, type ArgoApplication } from '../../argocd/application.ts';
import type { Application, ApplicationSource } from '../../delivery/application.ts';
import { readFluxApplication } from '../../flux/fluxApplication.ts';
import { isInOrBelow, joinPath, resolvedQuery } from '../../kustomize/files.ts';
import { kustomizationFileNames } from '../../kustomize/load.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { foldersBelow, reachedRoots } from '../reach.ts';
import { ownReadsQuery } from '../reachReads.ts';
import { fleetQuery } from './fleet.ts';

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
  const roots = reachedRoots(reader, changed, 'none');
  const touched: Touched = { paths: [...changed], roots, rootSet: new Set(roots), reader };
  const reached = new Set<string>();
  // Parents stand before their children.
  for (const application of reader.get(fleetQuery, '').applications) {
    const { key, parent, controller } = application;
    const isFilled = controller === 'flux' && parent !== undefined && reached.has(parent);
    if (isFilled || readsTouched(application, touched)) reached.add(key);
  }
  return reached;
}

/** The changed paths that an application reads: files of its folders, and of all that they build on. */
export function readsOf(
  reader: Reader,
  { sources }: Application,
  changed: ReadonlySet<FileId>,
): readonly FileId[] {
  const found = new Set<FileId>();
  for (const { isHere, path } of sources) {
    if (!isHere || path === undefined) continue;
    for (const one of changed) if (isInOrBelow(one, path)) found.add(one);
    for (const folder of foldersBelow(reader, path, 'none')) {
      for (const one of reader.get(ownReadsQuery, `none:${folder}`).paths) {
        if (changed.has(one)) found.add(one);
      }
    }
  }
  return [...found].sort();
}

interface Touched {
  readonly paths: readonly FileId[];
  /** The roots whose build may see the change. */
  readonly roots: readonly FileId[];
  readonly rootSet: ReadonlySet<FileId>;
  readonly reader: Reader;
}

function readsTouched(application: Application, touched: Touched): boolean {
  const { sources, object } = application;
  const argo = object && readApplication(object);
  return (
    sources.some((source) => source.isHere && folderTouched(source, touched)) ||
    (argo !== undefined && valuesTouched(argo, sources, touched)) ||
    componentsOf(application, argo).some((folder) => touched.rootSet.has(folder))
  );
}

/** A root is built as a whole; of any other folder, all that is in it counts, with the roots below it. */
function folderTouched({ path, build }: ApplicationSource, touched: Touched): boolean {
  if (path === undefined || build === 'files') return false;
  const own = touched.reader.get(resolvedQuery, path)?.path ?? path;
  if (build === 'kustomize' && (touched.rootSet.has(path) || touched.rootSet.has(own))) return true;
  const isOwn = (one: FileId): boolean => isInOrBelow(one, path) || isInOrBelow(one, own);
  return build === 'kustomize' && isRoot(own, touched.reader)
    ? touched.paths.some((one) => isOwn(one) && /(?:^|\/)\.argocd-source[^/]*\.yaml$/.test(one))
    : touched.paths.some(isOwn) || touched.roots.some(isOwn);
}

/** Whether a folder has a kustomization file: without one, Flux makes one of all that is in it. */
function isRoot(folder: FileId, reader: Reader): boolean {
  return kustomizationFileNames.some(
    (name) => reader.get(resolvedQuery, folder === '' ? name : `${folder}/${name}`) !== undefined,
  );
}

function valuesTouched(
  argo: ArgoApplication,
  sources: readonly ApplicationSource[],
  { paths }: Touched,
): boolean {
  const named = valuesPaths(argo, sources);
  return named.some((pattern) => paths.some((path) => matchesValues(path, pattern)));
}

/** Values files, or patterns of them: they stand beside the chart, or in another source that they name by `$name`. */
export function valuesPaths(
  { sources: written }: ArgoApplication,
  sources: readonly ApplicationSource[],
): readonly string[] {
  const folders = new Map<string, FileId>();
  for (const { ref, path, isHere } of sources) {
    if (ref !== undefined && isHere) folders.set(ref, path ?? '');
  }
  return written.flatMap((source, index) => {
    const folder = sources[index]?.path ?? '';
    const named = [
      ...(source.helm?.valueFiles ?? []).map(({ value }) => value),
      ...(source.helm?.fileParameters ?? []).map(({ path }) => path),
    ];
    return named.flatMap((name) => {
      const [, ref, rest = ''] = /^\$([^/]+)\/(.*)$/.exec(name) ?? [];
      if (ref === undefined) return joinPath(folder, name) ?? [];
      return folders.has(ref) ? (joinPath('', rest) ?? []) : [];
    });
  });
}

/** A pattern counts by what stands before its first star: more than it takes, and never less. */
function matchesValues(path: FileId, pattern: string): boolean {
  const star = pattern.search(/[*?[{]/);
  return star < 0 ? path === pattern : path.startsWith(pattern.slice(0, star));
}

/** The components that the object adds to the root. */
export function componentsOf(
  { object, sources }: Pick<Application, 'object' | 'sources'>,
  argo: ArgoApplication | undefined,
): readonly FileId[] {
  const flux = object && argo === undefined ? readFluxApplication(object) : undefined;
  const own =
    flux?.kind === 'Kustomization'
      ? [{ folder: sources[0]?.path, components: flux.edit.components }]
      : (argo?.sources ?? []).map((source, index) => ({
          folder: sources[index]?.path,
          components: source.kustomize?.components ?? [],
        }));
  return own.flatMap(({ folder, components }) =>
    folder === undefined ? [] : components.flatMap(({ value }) => joinPath(folder, value) ?? []),
  );
}
