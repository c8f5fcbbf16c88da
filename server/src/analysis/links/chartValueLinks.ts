import type { Reader } from '../../query/database.ts';
import { samePointer, type FileId, type SourcePointer } from '../../text/sourcePointer.ts';
import { outerKey } from '../chartValueFacts.ts';
import { valuesAt, type ValueHere } from './chartValuePlace.ts';
import {
  chartReadingsQuery,
  valuedCharts,
  type ChartReading,
  type ChartValue,
  type ValuedChart,
} from './chartValues.ts';

/** How many applications are asked what they set, and how many are rendered to see what they read. */
const mostCharts = 60;
const mostRendered = 6;

interface Place {
  readonly file: FileId;
  readonly offset: number;
}

/** A value of a chart, and what stands under it: the defaults of charts, or else what it replaces. */
export interface ChartDefinition {
  readonly at: SourcePointer;
  readonly targets: readonly SourcePointer[];
}

/** What the value of a chart at a place replaces, through aliases of subcharts and globals; `undefined` for any other place. */
export function chartDefinitionAt(reader: Reader, place: Place): ChartDefinition | undefined {
  const here = everywhere(reader, place);
  const [first] = here;
  if (first === undefined) return undefined;
  const targets = here.flatMap(({ value }) =>
    value.values.flatMap((one) => weaker(reader, one, value)),
  );
  return { at: first.value.at, targets };
}

/** The defaults below the place; where the chart has none, the next layer. */
function weaker(
  reader: Reader,
  { keys, links }: ChartValue,
  { at, isTable, keys: own }: ValueHere,
): readonly SourcePointer[] {
  const levels = isTable ? keys.length - own.length : 0;
  const index = links.findIndex((link) => samePointer(outerKey(reader, link.at, levels), at));
  const below = links.slice(Math.max(index, 0) + 1);
  const defaults = below.filter(({ isGiven }) => !isGiven);
  const told = defaults.length > 0 ? defaults : below.slice(0, 1);
  return told.slice(0, 1).map((link) => outerKey(reader, link.at, levels));
}

/** A place that sets or reads a value of a chart. */
export interface ChartUse {
  readonly at: SourcePointer;
  /** Whether it is the default of the chart. */
  readonly isDeclaration: boolean;
}

/**
 * The layers that set the value of a chart at a place, the lines of templates that print it or decide by it, within `with` and
 * `range` as well, and the conditions of subcharts; `undefined` for any other place.
 */
export function chartUsesAt(reader: Reader, place: Place): readonly ChartUse[] | undefined {
  const here = everywhere(reader, place);
  if (here.length === 0) return undefined;
  const set = here.flatMap(({ value }) =>
    value.values.flatMap(({ keys, links }) =>
      links.map(({ at, isGiven }): ChartUse => {
        const levels = value.isTable ? keys.length - value.keys.length : 0;
        // Of a list, what stands at the place is meant.
        const isList = !value.isTable && samePointer(at, value.setAt);
        return { at: isList ? value.at : outerKey(reader, at, levels), isDeclaration: !isGiven };
      }),
    ),
  );
  const rendered = [...new Set(here.map(({ chart }) => chart))].slice(0, mostRendered);
  const read = here
    .filter(({ chart }) => rendered.includes(chart))
    .flatMap(({ chart, value }) => {
      const readings = reader.get(chartReadingsQuery, chart)[value.index] ?? [];
      return readings.filter((one) => isRead(value, one)).flatMap(({ places }) => places);
    });
  return [...set, ...read.map((at): ChartUse => ({ at, isDeclaration: false }))];
}

/** Whether a reading is of a value, or of something in it; what a chart has of `global` is that of the chart at the top. */
function isRead({ keys, values, isTable }: ValueHere, reading: ChartReading): boolean {
  const global = keys.indexOf('global');
  const own = global > 0 ? keys.slice(global) : keys;
  if (own.every((key, index) => reading.keys[index] === key)) return true;
  const isAround = reading.keys.every((key, index) => own[index] === key);
  if (reading.isWhole && reading.keys.length > 0) return isAround;
  // In a list: the list itself is read as well.
  const list = isTable ? own.length : own.length - (keys.length - (values[0]?.keys.length ?? 0));
  return reading.keys.length >= list && isAround;
}

/** What a place is in all charts that it gives values to. */
function everywhere(
  reader: Reader,
  place: Place,
): readonly { readonly chart: ValuedChart; readonly value: ValueHere }[] {
  return valuedCharts(reader, place.file)
    .slice(0, mostCharts)
    .flatMap((chart) => valuesAt(reader, place, chart).map((value) => ({ chart, value })));
}
