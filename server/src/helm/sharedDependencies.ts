import type { MapValue } from '../template/value.ts';
import type { Chart } from './chart.ts';
import { coalesceValues } from './coalesce.ts';
import { isCompatible, isEnabled } from './dependencyConditions.ts';
import type { ChartDependency } from './metadata.ts';

/** A chart while Helm 3 looks at what it wants. Others change it: a chart under two names shares what is below it. */
interface SharedChart {
  readonly chart: Chart;
  readonly name: string;
  wanted: readonly SharedDependency[] | undefined;
  parent: SharedChart | undefined;
  children: readonly SharedChart[];
}

/** A dependency whose name becomes its alias, for all that share it. */
interface SharedDependency {
  readonly dependency: ChartDependency;
  name: string;
}

/** Whether a chart, or one below it, wants another one under another name. */
export function hasAliases({ metadata, dependencies }: Chart): boolean {
  return (
    (metadata.dependencies ?? []).some(({ alias }) => alias !== '') || dependencies.some(hasAliases)
  );
}

/**
 * A chart with what is switched on below it, as Helm 3 makes it: it copies a chart that is wanted under an alias without what is
 * below it, so that templates there are called by the first name, take the place of each other, and dependencies with an alias
 * of their own are found by the first of two copies alone. Helm 4 copies all.
 *
 * Source: Helm v3.19.4 pkg/chartutil/dependencies.go `processDependencyEnabled`, `getAliasDependency`, pkg/chart/chart.go
 * `SetDependencies`, `ChartFullPath`.
 */
export function processSharedEnabled(
  chart: Chart,
  values: MapValue,
): { readonly chart: Chart } | { readonly problem: string } {
  const top = sharedChart(chart, undefined);
  const problem = process(top, values, '');
  const imported: Imported = { charts: new Set(), dependencies: new Set() };
  return problem === undefined ? { chart: chartOf(top, imported) } : { problem };
}

function sharedChart(chart: Chart, parent: SharedChart | undefined): SharedChart {
  const wanted = chart.metadata.dependencies?.map((dependency) => ({
    dependency,
    name: dependency.name,
  }));
  const shared: SharedChart = { chart, name: chart.name, wanted, parent, children: [] };
  shared.children = chart.dependencies.map((each) => sharedChart(each, shared));
  return shared;
}

function process(shared: SharedChart, values: MapValue, path: string): string | undefined {
  const { wanted } = shared;
  if (wanted === undefined) return undefined;
  const isWanted = (child: SharedChart, { name, dependency }: SharedDependency): boolean =>
    child.name === name && isCompatible(dependency.version, child.chart.metadata.version);
  const unlisted = shared.children.filter((child) => !wanted.some((each) => isWanted(child, each)));
  const listed: SharedChart[] = [];
  for (const each of wanted) {
    const { alias } = each.dependency;
    const found = shared.children.find((child) => isWanted(child, each));
    if (found !== undefined) listed.push({ ...found, name: alias === '' ? found.name : alias });
    if (alias !== '') each.name = alias;
  }
  setChildren(shared, [...unlisted, ...listed]);
  const coalesced = coalesceValues(chartOf(shared), values, 'coalesce', 3);
  if ('problem' in coalesced) return coalesced.problem;
  const off = new Set(
    wanted
      .filter(({ dependency }) => !isEnabled(dependency, coalesced.values, path))
      .map(({ name }) => name),
  );
  const kept = shared.children.filter(({ name }) => !off.has(name));
  const left = wanted.filter(({ name }) => !off.has(name));
  for (const child of kept) {
    const problem = process(child, coalesced.values, `${path}${child.name}.`);
    if (problem !== undefined) return problem;
  }
  shared.wanted = left;
  setChildren(shared, kept);
  return undefined;
}

function setChildren(shared: SharedChart, children: readonly SharedChart[]): void {
  for (const child of children) child.parent = shared;
  shared.children = children;
}

/** Which imports of values were done, of those that are to be done once alone. */
interface Imported {
  readonly charts: Set<SharedChart>;
  readonly dependencies: Set<SharedDependency>;
}

/**
 * With `imported`, a dependency that two charts share gives its values to the first of them alone.
 * Source: dependencies.go `processImportValues`, which leaves a form behind that it does not read.
 */
function chartOf(shared: SharedChart, imported?: Imported): Chart {
  const { chart, name, wanted, children } = shared;
  const dependencies = children.map((each) => chartOf(each, imported));
  const isFirst = imported?.charts.has(shared) !== true;
  const isLeft = (each: SharedDependency): boolean =>
    isFirst && imported?.dependencies.has(each) === true;
  const names = wanted?.map((each) => ({
    ...each.dependency,
    name: each.name,
    enabled: true,
    ...(isLeft(each) && { importValues: [] }),
  }));
  imported?.charts.add(shared);
  for (const each of wanted ?? []) imported?.dependencies.add(each);
  return {
    ...chart,
    name,
    metadata: { ...chart.metadata, name, dependencies: names },
    dependencies,
    path: pathOf(shared),
  };
}

function pathOf({ name, parent }: SharedChart): string {
  return parent === undefined ? name : `${pathOf(parent)}/charts/${name}`;
}
