import { kustomizationFileNames } from '../kustomize/load.ts';
import { rootReferencesQuery } from '../kustomize/rootReferences.ts';
import { loadTarget } from '../kustomize/target.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

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

/** All roots of the tree with their roles, sorted by folder. */
export function layers(analysis: Analysis): Answer<readonly Layer[]> {
  const roots = analysis.roots();
  return analysis.ask((reader) => {
    const known = new Set(roots);
    const bases = new Map(roots.map((root) => [root, basesOf(reader, root, known)] as const));
    const users = new Map<FileId, FileId[]>(roots.map((root) => [root, []]));
    for (const [root, named] of bases) for (const base of named) users.get(base)?.push(root);
    return roots.map((root) => {
      const own = { bases: bases.get(root) ?? [], users: users.get(root) ?? [] };
      return { root, file: fileOf(analysis, root), role: roleOf(reader, root, own), ...own };
    });
  });
}

function basesOf(reader: Reader, root: FileId, known: ReadonlySet<FileId>): readonly FileId[] {
  const named = reader.get(rootReferencesQuery, `root:${root}`);
  return named.filter((base) => known.has(base) && base !== root);
}

function roleOf(
  reader: Reader,
  root: FileId,
  { bases, users }: { readonly bases: readonly FileId[]; readonly users: readonly FileId[] },
): Role {
  const target = loadTarget(reader, root, 'none');
  if (target.kind === 'target' && target.kustomization.kind.value === 'Component') {
    return 'component';
  }
  if (bases.length > 0) return 'overlay';
  return users.length > 0 ? 'base' : 'standalone';
}

function fileOf({ files }: Analysis, root: FileId): FileId {
  const paths = kustomizationFileNames.map((name) => (root === '' ? name : `${root}/${name}`));
  return paths.find((path) => files.has(path)) ?? root;
}
