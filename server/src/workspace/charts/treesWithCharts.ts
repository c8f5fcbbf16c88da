import { wantedChart } from '../../analysis/chartsElsewhere.ts';
import type { TreesBeside } from '../treesBeside.ts';
import type { ChartStore } from './chartStore.ts';

/** Trees beside the one at hand, and those of charts that were fetched. */
export function treesWithCharts(trees: TreesBeside, charts: ChartStore): TreesBeside {
  return {
    ...trees,
    find: async (ids, signal) => {
      const ofCharts = ids.filter((id) => wantedChart(id) !== undefined);
      if (ofCharts.length === 0) return trees.find(ids, signal);
      const others = ids.filter((id) => wantedChart(id) === undefined);
      const [found, placed] = await Promise.all([
        others.length === 0 ? [] : trees.find(others, signal),
        charts.find(ofCharts),
      ]);
      return new Map([...found, ...placed]);
    },
    load: async (ids, signal) => {
      const placed = charts.load(ids);
      const left = ids.filter((id) => !placed.has(id));
      return placed.size === 0
        ? trees.load(ids, signal)
        : new Map([...placed, ...(await trees.load(left, signal))]);
    },
  };
}
