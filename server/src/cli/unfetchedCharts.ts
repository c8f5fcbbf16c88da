import { chartsElsewhere, wantedChartId } from '../analysis/chartsElsewhere.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';
import { hostOf } from '../workspace/charts/fetchCharts.ts';
import { withoutPassword } from '../workspace/charts/safeGet.ts';
import type { Sides } from '../workspace/sides.ts';
import type { Io } from './io.ts';

/** How many charts are named for each side. */
const mostNamed = 5;

/** Says which charts only one of two trees has, where that keeps a comparison from being known, and how to fetch them. */
export async function tellUnfetchedCharts(
  { roots, applications }: ImpactDocument,
  { base, head }: Pick<Sides, 'base' | 'head'>,
  io: Pick<Io, 'err' | 'signal'>,
): Promise<void> {
  const isOpen = [...roots, ...applications].some(({ gaps }) =>
    gaps.some(({ kind, changed }) => changed && (kind === 'chart' || kind === 'remote')),
  );
  if (!isOpen) return;
  const [then, now] = [
    await base.complete(chartsElsewhere, io.signal),
    await head.complete(chartsElsewhere, io.signal),
  ];
  for (const [{ id }, own, others] of [
    [base, then, now],
    [head, now, then],
  ] as const) {
    const known = new Set(others.map(wantedChartId));
    const missing = own.filter(
      (one) => !one.isFetched && hostOf(one) !== undefined && !known.has(wantedChartId(one)),
    );
    if (missing.length === 0) continue;
    const names = missing
      .slice(0, mostNamed)
      .map(({ chart, version, repository }) =>
        `${chart} ${version}`.trim().concat(` of ${withoutPassword(repository)}`),
      );
    const rest = missing.length - names.length;
    const more = rest > 0 ? ` and ${rest} more` : '';
    const isCommit = /^[0-9a-f]{40,}$/.test(id);
    const side = isCommit ? id.slice(0, 12) : id === 'index' ? 'the index' : 'the working tree';
    const at = isCommit ? ` --at ${id.slice(0, 12)}` : '';
    io.err.write(
      `strata: not fetched for ${side}, so that what it makes of it is unknown: ${names.join(', ')}${more}: strata charts --fetch${at}\n`,
    );
  }
}
