import { gvkOf } from '../../kubernetes/gvk.ts';
import { contentIdOf, readContent } from '../../kustomize/files.ts';
import { objectsQuery } from '../../kustomize/objects.ts';
import { rootsInput } from '../../layers/roots.ts';
import { treePathsInput } from '../../layers/treePaths.ts';
import type { Query } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import { loadTarget } from '../../kustomize/target.ts';
import { kustomizationPaths } from './kustomizationPaths.ts';

/** An object as a file declares it; names are those that are written there. */
export interface DeclaredObject {
  readonly file: FileId;
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  /** The ordinal of the name. */
  readonly ordinal: number;
}

/** The objects of a content by the text alone; patches look the same. */
const declaredInContentQuery: Query<string, readonly Omit<DeclaredObject, 'file'>[]> = {
  name: 'declaredInContent',
  byContent: true,
  equals: deepEqual,
  compute: (content, reader) => {
    const value = readContent(reader, content);
    if (value?.kind !== 'text' || !/^["']?kind["']?\s*:|^\s*\{/m.test(value.text)) return [];
    return reader.get(objectsQuery, content).nodes.flatMap((node) => {
      const metadata = field(node, 'metadata');
      const name = field(metadata, 'name');
      if (name?.kind !== 'scalar' || name.value === '') return [];
      const kind = rawText(field(node, 'kind'));
      const { group } = gvkOf(rawText(field(node, 'apiVersion')), kind);
      const namespace = rawText(field(metadata, 'namespace'));
      return [{ group, kind, name: name.value, namespace, ordinal: name.ordinal }];
    });
  },
};

/** The files that roots read as patches. */
const patchFilesQuery: Query<'', ReadonlySet<FileId>> = {
  name: 'patchFiles',
  equals: (a, b) => a.size === b.size && [...a].every((one) => b.has(one)),
  compute: (_key, reader) => {
    const found = new Set<FileId>();
    for (const root of reader.read(rootsInput, '')) {
      const target = loadTarget(reader, root, 'none');
      if (target.kind !== 'target') continue;
      for (const { role, path } of kustomizationPaths(target))
        if (role === 'patch' && path !== undefined) found.add(path);
    }
    return found;
  },
};

/** All objects that files of the tree declare, in the order of the files: neither patches nor templates of charts. */
export const declaredObjectsQuery: Query<'', readonly DeclaredObject[]> = {
  name: 'declaredObjects',
  compute: (_key, reader) => {
    const patches = reader.get(patchFilesQuery, '');
    const paths = reader.read(treePathsInput, '');
    const charts = paths.flatMap((path) =>
      /(?:^|\/)Chart\.ya?ml$/.test(path) ? [path.replace(/Chart\.ya?ml$/, 'templates/')] : [],
    );
    return paths.flatMap((file) => {
      const isOther = !/\.(?:ya?ml|json)$/i.test(file) || isKustomizationFile(file);
      if (isOther || patches.has(file) || charts.some((one) => file.startsWith(one))) return [];
      const content = contentIdOf(reader, file);
      const declared = content === undefined ? [] : reader.get(declaredInContentQuery, content);
      return declared.map((one) => ({ file, ...one }));
    });
  },
};
