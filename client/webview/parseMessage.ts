import type {
  FleetGrouping,
  FleetMark,
  FromFleetPanel,
  ToFleetPanel,
} from '../../server/src/protocol/fleetPanel.ts';
import { marksByWeight, type GridWish } from './gridModel.ts';

/** What VS Code gives a panel: a way to its extension, and a state that outlives the page. */
export interface Host {
  readonly postMessage: (message: FromFleetPanel) => void;
  readonly getState: () => unknown;
  readonly setState: (state: KeptWish) => void;
}

/** What the user wants to see, as it is kept. */
export type KeptWish = Omit<GridWish, 'marks' | 'folded'> & {
  readonly marks: readonly FleetMark[];
  readonly folded: readonly string[];
};

/** A message of the extension, which alone talks to its panel. */
export function parseMessage(event: MessageEvent<unknown>): ToFleetPanel {
  return event.data as ToFleetPanel;
}

/** What the user wanted to see when the page was there before. */
export function parseWish(state: unknown): GridWish {
  const kept = (typeof state === 'object' && state !== null ? state : {}) as Partial<KeptWish>;
  const groupings: readonly FleetGrouping[] = ['environment', 'region', 'releaseDomain'];
  return {
    grouping: groupings.find((one) => one === kept.grouping) ?? 'environment',
    clusters: kept.clusters ?? '',
    applications: kept.applications ?? '',
    marks: new Set(marksByWeight.filter((mark) => kept.marks?.includes(mark))),
    folded: new Set(kept.folded),
  };
}
