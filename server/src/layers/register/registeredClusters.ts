import {
  localName,
  localServer,
  type ClusterSecret,
} from '../../argocd/applicationSet/clusterGenerator.ts';
import type { Query, Reader } from '../../query/database.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { configQuery } from '../config/configFile.ts';
import type { ClusterRow } from './clusterRow.ts';
import { clusterSecretsQuery, clustersOfSecrets } from './clusterSecrets.ts';
import { clusterTable } from './clusterTable.ts';
import type { ObservedApplication } from './observedApplication.ts';
import { registerQuery, type Register } from './registerFile.ts';

/**
 * The clusters that are known before any application is: those of the register, what imports saw of them put together with
 * what is written, and those of Secrets in the tree. Generators are expanded with these.
 */
export const registeredClustersQuery: Query<'', readonly ClusterRow[]> = {
  name: 'registeredClusters',
  equals: deepEqual,
  compute: (_key, reader) =>
    clusterTable({
      register: reader.get(registerQuery, ''),
      seen: clustersOfSecrets(reader.get(clusterSecretsQuery, '')),
      releaseDomains: reader.get(configQuery, '').releaseDomains,
    }),
};

/** The cluster that has a name, or has it as an alias. */
export function registeredCluster(
  reader: Reader,
  name: string | undefined,
): ClusterRow | undefined {
  return name === undefined
    ? undefined
    : reader
        .get(registeredClustersQuery, '')
        .find((row) => row.name === name || row.aliases.includes(name));
}

/**
 * A cluster as generators of Argo CD see it. One without an address counts where somebody wrote it down, by its name;
 * `undefined` for one that only Flux starts on, or that only seems to be there.
 */
export function secretOfRow({
  name,
  server: written,
  project,
  labels,
  annotations,
  flux,
  facts,
}: ClusterRow): ClusterSecret | undefined {
  const server = written ?? (name === localName ? localServer : undefined);
  if (server === undefined && (flux !== undefined || facts.name?.certainty !== 'known'))
    return undefined;
  return {
    secretName: name,
    name,
    ...(server === undefined ? { server: '', isServerUnknown: true } : { server }),
    ...(project === undefined ? {} : { project }),
    labels,
    annotations,
  };
}

/** The applications that an import saw an ApplicationSet own; they close its open generators, as inferred. */
export function observedApplicationsOf(
  { observedApplications }: Pick<Register, 'observedApplications'>,
  applicationSet: { readonly name: string; readonly namespace: string },
): readonly ObservedApplication[] {
  return observedApplications.filter(
    ({ kind, generatedBy, namespace }) =>
      (kind === undefined || kind.value === 'Application') &&
      generatedBy?.value === applicationSet.name &&
      (namespace === undefined ||
        applicationSet.namespace === '' ||
        namespace.value === applicationSet.namespace),
  );
}
