/** Why something was not fetched. */
export type FetchFailure =
  /** It is no address of HTTP, holds a password, or is one of this machine's own network link. */
  | { readonly kind: 'address'; readonly address: string }
  /** It leads to a host that nobody allowed. */
  | { readonly kind: 'host'; readonly host: string }
  /** From an encrypted connection to a plain one. */
  | { readonly kind: 'downgrade'; readonly host: string }
  /** It wants a password or a token; `sent` says whether the user allowed one, whether one is known, and was refused. */
  | {
      readonly kind: 'credentials';
      readonly host: string;
      readonly sent: 'notAllowed' | 'noneKnown' | 'refused';
    }
  | { readonly kind: 'status'; readonly host: string; readonly status: number }
  | { readonly kind: 'redirects'; readonly host: string }
  /** In bytes. */
  | { readonly kind: 'tooLarge'; readonly host: string; readonly most: number }
  /** In seconds. */
  | { readonly kind: 'slow'; readonly host: string; readonly seconds: number }
  | { readonly kind: 'unreachable'; readonly host: string; readonly message: string }
  /** The address has no such chart, or no version that fits. */
  | { readonly kind: 'version'; readonly version: string }
  /** What came is not what it should be: an index, a manifest, a chart. */
  | { readonly kind: 'content'; readonly message: string }
  /** Other bytes than the repository says. */
  | { readonly kind: 'digest'; readonly expected: string; readonly got: string };

/** An answer of HTTP, with all of its bytes. */
export interface Got {
  readonly kind: 'got';
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  /** Where it came from in the end. */
  readonly url: URL;
}

/** How something is fetched. */
export interface GetOptions {
  /** The hosts that may be asked, with their ports where these are not the usual ones. */
  readonly hosts: ReadonlySet<string>;
  /** In bytes, when unpacked. */
  readonly most: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** In milliseconds, for all of it. Default: one minute. */
  readonly milliseconds?: number;
  readonly signal: AbortSignal;
}

const mostRedirects = 5;

/**
 * Fetches an address over HTTP: from allowed hosts alone, also where it is led elsewhere, without cookies, and with credentials
 * only for the host that they are given for, in bounded time and size. Answers that say that nobody may are given with their status, since registries tell there who hands
 * out tokens.
 */
export async function safeGet(
  address: string | URL,
  { hosts, most, headers = {}, milliseconds = 60_000, signal }: GetOptions,
): Promise<Got | FetchFailure> {
  let url = urlOf(address);
  if (url === undefined) return { kind: 'address', address: withoutPassword(String(address)) };
  const limit = AbortSignal.timeout(milliseconds);
  const stop = AbortSignal.any([signal, limit]);
  let sent = headers;
  for (let count = 0; count <= mostRedirects; count += 1) {
    const { host } = url;
    if (!hosts.has(host)) return { kind: 'host', host };
    try {
      const response = await fetch(url, { headers: sent, redirect: 'manual', signal: stop });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        const next = urlOf(location, url);
        if (next === undefined) return { kind: 'address', address: withoutPassword(location) };
        if (url.protocol === 'https:' && next.protocol === 'http:')
          return { kind: 'downgrade', host: next.host };
        // A token is for the host that it was given for.
        if (next.host !== host) sent = withoutAuthorization(sent);
        url = next;
        continue;
      }
      const bytes = await readAtMost(response, most);
      if (bytes === undefined) return { kind: 'tooLarge', host, most };
      return { kind: 'got', status: response.status, headers: response.headers, bytes, url };
    } catch (error) {
      signal.throwIfAborted();
      if (limit.aborted) return { kind: 'slow', host, seconds: milliseconds / 1000 };
      return { kind: 'unreachable', host, message: messageOf(error) };
    }
  }
  return { kind: 'redirects', host: url.host };
}

/** The bytes of an answer that all went well; else why they are none. `sent` says what stands for a refusal. */
export function bytesOf(
  got: Got | FetchFailure,
  sent: Extract<FetchFailure, { kind: 'credentials' }>['sent'] = 'notAllowed',
): Uint8Array | FetchFailure {
  if (got.kind !== 'got') return got;
  const { status, bytes, url } = got;
  if (status === 401 || status === 403) return { kind: 'credentials', host: url.host, sent };
  return status === 200 ? bytes : { kind: 'status', host: url.host, status };
}

/** The address as one of HTTP that may be asked at all; `undefined` for any other. */
export function urlOf(address: string | URL, base?: URL): URL | undefined {
  const { href } = base ?? {};
  if (!URL.canParse(String(address), href)) return undefined;
  const url = new URL(String(address), href);
  const isHttp = url.protocol === 'https:' || url.protocol === 'http:';
  return !isHttp || url.username !== '' || url.password !== '' || isLinkLocal(url.hostname)
    ? undefined
    : url;
}

/** Where clouds hand out credentials of machines: nobody keeps charts there. */
function isLinkLocal(name: string): boolean {
  return /^169\.254\.|^\[fe[89ab][0-9a-f]:|^\[::ffff:a9fe:/i.test(name);
}

/** An address as it may be shown. A password may hold what makes it no address at all. */
export function withoutPassword(address: string): string {
  const user = URL.canParse(address) ? /\/\/[^/?#]*@/ : /\/\/.*@/s;
  return address.replace(user, '//…@').replace(/[?#].*$/s, '');
}

function withoutAuthorization(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization'),
  );
}

async function readAtMost(response: Response, most: number): Promise<Uint8Array | undefined> {
  const said = Number(response.headers.get('content-length') ?? '0');
  if (said > most) {
    await response.body?.cancel();
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    if (!(chunk instanceof Uint8Array)) continue;
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What is wrong with a connection stands in the cause. */
function messageOf(error: unknown): string {
  const { cause } = error instanceof Error ? error : { cause: undefined };
  const told = cause instanceof Error ? cause : error;
  return told instanceof Error ? told.message : String(told);
}
