import {
  localName,
  localServer,
  type ClusterSecret,
} from '../../argocd/applicationSet/clusterGenerator.ts';
import type { Query } from '../../query/database.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { registeredClustersQuery, secretOfRow } from '../register/registeredClusters.ts';
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
    const rows = reader.get(registeredClustersQuery, '');
    return {
      secrets: rows.flatMap((row) => {
        const isLocal = row.server === localServer || row.name === localName;
        const hasLabels = Object.keys(row.labels).length > 0;
        // The cluster that Argo CD runs in needs no Secret.
        return isLocal && !hasLabels ? [] : (secretOfRow(row) ?? []);
      }),
      isComplete: clusters.length > 0 || observedClusters.length > 0,
      nameByServer: Object.fromEntries(
        rows.flatMap(({ name, server }) =>
          server === undefined ? [] : [[withoutSlash(server), name]],
        ),
      ),
      nameByAlias: Object.fromEntries(
        rows.flatMap(({ name, aliases }) => aliases.map((alias) => [alias, name])),
      ),
      fluxFolders: rows.flatMap(({ name, flux }) =>
        flux === undefined ? [] : [{ name, path: flux }],
      ),
    };
  },
};

/** An address as clusters are found by it. */
export function withoutSlash(server: string): string {
  return server.replace(/\/+$/, '');
}
