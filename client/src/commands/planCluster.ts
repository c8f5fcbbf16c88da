import { commands, l10n, window, type Disposable } from 'vscode';
import {
  planClusterMethod,
  type PlanClusterParams,
} from '../../../server/src/protocol/clusterPlan.ts';
import type { PlanAnswer } from '../../../server/src/protocol/plan.ts';
import type { Server } from '../server.ts';
import type { PlanModel } from '../views/planModel.ts';
import { openPlan } from './openPlan.ts';
import { clustersOf, pickCluster, pickFrom } from './pickCluster.ts';

/** The commands “Strata: Add a cluster like…” and “Strata: Retire a cluster…”. */
export function registerPlanCluster(server: Server, model: PlanModel): readonly Disposable[] {
  return [
    commands.registerCommand('strata.addCluster', () => addCluster(server, model)),
    commands.registerCommand('strata.retireCluster', () => retireCluster(server, model)),
  ];
}

async function addCluster(server: Server, model: PlanModel): Promise<void> {
  const all = await clustersOf(server);
  const like = await pickFrom(all, l10n.t('Add a cluster like'));
  if (like === undefined) return;
  const taken = new Set(all.filter(({ tree }) => tree === like.tree).map(({ name }) => name));
  const name = await window.showInputBox({
    title: l10n.t('Add a cluster like {0}', like.name),
    prompt: l10n.t('The name of the new cluster'),
    validateInput: (text) =>
      taken.has(text.trim()) ? l10n.t('There is a cluster {0} already.', text.trim()) : undefined,
  });
  if (name === undefined || name.trim() === '') return;
  await open(server, model, { tree: like.tree, name: name.trim(), like: like.name });
}

async function retireCluster(server: Server, model: PlanModel): Promise<void> {
  const cluster = await pickCluster(server, l10n.t('Retire a cluster'));
  if (cluster === undefined) return;
  await open(server, model, { tree: cluster.tree, name: cluster.name });
}

async function open(server: Server, model: PlanModel, params: PlanClusterParams): Promise<void> {
  await openPlan(model, {
    ask: () => server.ask<PlanAnswer>(planClusterMethod, params),
    whyTitle: '',
  });
}
