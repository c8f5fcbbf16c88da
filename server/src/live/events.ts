import { failureOf } from './apiFailure.ts';
import type { KubeConnection } from './kubeConnection.ts';
import { below, parseList, textOf, type KubeObject } from './parseApi.ts';

/** Something that happened to an object. */
export interface LiveEvent {
  /** When it was seen last, in ISO form; `''` where nobody says it. */
  readonly at: string;
  readonly isWarning: boolean;
  readonly reason: string;
  /** Such as `Pod/checkout-7d9f-x2x`. */
  readonly object: string;
  readonly message: string;
  readonly count: number;
}

/** An object whose events are wanted; of what a workload makes, such as its pods, warnings are told as well. */
export interface EventsOf {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** An answer of so many events is enough: they are gone after an hour. */
const pageSize = 500;
const longestMessage = 200;
const mostNamespaces = 4;
/** What makes objects of names that begin with its own. */
const makers: ReadonlySet<string> = new Set([
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'ReplicaSet',
  'Job',
  'CronJob',
]);
const made: ReadonlySet<string> = new Set(['Pod', 'ReplicaSet', 'Job', 'PersistentVolumeClaim']);

/** What happened to the object of a controller, the newest first; `undefined` where it may not be read. Throws `ApiError`. */
export async function controllerEvents(
  connection: Pick<KubeConnection, 'get'>,
  { kind, namespace, name }: EventsOf,
  signal: AbortSignal,
): Promise<readonly LiveEvent[] | undefined> {
  const fields = `involvedObject.kind=${kind},involvedObject.name=${name}`;
  const found = await eventsIn(connection, namespace, fields, signal);
  return found && toldEvents(found);
}

/** The warnings about some objects and what they make, the newest first; `undefined` where they may not be read. Throws `ApiError`. */
export async function objectWarnings(
  connection: Pick<KubeConnection, 'get'>,
  objects: readonly EventsOf[],
  signal: AbortSignal,
): Promise<readonly LiveEvent[] | undefined> {
  const namespaces = [...new Set(objects.map(({ namespace }) => namespace))];
  const found: KubeObject[] = [];
  for (const namespace of namespaces.filter((one) => one !== '').slice(0, mostNamespaces)) {
    const events = await eventsIn(connection, namespace, 'type=Warning', signal);
    if (events === undefined) return undefined;
    found.push(...events.filter((one) => objects.some((object) => isAbout(one, object))));
  }
  return toldEvents(found);
}

/** What some objects of the kind Event say, the newest first. */
export function toldEvents(events: readonly KubeObject[]): readonly LiveEvent[] {
  return events.map(toldEvent).sort(newestFirst);
}

/** The order of events, for `sort`. */
export function newestFirst(a: Pick<LiveEvent, 'at'>, b: Pick<LiveEvent, 'at'>): number {
  return a.at < b.at ? 1 : a.at > b.at ? -1 : 0;
}

async function eventsIn(
  connection: Pick<KubeConnection, 'get'>,
  namespace: string,
  fields: string,
  signal: AbortSignal,
): Promise<readonly KubeObject[] | undefined> {
  const query = new URLSearchParams({ limit: String(pageSize), fieldSelector: fields });
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/events?${query.toString()}`;
  try {
    return parseList(await connection.get(path, signal)).items;
  } catch (error) {
    const { kind } = failureOf(error);
    if (kind === 'forbidden' || kind === 'notFound') return undefined;
    throw error;
  }
}

function isAbout(event: KubeObject, { kind, namespace, name }: EventsOf): boolean {
  const about = event['involvedObject'];
  const own = textOf(below(about, 'name'));
  if (textOf(below(about, 'namespace')) !== namespace) return false;
  if (textOf(below(about, 'kind')) === kind && own === name) return true;
  return makers.has(kind) && made.has(textOf(below(about, 'kind'))) && own.startsWith(`${name}-`);
}

/** Source: kubernetes core/v1 `Event`, with `series` where events.k8s.io/v1 counts. */
function toldEvent(event: KubeObject): LiveEvent {
  const times = [
    below(event, 'series', 'lastObservedTime'),
    event['lastTimestamp'],
    event['eventTime'],
    event['firstTimestamp'],
    below(event, 'metadata', 'creationTimestamp'),
  ].map(textOf);
  const time = Date.parse(times.find((one) => one !== '') ?? '');
  const count = Number(below(event, 'series', 'count') ?? event['count'] ?? 1);
  const message = textOf(event['message']).replaceAll(/\s+/g, ' ').trim();
  const about = event['involvedObject'];
  return {
    at: Number.isNaN(time) ? '' : new Date(time).toISOString(),
    isWarning: textOf(event['type']) === 'Warning',
    reason: textOf(event['reason']),
    object: `${textOf(below(about, 'kind'))}/${textOf(below(about, 'name'))}`,
    message: message.length > longestMessage ? `${message.slice(0, longestMessage - 1)}…` : message,
    count: Number.isFinite(count) && count > 0 ? count : 1,
  };
}
