import { quoteGo } from '../goQuote.ts';
import { datePieces, dayNames, monthNames } from './dateFormat.ts';

/** A time that a text says; `offset` is how many seconds its clock is ahead of UTC. */
export interface ParsedDate {
  readonly seconds: number;
  readonly offset: number;
  /** Whether it says that its clock is UTC, by `Z` or by name. */
  readonly isUtc: boolean;
  /** What it calls its clock; `''` where it does not say. */
  readonly zone: string;
}

/** Why a text is no time by a layout, in Go's words; `unknown` where Strata does not know what Go would say. */
export type ParseFailure = { readonly problem: string } | 'unknown';

/**
 * Reads a time by a layout of Go, in UTC where it names no zone. A zone that it names without an offset is one that Go does
 * not know either, where the clock is that of UTC: it has none. Fractions of seconds are not known.
 * Source: Go 1.26 time/format.go `parse`.
 */
export function parseDate(layout: string, text: string): ParsedDate | ParseFailure {
  const fields = new Map<Field, number>();
  const reading: Reading = {
    rest: text,
    fields,
    offset: undefined,
    zone: '',
    isUtc: false,
    isAfternoon: undefined,
  };
  const failed = (element: string, rest: string): ParseFailure => ({
    problem: `parsing time ${quoteGo(text)} as ${quoteGo(layout)}: cannot parse ${quoteGo(rest)} as ${quoteGo(element)}`,
  });
  const told = (message: string): ParseFailure => ({
    problem: `parsing time ${quoteGo(text)}: ${message}`,
  });
  let start = 0;
  for (const match of layout.matchAll(datePieces)) {
    const between = layout.slice(start, match.index);
    const [piece] = match;
    start = match.index + piece.length;
    if (!skip(reading, between)) return failed(between, reading.rest);
    const hold = reading.rest;
    const read = readPiece(reading, piece);
    if (read === 'unknown') return read;
    if (read === 'bad') return failed(piece, hold);
    if (read !== 'read') return told(`${read} out of range`);
  }
  const end = layout.slice(start);
  if (!skip(reading, end)) return failed(end, reading.rest);
  if (reading.rest !== '') return told(`extra text: ${quoteGo(reading.rest)}`);
  const problem = settleDayOfYear(fields);
  if (problem !== undefined) return told(problem);
  // What calls itself UTC is so, whatever offset stands beside it.
  if (reading.isUtc) reading.offset = 0;
  const date = secondsOf(reading);
  const { isUtc, zone } = reading;
  const offset = reading.offset ?? offsetOfName(zone);
  return date === undefined ? told('day out of range') : { seconds: date, offset, isUtc, zone };
}

type Field = 'year' | 'month' | 'day' | 'dayOfYear' | 'hour' | 'minute' | 'second';

interface Reading {
  rest: string;
  readonly fields: Map<Field, number>;
  /** `undefined` where the text says none. */
  offset: number | undefined;
  zone: string;
  isUtc: boolean;
  isAfternoon: boolean | undefined;
}

/** `bad`: it does not fit; else the name of what is out of range. */
type Outcome = 'read' | 'bad' | 'unknown' | Exclude<Field, 'year' | 'day' | 'dayOfYear'> | ZonePart;

type ZonePart = 'time zone offset hour' | 'time zone offset minute' | 'time zone offset second';

/** Passes what stands between two pieces; a run of spaces is as good as another. */
function skip(reading: Reading, between: string): boolean {
  let left = between;
  while (left !== '') {
    if (left.startsWith(' ')) {
      if (reading.rest !== '' && !reading.rest.startsWith(' ')) return false;
      left = left.replace(/^ +/, '');
      reading.rest = reading.rest.replace(/^ +/, '');
      continue;
    }
    if (reading.rest === '' || !left.startsWith(reading.rest.charAt(0))) return false;
    left = left.slice(1);
    reading.rest = reading.rest.slice(1);
  }
  return true;
}

function readPiece(reading: Reading, piece: string): Outcome {
  switch (piece) {
    case '2006':
      return digits(reading, 'year', /^[0-9]{4}/);
    case '06': {
      const outcome = digits(reading, 'year', /^[0-9]{2}/);
      const year = reading.fields.get('year') ?? 0;
      if (outcome === 'read') reading.fields.set('year', year + (year >= 69 ? 1900 : 2000));
      return outcome;
    }
    case 'January':
      return name(reading, monthNames, 'month');
    case 'Jan':
      return name(reading, monthNames.map(short), 'month');
    case 'Monday':
      return name(reading, dayNames, undefined);
    case 'Mon':
      return name(reading, dayNames.map(short), undefined);
    case '01':
    case '1':
      return number(reading, 'month', piece);
    case '_2':
      if (reading.rest.startsWith(' ')) reading.rest = reading.rest.slice(1);
      return number(reading, 'day', piece);
    case '02':
    case '2':
      return number(reading, 'day', piece);
    case '15':
    case '3':
    case '03':
      return number(reading, 'hour', piece);
    case '04':
    case '4':
      return number(reading, 'minute', piece);
    case '05':
    case '5': {
      const outcome = number(reading, 'second', piece);
      return outcome === 'read' && /^[.,][0-9]/.test(reading.rest) ? 'unknown' : outcome;
    }
    case 'PM':
    case 'pm':
      return half(reading, piece);
    case 'MST':
      return zoneName(reading);
    case '002':
      return digits(reading, 'dayOfYear', /^[0-9]{3}/);
    case '__2':
      reading.rest = reading.rest.replace(/^ {1,2}/, '');
      return digits(reading, 'dayOfYear', /^[0-9]{1,3}/);
    default:
      return /^[-Z]/.test(piece) ? zone(reading, piece) : 'unknown';
  }
}

function short(word: string): string {
  return word.slice(0, 3);
}

function digits(reading: Reading, field: Field, form: RegExp): Outcome {
  const [found] = form.exec(reading.rest) ?? [];
  if (found === undefined) return 'bad';
  reading.fields.set(field, Number(found));
  reading.rest = reading.rest.slice(found.length);
  return 'read';
}

/** One or two digits, two where the piece has a zero before it. Source: format.go `getnum`. */
function number(
  reading: Reading,
  field: Exclude<Field, 'year' | 'dayOfYear'>,
  piece: string,
): Outcome {
  const outcome = digits(reading, field, piece.startsWith('0') ? /^[0-9]{2}/ : /^[0-9]{1,2}/);
  const value = reading.fields.get(field) ?? 0;
  if (outcome !== 'read' || field === 'day') return outcome;
  const [least, most] =
    field === 'month' ? [1, 12] : field === 'hour' ? [0, piece === '15' ? 23 : 12] : [0, 59];
  return value < least || value > most ? field : 'read';
}

function name(reading: Reading, names: readonly string[], field: 'month' | undefined): Outcome {
  const index = names.findIndex(
    (one) => reading.rest.slice(0, one.length).toLowerCase() === one.toLowerCase(),
  );
  if (index < 0) return 'bad';
  reading.rest = reading.rest.slice(names[index]?.length ?? 0);
  if (field !== undefined) reading.fields.set(field, index + 1);
  return 'read';
}

function half(reading: Reading, piece: 'PM' | 'pm'): Outcome {
  const word = reading.rest.slice(0, 2);
  const isKnown = piece === 'PM' ? word === 'AM' || word === 'PM' : word === 'am' || word === 'pm';
  if (!isKnown) return 'bad';
  reading.isAfternoon = word.toLowerCase() === 'pm';
  reading.rest = reading.rest.slice(2);
  return 'read';
}

const offsets: ReadonlyMap<string, RegExp> = new Map([
  ['07:00', /^([^])([0-9]{2}):([0-9]{2})/],
  ['07', /^([^])([0-9]{2})/],
  ['0700', /^([^])([0-9]{2})([0-9]{2})/],
  ['07:00:00', /^([^])([0-9]{2}):([0-9]{2}):([0-9]{2})/],
  ['070000', /^([^])([0-9]{2})([0-9]{2})([0-9]{2})/],
]);

function zone(reading: Reading, piece: string): Outcome {
  if (piece.startsWith('Z') && reading.rest.startsWith('Z')) {
    reading.rest = reading.rest.slice(1);
    reading.offset = 0;
    reading.isUtc = true;
    return 'read';
  }
  const match = offsets.get(piece.slice(1))?.exec(reading.rest);
  const [found = '', sign = '', hours = '0', minutes = '0', seconds = '0'] = match ?? [];
  if (found === '') return 'bad';
  if (Number(hours) > 24) return 'time zone offset hour';
  if (Number(minutes) > 60) return 'time zone offset minute';
  if (Number(seconds) > 60) return 'time zone offset second';
  if (sign !== '+' && sign !== '-') return 'bad';
  const size = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  reading.offset = sign === '-' ? -size : size;
  reading.rest = reading.rest.slice(found.length);
  return 'read';
}

/** Source: format.go `parseTimeZone`, `parseGMT`, `parseSignedOffset`. */
function zoneName(reading: Reading): Outcome {
  const { rest } = reading;
  const [found] =
    /^(?:UTC|ChST|MeST|GMT(?:[+-](?:[01]?[0-9]|2[0-3])(?![0-9]))?|[+-](?:[01]?[0-9]|2[0-3])(?![0-9]))/.exec(
      rest,
    ) ??
    /^(?:[A-Z]{4}T|[A-Z]{3}T|WITA|[A-Z]{3})(?![A-Z])/.exec(rest) ??
    [];
  if (found === undefined || rest.length < 3) return 'bad';
  if (found === 'UTC') reading.isUtc = true;
  else reading.zone = found;
  reading.rest = rest.slice(found.length);
  return 'read';
}

/** Only of GMT a name says how far its clock is ahead. Source: format.go `parse`. */
function offsetOfName(zone: string): number {
  return /^GMT./.test(zone) ? Number(zone.slice(3)) * 3600 : 0;
}

/** The month and the day that a day of the year is; or what is wrong with it. Source: format.go `parse`. */
function settleDayOfYear(fields: Map<Field, number>): string | undefined {
  const dayOfYear = fields.get('dayOfYear');
  if (dayOfYear === undefined) return undefined;
  const year = fields.get('year') ?? 0;
  const date = new Date(0);
  date.setUTCFullYear(year, 0, dayOfYear);
  if (dayOfYear < 1 || date.getUTCFullYear() !== year) return 'day-of-year out of range';
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  if ((fields.get('month') ?? month) !== month) return 'day-of-year does not match month';
  if ((fields.get('day') ?? day) !== day) return 'day-of-year does not match day';
  fields.set('month', month).set('day', day);
  return undefined;
}

/** Seconds since 1970; `undefined` for a day that the month has not. */
function secondsOf({ fields, offset = 0, isAfternoon }: Reading): number | undefined {
  const of = (field: Field, usual: number): number => fields.get(field) ?? usual;
  const [year, month, day] = [of('year', 0), of('month', 1), of('day', 1)];
  const hour = of('hour', 0);
  const clock =
    isAfternoon === true && hour < 12 ? hour + 12 : isAfternoon === false && hour === 12 ? 0 : hour;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (day < 1 || date.getUTCMonth() !== month - 1) return undefined;
  date.setUTCHours(clock, of('minute', 0), of('second', 0));
  return date.getTime() / 1000 - offset;
}
