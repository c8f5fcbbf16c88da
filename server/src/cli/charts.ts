import {
  chartsElsewhere,
  wantedChartId,
  type ChartElsewhere,
  type WantedChart,
} from '../analysis/chartsElsewhere.ts';
import {
  newChartStore,
  storeProblem,
  type ChartStore,
  type StoredChart,
} from '../workspace/charts/chartStore.ts';
import { fetchCharts, hostOf, type ChartOutcome } from '../workspace/charts/fetchCharts.ts';
import { registryHost } from '../workspace/charts/parseRegistryLogins.ts';
import { withoutPassword } from '../workspace/charts/safeGet.ts';
import { columnsText } from './columns.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import { fetchFailureText } from './fetchFailureText.ts';
import type { Io } from './io.ts';
import { toJson } from './json.ts';
import { atOption, openSnapshot, type Snapshot } from './snapshot.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata charts`: the charts that come from elsewhere, and fetching them. */
export const chartsCommand: Command = {
  name: 'charts',
  summary:
    'Lists the charts that come from repositories of charts and registries, and fetches them',
  forms: ['charts [options]', 'charts --fetch [--host HOST]… [options]'],
  details: [
    'Without --fetch nothing is asked of anybody: it lists what would be fetched, and from where.',
    '--fetch takes them into a folder of this user ($STRATA_CHARTS, else strata/charts in the folder of caches), by the',
    'hash of their bytes; from then on they are rendered as they came, offline, and named with that hash. Versions that',
    'are there stay as they are; ranges of versions are looked up anew. --credentials alone sends a password: to the host',
    'that you name, the one that Helm or Docker have for it in your own files and in the programs that these name.',
    'Only the hosts of the list are asked; where one leads to another host, that is said, and --host allows it.',
  ],
  options: [
    { name: 'fetch', text: 'Fetches what is listed.' },
    {
      name: 'host',
      value: 'HOST[:PORT]',
      text: 'With --fetch: also from this host, to which one of the list leads; may be repeated.',
    },
    {
      name: 'credentials',
      value: 'HOST[:PORT]',
      text: 'With --fetch: sends this host what Helm or Docker log in with there; may be repeated.',
    },
    atOption,
  ],
  examples: [{ line: 'strata charts', text: 'What would be fetched; then: strata charts --fetch' }],
  words: [],
  run: async (call, io) => {
    const fetches = call.options.has('fetch');
    if (call.words.length > 0) return wrongUse(io, 'charts', 'it takes no words.');
    for (const name of ['host', 'credentials']) {
      if (call.options.has(name) && !fetches)
        return wrongUse(io, 'charts', `--${name} goes with --fetch.`);
      const noHost = call.lists.get(name)?.find((one) => !isHost(one));
      if (noHost !== undefined)
        return wrongUse(io, 'charts', `--${name} takes HOST or HOST:PORT, not ${noHost}.`);
    }
    const store = newChartStore();
    const first = await listed(call, io);
    if ('refusal' in first) return first.refusal;
    const problem = fetches ? await storeProblem() : undefined;
    if (problem !== undefined)
      return refuse(io, { exitCode: 2, message: `charts cannot be kept: ${problem}.` });
    const fetched = fetches
      ? await fetchAll(first.charts, store, call, io)
      : { charts: first.charts, outcomes: [] };
    if ('refusal' in fetched) return fetched.refusal;
    const rows = await rowsOf(fetched.charts, fetched.outcomes, store);
    io.out.write(wantsJson(call) ? toJson({ charts: rows.map(rowJson) }) : chartsText(io, rows));
    return fetches && rows.some(({ failure }) => failure !== undefined) ? 1 : 0;
  },
};

function isHost(text: string): boolean {
  return (
    /^(?:[^\s/:@?#[\]]+|\[[^\s/@\]]+\])(?::\d+)?$/.test(text) && URL.canParse(`http://${text}`)
  );
}

/** A chart, with what is known of it. */
interface ChartRow {
  readonly chart: ChartElsewhere;
  readonly stored: StoredChart | undefined;
  readonly failure: ChartOutcome['result'] | undefined;
}

type Listed = { readonly charts: readonly ChartElsewhere[] } | { readonly refusal: number };

async function listed(call: Call, io: Io): Promise<Listed> {
  const snapshot = await openSnapshot(call, io);
  if (snapshot.kind === 'failed') return { refusal: refuse(io, snapshot.failure) };
  return { charts: await ask(snapshot.value, io) };
}

function ask({ complete }: Snapshot, io: Io): Promise<readonly ChartElsewhere[]> {
  return complete(chartsElsewhere, io.signal);
}

/** A chart that came may want others: so it goes on until nothing new is wanted. */
const mostRounds = 5;

async function fetchAll(
  charts: readonly ChartElsewhere[],
  store: ChartStore,
  call: Call,
  io: Io,
): Promise<
  | { readonly charts: readonly ChartElsewhere[]; readonly outcomes: readonly ChartOutcome[] }
  | { readonly refusal: number }
> {
  const hosts = new Set([
    ...charts.flatMap((chart) => hostOf(chart) ?? []),
    ...(call.lists.get('host') ?? []).map((host) => host.toLowerCase()),
  ]);
  const named = call.lists.get('credentials') ?? [];
  const loginHosts = new Set(named.map((host) => registryHost(host.toLowerCase())));
  if (charts.length > 0)
    io.err.write(
      `strata: fetching ${countOf(charts.length)} from ${[...hosts].sort().join(', ')}.\n`,
    );
  const outcomes = new Map<string, ChartOutcome>();
  let wanted = charts;
  for (let round = 0; round < mostRounds; round += 1) {
    const fresh = wanted.filter((chart) => !outcomes.has(wantedChartId(chart)));
    if (fresh.length === 0) break;
    const begin = ({ chart, version, repository }: WantedChart): void => {
      io.err.write(
        `strata: fetching ${`${chart} ${version}`.trim()} of ${withoutPassword(repository)}.\n`,
      );
    };
    const { signal } = io;
    for (const one of await fetchCharts(fresh, { hosts, loginHosts, store, signal, begin }))
      outcomes.set(wantedChartId(one.chart), one);
    const next = await listed(call, io);
    if ('refusal' in next) return next;
    wanted = next.charts;
  }
  return { charts: wanted, outcomes: [...outcomes.values()] };
}

async function rowsOf(
  charts: readonly ChartElsewhere[],
  outcomes: readonly ChartOutcome[],
  store: ChartStore,
): Promise<readonly ChartRow[]> {
  const known = await store.known();
  const byId = new Map(outcomes.map(({ chart, result }) => [wantedChartId(chart), result]));
  return charts.map((chart) => {
    const id = wantedChartId(chart);
    const result = byId.get(id) ?? unreachable(chart);
    return {
      chart,
      // What is not there as it came does not count.
      stored: chart.isFetched || result?.kind === 'fetched' ? known.get(id) : undefined,
      failure: result?.kind === 'fetched' ? undefined : result,
    };
  });
}

/** Why a chart is never fetched, which is known before anybody is asked. */
function unreachable(chart: ChartElsewhere): ChartOutcome['result'] | undefined {
  return hostOf(chart) === undefined
    ? { kind: 'address', address: withoutPassword(chart.repository) }
    : undefined;
}

function rowJson({ chart, stored, failure }: ChartRow): object {
  const host = hostOf(chart);
  return {
    repository: withoutPassword(chart.repository),
    chart: chart.chart,
    ...(chart.version !== '' && { version: chart.version }),
    ...(host !== undefined && { host }),
    wantedBy: chart.wantedBy,
    ...(stored !== undefined && {
      fetched: { version: stored.is, digest: `sha256:${stored.digest}` },
    }),
    ...(failure !== undefined &&
      failure.kind !== 'fetched' && {
        failure: { kind: failure.kind, message: fetchFailureText(failure) },
      }),
  };
}

const mostNames = 3;

function chartsText(io: Io, rows: readonly ChartRow[]): string {
  if (rows.length === 0) return 'No chart comes from elsewhere.\n';
  const missing = rows.filter(
    ({ stored, failure }) => stored === undefined && failure === undefined,
  ).length;
  const table = columnsText(
    io.out,
    ['CHART', 'VERSION', 'FROM', 'FETCHED', 'WANTED BY'],
    rows.map(({ chart, stored }) => [
      chart.chart,
      chart.version === '' ? 'newest' : chart.version,
      withoutPassword(chart.repository),
      stored === undefined ? 'no' : `${stored.is} sha256:${stored.digest.slice(0, 12)}`,
      namesText(chart.wantedBy),
    ]),
  );
  const failures = rows.flatMap(({ chart, failure }) =>
    failure === undefined || failure.kind === 'fetched'
      ? []
      : [
          `${chart.chart} ${chart.version}`.trim() +
            ` of ${withoutPassword(chart.repository)}: ${fetchFailureText(failure)}.`,
        ],
  );
  const hint = `${countOf(missing)} ${missing === 1 ? 'is' : 'are'} not fetched: strata charts --fetch`;
  const end = missing > 0 ? [...failures, hint] : failures;
  return [table, ...end.map((line) => `${line}\n`)].join('');
}

function namesText(names: readonly string[]): string {
  const more = names.length - mostNames;
  return names.slice(0, mostNames).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function countOf(count: number): string {
  return `${count} ${count === 1 ? 'chart' : 'charts'}`;
}
