import { ProgressType } from 'vscode-languageserver';
import { applicationNamed } from '../analysis/deliveredApplications.ts';
import { deliveredOf, sameDelivered, type DeliveredApplication } from '../analysis/history.ts';
import { mapAnswer, type Answer } from '../analysis/answer.ts';
import type { Analysis } from '../analysis/analysis.ts';
import {
  historyMethod,
  planRollbackMethod,
  valuesAtMethod,
  type HistoryEnd,
  type HistoryParams,
  type HistoryPart,
  type PlanRollbackParams,
} from '../protocol/history.ts';
import type { PlanAnswer, PlanNoteView } from '../protocol/plan.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { openHistory } from '../workspace/history.ts';
import { planRollback } from '../workspace/rollback.ts';
import { firstPart, stateView } from './historyParts.ts';
import { shownPlan } from './planRequests.ts';
import { parseRenderedUri } from './renderedUri.ts';
import { answering } from './request.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';
import { valuesAt } from './valuesAt.ts';

/** Answers what is asked of what was, and of going back to it. */
export function answerHistoryRequests(session: Session): void {
  const { connection } = session;
  connection.onRequest(historyMethod, answering(session, historyMethod, historyInParts));
  connection.onRequest(valuesAtMethod, answering(session, valuesAtMethod, valuesAt));
  connection.onRequest(planRollbackMethod, answering(session, planRollbackMethod, rollbackOf));
}

/** As many states are told. */
const mostStates = 200;

async function historyInParts(
  session: Session,
  params: HistoryParams,
  signal: AbortSignal,
): Promise<HistoryEnd> {
  const { partialResultToken: token } = params;
  const tell = async (part: HistoryPart): Promise<void> => {
    if (token === undefined) return;
    await session.connection.sendProgress(new ProgressType<HistoryPart>(), token, part);
  };
  return history(session, params, { tell, signal });
}

/** `strata/history`: tells the states as they are found, the newest first. */
export async function history(
  session: Session,
  { uri, value }: HistoryParams,
  {
    tell,
    signal,
  }: {
    readonly tell: (part: HistoryPart) => Promise<void>;
    readonly signal: AbortSignal;
  },
): Promise<HistoryEnd> {
  const found = await subjectOf(session, uri, signal);
  if (found.kind === 'failed') return { kind: 'refused', text: found.failure };
  const { tree, application } = found.value;
  const { top, host } = tree.workspace;
  const words = session.words.history;
  const find = (one: Analysis): Answer<Result<DeliveredApplication, string>> =>
    mapAnswer(sameDelivered(one, application), (same) =>
      same === undefined ? failed(words.notCommitted(application.name)) : ok(same),
    );
  const opened = await openHistory(top, { find, start: 'HEAD' }, { signal, beside: host });
  if (opened.kind === 'failed') return { kind: 'refused', text: opened.failure };
  let count = 0;
  try {
    await tell(await firstPart({ tree, application, history: opened.value, value }, signal));
    for await (const state of opened.value.states(value)) {
      await tell({ states: [stateView(uri, state)] });
      count += 1;
      if (count >= mostStates) break;
    }
  } finally {
    opened.value.dispose();
  }
  return { kind: 'told', isComplete: count < mostStates };
}

/** `strata/planRollback`: a plan with its proof; nothing is written. */
export async function rollbackOf(
  session: Session,
  { uri, to, because }: PlanRollbackParams,
  signal: AbortSignal,
): Promise<PlanAnswer> {
  const found = await subjectOf(session, uri, signal);
  if (found.kind === 'failed') return { kind: 'refused', text: found.failure };
  const { tree, application } = found.value;
  const words = session.words.history;
  const find = (one: Analysis): Answer<Result<DeliveredApplication, string>> =>
    mapAnswer(deliveredOf(one, application.key), (same) =>
      same === undefined ? failed(words.notDelivered) : ok(same),
    );
  const { workspace } = tree;
  const planned = await planRollback(workspace.top, workspace, { find, to, because }, signal);
  if (planned.kind === 'failed') return { kind: 'refused', text: planned.failure };
  const plan = planned.value;
  const [nothing] = plan.dangers;
  if (plan.texts.size === 0 && plan.refused.length === 0 && nothing !== undefined)
    return { kind: 'refused', text: session.words.plan.note(nothing) };
  const cluster = application.destination.cluster ?? '?';
  const title = words.rollbackTitle(application.name, cluster, to.slice(0, 7));
  const answer = await shownPlan(session, { tree, title, plan }, signal);
  if (answer.kind === 'refused') return answer;
  const pruned = plan.pruned.map((one): PlanNoteView => ({ text: words.pruned(one) }));
  const cannotGoBack = plan.cannotGoBack.map(({ code, parameters }): PlanNoteView => ({
    text: session.words.plan.note({ code, parameters }),
  }));
  return { kind: 'plan', plan: { ...answer.plan, pruned, cannotGoBack } };
}

/** The application of a rendered document in a folder whose history may be read. */
async function subjectOf(
  session: Session,
  uri: string,
  signal: AbortSignal,
): Promise<Result<{ readonly tree: Tree; readonly application: DeliveredApplication }, string>> {
  await session.trees.ready();
  const words = session.words.history;
  if (!session.trees.trusted) return failed(words.untrusted);
  const address = parseRenderedUri(uri);
  const tree = address && session.trees.named(address.tree);
  if (tree === undefined || address?.kind !== 'application') return failed(words.notDelivered);
  const { complete } = tree.workspace;
  const { cluster, namespace, name, key } = address;
  const named = { cluster, namespace, name, key };
  const row = await complete((one) => applicationNamed(one, named), signal);
  const application = row && (await complete((one) => deliveredOf(one, row.key), signal));
  return application === undefined ? failed(words.notDelivered) : ok({ tree, application });
}
