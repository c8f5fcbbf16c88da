import { readClusterSecret, type ArgoCluster } from '../../argocd/clusterSecret.ts';
import { readContent } from '../../kustomize/files.ts';
import type { Query } from '../../query/database.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { filesMentioning } from '../mentions.ts';
import { topObjects } from '../topObjects.ts';
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

const secretFiles = filesMentioning(mentionsSecretQuery);

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
