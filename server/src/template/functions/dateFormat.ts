import { utc, type ZoneOffset } from './timeZone.ts';

/** The months, from January on. */
export const monthNames: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** The days of the week, from Sunday on. */
export const dayNames: readonly string[] = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
];

/** The pieces of a layout that stand for a part of a time. Source: Go 1.26 time/format.go `nextStdChunk`. */
export const datePieces =
  /January|Jan|Monday|Mon|MST|2006|-07:00:00|-070000|-07:00|-0700|-07|Z07:00:00|Z070000|Z07:00|Z0700|Z07|002|01|02|03|04|05|06|15|__2|_2(?!006)|PM|pm|[.,]0+(?![0-9])|[.,]9+(?![0-9])|1|2|3|4|5/g;

/**
 * Seconds since 1970 by a layout of Go, on the clock of a zone. `undefined` where the name of the zone is asked for and not
 * known.
 */
export function formatDateIn(
  layout: string,
  seconds: number,
  zone: ZoneOffset,
): string | undefined {
  const date = new Date((seconds + zone.offset) * 1000);
  const asksName = [...layout.matchAll(datePieces)].some(([piece]) => piece === 'MST');
  if (asksName && zone.name === undefined) return undefined;
  return layout.replace(datePieces, (piece) => formatPiece(piece, date, zone));
}

/** The same in UTC. */
export function formatDate(layout: string, seconds: number): string {
  return formatDateIn(layout, seconds, utc) ?? '';
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function formatPiece(piece: string, date: Date, zone: ZoneOffset): string {
  const month = monthNames[date.getUTCMonth()] ?? '';
  const weekday = dayNames[date.getUTCDay()] ?? '';
  const hour = date.getUTCHours();
  const day = date.getUTCDate();
  switch (piece) {
    case 'January':
      return month;
    case 'Jan':
      return month.slice(0, 3);
    case 'Monday':
      return weekday;
    case 'Mon':
      return weekday.slice(0, 3);
    case 'MST':
      return zone.name === undefined || zone.name === ''
        ? offsetText('0700', zone.offset)
        : zone.name;
    case '2006':
      return String(date.getUTCFullYear()).padStart(4, '0');
    case '06':
      return two(date.getUTCFullYear() % 100);
    case '01':
      return two(date.getUTCMonth() + 1);
    case '1':
      return String(date.getUTCMonth() + 1);
    case '02':
      return two(day);
    case '_2':
      return String(day).padStart(2, ' ');
    case '2':
      return String(day);
    case '002':
      return String(dayOfYear(date)).padStart(3, '0');
    case '__2':
      return String(dayOfYear(date)).padStart(3, ' ');
    case '15':
      return two(hour);
    case '03':
      return two(hour % 12 === 0 ? 12 : hour % 12);
    case '3':
      return String(hour % 12 === 0 ? 12 : hour % 12);
    case '04':
      return two(date.getUTCMinutes());
    case '4':
      return String(date.getUTCMinutes());
    case '05':
      return two(date.getUTCSeconds());
    case '5':
      return String(date.getUTCSeconds());
    case 'PM':
      return hour >= 12 ? 'PM' : 'AM';
    case 'pm':
      return hour >= 12 ? 'pm' : 'am';
    default:
      return formatZone(piece, zone);
  }
}

function formatZone(piece: string, { offset }: ZoneOffset): string {
  if (piece.startsWith('Z') && offset === 0) return 'Z';
  if (/^[-Z]/.test(piece)) return offsetText(piece.slice(1), offset);
  // A fraction of a second: none of these dates has one.
  return piece.includes('9') ? '' : piece;
}

/** An offset in one of the forms `07`, `0700`, `07:00`, `070000` and `07:00:00`. */
function offsetText(form: string, offset: number): string {
  const size = Math.abs(offset);
  const parts = [Math.floor(size / 3600), Math.floor(size / 60) % 60, size % 60].map(two);
  const count = form.replaceAll(':', '').length / 2;
  const sign = offset < 0 ? '-' : '+';
  return sign + parts.slice(0, count).join(form.includes(':') ? ':' : '');
}

function dayOfYear(date: Date): number {
  const start = Date.UTC(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - start) / 86_400_000) + 1;
}
