import { ProgressLocation, l10n, window, type QuickPickItem } from 'vscode';
import {
  plannableClustersMethod,
  type PlannableCluster,
  type PlannableClusters,
} from '../../../server/src/protocol/clusterPlan.ts';
import type { Server } from '../server.ts';

/** Lets the user pick a cluster of the opened folders; `undefined` where there is none, or none was picked. */
export async function pickCluster(
  server: Server,
  title: string,
): Promise<PlannableCluster | undefined> {
  return pickFrom(await clustersOf(server), title);
}

/** The clusters of the opened folders. */
export async function clustersOf(server: Server): Promise<readonly PlannableCluster[]> {
  const reading = { location: ProgressLocation.Window, title: l10n.t('Reading clusters …') };
  const found = await window.withProgress(reading, () =>
    server.ask<PlannableClusters>(plannableClustersMethod, {}),
  );
  return found?.clusters ?? [];
}

interface ClusterItem extends QuickPickItem {
  readonly cluster: PlannableCluster;
}

/** Lets the user pick one of these clusters. */
export async function pickFrom(
  clusters: readonly PlannableCluster[],
  title: string,
): Promise<PlannableCluster | undefined> {
  if (clusters.length === 0) {
    void window.showInformationMessage(l10n.t('No cluster is known here.'));
    return undefined;
  }
  const items = clusters.map((cluster): ClusterItem => ({
    label: cluster.name,
    ...(cluster.environment !== undefined && { description: cluster.environment }),
    cluster,
  }));
  const picked = await window.showQuickPick(items, { title, matchOnDescription: true });
  return picked?.cluster;
}
