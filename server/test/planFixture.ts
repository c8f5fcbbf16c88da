import type { Analysis } from '../src/analysis/analysis.ts';
import type { Answer } from '../src/analysis/answer.ts';
import { AnalysisHost } from '../src/analysis/analysisHost.ts';
import type { Promotion, PromotionRefusal } from '../src/analysis/promote.ts';
import type { Result } from '../src/util/result.ts';
import { planPromotion, type Plan } from '../src/workspace/promote.ts';
import { changeOf, completed } from './fixtureAnalysis.ts';

/** Plans a promotion of a folder `app` from `staging` to `production` in a tree of files. */
export async function planOf(
  files: ReadonlyMap<string, string>,
  request: Partial<Promotion> = {},
): Promise<Result<Plan, PromotionRefusal>> {
  const host = new AnalysisHost();
  host.apply(changeOf(files));
  const complete = <T>(ask: (analysis: Analysis) => Answer<T>): Promise<T> =>
    Promise.resolve(completed(ask(host.analysis())));
  return planPromotion(
    { host, complete },
    {
      applications: ['app'],
      from: 'staging',
      to: ['production'],
      only: [],
      because: undefined,
      ...request,
    },
    new AbortController().signal,
  );
}
