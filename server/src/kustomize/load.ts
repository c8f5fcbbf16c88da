import type { Reader } from '../query/database.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { isInOrBelow, joinPath, parentOf, readContent, resolvePath, type Content } from './files.ts';
import { isRemoteFile } from './remote.ts';

/** Which files a root may read: those in or below it, or any. Source: kustomize api internal/loader/loadrestrictions.go. */
export type LoadRestrictions = 'root' | 'none';

/** A file that was read, under its own path (links followed). */
export interface LoadedFile {
  readonly kind: 'file';
  readonly file: FileId;
  readonly contentId: string;
  readonly content: Content;
}

/** The content is not loaded yet: the build is asked again. */
export interface Pending {
  readonly kind: 'pending';
}

/** Only a network could tell. */
export interface RemoteFile {
  readonly kind: 'remote';
  readonly address: string;
}

/** Reads a file that a kustomization names. Source: kustomize api v0.21.1 internal/loader/fileloader.go `Load`. */
export function loadFile(
  reader: Reader,
  root: FileId,
  path: string,
  restrictions: LoadRestrictions,
): LoadedFile | Pending | RemoteFile | Problem {
  if (isRemoteFile(path)) return { kind: 'remote', address: path };
  const joined = joinPath(root, path);
  const resolved = joined === undefined ? undefined : resolvePath(reader, joined);
  if (joined === undefined || resolved === undefined) return problem('kustomize.file-not-found', { path });
  if (resolved.entry.kind === 'directory') return problem('kustomize.not-a-file', { path });
  if (restrictions === 'root' && !isInOrBelow(parentOf(resolved.path), root)) {
    return problem('kustomize.outside-root', { path, root });
  }
  const content = readContent(reader, resolved.entry.content);
  if (content === undefined) return { kind: 'pending' };
  if (content.kind === 'tooLarge') return problem('kustomize.file-too-large', { path, size: String(content.size) });
  return { kind: 'file', file: resolved.path, contentId: resolved.entry.content, content };
}

/** The folder that an entry names, links followed. Source: fileloader.go `New`. */
export function loadFolder(reader: Reader, root: FileId, path: string): { readonly kind: 'folder'; readonly folder: FileId } | Problem {
  if (path === '') return problem('kustomize.empty-path');
  if (path.startsWith('/')) return problem('kustomize.absolute-root', { path });
  const joined = joinPath(root, path);
  const resolved = joined === undefined ? undefined : resolvePath(reader, joined);
  if (resolved === undefined) return problem('kustomize.path-not-found', { path });
  if (resolved.entry.kind !== 'directory') return problem('kustomize.not-a-folder', { path });
  return { kind: 'folder', folder: resolved.path };
}

/** The names of a kustomization file, of which a root has exactly one. Source: kustomize api konfig/general.go. */
export const kustomizationFileNames = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'] as const;

/** Finds the kustomization file of a root. Source: kustomize api v0.21.1 internal/target/kusttarget.go `LoadKustFile`. */
export function loadKustomizationFile(
  reader: Reader,
  root: FileId,
  restrictions: LoadRestrictions,
): LoadedFile | Pending | Problem {
  let found: LoadedFile | Pending | undefined;
  for (const name of kustomizationFileNames) {
    const loaded = loadFile(reader, root, name, restrictions);
    if (loaded.kind === 'problem' && loaded.code === 'kustomize.file-too-large') return loaded;
    if (loaded.kind !== 'file' && loaded.kind !== 'pending') continue;
    if (found !== undefined) return problem('kustomize.two-kustomization-files', { root });
    found = loaded;
  }
  return found ?? problem('kustomize.no-kustomization-file', { root });
}
