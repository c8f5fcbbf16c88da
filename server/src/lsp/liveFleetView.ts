import { clusters as clusterTable, type ClusterRow } from '../analysis/clusters.ts';
import {
  deliveredApplications,
  type DeliveredApplication,
} from '../analysis/deliveredApplications.ts';
import { isProductionRow } from '../analysis/isProductionRow.ts';
import type { LiveUnitStatus } from '../analysis/liveStatus.ts';
import { ToldTwice, fleetContexts, ofUnanswering, unitPlacer } from '../live/fleetStatus.ts';
import type { Live } from '../live/live.ts';
import type { FleetCell, FleetCluster, FleetSource, FleetView } from '../protocol/liveFleet.ts';
import { newTurns } from '../workspace/turns.ts';
import type { FleetMeasures } from './liveFleetMeasures.ts';
import type { FleetSweep } from './liveFleetSweep.ts';
import { toldFailure } from './liveTold.ts';
import type { Tree } from './trees.ts';

/** What a view of the fleet is made of. */
export interface FleetParts {
  readonly live: Live;
  readonly sweep: FleetSweep;
  readonly measures: (tree: Tree) => FleetMeasures;
}

/** A unit that somebody told of, and who: the place of a source. */
interface Told {
  readonly status: LiveUnitStatus;
  readonly source: number;
}

/** All clusters of some trees by all applications, as far as they are known by now. */
export async function fleetView(
  trees: readonly Tree[],
  parts: FleetParts,
  signal: AbortSignal,
): Promise<FleetView> {
  const table = new Table(parts.sweep);
  for (const tree of trees) await addTree(table, tree, parts, signal);
  const { reading } = parts.sweep;
  const [first] = trees;
  const head = first && (await parts.measures(first).head(signal));
  return {
    ...(reading !== undefined && { reading }),
    ...table.view(),
    ...(head !== undefined && { head }),
  };
}

/** Gathers columns, sources and rows. */
class Table {
  private readonly sweep: FleetSweep;
  private readonly columns = new Map<string, number>();
  private readonly sourcesOf = new Map<string, number>();
  private readonly sources: FleetSource[] = [];
  private readonly clusters: FleetCluster[] = [];
  unplaced = 0;

  constructor(sweep: FleetSweep) {
    this.sweep = sweep;
  }

  column(name: string): number {
    const known = this.columns.get(name) ?? this.columns.size;
    this.columns.set(name, known);
    return known;
  }

  source(context: string, name: string): number {
    const known = this.sourcesOf.get(context);
    if (known !== undefined) return known;
    const { readAt, failure, unread = [], generators = [] } = this.sweep.source(context) ?? {};
    this.sources.push({
      name,
      context,
      ...(readAt !== undefined && { readAt }),
      ...(failure !== undefined && { failure: toldFailure(failure) }),
      ...(unread.length > 0 && { unread }),
      ...(generators.length > 0 && {
        failing: generators.map(({ namespace, name: set, message }) => ({
          namespace,
          name: set,
          message: oneLine(message),
        })),
      }),
    });
    this.sourcesOf.set(context, this.sources.length - 1);
    return this.sources.length - 1;
  }

  add(cluster: FleetCluster): void {
    this.clusters.push(cluster);
  }

  /** The columns in the order of their names, whatever order they came in. */
  view(): Pick<FleetView, 'columns' | 'sources' | 'clusters' | 'unplaced'> {
    const names = [...this.columns.keys()].sort();
    const places = new Map(names.map((name, index) => [this.columns.get(name), index]));
    const clusters = this.clusters.map((cluster) => ({
      ...cluster,
      cells: cluster.cells.map((cell) => ({ ...cell, column: places.get(cell.column) ?? 0 })),
    }));
    return { columns: names, sources: this.sources, clusters, unplaced: this.unplaced };
  }
}

async function addTree(
  table: Table,
  tree: Tree,
  { live, sweep, measures }: FleetParts,
  signal: AbortSignal,
): Promise<void> {
  const { complete } = tree.workspace;
  const { clusters: rows } = await complete((one) => clusterTable(one), signal);
  const delivered = await complete(deliveredApplications, signal);
  const { contexts } = fleetContexts(live, rows, rows);
  const place = unitPlacer(rows);
  const pause = newTurns(signal);
  const told = new ToldUnits();
  const twice = new ToldTwice();
  for (const context of contexts) {
    const source = table.source(context.id, context.name);
    for (const { status } of sweep.source(context.id)?.units ?? []) {
      const cluster = place(context.name, status);
      if (!twice.isKnown(context, cluster, status)) told.add(cluster, { status, source });
    }
    await pause();
  }
  const hub = live.hubOf(rows)?.name;
  const shown = live.argoServers[0]?.server;
  const cellsOf = Map.groupBy(delivered, ({ cluster }) => cluster);
  table.unplaced += cellsOf.get(undefined)?.length ?? 0;
  const measure = measures(tree);
  for (const row of rows) {
    const context = live.contextOf(row);
    const own = context && table.source(context.name, row.name);
    const failure = context && sweep.source(context.name)?.failure;
    const cells: FleetCell[] = [];
    for (const application of cellsOf.get(row.name) ?? []) {
      const asked =
        application.controller === 'argocd' ? (hub ?? shown ?? context?.name) : context?.name;
      const found = told.take(row.name, application);
      const column = table.column(application.family);
      cells.push(
        found === undefined
          ? untold(application, column, whyUntold(sweep, asked, application.kind, shown))
          : ofUnanswering(
              await measure.cell(
                found.status,
                { ...application, column, source: found.source },
                signal,
              ),
              found.source === own ? undefined : failure,
            ),
      );
      await pause();
    }
    for (const { status, source } of told.rest(row.name)) {
      const column = table.column(familyOf(status.name, row.name));
      const cell = await measure.cell(status, { column, source }, signal);
      cells.push(ofUnanswering(cell, source === own ? undefined : failure));
    }
    table.add({ ...factsOf(tree, row), ...(own !== undefined && { source: own }), cells });
    await pause();
  }
  for (const [name, units] of told.elsewhere()) {
    const cells: FleetCell[] = [];
    for (const { status, source } of units) {
      cells.push(await measure.cell(status, { column: table.column(status.name), source }, signal));
    }
    table.add({ tree: tree.name, name, isProduction: false, isKnown: false, cells });
  }
}

function factsOf(tree: Tree, row: ClusterRow): Omit<FleetCluster, 'cells'> {
  const { name, environment, region, releaseDomain } = row;
  return {
    tree: tree.name,
    name,
    ...(environment !== undefined && { environment }),
    ...(region !== undefined && { region }),
    ...(releaseDomain !== undefined && { releaseDomain }),
    isProduction: isProductionRow(row),
    isKnown: true,
  };
}

/** What a cell says where no controller told of its application. */
function untold(
  { kind, namespace, name, controller }: DeliveredApplication,
  column: number,
  why: FleetCell['why'],
): FleetCell {
  const base = { column, kind, namespace, name, certain: true } as const;
  if (controller === 'plain') return { ...base, sync: 'notAssessed', health: 'notAssessed' };
  return { ...base, sync: 'unknown', health: 'unknown', why };
}

/** Why whoever is asked for an application, by the id of a source, told nothing of it; `shown` is an Argo CD server. */
function whyUntold(
  sweep: FleetSweep,
  asked: string | undefined,
  kind: string,
  shown: string | undefined,
): FleetCell['why'] {
  if (asked === undefined) return 'noContext';
  const source = sweep.source(asked);
  if (source?.readAt === undefined || source.unread.includes(kind)) return 'notRead';
  // A server leaves out what one may not see, without a word.
  return asked === shown ? 'notShown' : 'notThere';
}

/** The units by the cluster that they are on; each is taken once. */
class ToldUnits {
  private readonly units = new Map<string, Map<string, Told[]>>();
  private readonly unknown = new Map<string, Told[]>();

  add(cluster: string | undefined, told: Told): void {
    const { kind, name, destination } = told.status;
    if (cluster === undefined) {
      const place = destination.name || destination.server;
      this.unknown.set(place, [...(this.unknown.get(place) ?? []), told]);
      return;
    }
    const own = this.units.get(cluster) ?? new Map<string, Told[]>();
    this.units.set(cluster, own);
    const key = `${kind} ${name}`;
    own.set(key, [...(own.get(key) ?? []), told]);
  }

  /** The unit of an application of the repository. */
  take(cluster: string, { kind, name, namespace }: DeliveredApplication): Told | undefined {
    const own = this.units.get(cluster);
    const key = `${kind} ${name}`;
    const all = own?.get(key) ?? [];
    const found =
      all.find(({ status }) => status.namespace === namespace) ??
      (namespace === '' && all.length === 1 ? all[0] : undefined);
    if (found !== undefined)
      own?.set(
        key,
        all.filter((one) => one !== found),
      );
    return found;
  }

  /** What no application of the repository took. */
  rest(cluster: string): readonly Told[] {
    return [...(this.units.get(cluster)?.values() ?? [])].flat();
  }

  /** What goes to clusters that are not known, by the name or the address of each. */
  elsewhere(): Iterable<readonly [string, readonly Told[]]> {
    return this.unknown;
  }
}

/** The words of a controller on one line, cut where they are long. */
function oneLine(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

/** The name of an application without that of its cluster. */
function familyOf(name: string, cluster: string): string {
  if (name.endsWith(`-${cluster}`)) return name.slice(0, -cluster.length - 1);
  return name.startsWith(`${cluster}-`) ? name.slice(cluster.length + 1) : name;
}
