import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import { objectDiffers, sameDelivered, type DeliveredApplication } from '../analysis/history.ts';
import { renderOfApplication } from '../analysis/applicationRender.ts';
import { changedFilesOf } from '../analysis/impactApplications.ts';
import { changedPaths } from '../analysis/impactReach.ts';
import { locatedPlan, type PlanNoteRow } from '../analysis/planRows.ts';
import type { Draft } from '../analysis/promote.ts';
import {
  firstDifference,
  proveRollback,
  textsOf,
  type CannotGoBack,
} from '../analysis/rollback.ts';
import { unbuiltRender } from '../analysis/unbuilt.ts';
import type { PlanCode } from '../text/planWords.en.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { whyNoCommit } from './commits.ts';
import { settleTree, sideOfTree, type PlannedTree } from './planFork.ts';
import { forkedImpact } from './planImpact.ts';
import type { Plan } from './promote.ts';
import { openRevision } from './revision.ts';
import type { OtherRepository } from './treesBeside.ts';

/** What is rolled back, and to what. */
export interface RollbackRequest {
  readonly find: (analysis: Analysis) => Answer<Result<DeliveredApplication, string>>;
  /** Whatever `git rev-parse` takes. */
  readonly to: string;
  /** Why others may change with it. */
  readonly because: string | undefined;
  /** Checkouts of other repositories, read as they are now. */
  readonly others?: readonly OtherRepository[];
}

/** A plan that restores what an application was. */
export interface RollbackPlan extends Plan {
  readonly pruned: readonly string[];
  readonly cannotGoBack: readonly CannotGoBack[];
}

/** Plans a rollback and proves it on a fork; nothing is written. Fails where a name means nothing. */
export async function planRollback(
  top: string,
  tree: PlannedTree,
  { find, to, because, others: beyond = [] }: RollbackRequest,
  signal: AbortSignal,
): Promise<Result<RollbackPlan, string>> {
  await settleTree(tree, signal);
  const opened = await openRevision(top, to, { signal, beside: tree.host, others: beyond });
  if (opened.kind === 'failed') return failed(await whyNoCommit(top, to, signal));
  const old = opened.value;
  const found = await tree.complete(find, signal);
  if (found.kind === 'failed') return found;
  const now = found.value;
  const { cluster = '' } = now.destination;
  const names = { application: now.name, cluster, commit: old.id.slice(0, 7) };
  const note = (code: PlanCode, more: Readonly<Record<string, string>> = {}): PlanNoteRow => ({
    code,
    parameters: { ...names, ...more },
    application: now.name,
    cluster,
    at: undefined,
  });
  const then = await old.complete((one) => sameDelivered(one, now), signal);
  if (then === undefined) return ok(nothing([note('rollback.no-commit')]));
  const texts = await restoredTexts(tree, old, { now, then }, signal);
  if (texts.kind === 'failed')
    return ok(nothing([note('rollback.not-text', { file: texts.failure })]));
  if (texts.value.size === 0) return ok({ ...nothing([]), dangers: [note('rollback.nothing')] });
  const { fork, impact } = await forkedImpact(tree, texts.value, signal);
  const proof = proveRollback(now, impact);
  const wanted = await old.complete((one) => renderOfApplication(one, then), signal);
  const again = await fork.complete((one) => sameDelivered(one, now), signal);
  const made = await fork.complete((one) => renderOfApplication(one, again), signal);
  const difference = firstDifference(wanted, made);
  const broken = await fork.complete((one) => unbuiltRender(one, made), signal);
  const others = proof.others.map(({ at: _at, ...one }) => ({ ...one, at: undefined }));
  const refused = [
    ...(broken === undefined ? [] : [{ ...note('plan.unproven', { name: now.name }), ...broken }]),
    ...(difference === undefined ? [] : [note('rollback.not-restored', difference)]),
    ...(proof.effects.length === 0 && difference === undefined ? [note('rollback.nothing')] : []),
    ...(because === undefined ? others : []),
  ];
  fork.host.dispose();
  const draft = { texts: texts.value, changes: [], left: [], refused: [], dangers: [] };
  const located = await tree.complete((one) => locatedPlan(one, draft, []), signal);
  return ok({
    ...located,
    refused,
    dangers: because === undefined ? [] : others,
    effects: proof.effects,
    texts: texts.value,
    pruned: proof.pruned,
    cannotGoBack: proof.cannotGoBack,
  });
}

function nothing(refused: readonly PlanNoteRow[]): RollbackPlan {
  return {
    ...{ edits: [], changes: [], left: [], dangers: [], effects: [], pruned: [], cannotGoBack: [] },
    refused,
    texts: new Map(),
  };
}

/** The files that serve an application and are not what they were; fails with one that is no text. */
async function restoredTexts(
  tree: PlannedTree,
  old: PlannedTree,
  { now, then }: { readonly now: DeliveredApplication; readonly then: DeliveredApplication },
  signal: AbortSignal,
): Promise<Result<Draft['texts'], FileId>> {
  await sideOfTree('', tree).prepareReach(signal);
  await sideOfTree('', old).prepareReach(signal);
  const changed = new Set(changedPaths(old.host.analysis(), tree.host.analysis()));
  const files = new Set<FileId>([
    ...(await tree.complete((one) => changedFilesOf(one, now, changed), signal)),
    ...(await old.complete((one) => changedFilesOf(one, then, changed), signal)),
  ]);
  if (objectDiffers(now, then)) {
    for (const { file } of [now.declaredAt, then.declaredAt])
      if (changed.has(file)) files.add(file);
  }
  const named = [...files].sort();
  const before = await tree.complete((one) => textsOf(one, named), signal);
  const after = await old.complete((one) => textsOf(one, named), signal);
  const texts = new Map<
    FileId,
    { readonly before: string | undefined; readonly after: string | undefined }
  >();
  const isPlain = now.sources.some(({ build }) => build === 'directory' || build === 'unknown');
  for (const file of named) {
    const [fresh, past] = [before.get(file), after.get(file)];
    if (typeof fresh === 'object' || typeof past === 'object') return failed(file);
    // A root that does not name a file any more does not read it; a plain folder is delivered with all that is in it.
    if (fresh === past || (past === undefined && !isPlain)) continue;
    texts.set(file, { before: fresh, after: past });
  }
  return ok(texts);
}
