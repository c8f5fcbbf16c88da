import type { ChartValues, ValueKey } from './applicationValues.ts';

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
