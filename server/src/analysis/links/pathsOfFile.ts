import { joinPath, parentOf, resolvedQuery } from '../../kustomize/files.ts';
import { loadTarget } from '../../kustomize/target.ts';
import { mentioningFilesQuery } from '../../layers/fleet/declaring.ts';
import { isKustomizationFile, rootsInput } from '../../layers/roots.ts';
import { kustomizationFileNames } from '../../kustomize/load.ts';
import { treePathsInput } from '../../layers/treePaths.ts';
import type { Query } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { controllerPaths } from './controllerPaths.ts';
import { documentsOf, pointerIn, type SourceDocument } from './documents.ts';
import { kustomizationPaths } from './kustomizationPaths.ts';
import type { PathLink } from './pathLink.ts';

/** The paths of the tree that a file names, in the order of what kind of file it is; an edit that names the same gives an equal value. */
export const pathsOfFileQuery: Query<FileId, readonly PathLink[]> = {
  name: 'pathsOfFile',
  equals: deepEqual,
  compute: (file, reader) => {
    const documents = documentsOf(reader, file);
    const inDocuments = documents.flatMap((document) => controllerPaths(reader, document));
    if (isKustomizationFile(file)) {
      const target = loadTarget(reader, parentOf(file), 'none');
      const own = target.kind === 'target' && target.source.file === file;
      return own ? [...kustomizationPaths(target), ...inDocuments] : inDocuments;
    }
    if (chartFile.test(file)) return documents.flatMap(chartPaths);
    return inDocuments;
  },
};

const chartFile = /(?:^|\/)Chart\.ya?ml$/;

/** The charts beside a chart that it depends on. */
function chartPaths(document: SourceDocument): readonly PathLink[] {
  const { node, source } = document;
  const dependencies = field(node, 'dependencies');
  const items: readonly ResourceNode[] =
    dependencies?.kind === 'sequence' ? dependencies.items : [];
  return items.flatMap((item): readonly PathLink[] => {
    const repository = field(item, 'repository');
    const prefix = 'file://';
    if (repository?.kind !== 'scalar' || !rawText(repository).startsWith(prefix)) return [];
    const { value: scalar } = repository;
    const path = joinPath(source.root, scalar.slice(prefix.length));
    const at = pointerIn(document, repository);
    const own = { base: source.root, counts: 'from-file', isWhole: true } as const;
    return [{ role: 'chart', at, scalar, start: prefix.length, end: scalar.length, path, ...own }];
  });
}

/** The files that may name paths of the tree, sorted. */
export const namingFilesQuery: Query<'', readonly FileId[]> = {
  name: 'namingFiles',
  equals: deepEqual,
  compute: (_key, reader) => {
    const kustomizations = reader.read(rootsInput, '').flatMap((root) =>
      kustomizationFileNames.flatMap((name) => {
        const found = reader.get(resolvedQuery, root === '' ? name : `${root}/${name}`);
        return found?.kind === 'file' ? [found.path] : [];
      }),
    );
    const charts = reader.read(treePathsInput, '').filter((path) => chartFile.test(path));
    const controllers = reader.get(mentioningFilesQuery, '');
    return [...new Set([...kustomizations, ...controllers, ...charts])].sort();
  },
};
