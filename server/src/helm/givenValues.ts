import { writeJson } from '../template/functions/json.ts';
import type { Value } from '../template/value.ts';
import type { ChartInputs } from './deployers/chartInputs.ts';
import { layerValues } from './layerValues.ts';

/**
 * What a chart is given beyond its own values, merged: the JSON of each value by its keys with dots, in the order of keys;
 * `undefined` where a layer cannot be read. Known also where the chart is not.
 */
export function givenValues({ layers }: ChartInputs): ReadonlyMap<string, string> | undefined {
  const layered = layerValues(layers);
  if ('problem' in layered) return undefined;
  const found: (readonly [string, string])[] = [];
  const visit = (value: Value, key: string): void => {
    if (value.kind === 'map' && (value.entries.size > 0 || key === '')) {
      value.entries.forEach((item, name) => {
        visit(item, key === '' ? name : `${key}.${name}`);
      });
      return;
    }
    found.push([key, writeJson(value) ?? '']);
  };
  visit(layered.values, '');
  return new Map(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}
