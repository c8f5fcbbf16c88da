import { impactCommitMessage } from '../analysis/impactCommitMessage.ts';
import { countImpact } from '../analysis/impactHeadline.ts';
import { impactMarkdown } from '../analysis/impactMarkdown.ts';
import type { ImpactReport, ImpactReportParams } from '../protocol/impact.ts';
import { topRoots, topsOf } from './impactAnswer.ts';
import { comparedTree } from './impactPart.ts';
import type { Session } from './session.ts';
import { englishImpact } from './words/impactWords.ts';

/** `strata/impactReport`: an impact as a text, in English as the command line writes it; `null` where there is none. */
export async function impactReport(
  session: Session,
  params: ImpactReportParams,
  signal: AbortSignal,
): Promise<ImpactReport | null> {
  const found = await comparedTree(session, params, signal);
  if (found === undefined) return null;
  const { compared } = found;
  const { document, impact } = compared;
  if (params.form === 'markdown') return { text: impactMarkdown(document) };
  const roots = topRoots(compared, await topsOf(compared, signal));
  const counts = countImpact(document, roots, impact.reach.changed.size);
  return { text: impactCommitMessage(document, englishImpact.headline(counts)) };
}
