import { isRead, type ApplicationSource } from '../delivery/application.ts';
import type { NamedText } from '../helm/deployers/chartInputs.ts';
import { contentQuery, joinInRepository, resolvedQuery } from '../kustomize/files.ts';
import { listFolder } from '../kustomize/folderListing.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { compareBytes } from '../util/compareBytes.ts';
import { matchesDoubleStar } from './applicationSet/doubleStar.ts';
import type { ArgoHelm } from './sourceOptions.ts';

/** A values file of the tree. */
export interface FoundFile extends NamedText {
  readonly file: FileId;
}

/** A values file, or in what words there is none. */
export type FoundText = FoundFile | { readonly missing: string };

/** Where values files are looked for. */
export interface ValueFilesContext {
  readonly reader: Reader;
  /** All sources of the application, for files that name another one. */
  readonly sources: readonly ApplicationSource[];
  /** Puts the variables of Argo CD in. */
  readonly expand: (text: string) => string;
}

/**
 * The values files of a source, the weakest first. A pattern stands for all files that fit it, in the order in which folders
 * are walked, but for those that are named themselves; a file counts once. A missing file, and a pattern that nothing fits, is
 * left out where the source says that files may be missing.
 * Source: Argo CD reposerver/repository (`getResolvedValueFiles`, `ResolveValueFiles`, `resolveRawPath`);
 * util/io/path/resolved.go `ResolveValueFilePathOrUrl`.
 */
export function valueFiles(
  folder: FileId,
  { valueFiles: named, ignoreMissingValueFiles }: ArgoHelm,
  context: ValueFilesContext,
): readonly FoundText[] {
  const { reader } = context;
  const places = named.map(({ value }) => ({ value, ...placeOf(folder, value, context) }));
  const explicit = new Set(
    places.flatMap(({ path }) => (path === undefined || isGlob(path) ? [] : [path])),
  );
  const seen = new Set<FileId>();
  return places.flatMap(({ value, path, missing }): readonly FoundText[] => {
    if (path === undefined) return [{ missing }];
    const matches = isGlob(path) ? filesLike(reader, path) : [path];
    if (matches.length === 0 && !ignoreMissingValueFiles)
      return [{ missing: `no file fits ${value}` }];
    return matches.flatMap((one): readonly FoundText[] => {
      if (seen.has(one) || (isGlob(path) && explicit.has(one))) return [];
      seen.add(one);
      const found = fileNamed(matches.length > 1 ? one : value, one, value, reader);
      return 'missing' in found && ignoreMissingValueFiles ? [] : [found];
    });
  });
}

/** The file of a path, under a name; `told` is how it is called where it is missing. */
export function fileNamed(
  name: string,
  path: FileId | undefined,
  told: string,
  reader: Reader,
): FoundText {
  const found = path === undefined ? undefined : reader.get(resolvedQuery, path);
  const content = found?.kind === 'file' ? reader.get(contentQuery, found.path) : undefined;
  return content?.kind === 'text' && found !== undefined
    ? { name, text: content.text, file: found.path }
    : { missing: `there is no file ${told}` };
}

/** A path counts from the chart, and one that begins with a slash from the repository. */
function placeOf(
  folder: FileId,
  value: string,
  { sources, expand }: ValueFilesContext,
): { readonly path: FileId | undefined; readonly missing: string } {
  const none = (missing: string) => ({ path: undefined, missing });
  const name = expandKeepingReference(value, expand);
  const [, ref, rest = ''] = /^\$([^/]+)\/(.*)$/.exec(name) ?? [];
  if (ref !== undefined) {
    const other = sources.find((one) => one.ref === ref);
    if (other === undefined || !isRead(other)) return none(`${value} is in another repository`);
    return {
      path: joinInRepository(other.tree ?? '', rest),
      missing: `there is no file ${value}`,
    };
  }
  if (/^[a-z+]+:\/\//i.test(name)) return none(`${value} is not in the repository`);
  return { path: joinInRepository(folder, name), missing: `there is no file ${value}` };
}

/** The name of another source looks like a variable, and is none. */
function expandKeepingReference(text: string, expand: (text: string) => string): string {
  const [, reference, rest] = /^(\$[^/]+)(\/.*)$/.exec(text) ?? [];
  return reference === undefined || reference.startsWith('$ARGOCD_')
    ? expand(text)
    : reference + expand(rest ?? '');
}

function isGlob(path: string): boolean {
  return /[*?[]/.test(path);
}

/** The files that fit a pattern; folders are walked one after the other, a folder before those in it. */
function filesLike(reader: Reader, pattern: string): readonly FileId[] {
  const parts = pattern.split('/');
  const fixed = parts.slice(0, parts.findIndex(isGlob)).join('/');
  const depth = parts.includes('**') ? undefined : parts.length;
  const found: FileId[] = [];
  const walk = (folder: FileId): void => {
    const folders: FileId[] = [];
    for (const name of [...listFolder(reader, folder)].sort(compareBytes)) {
      const path = folder === '' ? name : `${folder}/${name}`;
      const kind = reader.get(resolvedQuery, path)?.kind;
      if (kind === 'file' && matchesDoubleStar(pattern, path)) found.push(path);
      if (kind === 'directory' && (depth === undefined || path.split('/').length < depth))
        folders.push(path);
    }
    folders.forEach(walk);
  };
  if (reader.get(resolvedQuery, fixed)?.kind === 'directory') walk(fixed);
  return found;
}
