import type { ChartValues, ValueKey } from './applicationValues.ts';
import { suggestion } from './suggestion.ts';

/** The values of a chart, or those of its keys that were asked for, as JSON has them; see docs/schemas/values.schema.json. */
export function valuesJson(
  { chart, isHere, helmVersion, missing, values, unused, invalid }: ChartValues,
  keys: readonly ValueKey[],
): object {
  return {
    chart,
    chartIsHere: isHere,
    helmVersion,
    ...(missing.length > 0 && { missing }),
    values,
    keys: keys.map(({ path, value, isDefault, chain }) => ({
      path,
      value,
      equalsDefault: isDefault ? true : undefined,
      chain: chain.map(({ layer, range, value: own, ignored }) => ({
        ...(range !== undefined && { file: range.file, line: range.start.line + 1 }),
        layer,
        value: own,
        ignored,
      })),
    })),
    unused: unused.map(({ path, range, nearest, switchedOff }) => ({
      path,
      ...(range !== undefined && { file: range.file, line: range.start.line + 1 }),
      nearest,
      switchedOff,
    })),
    invalid: invalid.map(({ path, message, range }) => ({
      path,
      message,
      ...(range !== undefined && { file: range.file, line: range.start.line + 1 }),
    })),
  };
}

/** The values of a chart, or why they cannot be told. */
type Told = ChartValues | { readonly chart: string; readonly problem: string };

/** The chart that is meant, that there are several, or why there is none. */
export type ChosenChart =
  | { readonly chart: Told }
  | { readonly several: string; readonly names: string }
  | { readonly refusal: string };

/** The one chart of the application `name`, or that which `wanted` names: by its folder or address, or by what these end with. */
export function chooseChart(
  charts: readonly Told[],
  wanted: string | undefined,
  name: string,
): ChosenChart {
  const fitting =
    wanted === undefined ? charts : charts.filter(({ chart }) => isCalled(chart, wanted));
  const [only, ...more] = fitting;
  if (only !== undefined && more.length === 0) return { chart: only };
  const names = charts.map(({ chart }) => chart).join(', ');
  if (charts.length === 0) return { refusal: `${name} delivers no chart.` };
  return only === undefined
    ? { refusal: `${name} delivers no chart ${wanted ?? ''}; it delivers ${names}.` }
    : { several: `${name} delivers several charts`, names };
}

function isCalled(chart: string, wanted: string): boolean {
  return chart === wanted || chart.split(/[/ ]/).includes(wanted);
}

/** The keys of a chart, or of a part of its values (`image`, `image.tag`). */
export function keysBelow({ keys }: ChartValues, part: string | undefined): readonly ValueKey[] {
  if (part === undefined) return keys;
  return keys.filter(({ path }) => path === part || path.startsWith(`${part}.`));
}

/** That there is no such key, with the one that may be meant. */
export function noSuchKey({ keys }: ChartValues, part: string): string {
  const near = suggestion(
    part,
    keys.map(({ path }) => path),
  );
  return `there is no key ${part}.${near === undefined ? '' : ` Did you mean ${near}?`}`;
}
