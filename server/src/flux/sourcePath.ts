import { joinPath } from '../kustomize/files.ts';
import type { FileId } from '../text/sourcePointer.ts';

/**
 * The folder that `spec.path` names in its source: the source itself where it is absent, and never one outside, since `..`
 * ends at the top. Variables in it are not replaced.
 * Source: kustomize-controller v1.9.6 kustomization_controller.go (`securejoin.SecureJoin`).
 */
export function folderOfPath(path: string | undefined): FileId {
  let folder: FileId = '';
  for (const part of (path ?? '').split('/')) folder = joinPath(folder, part) ?? '';
  return folder;
}

const remotePrefixes = [
  'git::',
  'gh:',
  'ssh://',
  'https://',
  'http://',
  'git@',
  'github.com:',
  'github.com/',
];

/**
 * Whether a component may stand in a Kustomization of Flux.
 * Source: fluxcd/pkg/kustomize v1.41.0 kustomize_generator.go `IsLocalRelativePath`.
 */
export function isLocalRelativePath(path: string): boolean {
  const lower = path.toLowerCase();
  const isRemote = remotePrefixes.some(
    (prefix) => prefix.length < path.length && lower.startsWith(prefix),
  );
  return !isRemote && !path.startsWith('/') && !lower.replace(/^file:\/\//, '').startsWith('/');
}
