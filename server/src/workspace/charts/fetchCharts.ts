import { groupBy } from '../../util/groupBy.ts';
import { archivedChart, isOneVersion } from '../../analysis/chartArchive.ts';
import { wantedChartId, type WantedChart } from '../../analysis/chartsElsewhere.ts';
import type { ChartStore, StoredChart } from './chartStore.ts';
import {
  fetchFromIndex,
  usualLimits,
  type FetchContext,
  type FetchLimits,
} from './fetchFromIndex.ts';
import { fetchFromRegistry, registryBase } from './fetchFromRegistry.ts';
import { noLogins, userLogins } from './logins.ts';
import { urlOf, type FetchFailure } from './safeGet.ts';

/** What became of a chart. */
export interface ChartOutcome {
  readonly chart: WantedChart;
  readonly result:
    | { readonly kind: 'fetched'; readonly stored: StoredChart; readonly isNew: boolean }
    | FetchFailure;
}

/** How charts are fetched. */
export interface FetchOptions {
  /** The hosts that the user allowed: nothing is asked of any other. */
  readonly hosts: ReadonlySet<string>;
  /** The hosts to which the user allowed to send what Helm or Docker log in with there. Default: none. */
  readonly loginHosts?: ReadonlySet<string>;
  readonly store: ChartStore;
  readonly signal: AbortSignal;
  readonly limits?: FetchLimits;
  /** Told of each chart before it is asked for. */
  readonly begin?: (chart: WantedChart) => void;
  /** Told of each chart as it comes. */
  readonly done?: (outcome: ChartOutcome) => void;
}

/** The host that a chart is asked of, with its port where it is not the usual one; `undefined` where nobody can be asked. */
export function hostOf({ repository }: WantedChart): string | undefined {
  const address = /^oci:/i.test(repository) ? registryBase(repository) : repository;
  return address === undefined ? undefined : urlOf(address)?.host;
}

/** How many hosts are asked at a time: an index may be large. */
const mostAtOnce = 4;

/**
 * Fetches charts into the cache, by the hosts that the user allowed: from one host one after the other, and from some hosts side
 * by side. What is there at a version of its own is left as it is; ranges of versions are looked up anew. A host that cannot
 * be reached is asked once, and one that is too slow for two charts in a row is asked no more.
 */
export async function fetchCharts(
  charts: readonly WantedChart[],
  { hosts, loginHosts = new Set(), store, signal, limits = usualLimits, begin, done }: FetchOptions,
): Promise<readonly ChartOutcome[]> {
  const known = await store.known();
  const logins = loginHosts.size === 0 ? noLogins : userLogins(loginHosts);
  const context: FetchContext = { hosts, loginHosts, logins, signal, limits, indexes: new Map() };
  const results = new Map<WantedChart, ChartOutcome['result']>();
  const fetchOne = async (
    chart: WantedChart,
    dead: FetchFailure | undefined,
  ): Promise<ChartOutcome['result']> => {
    const before = known.get(wantedChartId(chart));
    const isThere = before !== undefined && (await store.archive(before.digest)) !== undefined;
    if (isThere && isOneVersion(chart.version))
      return { kind: 'fetched', stored: before, isNew: false };
    if (dead !== undefined) return dead;
    begin?.(chart);
    return fetchChart(chart, isThere ? before : undefined, store, context);
  };
  const left = [...groupBy(charts, (chart) => hostOf(chart) ?? '').entries()];
  const work = async (): Promise<void> => {
    for (let group = left.shift(); group !== undefined; group = left.shift()) {
      const [host, own] = group;
      let dead: FetchFailure | undefined;
      let wasSlow = false;
      for (const chart of own) {
        signal.throwIfAborted();
        const result = await fetchOne(chart, dead);
        const isSlow = result.kind === 'slow' && result.host === host;
        // One slow archive may only be large.
        if (isSlow && wasSlow) dead = result;
        if (result.kind === 'unreachable' && result.host === host) dead = result;
        wasSlow = isSlow;
        results.set(chart, result);
        done?.({ chart, result });
      }
    }
  };
  // Nobody is left behind who still writes.
  const ended = await Promise.allSettled(Array.from({ length: mostAtOnce }, work));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return charts.flatMap((chart) => {
    const result = results.get(chart);
    return result === undefined ? [] : [{ chart, result }];
  });
}

async function fetchChart(
  wanted: WantedChart,
  before: StoredChart | undefined,
  store: ChartStore,
  context: FetchContext,
): Promise<ChartOutcome['result']> {
  const isRegistry = /^oci:/i.test(wanted.repository);
  const got = await (isRegistry ? fetchFromRegistry : fetchFromIndex)(wanted, context);
  if (got.kind !== 'archive') return got;
  const chart = archivedChart(got.bytes);
  if ('problem' in chart) return { kind: 'content', message: chart.problem };
  const { repository, chart: name, version } = wanted;
  const stored = { repository, chart: name, version, is: chart.version, digest: got.digest };
  await store.put(stored, got.bytes);
  return { kind: 'fetched', stored, isNew: before?.digest !== got.digest };
}
