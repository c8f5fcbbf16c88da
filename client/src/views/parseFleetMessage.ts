import type { FromFleetPanel } from '../../../server/src/protocol/fleetPanel.ts';

/** What the panel says; `undefined` for anything else. It is a page in a browser, so nothing of it is taken on trust. */
export function parseFleetMessage(message: unknown): FromFleetPanel | undefined {
  if (typeof message !== 'object' || message === null) return undefined;
  const told = message as Partial<Record<string, unknown>>;
  switch (told['kind']) {
    case 'ready':
    case 'read':
    case 'close':
    case 'rendered':
    case 'follow':
      return { kind: told['kind'] };
    case 'declared':
      return Number.isInteger(told['row'])
        ? { kind: 'declared', row: Number(told['row']) }
        : undefined;
    case 'open': {
      const cell = (told['cell'] ?? {}) as Partial<Record<string, unknown>>;
      const { tree, cluster, kind, namespace, name } = cell;
      return [tree, cluster, kind, namespace, name].every((one) => typeof one === 'string')
        ? ({ kind: 'open', cell: { tree, cluster, kind, namespace, name } } as FromFleetPanel)
        : undefined;
    }
    default:
      return undefined;
  }
}
