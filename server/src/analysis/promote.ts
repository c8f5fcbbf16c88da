import { contentInput } from '../kustomize/files.ts';
import { draftPromotion } from '../plan/draftPromotion.ts';
import type { PromotionRequest } from '../plan/promotion.ts';
import type { StageRefusal } from '../plan/findStage.ts';
import { withoutChanges } from '../plan/joinEdits.ts';
import type { PlanDraft, PlannedChange } from '../plan/planTypes.ts';
import { readText } from '../plan/readText.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Result } from '../util/result.ts';
import type { Analysis } from './analysis.ts';
import type { FileContent } from './analysisHost.ts';
import type { Answer } from './answer.ts';

/** What is to be promoted, from where to where. */
export type Promotion = PromotionRequest;

/** A plan of edits that is not proven yet. */
export type Draft = PlanDraft;

/** Why a promotion cannot even be drafted: a name that means nothing here. */
export type PromotionRefusal = StageRefusal;

/** Drafts a promotion: the edits, what stays, and what stands against it. It is not proven yet. */
export function draftedPromotion(
  analysis: Analysis,
  request: Promotion,
): Answer<Result<PlanDraft, PromotionRefusal>> {
  return analysis.ask((reader) => draftPromotion(reader, request));
}

/**
 * The draft without changes that arrive nowhere, where others bring the same version of the same thing: the smallest edit.
 * `undefined` where there are none.
 */
export function withoutIdle(draft: Draft, idle: readonly PlannedChange[]): Draft | undefined {
  const gone = new Set(idle);
  const useless = idle.filter(
    ({ subject, after }) =>
      subject !== undefined &&
      draft.changes.some((one) => !gone.has(one) && one.subject === subject && one.after === after),
  );
  return useless.length === 0 ? undefined : withoutChanges(draft, new Set(useless));
}

/**
 * Contents by their ids; those that are not loaded are needs, as far as a file of the tree has them: one that turned out to
 * be something else when it was read has them no more.
 */
export function loadedContents(
  analysis: Analysis,
  ids: readonly string[],
): Answer<ReadonlyMap<string, FileContent>> {
  return analysis.ask((reader) => {
    const found = new Map<string, FileContent>();
    const missing: string[] = [];
    for (const id of ids) {
      const content = reader.read(contentInput, id);
      if (content === undefined) missing.push(id);
      else found.set(id, content);
    }
    if (missing.length === 0) return found;
    const there = new Set<string>();
    for (const entry of analysis.files.values())
      if (entry.kind === 'file') there.add(entry.content);
    for (const id of missing) if (there.has(id)) reader.need({ kind: 'content', id });
    return found;
  });
}

/** The texts of files; what is not there, or is no text, is left out. */
export function loadedTexts(
  analysis: Analysis,
  files: readonly FileId[],
): Answer<ReadonlyMap<FileId, string>> {
  return analysis.ask(
    (reader) =>
      new Map(
        files.flatMap((file) => {
          const text = readText(reader, file);
          return text === undefined ? [] : [[file, text] as const];
        }),
      ),
  );
}
