import { ApiError } from './apiFailure.ts';
import type { ArgoServer } from './argoServer.ts';
import type { KubeConnection } from './kubeConnection.ts';
import { below, isObject, parseObject, textOf, type KubeObject } from './parseApi.ts';
import type { ReflectorTime } from './reflector.ts';

/** After so long all is listed anew: the server leaves out events that it has no time for. */
const listEvery = 300_000;
const listsAtMostEvery = 10_000;
const what = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' };

/**
 * Tells a reflector of the Applications that an Argo CD server shows and that are wanted, as an API server would: by a list, and
 * by a watch that can only go on where a list ended, since the server remembers no event.
 */
export class ArgoFeed implements Pick<KubeConnection, 'get' | 'lines'> {
  private readonly server: Pick<ArgoServer, 'applications' | 'stream'>;
  private readonly isWanted: (application: KubeObject) => boolean;
  private readonly time: ReflectorTime;
  private readonly known = new Set<string>();
  private version: string | undefined;
  private listedAt: number | undefined;

  constructor(
    server: Pick<ArgoServer, 'applications' | 'stream'>,
    isWanted: (application: KubeObject) => boolean,
    time: ReflectorTime,
  ) {
    this.server = server;
    this.isWanted = isWanted;
    this.time = time;
  }

  /** The list, whatever path is asked for. Throws `ApiError`. */
  async get(_path: string, signal: AbortSignal): Promise<string> {
    // A server, or a proxy, that ends each stream at once is not asked for everything in a circle.
    const left = listsAtMostEvery - (this.time.now() - (this.listedAt ?? -Infinity));
    if (left > 0) await this.time.wait(left, signal);
    this.listedAt = this.time.now();
    const { items, version } = await this.server.applications(this.isWanted, signal);
    this.version = version;
    this.known.clear();
    for (const item of items) this.known.add(keyOf(item));
    return textOfJson({
      ...what,
      kind: 'ApplicationList',
      metadata: { resourceVersion: version },
      items,
    });
  }

  /** The events since the list. It always throws `ApiError` at its end: what was missed is told by a list. */
  async *lines(_path: string, signal: AbortSignal, opened?: () => void): AsyncGenerator<string> {
    const gone = new ApiError({ kind: 'gone', detail: 'stream' });
    const { version } = this;
    this.version = undefined;
    if (version === undefined) throw gone;
    const until = this.time.now() + listEvery;
    for await (const line of this.server.stream(version, signal, opened)) {
      const event = this.eventOf(line);
      yield textOfJson(event ?? { type: 'BOOKMARK', object: {} });
      if (this.time.now() >= until) throw gone;
    }
    throw new ApiError({ kind: 'unreachable', detail: 'ended' });
  }

  /** `undefined` for what is about Applications that are not wanted, and for a sign of life. */
  private eventOf(line: string): object | undefined {
    if (line === '') return undefined;
    const message = parseObject(line);
    const result = message?.['result'];
    const application = below(result, 'application');
    if (!isObject(application))
      throw new ApiError({ kind: 'serverError', status: 200, detail: 'no event' });
    const object = { ...what, ...application };
    const key = keyOf(object);
    const type = textOf(below(result, 'type'));
    const isHere = type !== 'DELETED' && this.isWanted(object);
    if (!isHere && !this.known.has(key)) return undefined;
    if (isHere) this.known.add(key);
    else this.known.delete(key);
    return { type: isHere ? 'MODIFIED' : 'DELETED', object };
  }
}

function keyOf(application: KubeObject): string {
  const { metadata } = application;
  return `${textOf(below(metadata, 'namespace'))}/${textOf(below(metadata, 'name'))}`;
}

/** Numbers beyond 2^53 say nothing that a status is told by. */
function textOfJson(value: object): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'bigint' ? Number(one) : one,
  );
}
