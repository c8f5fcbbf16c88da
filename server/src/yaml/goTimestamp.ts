/** A time as go-yaml reads it from a scalar. */
export interface GoTimestamp {
  /** As Go's `time.RFC3339Nano` prints it, for example `2001-01-01T00:00:00Z`. */
  readonly text: string;
  /** False where Go refuses to put the time in JSON: its zone is 24 hours away. */
  readonly fitsJson: boolean;
}

/**
 * Reads a timestamp in one of the four forms that go-yaml knows: RFC 3339 with a `T` or `t` and short date fields, the same
 * with a space and no zone, or the date alone; `undefined` when the text is none of them.
 *
 * Source: go-yaml v3.0.3 and v2.4.2 resolve.go parseTimestamp; Go's time.Parse.
 */
export function parseTimestamp(text: string): GoTimestamp | undefined {
  const match = timestamp.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, year = '', month = '', day = '', timeWithZone, zone, timeAlone] = match;
  const time = timeWithZone ?? timeAlone;
  const dayOfMonth = Number(day);
  if (Number(month) < 1 || Number(month) > 12 || dayOfMonth < 1) {
    return undefined;
  }
  if (dayOfMonth > daysIn(Number(year), Number(month))) {
    return undefined;
  }
  const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`;
  if (time === undefined) {
    return { text: `${date}T00:00:00Z`, fitsJson: true };
  }
  const clock = readClock(time);
  const offset = readZone(zone);
  if (clock === undefined || offset === undefined) {
    return undefined;
  }
  return { text: `${date}T${clock}${offset.text}`, fitsJson: offset.hours < 24 };
}

// Go takes a comma for the point of a fraction, and any number of spaces for one.
const timestamp =
  /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(?:[Tt]([0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:[.,][0-9]+)?)(Z|[-+][0-9]{2}:[0-9]{2})| +([0-9]{1,2}:[0-9]{1,2}:[0-9]{1,2}(?:[.,][0-9]+)?))?$/;

function readClock(text: string): string | undefined {
  const [hour = '', minute = '', rest = ''] = text.split(':');
  const [second = '', fraction = ''] = rest.split(/[.,]/);
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) {
    return undefined;
  }
  const nanoseconds = fraction.slice(0, 9).replace(/0+$/, '');
  const clock = `${twoDigits(hour)}:${twoDigits(minute)}:${twoDigits(second)}`;
  return nanoseconds === '' ? clock : `${clock}.${nanoseconds}`;
}

interface Zone {
  readonly text: string;
  readonly hours: number;
}

function readZone(text: string | undefined): Zone | undefined {
  if (text === undefined || text === 'Z') {
    return { text: 'Z', hours: 0 };
  }
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(4, 6));
  if (hours > 24 || minutes > 60) {
    return undefined;
  }
  const total = hours * 60 + minutes;
  if (total === 0) {
    return { text: 'Z', hours: 0 };
  }
  const wholeHours = Math.floor(total / 60);
  const shown = `${twoDigits(String(wholeHours))}:${twoDigits(String(total % 60))}`;
  return { text: `${text.slice(0, 1)}${shown}`, hours: wholeHours };
}

function twoDigits(text: string): string {
  return text.padStart(2, '0');
}

function daysIn(year: number, month: number): number {
  if (month === 2) {
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  }
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}
