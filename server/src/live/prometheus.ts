import { parseQueryValue, type QueryValue } from './parsePrometheus.ts';

/** What came of a query; `noData` also where more than one value came. */
export type QueryAnswer =
  ({ readonly kind: 'value' } & QueryValue) | { readonly kind: 'noData' | 'unreachable' };

const deadline = 10_000;
/** The most that an answer with one value may hold, in characters. */
const longest = 100_000;

/**
 * Asks a Prometheus for one value now. The address and the query are the user's own; nothing is sent but the query, and no
 * redirect is followed.
 */
export async function queryPrometheus(
  base: string,
  query: string,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const url = addressOf(base);
  if (url === undefined) return { kind: 'unreachable' };
  url.searchParams.set('query', query);
  try {
    const response = await fetch(url, {
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
      headers: { accept: 'application/json' },
    });
    const text = response.ok ? await textOf(response) : undefined;
    if (text === undefined) return { kind: 'unreachable' };
    const found = parseQueryValue(text);
    return found === undefined ? { kind: 'noData' } : { kind: 'value', ...found };
  } catch {
    return { kind: 'unreachable' };
  }
}

function addressOf(base: string): URL | undefined {
  try {
    const url = new URL(`${base.replace(/\/+$/, '')}/api/v1/query`);
    return ['http:', 'https:'].includes(url.protocol) ? url : undefined;
  } catch {
    return undefined;
  }
}

/** The text of an answer; `undefined` where it is far too long. */
async function textOf({ body }: Response): Promise<string | undefined> {
  if (body === null) return undefined;
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of body) {
    const bytes: unknown = part;
    if (!(bytes instanceof Uint8Array)) return undefined;
    text += decoder.decode(bytes, { stream: true });
    if (text.length > longest) return undefined;
  }
  return text;
}
