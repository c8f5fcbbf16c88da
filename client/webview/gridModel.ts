import {
  marksOfHealth,
  marksOfSync,
  type FleetGrouping,
  type FleetMark,
} from '../../server/src/protocol/fleetPanel.ts';
import type { FleetCell, FleetCluster, FleetView } from '../../server/src/protocol/liveFleet.ts';

/** What was read so long ago, in milliseconds, says nothing of now. */
const outdatedAfter = 10 * 60_000;

/** What the user wants to see. */
export interface GridWish {
  readonly grouping: FleetGrouping;
  /** Words that names of clusters, or facts about them, have to contain; `''` for all. */
  readonly clusters: string;
  /** The same of applications. */
  readonly applications: string;
  /** Only these states; all where it is empty. */
  readonly marks: ReadonlySet<FleetMark>;
  /** The groups whose clusters are not shown. */
  readonly folded: ReadonlySet<string>;
}

/** When a view is looked at, and when it was written down where it is not of now. */
export interface GridTime {
  readonly now: number;
  readonly keptAt: number | undefined;
}

/** What the grid shows. */
export interface GridModel {
  /** The columns, by their places in the view. */
  readonly columns: readonly number[];
  readonly rows: readonly GridRow[];
  /** How many applications there are of each state, whatever is filtered. */
  readonly counts: ReadonlyMap<FleetMark, number>;
  /** The states that some application has now: of all others is only known that they were there. */
  readonly present: ReadonlySet<FleetMark>;
  readonly clusters: number;
  readonly applications: number;
}

/** A row of the grid. */
export type GridRow =
  | {
      readonly kind: 'group';
      /** `undefined` for clusters without the fact. */
      readonly name: string | undefined;
      readonly isProduction: boolean;
      readonly isFolded: boolean;
      readonly clusters: number;
      readonly counts: ReadonlyMap<FleetMark, number>;
      /** The states that some application of the group has now. */
      readonly present: ReadonlySet<FleetMark>;
    }
  | {
      readonly kind: 'cluster';
      readonly cluster: FleetCluster;
      /** The tiles, by the place of the column in the view. */
      readonly tiles: ReadonlyMap<number, Tile>;
      readonly summary: Summary;
    };

/** The applications of one column on one cluster, as a rule one. */
export interface Tile {
  /** The one that matters most comes first. */
  readonly cells: readonly [FleetCell, ...FleetCell[]];
  readonly mark: FleetMark;
  /** What is known of it is from before. */
  readonly isStale: boolean;
  /** It is none of the states that the user wants to see. */
  readonly isFaint: boolean;
}

/** What a row says of all applications of its cluster. */
export interface Summary {
  readonly all: number;
  readonly synced: number;
  readonly healthy: number;
  readonly assessed: number;
  readonly drifted: number;
  /** Whether any has drifted now, and not only when it was last seen. */
  readonly isDrifted: boolean;
  readonly stale: number;
  /** The revisions that run. */
  readonly revisions: ReadonlySet<string>;
  /** How far the last of them is behind; `undefined` where that is not known of any. */
  readonly behindHead: number | undefined;
  /** When anything was last synced, in ISO form. */
  readonly lastSyncAt: string | undefined;
}

/** The marks, the one first that matters most. */
export const marksByWeight: readonly FleetMark[] = [
  'failed',
  'degraded',
  'drifted',
  'prune',
  'applying',
  'progressing',
  'waiting',
  'pending',
  'unknown',
  'never',
  'suspended',
  'notAssessed',
  'synced',
];

const weights = new Map(marksByWeight.map((mark, index) => [mark, index]));

/** How an application looks: what matters most of its sync and its health. */
export function markOf({ sync, health }: FleetCell): FleetMark {
  const bySync = marksOfSync[sync];
  // That nothing is known of its health takes no more than the green of it.
  if (health === 'unknown') return bySync === 'synced' ? 'unknown' : bySync;
  return health === 'notAssessed' ? bySync : heavier(bySync, marksOfHealth[health]);
}

/** The places of the sources that are of now: what others told is never shown as if it were. */
export function freshSources(
  { sources }: Pick<FleetView, 'sources'>,
  { now, keptAt }: GridTime,
): ReadonlySet<number> {
  const fresh = sources.flatMap(({ readAt, failure }, index) => {
    const isOld = readAt === undefined || now - readAt > outdatedAfter;
    return isOld || failure !== undefined || keptAt !== undefined ? [] : [index];
  });
  return new Set(fresh);
}

/** What the grid shows of a view. */
export function gridModel(view: FleetView, wish: GridWish, time: GridTime): GridModel {
  const columns = view.columns.flatMap((name, index) =>
    fits(name, wish.applications) ? [index] : [],
  );
  const wanted = new Set(columns);
  const counts = new Map<FleetMark, number>();
  const present = new Set<FleetMark>();
  const fresh = freshSources(view, time);
  const shown: Extract<GridRow, { kind: 'cluster' }>[] = [];
  let applications = 0;
  for (const cluster of view.clusters) {
    const tiles = tilesOf(cluster, wish, fresh);
    applications += cluster.cells.length;
    for (const cell of cluster.cells) {
      count(counts, markOf(cell));
      if (!isStale(cell, fresh)) present.add(markOf(cell));
    }
    const { name, environment = '', region = '', releaseDomain = '' } = cluster;
    if (!fits(`${name} ${environment} ${region} ${releaseDomain}`, wish.clusters)) continue;
    const own = new Map([...tiles].filter(([column]) => wanted.has(column)));
    const isAsked = wish.marks.size > 0 || wish.applications.trim() !== '';
    if (isAsked && [...own.values()].every(({ isFaint }) => isFaint)) continue;
    shown.push({ kind: 'cluster', cluster, tiles: own, summary: summaryOf(cluster, fresh) });
  }
  const rows = grouped(shown, wish);
  return { columns, rows, counts, present, clusters: view.clusters.length, applications };
}

function tilesOf(
  { cells }: FleetCluster,
  { marks }: GridWish,
  fresh: ReadonlySet<number>,
): ReadonlyMap<number, Tile> {
  const tiles = new Map<number, Tile>();
  for (const cell of cells) {
    const mark = markOf(cell);
    const known = tiles.get(cell.column);
    const isFirst = known === undefined || weight(mark) < weight(known.mark);
    const others = known?.cells ?? [];
    tiles.set(cell.column, {
      cells: isFirst ? [cell, ...others] : [known.cells[0], ...known.cells.slice(1), cell],
      mark: isFirst ? mark : known.mark,
      isStale: known?.isStale === true || isStale(cell, fresh),
      isFaint: known?.isFaint !== false && marks.size > 0 && !marks.has(mark),
    });
  }
  return tiles;
}

/** What a controller that has stopped said is from before, however new its reading is. */
function isStale({ source, silentSince }: FleetCell, fresh: ReadonlySet<number>): boolean {
  return silentSince !== undefined || (source !== undefined && !fresh.has(source));
}

function summaryOf({ cells }: FleetCluster, sources: ReadonlySet<number>): Summary {
  const fresh = cells.filter((cell) => !isStale(cell, sources));
  const measured = cells.flatMap(({ behindHead }) =>
    behindHead === undefined ? [] : [behindHead],
  );
  const syncs = cells.flatMap(({ lastSyncAt }) => (lastSyncAt === undefined ? [] : [lastSyncAt]));
  return {
    all: cells.length,
    synced: fresh.filter(({ sync }) => sync === 'inSync').length,
    healthy: fresh.filter(({ health }) => health === 'healthy').length,
    assessed: cells.filter(({ health }) => health !== 'notAssessed').length,
    drifted: cells.filter(({ sync }) => sync === 'drifted').length,
    isDrifted: fresh.some(({ sync }) => sync === 'drifted'),
    stale: cells.length - fresh.length,
    revisions: new Set(cells.flatMap(({ revision }) => (revision === undefined ? [] : [revision]))),
    behindHead: measured.length === 0 ? undefined : Math.max(...measured),
    lastSyncAt: syncs.sort().at(-1),
  };
}

/** Groups of production first, then by name; clusters without the fact last. */
function grouped(
  clusters: readonly Extract<GridRow, { kind: 'cluster' }>[],
  { grouping, folded }: GridWish,
): readonly GridRow[] {
  const groups = Map.groupBy(clusters, ({ cluster }) => cluster[grouping]);
  const isProduction = (own: typeof clusters): boolean =>
    own.some(({ cluster }) => cluster.isProduction);
  const sorted = [...groups].sort(
    ([a, one], [b, other]) =>
      Number(isProduction(other)) - Number(isProduction(one)) ||
      compare(a ?? '\uffff', b ?? '\uffff'),
  );
  return sorted.flatMap(([name, own]): GridRow[] => {
    const counts = new Map<FleetMark, number>();
    const present = new Set<FleetMark>();
    for (const tile of own.flatMap(({ tiles }) => [...tiles.values()])) {
      count(counts, tile.mark);
      if (!tile.isStale) present.add(tile.mark);
    }
    const isFolded = folded.has(name ?? '');
    const group: GridRow = {
      kind: 'group',
      name,
      isProduction: isProduction(own),
      isFolded,
      clusters: own.length,
      counts,
      present,
    };
    return isFolded ? [group] : [group, ...own];
  });
}

function heavier(one: FleetMark, other: FleetMark): FleetMark {
  return weight(one) <= weight(other) ? one : other;
}

function weight(mark: FleetMark): number {
  return weights.get(mark) ?? marksByWeight.length;
}

function count(counts: Map<FleetMark, number>, mark: FleetMark): void {
  counts.set(mark, (counts.get(mark) ?? 0) + 1);
}

/** Whether a text has all words of a filter. */
function fits(text: string, filter: string): boolean {
  const low = text.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => low.includes(word));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
