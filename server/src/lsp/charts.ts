import { isOneVersion } from '../analysis/chartArchive.ts';
import {
  chartsElsewhere,
  wantedChartId,
  type ChartElsewhere,
} from '../analysis/chartsElsewhere.ts';
import {
  chartsMethod,
  fetchChartsMethod,
  type ChartFailureView,
  type ChartView,
  type ChartsAnswer,
  type FetchChartsAnswer,
  type FetchChartsParams,
} from '../protocol/charts.ts';
import { newChartStore } from '../workspace/charts/chartStore.ts';
import { fetchCharts, hostOf } from '../workspace/charts/fetchCharts.ts';
import { withoutPassword, type FetchFailure } from '../workspace/charts/safeGet.ts';
import { refreshDiagnostics } from './diagnostic.ts';
import { answering } from './request.ts';
import type { Session } from './session.ts';

/** Answers what the command that fetches charts asks. */
export function answerChartRequests(session: Session): void {
  const { connection } = session;
  connection.onRequest(chartsMethod, answering(session, chartsMethod, charts));
  connection.onRequest(fetchChartsMethod, answering(session, fetchChartsMethod, fetchConfirmed));
}

/** `strata/charts`: what would be fetched, and from where. */
export async function charts(
  session: Session,
  _params: object,
  signal: AbortSignal,
): Promise<ChartsAnswer> {
  await session.trees.ready();
  if (!session.trees.trusted) return { kind: 'untrusted' };
  return { kind: 'charts', charts: [...(await wantedOf(session, signal)).values()].map(viewOf) };
}

/** `strata/fetchCharts`: nothing is connected to in a workspace that is not trusted, whatever a client asks. */
export async function fetchConfirmed(
  session: Session,
  { ids, hosts, loginHosts }: FetchChartsParams,
  signal: AbortSignal,
): Promise<FetchChartsAnswer> {
  await session.trees.ready();
  if (!session.trees.trusted) return { kind: 'untrusted' };
  const wanted = await wantedOf(session, signal);
  const chosen = ids.flatMap((id) => wanted.get(id) ?? []);
  const store = newChartStore();
  const outcomes = await fetchCharts(chosen, {
    hosts: new Set(hosts),
    loginHosts: new Set(loginHosts),
    store,
    signal,
  }).finally(() => takeIn(session));
  return {
    kind: 'done',
    fetched: outcomes.filter(({ result }) => result.kind === 'fetched').length,
    failures: outcomes.flatMap(({ chart, result }) =>
      result.kind === 'fetched' ? [] : [failureOf(wantedChartId(chart), chart, result)],
    ),
    charts: [...(await wantedOf(session, signal)).values()].map(viewOf),
  };
}

/** Takes in what came, also where somebody gave up before all of it was there. */
async function takeIn(session: Session): Promise<void> {
  const { signal } = new AbortController();
  for (const { workspace } of session.trees.all) await workspace.chartsFetched(signal);
  session.changed();
  refreshDiagnostics(session);
}

async function wantedOf(
  { trees }: Session,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ChartElsewhere>> {
  const found = new Map<string, ChartElsewhere>();
  for (const { workspace } of trees.all) {
    for (const chart of await workspace.complete(chartsElsewhere, signal))
      found.set(wantedChartId(chart), chart);
  }
  return found;
}

function viewOf(wanted: ChartElsewhere): ChartView {
  const { chart, version, repository, isFetched } = wanted;
  return {
    id: wantedChartId(wanted),
    chart,
    version,
    repository: withoutPassword(repository),
    host: hostOf(wanted),
    isFetched,
    isRange: !isOneVersion(version),
  };
}

function failureOf(
  id: string,
  { chart, version }: Pick<ChartElsewhere, 'chart' | 'version'>,
  failure: FetchFailure,
): ChartFailureView {
  const base = { id, chart, version, why: failure.kind };
  switch (failure.kind) {
    case 'address':
      return { ...base, host: failure.address, detail: '' };
    case 'host':
    case 'downgrade':
    case 'redirects':
      return { ...base, host: failure.host, detail: '' };
    case 'credentials':
      return { ...base, host: failure.host, detail: failure.sent };
    case 'status':
      return { ...base, host: failure.host, detail: String(failure.status) };
    case 'tooLarge':
      return {
        ...base,
        host: failure.host,
        detail: String(Math.round(failure.most / 1024 / 1024)),
      };
    case 'slow':
      return { ...base, host: failure.host, detail: String(failure.seconds) };
    case 'unreachable':
      return { ...base, host: failure.host, detail: failure.message };
    case 'version':
      return { ...base, host: '', detail: failure.version };
    case 'content':
      return { ...base, host: '', detail: failure.message };
    case 'digest':
      return { ...base, host: '', detail: failure.got };
  }
}
