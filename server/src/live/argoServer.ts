import type { NeededObject } from '../analysis/driftTypes.ts';
import { ApiError, failureOf, type ApiFailure } from './apiFailure.ts';
import { causeOf, refusal, settingsOf } from './argoAnswer.ts';
import { ListItems } from './listItems.ts';
import type { ControllerObjects } from './liveCluster.ts';
import { below, isObject, listOf, parseObject, textOf, type KubeObject } from './parseApi.ts';

/** An Argo CD that the user names, with a token of theirs. */
export interface ArgoAddress {
  /** Such as `https://argocd.example.com`, with or without a path. */
  readonly server: string;
  readonly token: string;
}

/** What names an Application. */
export interface ArgoName {
  readonly namespace: string;
  readonly name: string;
}

/** An object that an Argo CD manages for an Application; `live` is `undefined` where it is not there. */
export interface ManagedObject {
  readonly group: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly live: KubeObject | undefined;
}

/** How long the server may be silent. */
const patience = 30_000;
/** The longest answer that is no list, in characters. */
const longest = 64 << 20;

/**
 * One Argo CD by its own API, for who may not read the cluster that it runs on. It is only read: nothing but `GET` leaves,
 * except for a sync by `sync`, which is one `POST`; no redirect is followed, and a token goes to the address that the user
 * named and over TLS alone.
 *
 * Source: argo-cd 3.2 assets/swagger.json, server/application/application.go.
 */
export class ArgoServer {
  /** Its address; without the name and the password that stand in it, with which it is not asked. */
  readonly server: string;
  private readonly token: string;
  private readonly refused: boolean;

  constructor({ server, token }: ArgoAddress) {
    this.server = withoutPassword(server).replace(/\/+$/, '');
    this.token = token;
    this.refused = holdsPassword(server);
  }

  /** Whether the server is there and takes the token: why not, `undefined` where it does. */
  async probe(deadline: number, signal: AbortSignal): Promise<ApiFailure | undefined> {
    const late = AbortSignal.timeout(deadline);
    try {
      // It answers everybody, and says whom it takes one for.
      const user = parseObject(
        await this.text('/api/v1/session/userinfo', AbortSignal.any([signal, late])),
      );
      if (user?.['loggedIn'] === true) return undefined;
      return { kind: 'authRequired', detail: 'token' };
    } catch (error) {
      if (late.aborted && !signal.aborted) return { kind: 'unreachable', detail: 'timeout' };
      const failure = failureOf(error);
      // Proxies and other servers answer with pages of their own.
      const isOther =
        error instanceof SyntaxError || (failure.kind === 'notFound' && failure.detail === '');
      return isOther ? { kind: 'notFound', detail: 'argocd' } : failure;
    }
  }

  /**
   * The Applications that the token may see, and the projects, as `keep` leaves each: the server leaves out all others without
   * a word. Throws `ApiError`.
   */
  async controllers(
    signal: AbortSignal,
    keep: (unit: KubeObject) => KubeObject = (unit) => unit,
  ): Promise<ControllerObjects> {
    const units = await this.list('/api/v1/applications', 'Application', { keep, signal });
    const projects = await this.projects(signal, keep);
    return { units, sources: [], projects, failures: [] };
  }

  /** The projects that the token may see. Throws `ApiError`. */
  async projects(
    signal: AbortSignal,
    keep: (project: KubeObject) => KubeObject = (project) => project,
  ): Promise<readonly KubeObject[]> {
    return this.list('/api/v1/projects', 'AppProject', { keep, signal });
  }

  /** The ApplicationSets that the token may see. Throws `ApiError`. */
  async generators(signal: AbortSignal): Promise<readonly KubeObject[]> {
    return this.list('/api/v1/applicationsets', 'ApplicationSet', { keep: (one) => one, signal });
  }

  /** An Application; `undefined` where there is none that the token may see, and for other objects. Throws `ApiError`. */
  async object(
    { kind, namespace, name }: NeededObject,
    signal: AbortSignal,
  ): Promise<KubeObject | undefined> {
    if (kind !== 'Application') return undefined;
    const path = `/api/v1/applications/${encodeURIComponent(name)}`;
    const query = namespace === '' ? '' : `?appNamespace=${encodeURIComponent(namespace)}`;
    try {
      const found = parseObject(await this.text(`${path}${query}`, signal));
      return found && { apiVersion: 'argoproj.io/v1alpha1', kind, ...found };
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'notFound' || failure.kind === 'forbidden') return undefined;
      throw error;
    }
  }

  /**
   * What it manages for an Application, as its controller saw it last; values of Secrets are masked. Where nothing is cached it
   * compares anew: so it is asked for single applications, and never for all. Throws `ApiError`.
   */
  async managed(application: KubeObject, signal: AbortSignal): Promise<readonly ManagedObject[]> {
    const name = textOf(below(application, 'metadata', 'name'));
    const namespace = textOf(below(application, 'metadata', 'namespace'));
    const path = `/api/v1/applications/${encodeURIComponent(name)}/managed-resources`;
    const query = namespace === '' ? '' : `?appNamespace=${encodeURIComponent(namespace)}`;
    const found = parseObject(await this.text(`${path}${query}`, signal));
    return listOf(found?.['items']).map((one) => ({
      group: textOf(below(one, 'group')),
      kind: textOf(below(one, 'kind')),
      namespace: textOf(below(one, 'namespace')),
      name: textOf(below(one, 'name')),
      live: liveOf(textOf(below(one, 'liveState'))),
    }));
  }

  /**
   * The settings by which it compares and tracks, in the form of its ConfigMap; `undefined` for what is no Application of it,
   * and where it does not give them.
   */
  async argoSettings(
    controller: KubeObject | undefined,
    signal: AbortSignal,
  ): Promise<KubeObject | undefined> {
    if (controller?.['kind'] !== 'Application') return undefined;
    try {
      return settingsOf(parseObject(await this.text('/api/v1/settings', signal)));
    } catch {
      if (signal.aborted) throw new ApiError({ kind: 'unreachable', detail: 'stopped' });
      return undefined;
    }
  }

  /** Whether the token may do something with an Application: `sync`, or `get`, which is what a refresh takes. Throws `ApiError`. */
  async may(action: 'get' | 'sync', subject: string, signal: AbortSignal): Promise<boolean> {
    const path = `/api/v1/account/can-i/applications/${action}/${subject.split('/').map(encodeURIComponent).join('/')}`;
    const answer = parseObject(await this.text(path, signal));
    return answer?.['value'] === 'yes';
  }

  /** What happened to an Application; `undefined` where the token may not see it. Throws `ApiError`. */
  async events(
    { namespace, name }: ArgoName,
    signal: AbortSignal,
  ): Promise<readonly KubeObject[] | undefined> {
    const query = namespace === '' ? '' : `?appNamespace=${encodeURIComponent(namespace)}`;
    try {
      const path = `/api/v1/applications/${encodeURIComponent(name)}/events${query}`;
      return listOf(parseObject(await this.text(path, signal))?.['items']).filter(isObject);
    } catch (error) {
      const { kind } = failureOf(error);
      if (kind === 'forbidden' || kind === 'notFound') return undefined;
      throw error;
    }
  }

  /** The name that the server knows the token by; `undefined` where it does not say it. Throws `ApiError`. */
  async user(signal: AbortSignal): Promise<string | undefined> {
    const found = parseObject(await this.text('/api/v1/session/userinfo', signal));
    return textOf(found?.['username']) || undefined;
  }

  /** The namespace that it runs in; `undefined` where it does not say it. */
  async ownNamespace(signal: AbortSignal): Promise<string | undefined> {
    const found = parseObject(await this.text('/api/v1/settings', signal));
    return textOf(found?.['controllerNamespace']) || undefined;
  }

  /** Asks it to compare an Application with Git now. Throws `ApiError`. */
  async refresh({ namespace, name }: ArgoName, signal: AbortSignal): Promise<void> {
    const query = new URLSearchParams({ refresh: 'normal', appNamespace: namespace });
    await this.text(`/api/v1/applications/${encodeURIComponent(name)}?${query.toString()}`, signal);
  }

  /** Asks it to sync an Application, without pruning; `busy` where it is being synced already. Throws `ApiError`. */
  async sync({ namespace, name }: ArgoName, signal: AbortSignal): Promise<'written' | 'busy'> {
    const body = JSON.stringify({ name, appNamespace: namespace, prune: false, dryRun: false });
    try {
      await this.text(`/api/v1/applications/${encodeURIComponent(name)}/sync`, signal, body);
      return 'written';
    } catch (error) {
      const failure = failureOf(error);
      if (failure.kind === 'serverError' && failure.detail === 'busy') return 'busy';
      throw error;
    }
  }

  /** What it says of the clusters that the token may see, as `argocd cluster list -o json` prints it. Throws `ApiError`. */
  async clusters(signal: AbortSignal): Promise<string> {
    const found = parseObject(await this.text('/api/v1/clusters', signal));
    return JSON.stringify(listOf(found?.['items']));
  }

  /** The Applications that the token may see and that are wanted, and the version that they are of. Throws `ApiError`. */
  async applications(
    isWanted: (application: KubeObject) => boolean,
    signal: AbortSignal,
  ): Promise<{ readonly items: readonly KubeObject[]; readonly version: string }> {
    const all: KubeObject[] = [];
    const keep = (one: KubeObject): KubeObject => {
      if (isWanted(one)) all.push(one);
      return {};
    };
    const { version } = await this.listed('/api/v1/applications', 'Application', { keep, signal });
    return { items: all, version };
  }

  /**
   * What happens to Applications from a version on, as lines of JSON; `''` where it says that it is there. It has no memory,
   * and leaves out what it has no time for: whoever listens lists anew from time to time. Throws `ApiError`.
   *
   * Source: argo-cd 3.2 server/application/application.go `Watch`, whose gateway sends server-sent events.
   */
  async *stream(version: string, signal: AbortSignal, opened?: () => void): AsyncGenerator<string> {
    const query = new URLSearchParams({ resourceVersion: version });
    const path = `/api/v1/stream/applications?${query.toString()}`;
    let rest = '';
    for await (const part of this.parts(path, signal, { accept: 'text/event-stream', opened })) {
      rest += part;
      if (rest.length > longest)
        throw new ApiError({ kind: 'serverError', status: 200, detail: 'endless line' });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.trim() === '') continue;
        yield line.startsWith(':') ? '' : line.replace(/^data:/, '');
      }
    }
  }

  private async list(
    path: string,
    kind: string,
    how: { readonly keep: (unit: KubeObject) => KubeObject; readonly signal: AbortSignal },
  ): Promise<readonly KubeObject[]> {
    return (await this.listed(path, kind, how)).kept;
  }

  private async listed(
    path: string,
    kind: string,
    {
      keep,
      signal,
    }: { readonly keep: (unit: KubeObject) => KubeObject; readonly signal: AbortSignal },
  ): Promise<{ readonly kept: readonly KubeObject[]; readonly version: string }> {
    const items = new ListItems();
    const kept: KubeObject[] = [];
    for await (const part of this.parts(path, signal)) {
      for (const item of items.push(part)) {
        // What has no name is no object, whoever answers there.
        if (textOf(below(item, 'metadata', 'name')) === '') continue;
        kept.push(keep({ apiVersion: 'argoproj.io/v1alpha1', kind, ...item }));
      }
    }
    try {
      const version = textOf(below(items.end(), 'metadata', 'resourceVersion'));
      return { kept, version };
    } catch {
      throw new ApiError({ kind: 'serverError', status: 200, detail: 'cutOff' });
    }
  }

  private async text(path: string, signal: AbortSignal, body?: string): Promise<string> {
    let text = '';
    for await (const part of this.parts(path, signal, body === undefined ? {} : { body })) {
      text += part;
      if (text.length > longest)
        throw new ApiError({ kind: 'serverError', status: 200, detail: 'tooLong' });
    }
    return text;
  }

  /** The text of an answer as it comes. Throws `ApiError`. */
  private async *parts(
    path: string,
    signal: AbortSignal,
    {
      body,
      accept = 'application/json',
      opened,
    }: {
      readonly body?: string;
      readonly accept?: string;
      readonly opened?: (() => void) | undefined;
    } = {},
  ): AsyncGenerator<string> {
    if (this.refused)
      throw new ApiError({ kind: 'unreachable', detail: 'password in its address' });
    const url = addressOf(this.server, path);
    if (url === undefined) throw new ApiError({ kind: 'unreachable', detail: 'address' });
    const silent = new AbortController();
    const timer = setTimeout(() => silent.abort(), patience);
    try {
      const response = await fetch(url, {
        // It would carry the token to somebody else.
        redirect: 'manual',
        signal: AbortSignal.any([signal, silent.signal]),
        headers: {
          accept,
          authorization: `Bearer ${this.token}`,
          // A server of Argo CD takes no other one for what changes something.
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { method: 'POST', body }),
      });
      if (!response.ok) throw new ApiError(await refusal(response));
      opened?.();
      const decoder = new TextDecoder();
      for await (const part of response.body ?? []) {
        timer.refresh();
        const bytes: unknown = part;
        if (bytes instanceof Uint8Array) yield decoder.decode(bytes, { stream: true });
      }
    } catch (error) {
      if (silent.signal.aborted) throw new ApiError({ kind: 'unreachable', detail: 'timeout' });
      throw new ApiError(failureOf(causeOf(error)));
    } finally {
      clearTimeout(timer);
    }
  }
}

/** A live object as text; `null`, or nothing, where there is none. */
function liveOf(text: string): KubeObject | undefined {
  return text === '' || text === 'null' ? undefined : parseObject(text);
}

/** Whether an address says a name or a password: it is printed, and there is a token for that. */
export function holdsPassword(server: string): boolean {
  return withoutPassword(server) !== server;
}

/** Also where it is no address otherwise: up to the last `@` before the path everything may be a password. */
function withoutPassword(server: string): string {
  return server.replace(/^((?:[a-z][\w+.-]*:)?[/\\]+)?[^/\\?#]*@/i, '$1');
}

/** A token is sent in clear to nobody but this machine. */
function addressOf(server: string, path: string): URL | undefined {
  try {
    const url = new URL(`${server}${path}`);
    const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
    return url.protocol === 'https:' || (url.protocol === 'http:' && isHere) ? url : undefined;
  } catch {
    return undefined;
  }
}
