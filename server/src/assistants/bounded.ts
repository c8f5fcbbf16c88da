/** What was left out of an answer, so that it stays short. */
export interface LeftOut {
  /** Where: `/applications` or `/changes/…/resources`; for a text, `/yaml`. */
  readonly at: string;
  /** How many items, in all places of this name together; for texts, characters. */
  readonly count: number;
}

/** An answer that is short enough. */
export interface Bounded {
  readonly value: unknown;
  /** Empty where all of it is there. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * Plain data with as much of its lists and texts as `most` characters of JSON hold: lists inside of others are cut before
 * the outer ones, since what there is matters more than all of each. Nothing is left out without being counted.
 */
export function bounded(value: object, most: number): Bounded {
  let last: Bounded = { value: {}, leftOut: [] };
  for (const limits of steps) {
    const counts = new Map<string, number>();
    const cut = shortened(value, { at: '', depth: 0 }, limits, counts);
    last = { value: cut, leftOut: [...counts].map(([at, count]) => ({ at, count })) };
    if (JSON.stringify(cut).length <= most) return last;
  }
  return last;
}

interface Limits {
  /** Items of a list that lies in no other one. */
  readonly outer: number;
  /** Items of lists in lists. */
  readonly inner: number;
  /** Characters of a text. */
  readonly text: number;
}

const steps: readonly Limits[] = [
  [Infinity, Infinity, Infinity],
  [Infinity, 50, 4000],
  [Infinity, 20, 2000],
  [Infinity, 10, 1000],
  [200, 10, 1000],
  [200, 5, 1000],
  [100, 5, 1000],
  [100, 3, 500],
  [50, 3, 500],
  [50, 1, 500],
  [20, 1, 300],
  [10, 1, 300],
  [5, 1, 200],
  [1, 1, 100],
].map(([outer = 0, inner = 0, text = 0]) => ({ outer, inner, text }));

interface Place {
  readonly at: string;
  /** How many lists it lies in. */
  readonly depth: number;
}

function shortened(
  value: unknown,
  { at, depth }: Place,
  limits: Limits,
  counts: Map<string, number>,
): unknown {
  const leave = (count: number): void => {
    if (count > 0) counts.set(at, (counts.get(at) ?? 0) + count);
  };
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'string') {
    leave(value.length - limits.text);
    return value.length <= limits.text ? value : `${value.slice(0, limits.text)}…`;
  }
  if (Array.isArray(value)) {
    const most = depth === 0 ? limits.outer : limits.inner;
    leave(value.length - most);
    const inside = { at: `${at}/…`, depth: depth + 1 };
    return value
      .slice(0, most === Infinity ? undefined : most)
      .map((item) => shortened(item, inside, limits, counts));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      shortened(item, { at: `${at}/${nameOf(key)}`, depth }, limits, counts),
    ]),
  );
}

/** Keys that are data of a user make no places of their own. */
function nameOf(key: string): string {
  return /^[a-z][A-Za-z]*$/.test(key) ? key : '…';
}
