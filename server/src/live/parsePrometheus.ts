/** One value of a query, and when it was taken, in milliseconds since 1970. */
export interface QueryValue {
  readonly value: number;
  readonly at: number;
}

/**
 * The only value in an answer of Prometheus to an instant query; `undefined` where there is none, more than one, or something
 * else than a number. Source: prometheus.io, HTTP API, "Expression query result formats".
 */
export function parseQueryValue(text: string): QueryValue | undefined {
  const answer = parsed(text);
  const data = at(answer, 'data');
  if (at(answer, 'status') !== 'success') return undefined;
  const result = at(data, 'result');
  const pair = at(data, 'resultType') === 'scalar' ? result : onlyPair(result);
  if (!Array.isArray(pair)) return undefined;
  const [seconds, number] = pair as readonly unknown[];
  const value = typeof number === 'string' && number.trim() !== '' ? Number(number) : Number.NaN;
  return typeof seconds === 'number' && Number.isFinite(value)
    ? { value, at: Math.round(seconds * 1000) }
    : undefined;
}

function onlyPair(result: unknown): unknown {
  if (!Array.isArray(result) || result.length !== 1) return undefined;
  const [only] = result as readonly unknown[];
  return at(only, 'value');
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
