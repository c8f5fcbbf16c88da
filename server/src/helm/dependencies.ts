import { printValue } from '../template/printValue.ts';
import { dictValue, stringValue, type MapValue, type Value } from '../template/value.ts';
import type { Chart } from './chart.ts';
import { coalesceTables, coalesceValues, copyMap } from './coalesce.ts';
import { isCompatible, isEnabled, tableAt } from './dependencyConditions.ts';
import type { HelmRules } from './helmVersion.ts';
import type { ChartDependency } from './metadata.ts';
import { hasAliases, processSharedEnabled } from './sharedDependencies.ts';

/** A chart as its values leave it: without what they switch off, with aliases and imported values. */
export type Processed = { readonly chart: Chart } | { readonly problem: string };

/** Source: Helm v4.2.3 pkg/chart/v2/util/dependencies.go `ProcessDependencies`. */
export function processDependencies(
  chart: Chart,
  values: MapValue,
  rules: HelmRules = 4,
): Processed {
  const enabled =
    rules === 3 && hasAliases(chart)
      ? processSharedEnabled(chart, values)
      : processEnabled(chart, values, '', rules);
  return 'problem' in enabled ? enabled : importValues(enabled.chart, rules);
}

/** Which of the wanted charts are not there. Source: Helm v4.2.3 pkg/action/install.go `CheckDependencies`. */
export function missingDependencies({ metadata, dependencies }: Chart): readonly string[] {
  const present = new Set(dependencies.map(({ name }) => name));
  return (metadata.dependencies ?? []).map(({ name }) => name).filter((name) => !present.has(name));
}

/** Source: dependencies.go `processDependencyEnabled`. */
function processEnabled(chart: Chart, values: MapValue, path: string, rules: HelmRules): Processed {
  const wanted = chart.metadata.dependencies;
  if (wanted === undefined) {
    return { chart };
  }
  const unlisted = chart.dependencies.filter(
    ({ name, metadata }) =>
      !wanted.some((each) => each.name === name && isCompatible(each.version, metadata.version)),
  );
  const listed = wanted
    .map((each) => aliased(chart.dependencies, each))
    .filter((each) => each !== undefined);
  const renamed = wanted.map((each) => ({
    ...each,
    name: each.alias === '' ? each.name : each.alias,
  }));
  const whole: Chart = { ...chart, dependencies: [...unlisted, ...listed] };
  const coalesced = coalesceValues(whole, values, 'coalesce', rules);
  if ('problem' in coalesced) {
    return coalesced;
  }
  const off = new Set(
    renamed.filter((each) => !isEnabled(each, coalesced.values, path)).map(({ name }) => name),
  );
  const dependencies: Chart[] = [];
  for (const child of whole.dependencies) {
    if (!off.has(child.metadata.name)) {
      const processed = processEnabled(child, coalesced.values, `${path}${child.name}.`, rules);
      if ('problem' in processed) {
        return processed;
      }
      dependencies.push(processed.chart);
    }
  }
  const metadata = {
    ...chart.metadata,
    dependencies: renamed
      .filter(({ name }) => !off.has(name))
      .map((each) => ({ ...each, enabled: true })),
  };
  return { chart: { ...chart, metadata, dependencies } };
}

/** Source: dependencies.go `getAliasDependency`. */
function aliased(
  charts: readonly Chart[],
  { name, version, alias }: ChartDependency,
): Chart | undefined {
  const found = charts.find(
    (each) => each.name === name && isCompatible(version, each.metadata.version),
  );
  return found === undefined || alias === ''
    ? found
    : { ...found, name: alias, metadata: { ...found.metadata, name: alias } };
}

/** Source: dependencies.go `processDependencyImportValues`, `processImportValues`. */
function importValues(chart: Chart, rules: HelmRules): Processed {
  const dependencies: Chart[] = [];
  for (const child of chart.dependencies) {
    const imported = importValues(child, rules);
    if ('problem' in imported) {
      return imported;
    }
    dependencies.push(imported.chart);
  }
  const whole: Chart = { ...chart, dependencies };
  const wanted = chart.metadata.dependencies;
  if (wanted === undefined) {
    return { chart: whole };
  }
  const coalesced = coalesceValues(whole, dictValue(), 'merge', rules);
  if ('problem' in coalesced) {
    return coalesced;
  }
  const imports = dictValue();
  for (const each of wanted) {
    for (const from of each.importValues) {
      importOne(imports, coalesced.values, each.name, from, rules);
    }
  }
  const values = copyMap(coalesced.values);
  coalesceTables(values, imports, 'merge', rules);
  const metadata = { ...chart.metadata, dependencies: wanted.map(withLongImports) };
  return { chart: { ...whole, metadata, values } };
}

/** A short form of `import-values` is written out, which templates see in `.Chart.Dependencies`. */
function withLongImports(dependency: ChartDependency): ChartDependency {
  const long = dependency.importValues.flatMap((from) => {
    const [child, parent] = pathsOf(from);
    return child === undefined
      ? []
      : [
          {
            kind: 'map',
            element: 'string',
            entries: new Map([
              ['child', stringValue(child)],
              ['parent', stringValue(parent)],
            ]),
          } as const,
        ];
  });
  return { ...dependency, importValues: long };
}

function pathsOf(from: Value): readonly [child: string | undefined, parent: string] {
  switch (from.kind) {
    case 'map':
      return [printed(from.entries.get('child')), printed(from.entries.get('parent'))];
    case 'string':
      return [`exports.${from.value}`, '.'];
    default:
      return [undefined, '.'];
  }
}

function importOne(
  imports: MapValue,
  values: MapValue,
  chart: string,
  from: Value,
  rules: HelmRules,
): void {
  const [child, parent] = pathsOf(from);
  if (child === undefined) {
    return;
  }
  const table = tableAt(values, [...chart.split('.'), ...child.split('.')]);
  if (table === undefined) {
    return;
  }
  const placed =
    parent === '.'
      ? table
      : parent.split('.').reduceRight<MapValue>((inner, key) => dictValue([[key, inner]]), table);
  coalesceTables(imports, placed, 'merge', rules);
}

function printed(value: Value | undefined): string {
  return value === undefined ? '<nil>' : printValue(value);
}
