import { expect, test, vi } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { AnalysisHost } from '../analysis/analysisHost.ts';
import { planRetireCluster } from './retireCluster.ts';
import type { PlannedTree } from './planFork.ts';

test('a plan that is stopped on its way gives its fork up', async () => {
  const { host } = analyzeFixture(policyFleet());
  const tree: PlannedTree = {
    host,
    complete: (ask) => Promise.resolve(completed(ask(host.analysis()))),
  };
  const dispose = vi.spyOn(AnalysisHost.prototype, 'dispose');
  await expect(planRetireCluster(tree, 'one', AbortSignal.abort())).rejects.toThrow();
  expect(dispose).toHaveBeenCalledTimes(1);
  expect(dispose.mock.contexts[0]).not.toBe(host);
  dispose.mockRestore();
});
