import type { MapValue, Value } from '../template/value.ts';
import type { ValuePath } from '../template/valuePath.ts';
import type { Chart } from './chart.ts';

/** Keys of a values file that no template reads, from the values of the chart at the top. */
export interface UnusedValue {
  readonly keys: readonly string[];
  /** The most alike of the keys beside it that are read: what may have been meant. */
  readonly nearest: string | undefined;
}

/**
 * The keys of given values that no template of the chart asked for while it was rendered with these values. What stands in a
 * map that was used as a whole counts as read; so does what switches subcharts on and off. `charts` is the chart as it was
 * read and as its values leave it.
 */
export function unusedValues(
  given: MapValue,
  read: ValuePath,
  charts: readonly Chart[],
): readonly UnusedValue[] {
  const unused: UnusedValue[] = [];
  const switches = new Set(charts.flatMap((chart) => [...switchesOf(chart, [])]));
  const holdsSwitch = (map: MapValue, keys: readonly string[]): boolean =>
    [...map.entries].some(([key, value]) => {
      const own = [...keys, key];
      return switches.has(own.join('.')) || (value.kind === 'map' && holdsSwitch(value, own));
    });
  const visit = (map: MapValue, path: ValuePath | undefined, keys: readonly string[]): void => {
    for (const [key, value] of map.entries) {
      const below = path?.children.get(key);
      const own = [...keys, key];
      if (switches.has(own.join('.')) || (keys.length === 0 && key === 'tags')) {
        continue;
      }
      const isRead = below !== undefined && isTouched(below);
      if (value.kind === 'map' && (isRead ? !below.isReadWhole : holdsSwitch(value, own))) {
        visit(value, below, own);
      } else if (!isRead) {
        unused.push({ keys: own, nearest: path && nearestRead(key, path, map) });
      }
    }
  };
  if (!read.isReadWhole) {
    visit(given, read, []);
  }
  return unused;
}

function isTouched(path: ValuePath): boolean {
  return path.isRead || path.isReadWhole || [...path.children.values()].some(isTouched);
}

/** Paths with dots that switch subcharts. */
function switchesOf(
  { metadata, dependencies }: Chart,
  keys: readonly string[],
): ReadonlySet<string> {
  const own = (metadata.dependencies ?? [])
    .flatMap(({ condition }) => condition.split(','))
    .map((each) => [...keys, each.trim()].join('.'));
  const below = dependencies.flatMap((child) => [...switchesOf(child, [...keys, child.name])]);
  return new Set([...own, ...below]);
}

/** At most two letters off, or a third of the word. */
function nearestRead(key: string, path: ValuePath, map: MapValue): string | undefined {
  const limit = Math.max(1, Math.min(2, Math.floor(key.length / 3)));
  let best: string | undefined;
  let least = limit + 1;
  for (const [name, child] of path.children) {
    const isGiven = map.entries.has(name) && isScalar(map.entries.get(name));
    if (name !== key && isTouched(child) && !isGiven) {
      const distance = distanceOf(key.toLowerCase(), name.toLowerCase());
      if (distance < least) {
        best = name;
        least = distance;
      }
    }
  }
  return best;
}

function isScalar(value: Value | undefined): boolean {
  return value !== undefined && value.kind !== 'map' && value.kind !== 'list';
}

/** Levenshtein's distance. */
function distanceOf(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (left.charAt(i - 1) === right.charAt(j - 1) ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
