import { readyChartQuery } from '../../delivery/chartInTree.ts';
import type { Chart } from '../../helm/chart.ts';
import { fileText } from '../../helm/chartFile.ts';
import { plainValue } from '../../helm/validateValues.ts';
import { joinPath, resolvedQuery } from '../../kustomize/files.ts';
import { applicationsByKey, fleetQuery } from '../../layers/fleet/fleet.ts';
import { deliveredCharts } from '../../layers/fleet/deliveredCharts.ts';
import type { Reader } from '../../query/database.ts';
import { keyKindOf } from '../../secrets/keyName.ts';
import { findInText } from '../../secrets/textCredentials.ts';
import type { Value } from '../../template/value.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import { valuedCharts } from '../links/chartValues.ts';
import type { CompletionItem } from './completionItem.ts';
import type { CompletionContext } from './context.ts';
import { schemaKeys, schemaPartsAt, schemaValues } from './schemaParts.ts';

/**
 * The keys and values that a chart knows where values are given to it, in a file or in an object that deploys it: those of its
 * own values, of its schema, and those that its templates read; of subcharts under their aliases as well.
 */
export function chartCompletions(
  reader: Reader,
  file: FileId,
  context: CompletionContext,
): readonly CompletionItem[] {
  const path = pathInValues(context);
  if (path === undefined) return [];
  const charts = chartsAt(reader, file);
  const all = charts.length > 0 ? charts : chartOfText(reader, context);
  const items = all.flatMap((chart) => inChart(chart, path, context));
  const known = new Map<string, CompletionItem>();
  // Of the same key, the first chart that says more of it.
  for (const item of items) {
    const other = known.get(item.label);
    if (other === undefined || (other.detail ?? '') === '') known.set(item.label, item);
  }
  return [...known.values()].filter(
    ({ label }) => context.writes !== 'key' || !context.siblings.has(label),
  );
}

/** How many applications that a file gives values to are asked for their charts. */
const mostApplications = 6;

/** The way to a place from the top of the values; `undefined` in an object that gives none there. */
function pathInValues({ path, document }: CompletionContext): readonly string[] | undefined {
  const text = path.indexOf('|');
  if (text >= 0) {
    const around = path.slice(0, text).join('/');
    return /(?:^|\/)helm\/values$|^data\/[^/]+$/.test(around) ? path.slice(text + 1) : undefined;
  }
  const isObject = document.has('apiVersion') && document.has('kind');
  if (!isObject) return path;
  const object = path.findIndex(
    (step, index) => step === 'valuesObject' && path[index - 1] === 'helm',
  );
  if (object >= 0) return path.slice(object + 1);
  const isRelease = document.get('kind') === 'HelmRelease' && path[0] === 'spec';
  return isRelease && path[1] === 'values' ? path.slice(2) : undefined;
}

function chartsAt(reader: Reader, file: FileId): readonly Chart[] {
  const applications = applicationsByKey(reader.get(fleetQuery, ''));
  const found = valuedCharts(reader, file)
    .slice(0, mostApplications)
    .flatMap((key): readonly Chart[] => {
      if (key.startsWith('chart ')) {
        const { loaded } = reader.get(readyChartQuery, key.slice('chart '.length));
        return 'chart' in loaded ? [loaded.chart] : [];
      }
      const application = applications.get(key.slice('application '.length));
      const charts = application === undefined ? [] : deliveredCharts(reader, application);
      return charts.flatMap(({ placed }) =>
        placed !== undefined && 'chart' in placed.chart.loaded ? [placed.chart.loaded.chart] : [],
      );
    });
  return [...new Set(found)];
}

/** The chart that an object deploys by its text, which may not be readable as a whole just now. */
function chartOfText(reader: Reader, { document }: CompletionContext): readonly Chart[] {
  const ways = ['spec/source/path', 'spec/template/spec/source/path', 'spec/chart/spec/chart'];
  const written = ways.map((way) => document.get(way)).find((text) => text !== undefined);
  const folder = written === undefined ? undefined : joinPath('', written);
  if (folder === undefined || !hasChart(reader, folder)) return [];
  const { loaded } = reader.get(readyChartQuery, folder);
  return 'chart' in loaded ? [loaded.chart] : [];
}

function hasChart(reader: Reader, folder: FileId): boolean {
  const file = joinPath(folder, 'Chart.yaml');
  return file !== undefined && reader.get(resolvedQuery, file)?.kind === 'file';
}

function inChart(
  chart: Chart,
  path: readonly string[],
  context: CompletionContext,
  above: readonly string[] = [],
): readonly CompletionItem[] {
  const [first, ...rest] = path;
  const subcharts = subchartsOf(chart);
  const below = subcharts.find(({ called }) => called === first);
  const own = ofChart(chart, path, context, above);
  const theirs =
    below === undefined ? [] : inChart(below.chart, rest, context, [...above, below.called]);
  const names =
    path.length === 0 && context.writes === 'key'
      ? subcharts.map(({ called, chart: one }) => keyItem(called, one.metadata.description, 'map'))
      : [];
  return [...own, ...names, ...theirs];
}

/** The charts below a chart, by the keys of their values. Source: Helm, Chart.yaml, `dependencies[].alias`. */
function subchartsOf({
  metadata,
  dependencies,
}: Chart): readonly { readonly called: string; readonly chart: Chart }[] {
  const wanted = metadata.dependencies ?? [];
  return dependencies.flatMap((chart) => {
    const names = wanted
      .filter(({ name }) => name === chart.name)
      .map(({ name, alias }) => (alias === '' ? name : alias));
    return (names.length > 0 ? names : [chart.name]).map((called) => ({ called, chart }));
  });
}

function ofChart(
  chart: Chart,
  path: readonly string[],
  { writes }: CompletionContext,
  above: readonly string[],
): readonly CompletionItem[] {
  const value = valueAt(chart.values, path);
  const schema = schemaOf(chart);
  const parts = schema === undefined ? [] : schemaPartsAt(schema, path);
  if (writes === 'value') {
    const told = value === undefined ? '' : textOf(value, [...above, ...path]);
    const switches = value?.kind === 'bool' ? ['true', 'false'] : [];
    const texts = [...parts.flatMap(schemaValues), ...switches, ...(told === '' ? [] : [told])];
    return [...new Set(texts)].map((label) => ({ label, kind: 'value' }));
  }
  const fromValues = value?.kind === 'map' ? [...value.entries] : [];
  return [
    ...fromValues.map(([key, one]) =>
      keyItem(key, textOf(one, [...above, ...path, key]), isCollection(one) ? 'map' : 'scalar'),
    ),
    ...parts
      .flatMap((part) => (schema === undefined ? [] : schemaKeys(schema, part)))
      .map(({ key, description, isMap }) => keyItem(key, description, isMap ? 'map' : 'scalar')),
    ...readBelow(chart, path).map(({ key, isMap }) => keyItem(key, '', isMap ? 'map' : 'scalar')),
  ];
}

function keyItem(label: string, detail: string, holds: 'map' | 'scalar'): CompletionItem {
  const line = detail.replace(/\s+/g, ' ').trim();
  const short = line.length > 60 ? `${line.slice(0, 59)}…` : line;
  const insert = holds === 'map' ? `${label}:` : `${label}: `;
  return { label, kind: 'field', insert, ...(short !== '' && { detail: short }) };
}

function valueAt(value: Value, path: readonly string[]): Value | undefined {
  return path.reduce<Value | undefined>((one, step) => {
    // What stands in the first item is how others look.
    if (step === '-') return one?.kind === 'list' ? one.items[0] : undefined;
    return one?.kind === 'map' ? one.entries.get(step) : undefined;
  }, value);
}

function isCollection(value: Value): boolean {
  const isFull = value.kind === 'map' && value.entries.size > 0;
  return isFull || (value.kind === 'list' && value.items.length > 0);
}

/** A default as text; `''` for collections and for what may be a secret. */
function textOf(value: Value, keys: readonly string[]): string {
  const plain = plainValue(value);
  if (typeof plain === 'string') {
    const isTold = keyKindOf(keys.at(-1) ?? '', keys.at(-2)) !== undefined;
    return isTold || findInText(plain).length > 0 || plain.includes('\n') ? '' : plain;
  }
  return typeof plain === 'number' || typeof plain === 'boolean' ? String(plain) : '';
}

function schemaOf({
  schema,
}: Chart): ReturnType<typeof readObjects>['documents'][number]['root'] | undefined {
  if (schema === undefined || schema.text.length > mostSchema) return undefined;
  return readObjects(schema.text).documents[0]?.root;
}

/** A schema that is longer is not read while somebody types. */
const mostSchema = 500_000;

/** The keys below a path that templates of a chart name as a whole: `.Values.a.b`. */
function readBelow(
  { templates }: Chart,
  path: readonly string[],
): readonly { readonly key: string; readonly isMap: boolean }[] {
  const found = new Map<string, boolean>();
  for (const template of templates) {
    for (const [, way = ''] of fileText(template).matchAll(/\.Values((?:\.[A-Za-z_]\w*)+)/g)) {
      const keys = way.split('.').slice(1);
      const key = keys[path.length];
      if (key === undefined || !path.every((step, index) => keys[index] === step)) continue;
      found.set(key, (found.get(key) ?? false) || keys.length > path.length + 1);
    }
  }
  return [...found].map(([key, isMap]) => ({ key, isMap }));
}
