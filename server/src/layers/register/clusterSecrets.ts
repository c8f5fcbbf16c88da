import { readClusterSecret, type ArgoCluster } from '../../argocd/clusterSecret.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { filesMentioning } from '../mentions.ts';
import { topObjects, topRootsOf } from '../topObjects.ts';
import type { SeenCluster } from './clusterRow.ts';

const mark = 'argocd.argoproj.io/secret-type';

const secretFiles = filesMentioning('clusterSecrets');

/**
 * The clusters that Argo CD knows by Secrets of the tree, sealed and external ones among them: as the roots render them
 * that nobody builds on, or as a file has them that no root reads.
 */
export const clusterSecretsQuery: Query<'', readonly ArgoCluster[]> = {
  name: 'clusterSecrets',
  equals: deepEqual,
  compute: (_key, reader) =>
    topObjects(reader, secretFiles).flatMap((resource) => readClusterSecret(resource) ?? []),
};

/** The roots that the clusters are read from, to be built one after the other. */
export function clusterSecretRoots(reader: Reader): readonly FileId[] {
  return topRootsOf(reader, secretFiles(reader));
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
