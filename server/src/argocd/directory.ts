import {
  contentIdOf,
  entryInput,
  joinPath,
  remotesFolder,
  resolvedQuery,
} from '../kustomize/files.ts';
import { listFolder } from '../kustomize/folderListing.ts';
import { Resource } from '../kustomize/resource.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { PendingTarget } from '../kustomize/target.ts';
import type { Reader } from '../query/database.ts';
import { problemAt, type Problem } from '../text/problem.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import { matchesGlob } from '../text/globPattern.ts';
import { jsonManifestsQuery, yamlManifestsQuery } from './manifests.ts';
import type { ArgoDirectory } from './sourceOptions.ts';

/** The objects of a plain folder. */
export interface DirectoryManifests {
  readonly kind: 'manifests';
  readonly resources: readonly Resource[];
  readonly failures: readonly Problem[];
  readonly gaps: readonly RenderGap[];
}

/**
 * The objects of the files of a folder, in the order in which it is walked; `folder` is where it lies without links, or
 * `undefined` where its path ends in a link, through which nothing is found.
 * Source: Argo CD 3.2.0 reposerver/repository/repository.go `findManifests`, `getPotentiallyValidManifests`.
 */
export function directoryManifests(
  folder: FileId | undefined,
  options: ArgoDirectory | undefined,
  reader: Reader,
): DirectoryManifests | PendingTarget {
  const resources: Resource[] = [];
  const failures: Problem[] = [];
  const gaps: RenderGap[] = [];
  let isPending = false;
  for (const { file, path } of folder === undefined ? [] : walk(reader, folder, '', options)) {
    if (path.endsWith('.jsonnet')) {
      gaps.push({ kind: 'exec', detail: file, at: { kind: 'file', file } });
      continue;
    }
    const id = contentIdOf(reader, file) ?? '';
    const read = reader.get(path.endsWith('.json') ? jsonManifestsQuery : yamlManifestsQuery, id);
    isPending ||= read === undefined;
    if (read?.problem !== undefined) {
      const { problem, ordinal } = read.problem;
      const at: SourcePointer =
        ordinal < 0 ? { kind: 'file', file } : { kind: 'node', file, ordinal };
      const parameters = { ...problem.parameters, path: file };
      failures.push(problemAt({ ...problem, parameters }, at));
    }
    const source = { file, inside: [], root: folder ?? '' };
    for (const node of read?.nodes ?? []) resources.push(new Resource(node, source));
  }
  return isPending ? { kind: 'pending' } : { kind: 'manifests', resources, failures, gaps };
}

/** A file that may hold manifests: where it is without links, and its path from the folder of the application. */
interface FoundManifest {
  readonly file: FileId;
  readonly path: string;
}

function walk(
  reader: Reader,
  folder: FileId,
  prefix: string,
  options: ArgoDirectory | undefined,
): readonly FoundManifest[] {
  return listFolder(reader, folder).flatMap((name): readonly FoundManifest[] => {
    const file = joinPath(folder, name) ?? name;
    if (file === remotesFolder) return [];
    const path = `${prefix}${name}`;
    const entry = reader.read(entryInput, file);
    if (entry?.kind === 'directory')
      return options?.recurse === true ? walk(reader, file, `${path}/`, options) : [];
    if (!/\.(yaml|yml|json|jsonnet)$/.test(name)) return [];
    const resolved = reader.get(resolvedQuery, file);
    if (resolved?.kind !== 'file') return [];
    return isWanted(path, options) ? [{ file: resolved.path, path }] : [];
  });
}

/** Source: repository.go `getPotentiallyValidManifestFile`: no separator stops a `*`. */
function isWanted(path: string, options: ArgoDirectory | undefined): boolean {
  const exclude = options?.exclude?.value ?? '';
  const include = options?.include?.value ?? '';
  if (exclude !== '' && matchesGlob(exclude, path)) return false;
  return include === '' || matchesGlob(include, path);
}
