import { kustomizationFileNames } from '../kustomize/load.ts';
import { rootReferencesQuery } from '../kustomize/rootReferences.ts';
import { loadTarget } from '../kustomize/target.ts';
import { entryInput } from '../kustomize/files.ts';
import type { Query, Reader } from '../query/database.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { rootsInput } from './roots.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** What a root is to the others: told by its kind and by who names whom, never by names of folders. */
export type Role = 'component' | 'overlay' | 'base' | 'standalone';

/** A kustomization root in its role. */
export interface Layer {
  readonly root: FileId;
  /** Its kustomization file. */
  readonly file: FileId;
  /** A component by its kind; else an overlay if it has bases; else a base if it has users. */
  readonly role: Role;
  /** The roots that it names, components among them, in the order of the file. */
  readonly bases: readonly FileId[];
  /** The roots that name it, sorted. */
  readonly users: readonly FileId[];
}

/** All layers; an edit that changes no reference between roots gives an equal value. */
export const layersQuery: Query<'', readonly Layer[]> = {
  name: 'layers',
  equals: deepEqual,
  compute: (_key, reader) => {
    const roots = reader.read(rootsInput, '');
    const known = new Set(roots);
    const bases = new Map(roots.map((root) => [root, basesOf(reader, root, known)] as const));
    const users = new Map<FileId, FileId[]>(roots.map((root) => [root, []]));
    for (const [root, named] of bases) for (const base of named) users.get(base)?.push(root);
    return roots.map((root) => {
      const own = { bases: bases.get(root) ?? [], users: users.get(root) ?? [] };
      const { file, isComponent } = reader.get(ownKindQuery, root);
      return { root, file, role: isComponent ? 'component' : roleOf(own), ...own };
    });
  },
};

/** The layers by their roots. */
export const layerOfRootQuery: Query<'', ReadonlyMap<FileId, Layer>> = {
  name: 'layerOfRoot',
  compute: (_key, reader) =>
    new Map(reader.get(layersQuery, '').map((layer) => [layer.root, layer])),
};

/** Makes what the roles of layers are told by, of one root. */
export function prepareLayer(reader: Reader, root: FileId): void {
  reader.get(rootReferencesQuery, `root:${root}`);
  reader.get(ownKindQuery, root);
}

/** What a root is by its own file. */
const ownKindQuery: Query<FileId, { readonly file: FileId; readonly isComponent: boolean }> = {
  name: 'ownKind',
  equals: deepEqual,
  compute: (root, reader) => {
    const target = loadTarget(reader, root, 'none');
    if (target.kind === 'target') {
      const isComponent = target.kustomization.kind.value === 'Component';
      return { file: target.source.file, isComponent };
    }
    return { file: firstFile(reader, root), isComponent: false };
  },
};

function basesOf(reader: Reader, root: FileId, known: ReadonlySet<FileId>): readonly FileId[] {
  const named = reader.get(rootReferencesQuery, `root:${root}`);
  return named.filter((base) => known.has(base) && base !== root);
}

function roleOf({ bases, users }: Pick<Layer, 'bases' | 'users'>): Role {
  if (bases.length > 0) return 'overlay';
  return users.length > 0 ? 'base' : 'standalone';
}

/** The first of the kustomization files that a root has. */
function firstFile(reader: Reader, root: FileId): FileId {
  const paths = kustomizationFileNames.map((name) => (root === '' ? name : `${root}/${name}`));
  return paths.find((path) => reader.read(entryInput, path) !== undefined) ?? root;
}
