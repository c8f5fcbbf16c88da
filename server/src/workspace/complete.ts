import type { Analysis } from '../analysis/analysis.ts';
import type { AnalysisHost, Change } from '../analysis/analysisHost.ts';
import type { Answer, AnswerNeed } from '../analysis/answer.ts';

/** How an answer is completed. */
export interface CompleteOptions {
  readonly signal: AbortSignal;
  readonly apply: (change: Change) => void;
  /** Finds trees beside the one at hand. Default: none can be had. */
  readonly findTrees?: (ids: readonly string[]) => Promise<NonNullable<Change['trees']>>;
}

/**
 * Asks, loads what the answer lacks, and asks again until nothing is lacking. Throws where a need cannot be met at all,
 * which is a fault of ours, and when the signal fires.
 */
export async function completeAnswer<T>(
  host: AnalysisHost,
  ask: (analysis: Analysis) => Answer<T>,
  load: (ids: readonly string[]) => Promise<Change>,
  { signal, apply, findTrees }: CompleteOptions,
): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    const answer = ask(host.analysis());
    if (answer.kind === 'complete') return answer.value;
    const idsOf = (wanted: AnswerNeed['kind']): readonly string[] =>
      answer.needs.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
    const [ids, trees] = [idsOf('content'), idsOf('tree')];
    if (trees.length > 0) {
      const found = await findTrees?.(trees);
      apply({ trees: new Map(trees.map((id) => [id, found?.get(id) ?? 'missing'])) });
    }
    if (ids.length === 0 && trees.length > 0) continue;
    const change = await load(ids);
    if ((change.entries?.size ?? 0) === 0 && (change.contents?.size ?? 0) === 0) {
      throw new Error('The analysis asks for something that the tree does not have.');
    }
    apply(change);
  }
}
