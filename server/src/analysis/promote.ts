import { contentInput } from '../kustomize/files.ts';
import { draftPromotion, type PromotionRequest } from '../plan/draftPromotion.ts';
import type { StageRefusal } from '../plan/findStage.ts';
import type { PlanDraft } from '../plan/planTypes.ts';
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
