import {
  controllingThere,
  deliveredThere,
  draftedRetirement,
  effectsOn,
  secretsOfCluster,
} from '../analysis/clusterPlan.ts';
import type { DangerImpact } from '../analysis/impact.ts';
import type { ClusterNote, ClusterNoteCode } from '../text/clusterWords.en.ts';
import { failed, ok, type Result } from '../util/result.ts';
import {
  deliveryOf,
  notes,
  unreadableNotes,
  worseNotes,
  type ClusterPlan,
  type ClusterStep,
  type PlannedDelivery,
} from './clusterPlan.ts';
import { settleTree, type PlannedTree } from './planFork.ts';
import { forkedImpact } from './planImpact.ts';

/** Plans the end of a cluster, and proves it on a fork: only what it has goes. */
export async function planRetireCluster(
  tree: PlannedTree,
  name: string,
  signal: AbortSignal,
): Promise<Result<ClusterPlan, ClusterNote>> {
  await settleTree(tree, signal);
  const drafted = await tree.complete((one) => draftedRetirement(one, name), signal);
  if (drafted.kind === 'failed') return drafted;
  const { texts } = drafted.value;
  if (texts.size === 0) return failed({ code: 'nothing', parameters: { cluster: name } });
  const before = await tree.complete(
    (one) => deliveredThere(one, { cluster: name, as: name }),
    signal,
  );
  const { fork, impact } = await forkedImpact(tree, texts, signal);
  try {
    const after = await fork.complete(
      (one) => deliveredThere(one, { cluster: name, as: name }),
      signal,
    );
    const secrets = await tree.complete((one) => secretsOfCluster(one, name), signal);
    const effects = effectsOn(impact, { cluster: name, secrets });
    const { there, declarations } = effects;
    const worse = await worseNotes({ tree, fork, effects }, signal);
    const controlling = await tree.complete((one) => controllingThere(one, name), signal);
    const deploys = before.map((one) => {
      const gone = there.find(
        ({ row }) =>
          row.name === one.application && row.namespace === one.namespace && row.kind === one.kind,
      );
      const stays = gone?.keepsAll === true || gone?.leaving !== 'everything';
      return { ...deliveryOf(one), leaves: stays ? ('stays' as const) : ('deleted' as const) };
    });
    const losses = there.flatMap(({ dangers }) =>
      dangers.filter(({ code }) => code.startsWith('impact.prunes-')),
    );
    return ok({
      ...drafted.value,
      deploys,
      declarations,
      refused: [
        ...unreadableNotes(drafted.value),
        ...worse,
        ...controlling.map(({ application, count }): ClusterNote => ({
          code: 'controls',
          parameters: { application, cluster: name, count: String(count) },
        })),
        ...notes('still-delivered', after, name),
      ],
      order: retirementOrder(name, deploys, losses),
      losses,
      checks: [],
    });
  } finally {
    fork.host.dispose();
  }
}

/** What is merged first takes the controller's hands off: what it is to delete, it has to reach until then. */
function retirementOrder(
  name: string,
  deploys: readonly PlannedDelivery[],
  losses: readonly DangerImpact[],
): readonly ClusterStep[] {
  const deleted = deploys.filter(({ leaves }) => leaves === 'deleted');
  const staying = deploys.filter(({ leaves }) => leaves === 'stays');
  const cluster = { cluster: name };
  const named = (some: readonly PlannedDelivery[]): ClusterNote['parameters'] => ({
    applications: some.map(({ application }) => application).join(', '),
  });
  const step = (
    code: ClusterNoteCode,
    parameters: ClusterNote['parameters'] = {},
  ): ClusterStep => ({
    kind: 'do',
    note: { code, parameters },
  });
  return [
    step('traffic', cluster),
    ...losses.map((danger): ClusterStep => ({ kind: 'danger', danger })),
    step(deleted.length > 0 ? 'merge-deleting' : 'merge'),
    ...(deleted.length === 0 ? [] : [step('wait', named(deleted))]),
    ...(staying.length === 0 ? [] : [step('by-hand', named(staying))]),
    step('credential', cluster),
  ];
}
