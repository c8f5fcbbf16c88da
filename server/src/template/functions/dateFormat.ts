const months = [
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
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const pieces =
  /January|Jan|Monday|Mon|MST|2006|-07:00:00|-070000|-07:00|-0700|-07|Z07:00:00|Z070000|Z07:00|Z0700|Z07|002|01|02|03|04|05|06|15|__2|_2(?!006)|PM|pm|[.,]0+(?![0-9])|[.,]9+(?![0-9])|1|2|3|4|5/g;

/**
 * Seconds since 1970 in UTC, by a layout of Go.
 * Source: Go 1.26 time/format.go `nextStdChunk`.
 */
export function formatDate(layout: string, seconds: number): string {
  const date = new Date(seconds * 1000);
  return layout.replace(pieces, (piece) => formatPiece(piece, date));
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function formatPiece(piece: string, date: Date): string {
  const month = months[date.getUTCMonth()] ?? '';
  const weekday = days[date.getUTCDay()] ?? '';
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
      return 'UTC';
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
      return formatZone(piece);
  }
}

function formatZone(piece: string): string {
  if (piece.startsWith('Z')) {
    return 'Z';
  }
  if (piece.startsWith('-')) {
    return `+${piece.slice(1).replace('7', '0')}`;
  }
  // A fraction of a second: none of these dates has one.
  return piece.includes('9') ? '' : piece;
}

function dayOfYear(date: Date): number {
  const start = Date.UTC(date.getUTCFullYear(), 0, 1);
  return Math.floor((date.getTime() - start) / 86_400_000) + 1;
}
