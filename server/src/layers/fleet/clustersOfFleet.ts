import {
  localName,
  localServer,
  type ClusterSecret,
} from '../../argocd/applicationSet/clusterGenerator.ts';
import type { Query } from '../../query/database.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import type { RegisterCluster } from '../register/registerCluster.ts';
import { registerQuery } from '../register/registerFile.ts';

/** The clusters that the repository knows by name, as the controllers see them. */
export interface KnownClusters {
  /** As Argo CD lists them, from the register. */
  readonly secrets: readonly ClusterSecret[];
  /** Whether the register is there: then its clusters count as all that there are. */
  readonly isComplete: boolean;
  /** Names by the addresses of API servers, without a slash at the end. */
  readonly nameByServer: Readonly<Record<string, string>>;
  /** Names by other names. */
  readonly nameByAlias: Readonly<Record<string, string>>;
  /** The folders that Flux starts from. */
  readonly fluxFolders: readonly { readonly name: string; readonly path: string }[];
}

/** The clusters of the register, for those who expand generators and name destinations. */
export const knownClustersQuery: Query<'', KnownClusters> = {
  name: 'knownClusters',
  equals: deepEqual,
  compute: (_key, reader) => {
    const { clusters, observedClusters } = reader.get(registerQuery, '');
    const written = new Set(clusters.map(({ name }) => name.value));
    const all = [...clusters, ...observedClusters.filter(({ name }) => !written.has(name.value))];
    return {
      secrets: all.flatMap(secretOf),
      isComplete: all.length > 0,
      nameByServer: Object.fromEntries(
        all.flatMap(({ name, server }) =>
          server === undefined ? [] : [[withoutSlash(server.value), name.value]],
        ),
      ),
      nameByAlias: Object.fromEntries(
        all.flatMap(({ name, aliases }) => aliases.map((alias) => [alias.value, name.value])),
      ),
      fluxFolders: all.flatMap(({ name, flux }) =>
        flux === undefined ? [] : [{ name: name.value, path: flux.value }],
      ),
    };
  },
};

/** The Secret that Argo CD has of a cluster; the one that it runs in needs none. */
function secretOf(cluster: RegisterCluster): readonly ClusterSecret[] {
  const { name, server, project, labels, annotations } = cluster;
  const isLocal = server?.value === localServer || name.value === localName;
  if (server === undefined || (isLocal && labels.length === 0)) return [];
  return [
    {
      secretName: name.value,
      name: name.value,
      server: server.value,
      ...(project === undefined ? {} : { project: project.value }),
      labels: Object.fromEntries(labels.map(({ key, value }) => [key, value])),
      annotations: Object.fromEntries(annotations.map(({ key, value }) => [key, value])),
    },
  ];
}

/** An address as clusters are found by it. */
export function withoutSlash(server: string): string {
  return server.replace(/\/+$/, '');
}
