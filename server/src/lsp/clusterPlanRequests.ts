import { namedClusters } from '../analysis/clusterPlan.ts';
import type { PlanAnswer, PlanNoteView } from '../protocol/plan.ts';
import {
  planClusterMethod,
  plannableClustersMethod,
  type PlanClusterParams,
  type PlannableCluster,
  type PlannableClusters,
} from '../protocol/clusterPlan.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { planAddCluster, type ClusterPlan } from '../workspace/clusterPlan.ts';
import { planRetireCluster } from '../workspace/retireCluster.ts';
import { filesOfPlan } from './planRequests.ts';
import { answering } from './request.ts';
import { today } from './secretDiagnostics.ts';
import type { Session } from './session.ts';
import { uriOf, type Tree } from './trees.ts';

/** Answers what the commands that add and retire clusters ask. */
export function answerClusterPlanRequests(session: Session): void {
  const { connection } = session;
  connection.onRequest(
    plannableClustersMethod,
    answering(session, plannableClustersMethod, plannableClusters),
  );
  connection.onRequest(planClusterMethod, answering(session, planClusterMethod, clusterPlanOf));
}

/** `strata/plannableClusters`: the clusters of all trees. */
export async function plannableClusters(
  session: Session,
  _params: object,
  signal: AbortSignal,
): Promise<PlannableClusters> {
  await session.trees.ready();
  const clusters: PlannableCluster[] = [];
  for (const { name: tree, workspace } of session.trees.all) {
    for (const { name, environment } of await workspace.complete(namedClusters, signal))
      clusters.push({ tree, name, ...(environment !== undefined && { environment }) });
  }
  return { clusters };
}

/** `strata/planCluster`: a plan with its proof; nothing is written. */
export async function clusterPlanOf(
  session: Session,
  { tree: treeName, name, like }: PlanClusterParams,
  signal: AbortSignal,
): Promise<PlanAnswer | null> {
  await session.trees.ready();
  const tree = session.trees.named(treeName);
  if (tree === undefined) return null;
  const { workspace } = tree;
  const planned =
    like === undefined
      ? await planRetireCluster(workspace, name, signal)
      : await planAddCluster(workspace, { name, like, today: today() }, signal);
  const words = session.words.clusterPlan;
  if (planned.kind === 'failed') return { kind: 'refused', text: words.note(planned.failure) };
  const title = like === undefined ? words.retireTitle(name) : words.addTitle(name, like);
  return {
    kind: 'plan',
    plan: { title, ...viewOf(session, tree, { plan: planned.value, name, like }) },
  };
}

function viewOf(
  { words }: Session,
  tree: Tree,
  {
    plan,
    name,
    like,
  }: { readonly plan: ClusterPlan; readonly name: string; readonly like: string | undefined },
): Omit<Extract<PlanAnswer, { readonly kind: 'plan' }>['plan'], 'title'> {
  const { texts, deploys, refused, questions, mentions, losses, order, checks } = plan;
  const own = words.clusterPlan;
  // A file that is still to be made cannot be opened.
  const placeOf = (file: FileId, line: number): Omit<PlanNoteView, 'text'> =>
    texts.get(file)?.before === undefined && texts.has(file)
      ? {}
      : { uri: uriOf(tree, file), line };
  return {
    files: filesOfPlan(tree, plan),
    effects: deploys.map(({ application, objects, sameAsSibling, leaves }) => ({
      application,
      cluster: name,
      fields: [
        {
          resource: words.objects(objects),
          path: leaves === undefined ? own.same(sameAsSibling) : own.leaves[leaves],
          intended: sameAsSibling !== false,
        },
      ],
    })),
    refused: refused.map((note) => ({ text: own.note(note) })),
    dangers: [
      ...losses.map((one) => ({ text: words.impact.danger(one) })),
      ...questions.map(({ kind, file, line, key, value }) => {
        const said = [key, value].filter((part) => part !== '').join(': ');
        const place = `${file}:${line + 1}`;
        return {
          text: [said === '' ? place : `${said} (${place})`, own.questions[kind]].join(' — '),
          ...placeOf(file, line),
        };
      }),
    ],
    left: mentions.map(({ file, line }) => ({
      text: own.mention(like ?? name, `${file}:${line + 1}`),
      ...placeOf(file, line),
    })),
    order: order.map((step, index) => ({
      text: `${index + 1}. ${step.kind === 'do' ? own.note(step.note) : own.sure(words.impact.danger(step.danger))}`,
    })),
    checks: checks.map(({ what, holds, evidence }) => ({
      text: own.check(own.checks[what], holds, own.note(evidence)),
    })),
    pruned: [],
    cannotGoBack: [],
    needsReason: false,
  };
}
