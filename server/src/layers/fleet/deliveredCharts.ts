import type { Application } from '../../delivery/application.ts';
import type { DeliveredChart } from '../../delivery/deliveredChart.ts';
import { isFluxApplication } from '../../flux/fluxApplication.ts';
import type { Reader } from '../../query/database.ts';
import { registeredCluster } from '../register/registeredClusters.ts';
import { fluxDeliveredChart } from './fluxUnits.ts';
import { argoDeliveredCharts } from './renderUnit.ts';
import { conventionChart } from './conventions.ts';
import { objectsFor } from './units.ts';

/** The charts that an application delivers, in the order of its sources, with the values that they are given. */
export function deliveredCharts(
  reader: Reader,
  { key, object, destination }: Application,
): readonly DeliveredChart[] {
  if (object === undefined) {
    const tied = conventionChart(reader, key);
    return tied === undefined ? [] : [tied];
  }
  if (!isFluxApplication(object)) return argoDeliveredCharts(reader, object);
  const objects = objectsFor(reader, object, key);
  const cluster = registeredCluster(reader, destination.cluster);
  const chart = fluxDeliveredChart(reader, object, { objects, cluster });
  return chart === undefined ? [] : [chart];
}
