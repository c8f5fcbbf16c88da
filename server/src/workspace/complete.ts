import type { Analysis } from '../analysis/analysis.ts';
import type { AnalysisHost, Change } from '../analysis/analysisHost.ts';
import type { Answer } from '../analysis/answer.ts';

/**
 * Asks, loads what the answer lacks, and asks again until nothing is lacking. Throws where a need cannot be met at all,
 * which is a fault of ours, and when the signal fires.
 */
export async function completeAnswer<T>(
  host: AnalysisHost,
  ask: (analysis: Analysis) => Answer<T>,
  load: (ids: readonly string[]) => Promise<Change>,
  { signal, apply }: { readonly signal: AbortSignal; readonly apply: (change: Change) => void },
): Promise<T> {
  for (;;) {
    signal.throwIfAborted();
    const answer = ask(host.analysis());
    if (answer.kind === 'complete') return answer.value;
    const ids = answer.needs.flatMap(({ kind, id }) => (kind === 'content' ? [id] : []));
    const change = await load(ids);
    if ((change.entries?.size ?? 0) === 0 && (change.contents?.size ?? 0) === 0) {
      throw new Error('The analysis asks for something that the tree does not have.');
    }
    apply(change);
  }
}
