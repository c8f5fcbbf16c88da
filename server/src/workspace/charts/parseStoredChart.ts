import type { StoredChart } from './chartStore.ts';

/** What stands in the cache of charts for an address; `undefined` for anything else. */
export function parseStoredChart(text: string): StoredChart | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { repository, chart, version, is, digest } = value as Record<string, unknown>;
  return typeof repository === 'string' &&
    typeof chart === 'string' &&
    typeof version === 'string' &&
    typeof is === 'string' &&
    typeof digest === 'string'
    ? { repository, chart, version, is, digest }
    : undefined;
}
