import { readClusterSecret, type ArgoCluster } from '../../argocd/clusterSecret.ts';
import { buildKey, builtQuery } from '../../kustomize/build.ts';
import { contentIdOf, readContent } from '../../kustomize/files.ts';
import { fileObjectsQuery } from '../../kustomize/objects.ts';
import { Resource } from '../../kustomize/resource.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { layersQuery } from '../layers.ts';
import { directReadersQuery } from '../namedFiles.ts';
import { treePathsInput } from '../treePaths.ts';
import type { SeenCluster } from './clusterRow.ts';

const mark = 'argocd.argoproj.io/secret-type';

/** Whether a content may hold the Secret of a cluster, told by its text alone. */
const mentionsSecretQuery: Query<string, boolean> = {
  name: 'mentionsClusterSecret',
  byContent: true,
  compute: (content, reader) => {
    const value = readContent(reader, content);
    return value?.kind === 'text' && value.text.includes(mark);
  },
};

/**
 * The clusters that Argo CD knows by Secrets of the tree, sealed and external ones among them: as the roots render them
 * that nobody builds on, or as a file has them that no root reads.
 */
export const clusterSecretsQuery: Query<'', readonly ArgoCluster[]> = {
  name: 'clusterSecrets',
  compute: (_key, reader) => {
    const files = reader.read(treePathsInput, '').filter((path) => {
      const content = /\.ya?ml$/.test(path) ? contentIdOf(reader, path) : undefined;
      return content !== undefined && reader.get(mentionsSecretQuery, content);
    });
    if (files.length === 0) return [];
    const readers = reader.get(directReadersQuery, '');
    const roots = topRoots(
      files.flatMap((file) => readers.get(file) ?? []),
      reader,
    );
    const rendered = roots.flatMap(
      (root) =>
        reader.get(builtQuery, buildKey(root, { restrictions: 'none', reorder: 'none' })).resources,
    );
    const alone = files
      .filter((file) => !readers.has(file))
      .flatMap((file) =>
        reader
          .get(fileObjectsQuery, file)
          .nodes.map((node) => new Resource(node, { file, inside: [], root: '' })),
      );
    return [...rendered, ...alone].flatMap((resource) => readClusterSecret(resource) ?? []);
  },
};

/** The roots that build on some roots and that nobody builds on, sorted. */
function topRoots(roots: readonly FileId[], reader: Reader): readonly FileId[] {
  const users = new Map(reader.get(layersQuery, '').map((layer) => [layer.root, layer.users]));
  const seen = new Set<FileId>();
  const queue = [...roots];
  for (const root of queue) {
    if (seen.has(root)) continue;
    seen.add(root);
    queue.push(...(users.get(root) ?? []));
  }
  return [...seen].filter((root) => (users.get(root) ?? []).length === 0).sort();
}

/** Secrets as clusters of the table. One whose name cannot be read goes by that of its Secret, which is a guess. */
export function clustersOfSecrets(secrets: readonly ArgoCluster[]): readonly SeenCluster[] {
  return secrets.map((secret) => ({
    name: secret.name?.value ?? secret.secretName,
    server: secret.server?.value,
    project: secret.project?.value,
    flux: undefined,
    labels: Object.fromEntries(
      secret.labels.flatMap(({ key, value }) => (key === mark ? [] : [[key, value]])),
    ),
    annotations: Object.fromEntries(secret.annotations.map(({ key, value }) => [key, value])),
    texts: [],
    at: secret.at,
    certainty: secret.name === undefined ? 'inferred' : 'known',
  }));
}
