import { ProgressLocation, commands, l10n, window, type Disposable } from 'vscode';
import {
  chartsMethod,
  fetchChartsMethod,
  type ChartFailureView,
  type ChartView,
  type ChartsAnswer,
  type FetchChartsAnswer,
  type FetchChartsParams,
} from '../../../server/src/protocol/charts.ts';
import type { Server } from '../server.ts';
import { plainMessage } from '../views/plainMessage.ts';

/** The command “Strata: Fetch charts…”: it names hosts and charts, and asks nobody before the user says so. */
export function registerFetchCharts(server: Server): Disposable {
  return commands.registerCommand('strata.fetchCharts', () => fetchCharts(server));
}

/** A chart that came may want others, and a host may lead to another one: each is asked for once. */
const mostRounds = 5;

async function fetchCharts(server: Server): Promise<void> {
  const answer = await server.ask<ChartsAnswer>(chartsMethod, {});
  if (answer?.kind === 'untrusted') {
    tellTrust();
    return;
  }
  const wanted = (answer?.charts ?? []).filter(
    ({ host, isFetched, isRange }) => host !== undefined && (!isFetched || isRange),
  );
  if (wanted.length === 0) {
    const none = (answer?.charts ?? []).length === 0;
    const told = none
      ? l10n.t('No chart comes from elsewhere.')
      : l10n.t('All charts from elsewhere are here.');
    return void window.showInformationMessage(told);
  }
  const hosts = new Set<string>();
  const refused = new Set<string>();
  const logins = new Map<string, boolean>();
  const failures = new Map<string, ChartFailureView>();
  let fetched = 0;
  let charts: readonly ChartView[] = wanted;
  for (let round = 0; round < mostRounds && charts.length > 0; round += 1) {
    const asked = new Set(charts.flatMap(({ host }) => host ?? []));
    const fresh = [...asked].filter((host) => !hosts.has(host) && !refused.has(host));
    if (fresh.length > 0) {
      const isAllowed = await confirm(charts, fresh);
      for (const host of fresh) (isAllowed ? hosts : refused).add(host);
      if (!isAllowed && hosts.size === 0) return;
    }
    const done = await fetchFrom(server, {
      ids: charts.map(({ id }) => id),
      hosts: [...hosts],
      loginHosts: [...logins].flatMap(([host, isAllowed]) => (isAllowed ? [host] : [])),
    });
    if (done === undefined) return;
    if (done.kind === 'untrusted') {
      tellTrust();
      return;
    }
    fetched += done.fetched;
    for (const { id } of charts) failures.delete(id);
    for (const one of done.failures) failures.set(one.id, one);
    const led = new Set([
      ...(await askForLeads(done.failures, hosts, refused)),
      ...(await askForLogins(done.failures, logins)),
    ]);
    const known = new Set([...wanted, ...charts].map(({ id }) => id));
    charts = done.charts.filter(
      ({ id, host, isFetched }) =>
        host !== undefined && !isFetched && (led.has(id) || !known.has(id)),
    );
  }
  tell(fetched, [...failures.values()]);
}

function tellTrust(): void {
  void window.showInformationMessage(l10n.t('Charts are only fetched in a trusted workspace.'));
}

async function confirm(charts: readonly ChartView[], hosts: readonly string[]): Promise<boolean> {
  const fetch = l10n.t('Fetch');
  const lines = hosts.map((host) => {
    const names = charts
      .filter((one) => one.host === host)
      .map(({ chart, version }) => `${chart} ${version}`.trim());
    return `${host}: ${names.join(', ')}`;
  });
  const detail = [
    ...lines,
    '',
    l10n.t(
      'Strata asks these hosts and no other, and sends no credentials unasked. What comes is checked by its hash and kept outside of the workspace.',
    ),
  ].join('\n');
  const question = l10n.t('Fetch charts from {0}?', hosts.join(', '));
  return (await window.showWarningMessage(question, { modal: true, detail }, fetch)) === fetch;
}

/** Asks for the hosts that others lead to; gives the charts for which that may help. */
async function askForLeads(
  failures: readonly ChartFailureView[],
  hosts: Set<string>,
  refused: Set<string>,
): Promise<ReadonlySet<string>> {
  const led = new Set<string>();
  for (const { id, why, host, chart } of failures) {
    if (why !== 'host') continue;
    if (!hosts.has(host) && !refused.has(host)) {
      const fetch = l10n.t('Fetch');
      const question = l10n.t('{0} leads to {1}. Fetch from there as well?', chart, host);
      const picked = await window.showWarningMessage(question, { modal: true }, fetch);
      (picked === fetch ? hosts : refused).add(host);
    }
    if (hosts.has(host)) led.add(id);
  }
  return led;
}

/** Asks to send hosts what Helm or Docker log in with; gives the charts for which that may help. */
async function askForLogins(
  failures: readonly ChartFailureView[],
  logins: Map<string, boolean>,
): Promise<ReadonlySet<string>> {
  const led = new Set<string>();
  for (const { id, why, host, detail } of failures) {
    if (why !== 'credentials' || detail !== 'notAllowed') continue;
    if (!logins.has(host)) {
      const send = l10n.t('Send');
      const question = l10n.t('{0} wants credentials. Send what Helm or Docker have for it?', host);
      const explained = l10n.t(
        'They are read from your own files and from the programs that these name, sent to this host alone, and not kept.',
      );
      const options = { modal: true, detail: explained };
      logins.set(host, (await window.showWarningMessage(question, options, send)) === send);
    }
    if (logins.get(host) === true) led.add(id);
  }
  return led;
}

async function fetchFrom(
  server: Server,
  params: FetchChartsParams,
): Promise<FetchChartsAnswer | undefined> {
  return window.withProgress(
    {
      location: ProgressLocation.Notification,
      title: l10n.t('Fetching charts'),
      cancellable: true,
    },
    async (_progress, token) => {
      try {
        return await server.ask<FetchChartsAnswer>(fetchChartsMethod, params, token);
      } catch (error) {
        if (token.isCancellationRequested) return undefined;
        throw error;
      }
    },
  );
}

const mostTold = 3;

function tell(fetched: number, failures: readonly ChartFailureView[]): void {
  const done = l10n.t('Charts that are here now: {0}.', fetched);
  if (failures.length === 0) return void window.showInformationMessage(done);
  const told = failures
    .slice(0, mostTold)
    .map((one) => `${`${one.chart} ${one.version}`.trim()}: ${whyText(one)}`);
  const more = failures.length - told.length;
  const rest = more > 0 ? [l10n.t('{0} more were not fetched.', more)] : [];
  void window.showWarningMessage(plainMessage([done, ...told, ...rest].join(' ')));
}

/** Why a chart was not fetched. */
function whyText({ why, host, detail }: ChartFailureView): string {
  switch (why) {
    case 'address':
      return l10n.t('{0} is no plain address of HTTP, or holds a password.', host);
    case 'host':
      return l10n.t('it leads to {0}, which you did not allow.', host);
    case 'downgrade':
      return l10n.t('it leads to {0} without encryption.', host);
    case 'credentials':
      return detail === 'refused'
        ? l10n.t('{0} refuses the credentials that Helm or Docker have for it.', host)
        : detail === 'noneKnown'
          ? l10n.t('{0} wants credentials, and neither Helm nor Docker have any for it.', host)
          : l10n.t('{0} wants credentials.', host);
    case 'status':
      return l10n.t('{0} answers with {1}.', host, detail);
    case 'redirects':
      return l10n.t('{0} leads from one address to the next without end.', host);
    case 'tooLarge':
      return l10n.t('{0} gives more than {1} MB.', host, detail);
    case 'slow':
      return l10n.t('{0} did not give all of it within {1} seconds.', host, detail);
    case 'unreachable':
      return l10n.t('{0} cannot be reached: {1}.', host, detail);
    case 'version':
      return l10n.t('there is no such version of it there.');
    case 'content':
      return l10n.t('what came is no chart: {0}.', detail);
    case 'digest':
      return l10n.t('what came has another hash than it should have.');
  }
}
