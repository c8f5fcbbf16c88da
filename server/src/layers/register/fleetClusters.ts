import type { Query, Reader } from '../../query/database.ts';
import { configQuery } from '../config/configFile.ts';
import { fleetQuery, type Fleet } from '../fleet/fleet.ts';
import { childKey, entryKey } from '../fleet/unitKeys.ts';
import { unitChildrenQuery, unitObjectQuery } from '../fleet/units.ts';
import type { ClusterRow, SeenCluster } from './clusterRow.ts';
import { clusterSecretsQuery, clustersOfSecrets } from './clusterSecrets.ts';
import { clusterTable } from './clusterTable.ts';
import { fluxClusters } from './fluxClusters.ts';
import { clustersOfGenerators, type GeneratorClusters } from './generators.ts';
import type { ClusterUse, UsedDestination } from './lintClusters.ts';
import { registerQuery } from './registerFile.ts';

/** The table of clusters of the tree: from the register and from all that its controllers deliver. */
export const clustersQuery: Query<'', readonly ClusterRow[]> = {
  name: 'clusters',
  compute: (_key, reader) => {
    const fleet = reader.get(fleetQuery, '');
    return clusterTable({
      register: reader.get(registerQuery, ''),
      releaseDomains: reader.get(configQuery, '').releaseDomains,
      seen: [
        ...clustersOfSecrets(reader.get(clusterSecretsQuery, '')),
        ...fluxClusters(fleet.applications, reader),
        ...generatorsOf(fleet, reader).elements,
        ...destinationsAsClusters(fleet),
      ],
    });
  },
};

/** How the fleet of the tree uses its clusters. */
export function clusterUse(reader: Reader): ClusterUse {
  const fleet = reader.get(fleetQuery, '');
  return {
    rows: reader.get(clustersQuery, ''),
    selectors: generatorsOf(fleet, reader).selectors,
    destinations: destinationsOf(fleet),
    isComplete:
      fleet.openGenerators.length === 0 &&
      fleet.applications.every(({ destination }) => destination.cluster !== undefined),
  };
}

/** What the ApplicationSets of the fleet tell of clusters. */
function generatorsOf({ entries, applications }: Fleet, reader: Reader): GeneratorClusters {
  const found: GeneratorClusters[] = [];
  for (const key of [...entries.map(entryKey), ...applications.map(({ key: one }) => one)]) {
    for (const name of reader.get(unitChildrenQuery, key)) {
      const object = reader.get(unitObjectQuery, childKey(key, name));
      if (object?.id.kind === 'ApplicationSet') found.push(clustersOfGenerators(object));
    }
  }
  return {
    selectors: found.flatMap(({ selectors }) => selectors),
    elements: found.flatMap(({ elements }) => elements),
  };
}

/** Where applications are delivered to, each destination once, where it stands first. */
function destinationsOf({ applications }: Fleet): readonly UsedDestination[] {
  const found = new Map<string, UsedDestination>();
  for (const { destination, declaredAt } of applications) {
    const { cluster, server } = destination;
    const key = JSON.stringify([cluster, server]);
    if (!found.has(key)) found.set(key, { cluster, server, at: declaredAt });
  }
  return [...found.values()];
}

/** A destination by its name is a cluster, even if nothing else tells of it. */
function destinationsAsClusters(fleet: Fleet): readonly SeenCluster[] {
  return destinationsOf(fleet).flatMap(({ cluster, server, at }) =>
    cluster === undefined
      ? []
      : [
          {
            name: cluster,
            server,
            project: undefined,
            flux: undefined,
            labels: {},
            annotations: {},
            texts: [],
            at,
            certainty: 'inferred' as const,
          },
        ],
  );
}
