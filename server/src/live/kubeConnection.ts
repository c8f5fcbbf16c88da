import {
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { readFileSync } from 'node:fs';
import { KubeConfig } from '@kubernetes/client-node';
import { ApiError, type ApiFailure } from './apiFailure.ts';
import { PluginError, type ExecCredentials } from './execCredential.ts';
import type { DryRun } from '../analysis/driftTypes.ts';
import { parseObject, parseRefusal, parseStatus } from './parseApi.ts';
import type { KubeContext, Kubeconfig } from './parseKubeconfig.ts';

const contentTypes = {
  GET: 'application/json',
  POST: 'application/json',
  PATCH: 'application/apply-patch+yaml',
} as const;

/** How long a server may take for the head of an answer, and for each part of it. */
const usualPatience = 30_000;

/**
 * A connection to one API server: raw JSON over connections that are kept. It reads and never writes: what is not a `GET`, a
 * review of one's own rights, a dry run where the user allows it, the change of a label where it is opened for a drill, or the
 * one write to an Application that it is opened for, cannot leave.
 *
 * client-node reads the kubeconfig and makes TLS and authentication of it. Its own transport is not used: it opens a TLS
 * connection for each request, and its types drop fields that it does not know.
 */
export class KubeConnection {
  readonly context: KubeContext;
  private readonly document: string;
  private readonly credentials: ExecCredentials;
  private readonly mayDryRun: boolean;
  private readonly mayDrill: boolean;
  /** The Application that may still be written to, by its path. */
  private mayWriteTo: string | undefined;
  private readonly patience: number;
  private agents: { readonly key: string; readonly agent: HttpsAgent | HttpAgent } | undefined;

  constructor(
    kubeconfig: Kubeconfig,
    context: KubeContext,
    credentials: ExecCredentials,
    {
      mayDryRun = false,
      mayDrill = false,
      mayWriteTo,
      patience = usualPatience,
    }: {
      readonly mayDryRun?: boolean;
      readonly mayDrill?: boolean;
      readonly mayWriteTo?: string;
      readonly patience?: number;
    } = {},
  ) {
    this.context = context;
    this.document = kubeconfig.documentFor(context.name);
    this.credentials = credentials;
    this.mayDryRun = mayDryRun;
    this.mayDrill = mayDrill;
    this.mayWriteTo = mayWriteTo;
    this.patience = patience;
  }

  /** The text of an answer; throws `ApiError`. */
  async get(path: string, signal: AbortSignal): Promise<string> {
    return this.withCredentials(async () => {
      const response = await this.send({ method: 'GET', path }, signal);
      return textOf(response, this.patience);
    }, signal);
  }

  /** Asks what one's own rights are; throws `ApiError`. */
  async review(path: string, body: string, signal: AbortSignal): Promise<string> {
    if (
      !/^\/apis\/(?:authorization|authentication)\.k8s\.io\/v1\/selfsubject\w*reviews$/.test(path)
    ) {
      throw new Error('only reviews of one’s own rights may be posted');
    }
    return this.withCredentials(async () => {
      const response = await this.send({ method: 'POST', path, body }, signal);
      return textOf(response, this.patience);
    }, signal);
  }

  /** The text of an answer as it comes; throws `ApiError`. */
  async *parts(path: string, signal: AbortSignal): AsyncGenerator<string> {
    const response = await this.withCredentials(
      () => this.send({ method: 'GET', path }, signal),
      signal,
    );
    yield* partsOf(response, this.patience);
  }

  /** The lines of an answer as they come; `opened` is called when they begin. Throws `ApiError`. A line that never ends is cut off with the connection. */
  async *lines(path: string, signal: AbortSignal, opened?: () => void): AsyncGenerator<string> {
    const response = await this.withCredentials(
      () => this.send({ method: 'GET', path }, signal),
      signal,
    );
    opened?.();
    response.setEncoding('utf8');
    let rest = '';
    for await (const chunk of response) {
      rest += String(chunk);
      if (rest.length > 64 << 20)
        throw new ApiError({ kind: 'serverError', status: 200, detail: 'endless line' });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (line.trim() !== '') yield line;
    }
  }

  /**
   * Asks what a server-side apply would do, without doing it (`dryRun=All`). Only where the user has allowed it for the
   * cluster: it needs the right to patch. Throws `ApiError` where there is no answer.
   */
  async dryRun(path: string, body: string, manager: string, signal: AbortSignal): Promise<DryRun> {
    if (!this.mayDryRun) throw new Error('dry runs are not allowed');
    const query = new URLSearchParams({
      dryRun: 'All',
      force: 'true',
      fieldManager: manager,
      fieldValidation: 'Warn',
    });
    return this.withCredentials(async () => {
      const asked = { method: 'PATCH', path: `${path}?${query.toString()}`, body } as const;
      const response = await this.send(asked, signal);
      const text = await textOf(response, this.patience);
      const status = response.statusCode ?? 0;
      if (status >= 300) return { kind: 'refused', meaning: parseRefusal(status, text) };
      const object = parseObject(text);
      return object === undefined
        ? { kind: 'refused', meaning: 'failed' }
        : { kind: 'predicted', object };
    }, signal);
  }

  /**
   * Replaces the value of one label of an object for a drift drill, where it is `from`: `changed` where it is not, `gone`
   * where there is no such object. Throws `ApiError`.
   */
  async drillLabel(
    path: string,
    { label, from, to }: { readonly label: string; readonly from: string; readonly to: string },
    signal: AbortSignal,
  ): Promise<'written' | 'changed' | 'gone'> {
    if (!this.mayDrill) throw new Error('drills are not allowed');
    const at = `/metadata/labels/${label.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const body = JSON.stringify([
      { op: 'test', path: at, value: from },
      { op: 'replace', path: at, value: to },
    ]);
    const asked = {
      method: 'PATCH',
      path: `${path}?fieldManager=strata-drill`,
      body,
      type: 'application/json-patch+json',
    } as const;
    return this.withCredentials(async () => {
      const response = await this.send(asked, signal);
      const status = response.statusCode ?? 0;
      const isTaken = status < 300;
      if (!isTaken && status !== 404 && status !== 409 && status !== 422)
        throw new ApiError(await refusal(response, this.patience));
      response.resume();
      return isTaken ? 'written' : status === 404 ? 'gone' : 'changed';
    }, signal);
  }

  /**
   * Merges a patch into the Application that the connection is opened for, once: `changed` where it is another one than the
   * patch names by its `resourceVersion`, `gone` where there is none; then it may be tried again. Throws `ApiError`.
   */
  async patchApplication(
    path: string,
    patch: object,
    signal: AbortSignal,
  ): Promise<'written' | 'changed' | 'gone'> {
    if (path !== this.mayWriteTo) throw new Error('this may not be written to');
    const asked = {
      method: 'PATCH',
      path: `${path}?fieldManager=strata`,
      body: JSON.stringify(patch),
      type: 'application/merge-patch+json',
    } as const;
    return this.withCredentials(async () => {
      const response = await this.send(asked, signal);
      const status = response.statusCode ?? 0;
      if (status >= 300 && status !== 404 && status !== 409)
        throw new ApiError(await refusal(response, this.patience));
      response.resume();
      if (status >= 300) return status === 404 ? 'gone' : 'changed';
      this.mayWriteTo = undefined;
      return 'written';
    }, signal);
  }

  /** Ends all connections. */
  dispose(): void {
    this.agents?.agent.destroy();
    this.agents = undefined;
  }

  /** Asks once more with fresh credentials where they were refused, and not again: plugins may open browsers. */
  private async withCredentials<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      const answer = await ask();
      this.credentials.accepted(this.context);
      return answer;
    } catch (error) {
      if (!isRefusal(error) || signal.aborted || this.context.exec === undefined) throw error;
      this.credentials.forget(this.context);
    }
    try {
      const answer = await ask();
      this.credentials.accepted(this.context);
      return answer;
    } catch (error) {
      if (isRefusal(error)) this.credentials.refused(this.context);
      throw error;
    }
  }

  private async send(
    asked: {
      readonly method: 'GET' | 'POST' | 'PATCH';
      readonly path: string;
      readonly body?: string;
      readonly type?: string;
    },
    signal: AbortSignal,
  ): Promise<IncomingMessage> {
    const options = await this.options(signal);
    const url = new URL(`${this.context.server.replace(/\/$/, '')}${asked.path}`);
    const send = url.protocol === 'http:' ? httpRequest : httpsRequest;
    return new Promise((resolve, reject) => {
      const call = send(url, {
        ...options,
        method: asked.method,
        signal,
        headers: {
          ...plainHeaders(options.headers),
          Accept: 'application/json',
          'User-Agent': 'strata',
          ...(asked.body === undefined
            ? {}
            : { 'Content-Type': asked.type ?? contentTypes[asked.method] }),
        },
      });
      const timer = setTimeout(() => {
        call.destroy(new ApiError({ kind: 'unreachable', detail: 'timeout' }));
      }, this.patience);
      call.on('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      call.on('response', (response) => {
        clearTimeout(timer);
        const { statusCode = 0 } = response;
        const isAnswer = asked.method === 'PATCH' && ![401, 429, 503].includes(statusCode);
        if (isAnswer || (statusCode >= 200 && statusCode < 300)) resolve(response);
        else {
          // A redirect would carry the credentials to somebody else.
          void refusal(response, this.patience).then((failure) => {
            reject(new ApiError(failure));
          }, reject);
        }
      });
      call.end(asked.body);
    });
  }

  private async options(signal: AbortSignal): Promise<RequestOptions> {
    const config = new KubeConfig();
    config.loadFromString(this.document);
    const options: RequestOptions = {};
    await config.applyToHTTPSOptions(options);
    const { exec, tokenFile, hasAuthProvider } = this.context;
    const headers = plainHeaders(options.headers);
    if (exec !== undefined) {
      const credential = await this.credentials.get(this.context, exec, signal);
      if (credential.token !== undefined) headers['Authorization'] = `Bearer ${credential.token}`;
      if (credential.certificate !== undefined) options.cert = credential.certificate;
      if (credential.key !== undefined) options.key = credential.key;
    } else if (tokenFile !== undefined && headers['Authorization'] === undefined) {
      headers['Authorization'] = `Bearer ${readFileSync(tokenFile, 'utf8').trim()}`;
    } else if (hasAuthProvider && headers['Authorization'] === undefined) {
      throw new ApiError({ kind: 'authRequired', detail: 'auth-provider is not run' });
    }
    return { ...options, headers, agent: this.agentFor(config, options) };
  }

  /** One agent for all requests, as long as the credentials stay; proxies keep the one of client-node. */
  private agentFor(config: KubeConfig, options: RequestOptions): HttpsAgent | HttpAgent {
    const key = JSON.stringify([options.cert, options.key, options.ca].map(String));
    if (this.agents?.key === key) return this.agents.agent;
    this.agents?.agent.destroy();
    const agent = newAgent(config, options, this.context);
    this.agents = { key, agent };
    return agent;
  }
}

/** Whether a server refused a credential, rather than that there is none. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    error.failure.kind === 'authRequired' &&
    !(error instanceof PluginError)
  );
}

/** Headers as client-node sets them: a mapping. */
function plainHeaders(headers: RequestOptions['headers']): OutgoingHttpHeaders {
  return headers === undefined || isReadonlyList(headers) ? {} : { ...headers };
}

function isReadonlyList(value: object): value is readonly string[] {
  return Array.isArray(value);
}

function newAgent(
  config: KubeConfig,
  options: RequestOptions,
  { server }: KubeContext,
): HttpsAgent | HttpAgent {
  const isProxied = config.getCurrentCluster()?.proxyUrl !== undefined;
  if (isProxied && options.agent instanceof HttpAgent) return options.agent;
  // Each watch holds a connection; those of one question are few at a time anyway.
  const kept = { keepAlive: true, keepAliveMsecs: 30_000 };
  if (server.startsWith('http:')) return new HttpAgent(kept);
  const { ca, cert, key, pfx, passphrase, rejectUnauthorized, servername } = options;
  return new HttpsAgent({
    ...kept,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(pfx === undefined ? {} : { pfx }),
    ...(passphrase === undefined ? {} : { passphrase }),
    ...(rejectUnauthorized === undefined ? {} : { rejectUnauthorized }),
    ...(servername === undefined ? {} : { servername }),
  });
}

async function textOf(response: IncomingMessage, patience: number): Promise<string> {
  let text = '';
  for await (const part of partsOf(response, patience)) text += part;
  return text;
}

async function* partsOf(response: IncomingMessage, patience: number): AsyncGenerator<string> {
  response.setEncoding('utf8');
  // A server that stops in the middle of an answer is as gone as one that gives none.
  const timer = setTimeout(() => {
    response.destroy(new ApiError({ kind: 'unreachable', detail: 'timeout' }));
  }, patience);
  try {
    for await (const chunk of response) {
      timer.refresh();
      yield String(chunk);
    }
  } finally {
    clearTimeout(timer);
  }
}

/** What a refusal means. Its message may quote values, so only its reason is kept. */
async function refusal(response: IncomingMessage, patience: number): Promise<ApiFailure> {
  const { reason } = parseStatus(await textOf(response, patience));
  const status = response.statusCode ?? 0;
  switch (status) {
    case 401:
      return { kind: 'authRequired', detail: reason };
    case 403:
      return { kind: 'forbidden', detail: reason };
    case 404:
      return { kind: 'notFound', detail: reason };
    case 410:
      return { kind: 'gone', detail: reason };
    case 429:
    case 503: {
      const seconds = Number(response.headers['retry-after'] ?? Number.NaN);
      return {
        kind: 'throttled',
        retryAfter: Number.isFinite(seconds) ? seconds * 1000 : undefined,
      };
    }
    default:
      return { kind: 'serverError', status, detail: reason };
  }
}
