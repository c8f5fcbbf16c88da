/** The least, the middle and the most of some figures. */
export interface Summary {
  readonly least: number;
  readonly median: number;
  readonly most: number;
}

/** Summarizes figures; zeros where there are none. */
export function summarize(figures: readonly number[]): Summary {
  const sorted = figures.toSorted((a, b) => a - b);
  return {
    least: sorted[0] ?? 0,
    median: sorted[Math.floor(sorted.length / 2)] ?? 0,
    most: sorted.at(-1) ?? 0,
  };
}

/** `median 12.3 ms (least 11.0, most 20.1)`. */
export function describeMilliseconds(figures: readonly number[]): string {
  const { least, median, most } = summarize(figures);
  return `median ${median.toFixed(1)} ms (least ${least.toFixed(1)}, most ${most.toFixed(1)})`;
}
