/**
 * Whether two durations of Go are the same span; `undefined` where one of them is none. `60m` is `1h0m0s`.
 * Source: Go's time.ParseDuration, which the Kubernetes type meta/v1.Duration uses.
 */
export function sameDuration(a: string, b: string): boolean | undefined {
  const [left, right] = [nanoseconds(a), nanoseconds(b)];
  return left === undefined || right === undefined ? undefined : left === right;
}

/** How long a duration of Go is, in milliseconds; `undefined` for other text. */
export function millisecondsOf(text: string): number | undefined {
  const span = nanoseconds(text);
  return span === undefined ? undefined : Number(span / 1_000_000n);
}

const units: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: 3_600_000_000_000n,
};

const whole = /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+$/;
const part = /(\d*)\.?(\d*)(ns|us|µs|μs|ms|s|m|h)/g;

function nanoseconds(text: string): bigint | undefined {
  if (text === '0') return 0n;
  if (!whole.test(text)) return undefined;
  let sum = 0n;
  for (const [, digits = '', fraction = '', unit = ''] of text.matchAll(part)) {
    const size = units[unit] ?? 0n;
    sum += (BigInt(`${digits}${fraction}` || '0') * size) / 10n ** BigInt(fraction.length);
  }
  return text.startsWith('-') ? -sum : sum;
}
