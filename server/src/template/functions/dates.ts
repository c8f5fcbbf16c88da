import { failure, goFunction, type CallResult, type TemplateFunction } from '../functionTable.ts';
import { quoteGo } from '../goQuote.ts';
import { goTime, secondsOfTime, zoneOfTime } from '../goTime.ts';
import { nilValue, stringValue, type Value } from '../value.ts';
import { argument, textOf } from './arguments.ts';
import { formatDateIn } from './dateFormat.ts';
import { parseDate } from './parseDate.ts';
import { local, utc, zoneAt } from './timeZone.ts';

/**
 * Dates from seconds since 1970; whatever is no such number is the time of the clock, which makes the template fail. The
 * usual zone is UTC, as in the images of the controllers.
 *
 * Source: sprig v3.3.0 date.go.
 */
export const dateFunctions: readonly (readonly [string, TemplateFunction])[] = [
  [
    'date',
    goFunction('string, any', 'string', (values) =>
      dateIn(textOf(values[0]), argument(values, 1), 'Local'),
    ),
  ],
  [
    'dateInZone',
    goFunction('string, any, string', 'string', (values) =>
      dateIn(textOf(values[0]), argument(values, 1), textOf(values[2])),
    ),
  ],
  [
    'date_in_zone',
    goFunction('string, any, string', 'string', (values) =>
      dateIn(textOf(values[0]), argument(values, 1), textOf(values[2])),
    ),
  ],
  [
    'htmlDate',
    goFunction('any', 'string', (values) => dateIn('2006-01-02', argument(values, 0), 'Local')),
  ],
  [
    'htmlDateInZone',
    goFunction('any, string', 'string', (values) =>
      dateIn('2006-01-02', argument(values, 0), textOf(values[1])),
    ),
  ],
  [
    'duration',
    goFunction('any', 'string', (values) =>
      stringValue(durationText(secondsOf(argument(values, 0)))),
    ),
  ],
  ['durationRound', goFunction('any', 'string', (values) => durationRound(argument(values, 0)))],
  ['toDate', toDate(() => goTime(zeroTime))],
  ['mustToDate', toDate((problem) => failure(problem))],
  ...['dateModify', 'date_modify'].map((name) => [name, modifiesDate(() => undefined)] as const),
  ...['mustDateModify', 'must_date_modify'].map(
    (name) => [name, modifiesDate(durationProblem)] as const,
  ),
  [
    'unixEpoch',
    goFunction('time.Time', 'string', ([date = nilValue]) =>
      stringValue(String(secondsOfTime(date) ?? 0)),
    ),
  ],
];

/** Adds a duration to a date. Source: sprig v3.3.0 date.go `dateModify`, `mustDateModify`. */
function modifiesDate(problemOf: (text: string) => string | undefined): TemplateFunction {
  return goFunction('string, time.Time', 'time.Time', ([duration, date = nilValue]) => {
    const problem = problemOf(textOf(duration));
    if (problem !== undefined) return failure(problem);
    const seconds = secondsOfTime(date) ?? 0;
    return goTime(seconds + Number(parseDuration(textOf(duration))) / 1e9, zoneOfTime(date));
  });
}

/** Source: Go 1.26 time/format.go `ParseDuration`. */
function durationProblem(text: string): string | undefined {
  if (durationForm.test(text) || /^[+-]?0$/.test(text)) return undefined;
  return `time: invalid duration ${quoteGo(text)}`;
}

/** The first moment of the year 1. Source: Go 1.26 time/time.go `Time.IsZero`. */
const zeroTime = -62_135_596_800;

/** Source: sprig v3.3.0 date.go `toDate`, `mustToDate`. */
function toDate(orElse: (problem: string) => CallResult): TemplateFunction {
  return goFunction('string, string', 'time.Time', ([layout, text]) => {
    const parsed = parseDate(textOf(layout), textOf(text));
    if (parsed === 'unknown') return failure('Strata does not read this layout', 'unsupported');
    if ('problem' in parsed) return orElse(parsed.problem);
    const { seconds, offset, isUtc, zone } = parsed;
    if (offset === 0 && zone === '') return goTime(seconds, isUtc ? utc : local);
    return goTime(seconds, { offset, name: zone });
  });
}

function dateIn(format: string, date: Value, zone: string): CallResult {
  const seconds = secondsOfDate(date);
  if (seconds === undefined) {
    return failure('the result is another one each time', 'nonDeterministic');
  }
  const text = formatDateIn(format, seconds, zoneAt(zone, seconds));
  return text === undefined
    ? failure('Strata does not know the name of this time zone', 'unsupported')
    : stringValue(text);
}

function secondsOfDate(date: Value): number | undefined {
  if (date.kind === 'integer') {
    return ['int', 'int64', 'int32'].includes(date.type) ? Number(date.value) : undefined;
  }
  return secondsOfTime(date);
}

/** What is neither a text nor an `int64` counts as 0. Source: date.go `duration`. */
function secondsOf(value: Value): bigint {
  if (value.kind === 'string') {
    return /^[+-]?[0-9]+$/.test(value.value) ? BigInt(value.value.replace('+', '')) : 0n;
  }
  return value.kind === 'integer' && value.type === 'int64' ? value.value : 0n;
}

/** Seconds as Go prints a duration: `1h1m1s`. Source: Go 1.26 time/time.go `Duration.String`. */
function durationText(seconds: bigint): string {
  const total = seconds < 0n ? -seconds : seconds;
  const parts = [total / 3600n, (total / 60n) % 60n, total % 60n];
  const [hours = 0n, minutes = 0n, rest = 0n] = parts;
  const text = `${hours > 0n ? `${hours}h` : ''}${hours > 0n || minutes > 0n ? `${minutes}m` : ''}${rest}s`;
  return seconds < 0n ? `-${text}` : text;
}

const units: readonly (readonly [string, bigint])[] = [
  ['y', 365n * 86_400n],
  ['mo', 30n * 86_400n],
  ['d', 86_400n],
  ['h', 3600n],
  ['m', 60n],
  ['s', 1n],
];

function durationRound(value: Value): CallResult {
  const nanoseconds =
    value.kind === 'string'
      ? parseDuration(value.value)
      : value.kind === 'integer' && value.type === 'int64'
        ? value.value
        : 0n;
  const size = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const unit = units.find(([, seconds]) => size > seconds * 1_000_000_000n);
  return stringValue(unit === undefined ? '0s' : `${size / (unit[1] * 1_000_000_000n)}${unit[0]}`);
}

const nanosecondsOf: ReadonlyMap<string, number> = new Map([
  ['ns', 1],
  ['us', 1e3],
  ['µs', 1e3],
  ['μs', 1e3],
  ['ms', 1e6],
  ['s', 1e9],
  ['m', 60e9],
  ['h', 3600e9],
]);

const durationForm = /^([+-]?)((?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

/** Nanoseconds; 0 where the text is no duration. Source: Go 1.26 time/format.go `ParseDuration`. */
function parseDuration(text: string): bigint {
  const match = durationForm.exec(text);
  if (match === null) {
    return 0n;
  }
  let total = 0;
  for (const [, number = '', unit = ''] of (match[2] ?? '').matchAll(/([0-9.]+)([a-zµμ]+)/g)) {
    total += Number(number) * (nanosecondsOf.get(unit) ?? 0);
  }
  return BigInt(Math.trunc(match[1] === '-' ? -total : total));
}
