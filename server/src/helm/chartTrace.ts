import { createOriginTrace, type OriginTrace } from '../template/originTrace.ts';
import type { Value, MapValue } from '../template/value.ts';
import { childPath, rootOf, rootPath, type ValuePath } from '../template/valuePath.ts';
import { chanceFunctions } from './functions/chanceFunctions.ts';
import { tplName } from './functions/templateFunctions.ts';
import type { ValuePlace, ValuePlaces } from './readValues.ts';
import { writeYaml } from './writeYaml.ts';

/** Follows the values of one chart through its templates. */
export interface ChartTrace {
  readonly trace: OriginTrace;
  /** All values of the chart, as its templates read them. */
  readonly values: ValuePath;
  /** A copy of merged values in which every value is known by its place. */
  readonly prepare: (values: MapValue) => MapValue;
  /** Where the value at a place was written, where that is known. */
  readonly placeOf: (path: ValuePath) => ValuePlace | undefined;
}

/** A trace of one rendering; `places` says where the values that are merged were written. */
export function createChartTrace(places: ValuePlaces): ChartTrace {
  const values = rootPath('values');
  const chance = rootPath('chance');
  const written = new Map<ValuePath, ValuePlace>();
  const trace = createOriginTrace({
    writers: new Map([
      ['toYaml', yamlLines],
      ['mustToYaml', yamlLines],
    ]),
    unnamed: tplName,
    chance: new Map(chanceFunctions([]).map(([name]) => [name, childPath(chance, name)])),
  });
  const copy = (value: Value, path: ValuePath): Value => {
    const fresh = copied(value, path);
    trace.name(fresh, path);
    const place = places.get(value);
    if (place !== undefined) {
      written.set(path, place);
    }
    return fresh;
  };
  const copied = (value: Value, path: ValuePath): Value => {
    switch (value.kind) {
      case 'map':
        return copyMap(value, path);
      case 'list': {
        const items = value.items.map((item, index) => copy(item, childPath(path, String(index))));
        return { ...value, items };
      }
      default:
        return { ...value };
    }
  };
  const copyMap = (map: MapValue, path: ValuePath): MapValue => {
    const entries = new Map<string, Value>();
    for (const [key, value] of map.entries) {
      entries.set(key, copy(value, sharedPath(values, path, key)));
    }
    return { ...map, entries };
  };
  return {
    trace,
    values,
    prepare: (map) => {
      const fresh = copyMap(map, values);
      trace.name(fresh, values);
      return fresh;
    },
    placeOf: (path) => placeNear(written, path),
  };
}

/** What a chart gets in `global` is that of the chart at the top, where both have the key. */
function sharedPath(root: ValuePath, path: ValuePath, key: string): ValuePath {
  return key === 'global' && path !== root ? childPath(root, 'global') : childPath(path, key);
}

/** A map or list was written where the first of what is in it was. */
function placeNear(
  written: ReadonlyMap<ValuePath, ValuePlace>,
  path: ValuePath,
): ValuePlace | undefined {
  const own = written.get(path);
  if (own !== undefined) {
    return own;
  }
  for (const child of path.children.values()) {
    const place = placeNear(written, child);
    if (place !== undefined) {
      return place;
    }
  }
  return undefined;
}

/** The values that begin on each line of YAML, with those above them that begin there. */
function yamlLines(value: Value): readonly (readonly Value[])[] {
  const lines: Value[][] = [];
  const text = writeYaml(value, (line, shown) => {
    (lines[line] ??= []).push(shown);
  });
  const count = (text ?? '').replace(/\n$/, '').split('\n').length;
  let last: readonly Value[] = [];
  return Array.from({ length: count }, (_, line) => {
    const own = lines[line]?.filter(({ kind }) => kind !== 'map' && kind !== 'list');
    // A text of several lines goes on; a line with a key alone shows what comes below it.
    last = own === undefined || own.length === 0 ? (lines[line] ?? last) : own;
    return last;
  });
}

/** Whether a place is among the values, and not made by chance. */
export function isChance(path: ValuePath): boolean {
  return rootOf(path).key === 'chance';
}
