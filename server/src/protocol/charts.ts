/** The request for the charts that come from elsewhere, `strata/charts`. Nobody is asked for anything by it. */
export const chartsMethod = 'strata/charts';

/** The request that fetches charts, `strata/fetchCharts`: from the hosts that the user has confirmed, and from no other. */
export const fetchChartsMethod = 'strata/fetchCharts';

/** A chart of a repository of charts or a registry. */
export interface ChartView {
  /** Tells it from all others. */
  readonly id: string;
  readonly chart: string;
  /** As it is asked for; `''` for the newest. */
  readonly version: string;
  /** Its address, without passwords. */
  readonly repository: string;
  /** Whom fetching asks; `undefined` where nobody can be asked. */
  readonly host?: string | undefined;
  /** Whether it is there. A range of versions may mean another one by now. */
  readonly isFetched: boolean;
  readonly isRange: boolean;
}

/** The charts of all opened folders. */
export type ChartsAnswer =
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'charts'; readonly charts: readonly ChartView[] };

/** What the user has confirmed. */
export interface FetchChartsParams {
  /** Of the charts that were told. */
  readonly ids: readonly string[];
  readonly hosts: readonly string[];
  /** The hosts to which what Helm or Docker log in with may be sent. */
  readonly loginHosts?: readonly string[];
}

/** What became of it, and what is wanted now: a chart that came may want others. */
export type FetchChartsAnswer =
  | { readonly kind: 'untrusted' }
  | {
      readonly kind: 'done';
      readonly fetched: number;
      readonly failures: readonly ChartFailureView[];
      readonly charts: readonly ChartView[];
    };

/** Why a chart was not fetched. */
export interface ChartFailureView {
  readonly id: string;
  readonly chart: string;
  readonly version: string;
  readonly why: ChartFailureKind;
  /** Who is concerned: a host, or an address. */
  readonly host: string;
  /** What it says, or what is wrong with it; of `credentials` whether they were `notAllowed`, `noneKnown` or `refused`. */
  readonly detail: string;
}

/** The reasons for which a chart is not fetched. */
export type ChartFailureKind =
  | 'address'
  | 'host'
  | 'downgrade'
  | 'credentials'
  | 'status'
  | 'redirects'
  | 'tooLarge'
  | 'slow'
  | 'unreachable'
  | 'version'
  | 'content'
  | 'digest';
