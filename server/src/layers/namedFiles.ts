import { joinPath, resolvedQuery } from '../kustomize/files.ts';
import { parseFileSource } from '../kustomize/generators/keyValues.ts';
import type { Kustomization } from '../kustomize/kustomization.ts';
import { kustomizationFileNames } from '../kustomize/load.ts';
import { isRemoteFile } from '../kustomize/remote.ts';
import { loadTarget, type Target } from '../kustomize/target.ts';
import type { Query } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { rootsInput } from './roots.ts';

/** The files that one kustomization file names, itself among them; not those of its bases. */
export interface NamedFiles {
  readonly files: readonly FileId[];
  readonly missing: readonly FileId[];
  readonly above: number;
}

/** What a root's own kustomization file names; an edit that names the same files gives an equal value. */
export const namedFilesQuery: Query<FileId, NamedFiles> = {
  name: 'namedFiles',
  equals: deepEqual,
  compute: (root, reader) => {
    const files = new Set<FileId>();
    const missing = new Set<FileId>();
    let above = 0;
    const add = (path: string, whenMissing: 'tell' | 'ignore'): void => {
      const joined = joinPath(root, path);
      const found = joined === undefined ? undefined : reader.get(resolvedQuery, joined);
      if (found?.kind === 'file') files.add(found.path);
      if (found === undefined && joined !== undefined && whenMissing === 'tell') {
        missing.add(joined);
      }
      if (joined === undefined) above = Math.max(above, foldersAbove(root, path));
    };
    for (const name of kustomizationFileNames) add(name, 'ignore');
    const target = loadTarget(reader, root, 'none');
    for (const path of target.kind === 'target' ? namedPaths(target) : []) {
      // A text of more lines is an inline object.
      if (!path.includes('\n') && !isRemoteFile(path)) add(path, 'tell');
    }
    return { files: [...files], missing: [...missing], above };
  },
};

/** The roots that name each file themselves. */
export const directReadersQuery: Query<'', ReadonlyMap<FileId, readonly FileId[]>> = {
  name: 'directReaders',
  compute: (_key, reader) => {
    const readers = new Map<FileId, FileId[]>();
    for (const root of reader.read(rootsInput, '')) {
      for (const file of reader.get(namedFilesQuery, root).files) {
        const known = readers.get(file);
        if (known === undefined) readers.set(file, [root]);
        else known.push(root);
      }
    }
    return readers;
  },
};

/** How far a relative path climbs above the tree's top. */
function foldersAbove(root: FileId, path: string): number {
  let depth = root === '' ? 0 : root.split('/').length;
  let lowest = 0;
  for (const part of path.startsWith('/') ? [] : path.split('/')) {
    if (part === '..') depth -= 1;
    else if (part !== '' && part !== '.') depth += 1;
    lowest = Math.min(lowest, depth);
  }
  return -lowest;
}

/** The paths that a root's own kustomization file names, as they are written there; inline texts are among them. */
export function namedPaths({ kustomization }: Target): readonly string[] {
  const located = [
    ...kustomization.resources,
    ...kustomization.components,
    ...kustomization.crds,
    ...kustomization.configurations,
    ...kustomization.generators,
    ...kustomization.transformers,
    ...kustomization.validators,
    ...kustomization.patchesStrategicMerge,
    ...[...kustomization.patches, ...kustomization.patchesJson6902].map(({ path }) => path),
    ...kustomization.replacements.map(({ path }) => path),
  ];
  const schema = kustomization.openapi.filter(({ key }) => key === 'path');
  return [
    ...located.flatMap((one) => (one === undefined ? [] : [one.value])),
    ...schema.map(({ value }) => value),
    ...generatorPaths(kustomization),
  ];
}

function generatorPaths(kustomization: Kustomization): readonly string[] {
  const { configMapGenerator, secretGenerator } = kustomization;
  return [...configMapGenerator, ...secretGenerator].flatMap(({ envs, files }) => [
    ...envs.map(({ value }) => value),
    ...files.flatMap(({ value }) => {
      const source = parseFileSource(value);
      return 'path' in source ? [source.path] : [];
    }),
  ]);
}
