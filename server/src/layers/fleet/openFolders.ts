import { isInOrBelow } from '../../kustomize/files.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { field } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { OpenGenerator } from './fleet.ts';

/**
 * The folders that the applications of an open generator may be made of: those below what stands before the first
 * placeholder in each `path` of its templates. All of the tree (`''`) where a path begins with one, or stands nowhere.
 */
export function openFolders({ object }: Pick<OpenGenerator, 'object'>): readonly FileId[] {
  const spec = field(object.node, 'spec');
  const paths: string[] = [];
  collectPaths(field(spec, 'template'), paths);
  collectPaths(field(spec, 'generators'), paths);
  if (field(spec, 'templatePatch') !== undefined || paths.length === 0) return [''];
  return [...new Set(paths.map(folderBefore))];
}

/** Whether a path may be one of an application of an open generator. */
export function isInFolders(path: FileId, folders: readonly FileId[]): boolean {
  return folders.some((folder) => isInOrBelow(path, folder));
}

/** `path` of every source of a template, also of those that generators bring along. */
function collectPaths(node: ResourceNode | undefined, paths: string[]): void {
  if (node?.kind === 'sequence') for (const item of node.items) collectPaths(item, paths);
  if (node?.kind !== 'map') return;
  const path = field(node, 'path');
  if (field(node, 'repoURL') !== undefined && path?.kind === 'scalar') paths.push(path.value);
  for (const value of node.values) collectPaths(value, paths);
}

function folderBefore(path: string): FileId {
  const start = path.indexOf('{{');
  const fixed = start < 0 ? `${path}/` : path.slice(0, start);
  return fixed
    .slice(0, fixed.lastIndexOf('/') + 1)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}
