import type { DrillReport } from './liveDrill.ts';

/** The scheme of reports, which are texts that cannot be edited. */
export const reportScheme = 'strata-report';

/** The request for a report, `strata/report`. */
export const reportMethod = 'strata/report';

/** What a report is about. */
export type ReportSubject =
  /** The clusters of an application, by what they get; the address of one of its rendered documents. */
  | { readonly kind: 'variants'; readonly application: string }
  /** The versions of all applications by stage. */
  | { readonly kind: 'versions' }
  /** The first look at the opened folders. */
  | { readonly kind: 'first look' }
  /** How a drift drill went. */
  | { readonly kind: 'drill'; readonly drill: DrillReport }
  /** The least rights that controllers need on a cluster, in the tree of an opened folder. */
  | { readonly kind: 'rights'; readonly tree: string; readonly cluster: string }
  /** What a place of a layer becomes on each cluster. Line and character count from 0. */
  | {
      readonly kind: 'values';
      readonly uri: string;
      readonly line: number;
      readonly character: number;
    };

/** A report as it is shown. */
export interface Report {
  readonly text: string;
  /** In the order of the text. */
  readonly links: readonly ReportLink[];
}

/** A part of a line that leads somewhere: UTF-16 columns, the end exclusive. */
export interface ReportLink {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  /** A file, with its line as the fragment `L12`, or a rendered document. */
  readonly target: string;
}

/** The request for the places of rendered documents that show what a place of a layer becomes, `strata/peekValues`. */
export const peekValuesMethod = 'strata/peekValues';

/** A place of a layer; both count from 0. */
export interface PeekValuesParams {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** One place for each value that comes out; empty where nothing that is delivered cites the place. */
export interface PeekValues {
  readonly places: readonly { readonly uri: string; readonly line: number }[];
}
