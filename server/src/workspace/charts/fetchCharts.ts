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

/**
 * Fetches charts one after the other into the cache, by the hosts that the user allowed. What is there at a version of its own
 * is left as it is; ranges of versions are looked up anew.
 */
export async function fetchCharts(
  charts: readonly WantedChart[],
  { hosts, loginHosts = new Set(), store, signal, limits = usualLimits, begin, done }: FetchOptions,
): Promise<readonly ChartOutcome[]> {
  const known = await store.known();
  const logins = loginHosts.size === 0 ? noLogins : userLogins(loginHosts);
  const context: FetchContext = { hosts, loginHosts, logins, signal, limits, indexes: new Map() };
  const outcomes: ChartOutcome[] = [];
  for (const chart of charts) {
    signal.throwIfAborted();
    const before = known.get(wantedChartId(chart));
    const isThere = before !== undefined && (await store.archive(before.digest)) !== undefined;
    const isKept = isThere && isOneVersion(chart.version);
    if (!isKept) begin?.(chart);
    const result: ChartOutcome['result'] = isKept
      ? { kind: 'fetched', stored: before, isNew: false }
      : await fetchChart(chart, isThere ? before : undefined, store, context);
    outcomes.push({ chart, result });
    done?.({ chart, result });
  }
  return outcomes;
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
