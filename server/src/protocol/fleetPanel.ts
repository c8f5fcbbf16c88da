import type { FleetCell, FleetView } from './liveFleet.ts';

/** The facts that clusters are grouped by in the panel of the fleet. */
export type FleetGrouping = 'environment' | 'region' | 'releaseDomain';

/** What the extension tells its panel: texts for people come in their language. */
export type ToFleetPanel =
  | {
      readonly kind: 'start';
      readonly words: FleetWords;
      /** For dates and plurals, such as `en`. */
      readonly language: string;
    }
  | {
      readonly kind: 'view';
      readonly view: FleetView;
      /** When it was written down, in milliseconds since 1970, where it comes from a file; `undefined` where it is of now. */
      readonly keptAt?: number | undefined;
    }
  /** Nothing is told of clusters where the workspace is not trusted. */
  | { readonly kind: 'untrusted' }
  | { readonly kind: 'pane'; readonly pane: FleetPane | undefined };

/** What the panel tells the extension. */
export type FromFleetPanel =
  | { readonly kind: 'ready' }
  /** The user wants the clusters to be read, from now on as long as the panel is seen. */
  | { readonly kind: 'read' }
  | { readonly kind: 'open'; readonly cell: FleetCellName }
  | { readonly kind: 'close' }
  /** Of the opened application. */
  | { readonly kind: 'rendered' | 'follow' }
  /** The line that says what a row of the opened application differs from, by its place in the list. */
  | { readonly kind: 'declared'; readonly row: number };

/** What tells a cell from all others. */
export interface FleetCellName {
  readonly tree: string;
  readonly cluster: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** An opened application, in words. */
export interface FleetPane {
  readonly cell: FleetCellName;
  readonly title: string;
  readonly about: string;
  /** What is still being asked for; `''` where nothing is. */
  readonly busy: string;
  readonly signals: readonly FleetSignal[];
  readonly facts: readonly FleetFact[];
  /** The words of a failure; `''` without one. */
  readonly failure: string;
  readonly way: readonly FleetStep[];
  /** What stands in the place of the list of differences where it is empty. */
  readonly comparison: string;
  readonly rows: readonly FleetRow[];
  readonly history: readonly FleetEntry[];
  readonly events: readonly FleetHappening[];
  readonly canOpen: boolean;
  readonly canFollow: boolean;
}

/** One of the four signals. */
export interface FleetSignal {
  readonly name: string;
  readonly text: string;
  readonly mark: FleetMark;
}

/** A fact with its name. */
export interface FleetFact {
  readonly name: string;
  readonly text: string;
}

/** A step on the way of a commit; `at` is `undefined` for one that is still to come, or that nobody tells. */
export interface FleetStep {
  readonly name: string;
  readonly at?: string | undefined;
  /** How long it took since the step before; `''` where that is not known. */
  readonly took: string;
}

/** A difference. */
export interface FleetRow {
  readonly label: string;
  readonly text: string;
  readonly matters: boolean;
  readonly hasPlace: boolean;
}

/** What happened, in words. */
export interface FleetHappening {
  readonly reason: string;
  readonly text: string;
  readonly detail: string;
  readonly isWarning: boolean;
}

/** A deploy. */
export interface FleetEntry {
  readonly revision: string;
  readonly text: string;
  readonly detail: string;
}

/** How a state looks: each has a shape and a color of its own. */
export type FleetMark =
  | 'synced'
  | 'pending'
  | 'waiting'
  | 'applying'
  | 'drifted'
  | 'prune'
  | 'failed'
  | 'degraded'
  | 'progressing'
  | 'suspended'
  | 'never'
  | 'notAssessed'
  | 'unknown';

/** How each state looks. */
export const marksOfSync: Readonly<Record<FleetCell['sync'], FleetMark>> = {
  inSync: 'synced',
  pendingChange: 'pending',
  waiting: 'waiting',
  applying: 'applying',
  drifted: 'drifted',
  pruneOnly: 'prune',
  failed: 'failed',
  suspended: 'suspended',
  neverSeen: 'never',
  notAssessed: 'notAssessed',
  unknown: 'unknown',
};

/** How the health of an application looks by itself. */
export const marksOfHealth: Readonly<Record<FleetCell['health'], FleetMark>> = {
  healthy: 'synced',
  progressing: 'progressing',
  degraded: 'degraded',
  missing: 'degraded',
  suspended: 'suspended',
  notAssessed: 'notAssessed',
  unknown: 'unknown',
};

/** The texts of the panel, by what they are for. */
export type FleetWords = Readonly<Record<FleetWord, string>>;

/** What texts of the panel are for; `{0}` and so on stand for what changes. */
export type FleetWord =
  | 'grid'
  | 'cluster'
  | 'revision'
  | 'synced'
  | 'healthy'
  | 'drift'
  | 'lastSync'
  | 'groupBy'
  | 'environment'
  | 'region'
  | 'releaseDomain'
  | 'without'
  | 'filterClusters'
  | 'filterApplications'
  | 'read'
  | 'readAgain'
  | 'reading'
  | 'notReadYet'
  | 'readAt'
  | 'keptAt'
  | 'counts'
  | 'oneCluster'
  | 'all'
  | 'unplaced'
  | 'unread'
  | 'failing'
  | 'moreFailing'
  | 'events'
  | 'untrusted'
  | 'noClusters'
  | 'nothingFits'
  | 'production'
  | 'notRegistered'
  | 'oneBehind'
  | 'behind'
  | 'atHead'
  | 'revisions'
  | 'lastSeen'
  | 'silent'
  | 'cell'
  | 'empty'
  | 'close'
  | 'openRendered'
  | 'follow'
  | 'signals'
  | 'way'
  | 'drifts'
  | 'history'
  | 'openLine'
  | 'whyNotRead'
  | 'whyNoContext'
  | 'whyNotThere'
  | 'whyNotShown'
  | `sync.${'inSync' | 'pendingChange' | 'waiting' | 'applying' | 'drifted' | 'pruneOnly' | 'failed' | 'suspended' | 'neverSeen' | 'unknown' | 'notAssessed'}`
  | `health.${'healthy' | 'progressing' | 'degraded' | 'missing' | 'suspended' | 'unknown' | 'notAssessed'}`;
