import type { Application } from '../../delivery/application.ts';
import type { Query, Reader } from '../../query/database.ts';
import { conventionTies } from './conventions.ts';
import { fleetQuery } from './fleet.ts';
import { fluxHelmVersion } from './fluxUnits.ts';
import { argoClusterOf } from './renderUnit.ts';
import type { UnitKey } from './unitKeys.ts';
import { registeredCluster } from '../register/registeredClusters.ts';

/**
 * What charts are told beside their files, by the keys of applications: the Kubernetes of their cluster, the APIs that it
 * serves, the version of Helm, and for a chart without a controller which files are its own. Where that is another one,
 * another output may come of it, while no file that the application reads and no object changes.
 */
export const chartTiesQuery: Query<'', ReadonlyMap<UnitKey, string>> = {
  name: 'chartTies',
  compute: (_key, reader) => {
    const ties = new Map(conventionTies(reader));
    // Parents stand before their children.
    for (const application of reader.get(fleetQuery, '').applications) {
      const { key, parent, controller } = application;
      const own = factsOf(reader, application);
      // What a release yields may fill the objects of Flux that it yields, too.
      const above = controller === 'flux' && parent !== undefined ? ties.get(parent) : undefined;
      if (own !== undefined || above !== undefined) ties.set(key, JSON.stringify([own, above]));
    }
    return ties;
  },
};

/** `undefined` for what is made of no chart. The version of Helm of Argo CD is among the settings of its builds. */
function factsOf(reader: Reader, { object, sources, kind, destination }: Application): unknown {
  if (object === undefined) return undefined;
  if (kind === 'HelmRelease') {
    const cluster = registeredCluster(reader, destination.cluster);
    const { kubernetesVersion, apiVersions } = cluster ?? {};
    return [kubernetesVersion, apiVersions, fluxHelmVersion(reader, cluster)];
  }
  const isChart = sources.some(({ build, chart }) => build === 'helm' || chart !== undefined);
  if (kind !== 'Application' || !isChart) return undefined;
  const { kubernetesVersion, apiVersions } = argoClusterOf(reader, object) ?? {};
  return [kubernetesVersion, apiVersions];
}
