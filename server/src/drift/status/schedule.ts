/** When something happens, by the fields of a line of cron; each set holds the numbers that fit. */
export interface Schedule {
  readonly minutes: ReadonlySet<number>;
  readonly hours: ReadonlySet<number>;
  readonly days: ReadonlySet<number>;
  readonly months: ReadonlySet<number>;
  /** From 0, Sunday. */
  readonly weekdays: ReadonlySet<number>;
  /** Where both are named, a day fits that fits either. */
  readonly anyDay: boolean;
  readonly anyWeekday: boolean;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Reads a schedule of five fields or a word such as `@daily`; `undefined` where it is none.
 * Source: robfig/cron v3.0.1 parser.go `ParseStandard`.
 */
export function readSchedule(text: string): Schedule | undefined {
  const fields = (descriptors[text.trim()] ?? text).trim().split(/\s+/);
  const [minutes, hours, days, months, weekdays] = fields.map((field, index) =>
    numbersOf(field, ranges[index] ?? nothing),
  );
  if (fields.length !== 5) return undefined;
  if (minutes === undefined || hours === undefined || days === undefined) return undefined;
  if (months === undefined || weekdays === undefined) return undefined;
  return {
    minutes,
    hours,
    days,
    months,
    weekdays: new Set([...weekdays].map((one) => one % 7)),
    anyDay: isAny(fields[2] ?? ''),
    anyWeekday: isAny(fields[4] ?? ''),
  };
}

/**
 * The first time from `from` on at which a schedule fits, both in milliseconds since 1970, as the clocks of a zone show it;
 * `undefined` where there is none before `until`, or nobody knows the zone.
 */
export function nextTime(
  schedule: Schedule,
  { from, until, zone }: { readonly from: number; readonly until: number; readonly zone: string },
): number | undefined {
  return timesOf(schedule, { until, zone })(from);
}

/** What `nextTime` gives, for who asks for one time after the other: what was looked through is not looked through again. */
export function timesOf(
  schedule: Schedule,
  { until, zone }: { readonly until: number; readonly zone: string },
): (from: number) => number | undefined {
  const offsetAt = offsets(zone);
  let last: { readonly from: number; readonly found: number | undefined } | undefined;
  return (from) => {
    if (offsetAt === undefined) return undefined;
    const isKnown = last !== undefined && last.from <= from && from <= (last.found ?? Infinity);
    if (last === undefined || !isKnown)
      last = { from, found: firstTime(schedule, { from, until, offsetAt }) };
    return last.found;
  };
}

function firstTime(
  schedule: Schedule,
  {
    from,
    until,
    offsetAt,
  }: {
    readonly from: number;
    readonly until: number;
    readonly offsetAt: (at: number) => number;
  },
): number | undefined {
  let at = Math.ceil(from / minute) * minute;
  while (at <= until) {
    const wall = new Date(at + offsetAt(at));
    if (!fitsDay(schedule, wall)) {
      // Clocks are changed by whole hours within a day: one hour is never too far.
      at = Math.floor(at / hour) * hour + hour;
    } else if (!schedule.hours.has(wall.getUTCHours())) {
      at += (60 - wall.getUTCMinutes()) * minute;
    } else if (!schedule.minutes.has(wall.getUTCMinutes())) {
      at += minute;
    } else {
      return at;
    }
  }
  return undefined;
}

/** A duration of Go that a window has: `1h30m`; `undefined` where it is none. In milliseconds. */
export function readDuration(text: string): number | undefined {
  if (!/^(?:\d+(?:\.\d+)?[hms])+$/.test(text)) return undefined;
  const units: Readonly<Record<string, number>> = { h: hour, m: minute, s: 1000 };
  return [...text.matchAll(/([\d.]+)([hms])/g)].reduce(
    (sum, [, number, unit = '']) => sum + Number(number) * (units[unit] ?? 0),
    0,
  );
}

/** How far ahead it makes sense to look for a window: a year and a day. */
export const farthest = 366 * day;

interface FieldRange {
  readonly least: number;
  readonly most: number;
  readonly names: readonly string[];
}

const nothing: FieldRange = { least: 0, most: -1, names: [] };
const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov'];
const ranges: readonly FieldRange[] = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: ['', ...monthNames, 'dec'] },
  { least: 0, most: 6, names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] },
];

const descriptors: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};

function isAny(field: string): boolean {
  return /^[*?](?:\/1)?$/.test(field);
}

function numbersOf(field: string, range: FieldRange): ReadonlySet<number> | undefined {
  const found = new Set<number>();
  for (const part of field.split(',')) {
    const [, first, last, step = '1'] = /^([*?]|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part) ?? [];
    if (first === undefined) return undefined;
    const isAll = first === '*' || first === '?';
    const from = isAll ? range.least : numberOf(first, range);
    const open = isAll || /\//.test(part);
    const to = last === undefined ? (open ? range.most : from) : numberOf(last, range);
    const by = Number(step);
    if (from === undefined || to === undefined || from > to || by === 0) return undefined;
    for (let number = from; number <= to; number += by) found.add(number);
  }
  return found;
}

function numberOf(text: string, { least, most, names }: FieldRange): number | undefined {
  const named = names.indexOf(text.toLowerCase());
  const number = named >= 0 && text !== '' ? named : Number(text);
  return Number.isInteger(number) && number >= least && number <= most ? number : undefined;
}

function fitsDay(schedule: Schedule, wall: Date): boolean {
  if (!schedule.months.has(wall.getUTCMonth() + 1)) return false;
  const inDays = schedule.days.has(wall.getUTCDate());
  const inWeekdays = schedule.weekdays.has(wall.getUTCDay());
  return schedule.anyDay || schedule.anyWeekday ? inDays && inWeekdays : inDays || inWeekdays;
}

/** By how much the clocks of a zone are ahead of UTC at a time, in milliseconds; `undefined` for a zone that nobody knows. */
function offsets(zone: string): ((at: number) => number) | undefined {
  if (zone === '' || zone === 'UTC') return () => 0;
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    return undefined;
  }
  const known = new Map<number, number>();
  const offsetAt = (at: number): number => {
    const found = known.get(at) ?? offsetIn(format, at);
    known.set(at, found);
    return found;
  };
  return (at) => {
    // Asking costs much: on most days, the clocks are not changed.
    const begin = Math.floor(at / day) * day;
    const offset = offsetAt(begin);
    return offset === offsetAt(begin + day)
      ? offset
      : offsetAt(Math.floor(at / (15 * minute)) * 15 * minute);
  };
}

function offsetIn(format: Intl.DateTimeFormat, at: number): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours, minutes = '0'] = /GMT([+-])(\d+)(?::(\d+))?/.exec(name) ?? [];
  const size = Number(hours ?? 0) * hour + Number(minutes) * minute;
  return sign === '-' ? -size : size;
}
