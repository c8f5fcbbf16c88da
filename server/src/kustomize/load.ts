import type { Reader } from '../query/database.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import {
  contentQuery,
  isBeside,
  isInOrBelow,
  joinPath,
  parentOf,
  resolvedQuery,
  type Content,
  remoteInput,
  repositoryOf,
} from './files.ts';
import { isRemoteFile, parseRepoSpec, remoteKey } from './remote.ts';
import { tooLargeProblem } from './tooLarge.ts';

/** Which files a root may read: those in or below it, or any. Source: kustomize api internal/loader/loadrestrictions.go. */
export type LoadRestrictions = 'root' | 'none';

/** A file that may be read, under its own path (links followed). */
export interface FoundFile {
  readonly kind: 'file';
  readonly file: FileId;
}

/** A file's text. */
export interface FileText {
  readonly kind: 'text';
  readonly file: FileId;
  readonly text: string;
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

/** Finds a file that a kustomization names. Source: kustomize api v0.21.1 internal/loader/fileloader.go `Load`. */
export function findFile(
  reader: Reader,
  root: FileId,
  path: string,
  restrictions: LoadRestrictions,
): FoundFile | RemoteFile | Problem {
  if (isRemoteFile(path)) {
    const file = reader.read(remoteInput, path);
    return file === undefined ? { kind: 'remote', address: path } : { kind: 'file', file };
  }
  const joined = joinPath(root, path);
  const resolved = joined === undefined ? undefined : reader.get(resolvedQuery, joined);
  if (resolved === undefined) return problem('kustomize.file-not-found', { path });
  if (resolved.kind === 'directory') return problem('kustomize.not-a-file', { path });
  if (isBeside(root) && !isInOrBelow(resolved.path, repositoryOf(root) ?? root)) {
    return problem('kustomize.outside-repository', { path });
  }
  if (restrictions === 'root' && !isInOrBelow(parentOf(resolved.path), root)) {
    return problem('kustomize.outside-root', { path, root });
  }
  return { kind: 'file', file: resolved.path };
}

/** Reads the text of a file that a kustomization names. */
export function loadText(
  reader: Reader,
  root: FileId,
  path: string,
  restrictions: LoadRestrictions,
): FileText | Pending | Problem {
  const found = findFile(reader, root, path, restrictions);
  if (found.kind === 'problem') return found;
  if (found.kind === 'remote') return problem('kustomize.remote-file', { address: found.address });
  const content = reader.get(contentQuery, found.file);
  if (content === undefined) return { kind: 'pending' };
  if (content.kind === 'tooLarge') return tooLargeProblem({ path, size: content.size });
  return { kind: 'text', file: found.file, text: textOf(content) };
}

/** A content as text; bytes that are no UTF-8 show as replacement characters, which YAML refuses where it matters. */
function textOf(content: Exclude<Content, { kind: 'tooLarge' }>): string {
  return content.kind === 'text' ? content.text : new TextDecoder().decode(content.bytes);
}

/** The folder that an entry names, links followed. Source: fileloader.go `New`. */
export function loadFolder(
  reader: Reader,
  root: FileId,
  path: string,
): { readonly kind: 'folder'; readonly folder: FileId } | Problem {
  if (path === '') return problem('kustomize.empty-path');
  if (path.startsWith('/')) return problem('kustomize.absolute-root', { path });
  const joined = joinPath(root, path);
  const resolved = joined === undefined ? undefined : reader.get(resolvedQuery, joined);
  if (resolved === undefined) return problem('kustomize.path-not-found', { path });
  if (resolved.kind !== 'directory') return problem('kustomize.not-a-folder', { path });
  return { kind: 'folder', folder: resolved.path };
}

/** A root that an entry names. */
export interface FoundRoot {
  readonly kind: 'folder';
  readonly folder: FileId;
}

/**
 * The root that an entry names: a folder, or one in a remote repository, which must not lead out of it.
 * Source: kustomize api v0.21.1 internal/loader/fileloader.go `New`, `newLoaderAtGitClone`, `errIfGitContainmentViolation`.
 */
export function findRoot(
  reader: Reader,
  root: FileId,
  path: string,
): FoundRoot | RemoteFile | Problem {
  const address = parseRepoSpec(path);
  if (address === undefined) {
    const folder = loadFolder(reader, root, path);
    const repository = repositoryOf(root);
    if (
      folder.kind === 'folder' &&
      repository !== undefined &&
      !isInOrBelow(folder.folder, repository)
    ) {
      return problem('kustomize.outside-repository', { path });
    }
    return folder;
  }
  const repository = reader.read(remoteInput, remoteKey(address));
  if (repository === undefined) return { kind: 'remote', address: path };
  const joined = joinPath(repository, address.folder);
  const resolved = joined === undefined ? undefined : reader.get(resolvedQuery, joined);
  if (resolved === undefined) return problem('kustomize.path-not-found', { path });
  if (resolved.kind !== 'directory') return problem('kustomize.not-a-folder', { path });
  if (!isInOrBelow(resolved.path, repository))
    return problem('kustomize.outside-repository', { path });
  return { kind: 'folder', folder: resolved.path };
}

/** What restricts a root: a remote one is always restricted to itself, but for one of a tree beside the one at hand. */
export function restrictionsOf(folder: FileId, restrictions: LoadRestrictions): LoadRestrictions {
  return repositoryOf(folder) === undefined || isBeside(folder) ? restrictions : 'root';
}

/** The names of a kustomization file, of which a root has exactly one. Source: kustomize api konfig/general.go. */
export const kustomizationFileNames = [
  'kustomization.yaml',
  'kustomization.yml',
  'Kustomization',
] as const;

/** Finds the kustomization file of a root. Source: kustomize api v0.21.1 internal/target/kusttarget.go `LoadKustFile`. */
export function findKustomizationFile(
  reader: Reader,
  root: FileId,
  restrictions: LoadRestrictions,
): FoundFile | Problem {
  let found: FoundFile | undefined;
  for (const name of kustomizationFileNames) {
    const file = findFile(reader, root, name, restrictions);
    if (file.kind !== 'file') continue;
    if (found !== undefined) return problem('kustomize.two-kustomization-files', { root });
    found = file;
  }
  return found ?? problem('kustomize.no-kustomization-file', { root });
}
