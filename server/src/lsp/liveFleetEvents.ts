import type { JsonValue } from '../analysis/driftTypes.ts';
import { isApiError } from '../live/apiFailure.ts';
import {
  controllerEvents,
  newestFirst,
  objectWarnings,
  toldEvents,
  type EventsOf,
} from '../live/events.ts';
import { below, textOf } from '../live/parseApi.ts';
import type { FleetEvent } from '../protocol/liveFleet.ts';
import type { AskedCell } from './liveFleetApplication.ts';

/** So many are told. */
const mostEvents = 12;

/**
 * What happened to an application lately: to the object of its controller, and warnings about what it has on its cluster. The
 * newest first; `undefined` where nobody can be asked, or it may not be read.
 */
export async function cellEvents(
  asked: Pick<AskedCell, 'keeper' | 'target' | 'live' | 'params' | 'status'>,
  objects: readonly JsonValue[],
  signal: AbortSignal,
): Promise<readonly FleetEvent[] | undefined> {
  const { target, live } = asked;
  const found = await Promise.all([
    readable(() => unitEvents(asked, signal), signal),
    readable(
      async () =>
        target && objectWarnings(live.cluster(target).connection, objects.map(namesOf), signal),
      signal,
    ),
  ]);
  if (found.every((one) => one === undefined)) return undefined;
  return found
    .flatMap((one) => one ?? [])
    .sort(newestFirst)
    .slice(0, mostEvents);
}

async function unitEvents(
  { keeper, live, params, status }: Pick<AskedCell, 'keeper' | 'live' | 'params' | 'status'>,
  signal: AbortSignal,
): Promise<readonly FleetEvent[] | undefined> {
  const { kind, name } = params;
  const unit = { kind, name, namespace: status?.namespace ?? params.namespace };
  if (keeper === undefined || unit.namespace === '') return undefined;
  if (keeper.kind === 'context')
    return controllerEvents(live.cluster(keeper.context).connection, unit, signal);
  const events = await keeper.server.events(unit, signal);
  return events && toldEvents(events);
}

/** Events are told beside all else: who does not give them hides nothing else. */
async function readable<T>(
  read: () => Promise<T | undefined>,
  signal: AbortSignal,
): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (signal.aborted || !isApiError(error)) throw error;
    return undefined;
  }
}

function namesOf(object: JsonValue): EventsOf {
  return {
    kind: textOf(below(object, 'kind')),
    namespace: textOf(below(object, 'metadata', 'namespace')),
    name: textOf(below(object, 'metadata', 'name')),
  };
}
