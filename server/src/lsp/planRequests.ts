import type { SeenSignals, SourceEvidence } from '../analysis/planEvidence.ts';
import type { PlanNoteRow } from '../analysis/planRows.ts';
import { familyNames } from '../analysis/variants.ts';
import { versionsOf } from '../analysis/versions.ts';
import {
  planPromotionMethod,
  promotableMethod,
  type PlanAnswer,
  type PlanChoice,
  type PlanEvidence,
  type PlanFieldView,
  type PlanFile,
  type PlanNoteView,
  type PlanPromotionParams,
  type PlanSignals,
  type PlanTarget,
  type PlanView,
  type Promotable,
  type PromotableApplication,
} from '../protocol/plan.ts';
import { groupBy } from '../util/groupBy.ts';
import { withEvidence, type Witness } from '../workspace/evidence.ts';
import { planPromotion, type Plan } from '../workspace/promote.ts';
import { withTreeDangers } from '../workspace/treeDangers.ts';
import { choicesOf } from './planChoices.ts';
import { answering } from './request.ts';
import type { Session } from './session.ts';
import { uriOf, type Tree } from './trees.ts';
import type { PlanCode } from '../text/planWords.en.ts';

/** Who saw how the applications of a tree stand; `undefined` where nobody looks at clusters. */
export type Witnesses = (tree: Tree, signal: AbortSignal) => Promise<Witness | undefined>;

/** Answers what the view and the commands of plans ask; `witnesses` tell of source stages. */
export function answerPlanRequests(session: Session, witnesses: Witnesses): void {
  const { connection } = session;
  connection.onRequest(promotableMethod, answering(session, promotableMethod, promotable));
  connection.onRequest(
    planPromotionMethod,
    answering(session, planPromotionMethod, (own, params: PlanPromotionParams, signal) =>
      planOf(own, params, signal, witnesses),
    ),
  );
}

/** `strata/promotable`: the applications that more than one stage has. */
export async function promotable(
  session: Session,
  _params: object,
  signal: AbortSignal,
): Promise<Promotable> {
  await session.trees.ready();
  const applications: PromotableApplication[] = [];
  for (const { name: tree, workspace } of session.trees.all) {
    for (const name of await workspace.complete(familyNames, signal)) {
      const stages = await workspace.complete((one) => versionsOf(one, name), signal);
      if (stages.length < 2) continue;
      applications.push({
        tree,
        name,
        stages: stages.map(({ stage, versions }) => ({
          name: stage,
          clusters: versions.flatMap(({ clusters }) => clusters),
          versions: [...new Set(versions.map(({ version }) => shortened(version)))],
        })),
      });
    }
  }
  return { applications: applications.toSorted((a, b) => Number(differs(b)) - Number(differs(a))) };
}

/** Seven digits tell a digest from others. */
function shortened(version: string): string {
  return version.replace(/^(sha\d+:[0-9a-f]{7})[0-9a-f]+$/, '$1…');
}

/** Whether stages of an application have other versions than the ones before: what can be promoted comes first. */
function differs({ stages }: PromotableApplication): boolean {
  return new Set(stages.map(({ versions }) => versions.join())).size > 1;
}

/** `strata/planPromotion`: a plan with its proof; nothing is written. */
export async function planOf(
  session: Session,
  { tree: name, applications, from, to, because, only = [] }: PlanPromotionParams,
  signal: AbortSignal,
  witnesses: Witnesses = () => Promise.resolve(undefined),
): Promise<PlanAnswer | null> {
  await session.trees.ready();
  const tree = session.trees.named(name);
  if (tree === undefined) return null;
  const now = new Date().toISOString();
  const request = { applications, from, to, only, because, now };
  const { trusted } = session.trees;
  const { workspace } = tree;
  const gitTop = trusted && workspace.git ? workspace.top : undefined;
  const history = gitTop === undefined ? undefined : { top: gitTop, revision: 'HEAD' };
  const planned = await planPromotion(workspace, request, signal, history);
  const words = session.words.plan;
  if (planned.kind === 'failed') return { kind: 'refused', text: words.refusal(planned.failure) };
  const title = words.title(applications.join(', '), from, to.join(', '));
  const witness = trusted ? await witnesses(tree, signal) : undefined;
  const { host, complete } = workspace;
  const plan =
    witness === undefined
      ? planned.value
      : await withEvidence(planned.value, { host, complete, gitTop }, witness, signal);
  const choices = only.length === 0 ? choicesOf(plan, words) : [];
  return shownPlan(session, { tree, title, plan, choices }, signal);
}

/** A plan as it is shown, with what its files say of themselves. */
export async function shownPlan(
  session: Session,
  {
    tree,
    title,
    plan,
    choices = [],
  }: {
    readonly tree: Tree;
    readonly title: string;
    readonly plan: Plan;
    readonly choices?: readonly PlanChoice[];
  },
  signal: AbortSignal,
): Promise<PlanAnswer> {
  const { top } = tree.workspace;
  const told = session.trees.trusted ? await withTreeDangers(plan, top, signal) : plan;
  const view = { title, ...viewOf(session, tree, told) };
  return { kind: 'plan', plan: choices.length > 1 ? { ...view, choices } : view };
}

function viewOf({ words }: Session, tree: Tree, planned: Plan): Omit<PlanView, 'title'> {
  const { effects, refused, dangers, left, evidence } = planned;
  const place = ({ at }: Pick<PlanNoteRow, 'at'>): Omit<PlanNoteView, 'text'> =>
    at === undefined ? {} : { uri: uriOf(tree, at.file), line: at.line };
  const noteOf = (note: PlanNoteRow): PlanNoteView => ({
    text: words.plan.note(note),
    ...place(note),
  });
  return {
    files: filesOfPlan(tree, planned),
    effects: [
      ...groupBy(
        effects,
        ({ cluster, application }) => `${cluster ?? ''}\n${application}`,
      ).values(),
    ].map((own): PlanTarget => ({
      application: own[0]?.application ?? '',
      ...(own[0]?.cluster !== undefined && { cluster: own[0].cluster }),
      fields: own.map(({ resource, path, before, after, change, intended }): PlanFieldView => ({
        resource,
        path,
        ...(before !== undefined && { before: valueText(before) }),
        ...(after !== undefined && { after: valueText(after) }),
        ...(change !== undefined && { change }),
        intended,
      })),
    })),
    refused: refused.map(noteOf),
    dangers: dangers.map(noteOf),
    left: left.map((one) => ({
      text: `${one.field}: ${words.plan.left[one.reason]}`,
      uri: uriOf(tree, one.at.file),
      line: one.at.line,
    })),
    ...(evidence !== undefined && { evidence: evidence.map(evidenceOf) }),
    pruned: [],
    cannotGoBack: [],
    needsReason: refused.length > 0 && refused.every(({ code }) => isForWantOfReason.has(code)),
  };
}

function evidenceOf({ stage, application, cluster, seen, runs }: SourceEvidence): PlanEvidence {
  return {
    stage,
    application,
    runs,
    ...(cluster !== undefined && { cluster }),
    ...(seen !== undefined && { seen: signalsOf(seen) }),
  };
}

function signalsOf({ status, smoke, business, seenAt }: SeenSignals): PlanSignals {
  const { sync, certain, health, lastSyncAt, healthSince } = status;
  return {
    status: { sync, certain, health, ...(lastSyncAt !== undefined && { lastSyncAt }) },
    ...(healthSince !== undefined && { healthSince }),
    ...(smoke !== undefined && { smoke: { state: smoke.state, from: smoke.from } }),
    ...(business !== undefined && { business }),
    seenAt,
  };
}

/** The files of a plan with their whole texts, and the lines of them that change. */
export function filesOfPlan(
  tree: Tree,
  { edits, texts }: Pick<Plan, 'edits' | 'texts'>,
): readonly PlanFile[] {
  const lines = groupBy(edits, ({ file }) => file);
  return [...texts].map(([path, { before, after }]) => ({
    uri: uriOf(tree, path),
    path,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    lines: (lines.get(path) ?? []).map((edit) => ({
      line: edit.line,
      ...(edit.before !== undefined && { before: edit.before }),
      ...(edit.after !== undefined && { after: edit.after }),
    })),
  }));
}

/** Refusals that a reason takes away. */
const isForWantOfReason: ReadonlySet<PlanCode> = new Set([
  'promote.skips-stage',
  'rollback.also-affects',
]);

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
