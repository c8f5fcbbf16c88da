import type { FleetView } from '../../../server/src/protocol/liveFleet.ts';

/** A view of the fleet, and when it was written down, in milliseconds since 1970. */
export interface KeptFleet {
  readonly keptAt: number;
  readonly view: FleetView;
}

/** What the file of the cache says; `undefined` for what another version of Strata wrote, or nobody. */
export function parseKeptFleet(text: string): KeptFleet | undefined {
  try {
    const kept = JSON.parse(text) as { readonly version?: unknown } & Partial<KeptFleet>;
    const isWhole = Array.isArray(kept.view?.clusters) && Array.isArray(kept.view.sources);
    if (kept.version !== 1 || typeof kept.keptAt !== 'number' || !isWhole) return undefined;
    // What was being read then is not being read now.
    return { keptAt: kept.keptAt, view: { ...kept.view, reading: undefined } };
  } catch {
    return undefined;
  }
}
