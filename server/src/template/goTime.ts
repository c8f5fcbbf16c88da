import { failure, goFunction } from './functionTable.ts';
import { formatDate, formatDateIn } from './functions/dateFormat.ts';
import { local, utc, type ZoneOffset } from './functions/timeZone.ts';
import { textOf } from './functions/arguments.ts';
import { intValue, stringValue, type ObjectValue, type Value } from './value.ts';

/** Fields that no template can name. */
const secondsField = ' seconds';
const fractionField = ' fraction';
const offsetField = ' offset';
const localField = ' local';
const zoneField = ' zone';

/** A `time.Time` on a clock, from seconds since 1970. Source: Go 1.26 time/time.go, time/format.go. */
export function goTime(seconds: number, zone: ZoneOffset = utc): ObjectValue {
  const date = new Date((seconds + zone.offset) * 1000);
  const number = (value: number): Value => intValue(value);
  return {
    kind: 'object',
    type: 'time.Time',
    fields: new Map<string, Value>([
      [secondsField, number(Math.floor(seconds))],
      [fractionField, number(Math.round((seconds - Math.floor(seconds)) * 1e9))],
      [offsetField, number(zone.offset)],
      [localField, number(zone.isLocal === true ? 1 : 0)],
      [zoneField, stringValue(zone.name ?? '')],
      ['Unix', intValue(Math.floor(seconds), 'int64')],
      ['UnixNano', intValue(BigInt(Math.floor(seconds)) * 1_000_000_000n, 'int64')],
      ['Year', number(date.getUTCFullYear())],
      ['Day', number(date.getUTCDate())],
      ['Hour', number(date.getUTCHours())],
      ['Minute', number(date.getUTCMinutes())],
      ['Second', number(date.getUTCSeconds())],
      ['YearDay', number(Number(formatDate('002', seconds + zone.offset)))],
      ['Month', stringValue(formatDate('January', seconds + zone.offset))],
      ['Weekday', stringValue(formatDate('Monday', seconds + zone.offset))],
    ]),
    methods: new Map([
      [
        'Format',
        goFunction('string', 'string', ([layout]) => {
          const text = formatDateIn(textOf(layout), seconds, zone);
          return text === undefined
            ? failure('Strata does not know the name of this time zone', 'unsupported')
            : stringValue(text);
        }),
      ],
    ]),
    text: formatDateIn('2006-01-02 15:04:05 -0700 MST', seconds, zone) ?? '',
  };
}

/** The seconds since 1970 of a `time.Time`; `undefined` for any other value. */
export function secondsOfTime(value: Value): number | undefined {
  return hidden(value, secondsField);
}

/**
 * Whether two are one `time.Time` for `==`: the same moment on the same clock. One ahead of UTC has a clock of its own, but
 * for whole hours without a name. Source: Go 1.26 time/zoneinfo.go `FixedZone`.
 */
export function sameTime(a: ObjectValue, b: ObjectValue): boolean {
  const isSame = (name: string): boolean => hidden(a, name) === hidden(b, name);
  const hours = (hidden(a, offsetField) ?? 0) / 3600;
  return (
    secondsOfTime(a) !== undefined &&
    [nameOfZone(a), nameOfZone(b)].every((name) => name === '' || name === utc.name) &&
    [secondsField, fractionField, offsetField, localField].every(isSame) &&
    Number.isInteger(hours) &&
    hours >= -12 &&
    hours <= 14
  );
}

/** How many seconds the clock of a `time.Time` is ahead of UTC. */
export function zoneOfTime(value: Value): ZoneOffset {
  const offset = hidden(value, offsetField) ?? 0;
  if (hidden(value, localField) === 1) return local;
  const name = nameOfZone(value);
  return offset === 0 && name === '' ? utc : { offset, name };
}

function nameOfZone(value: Value): string {
  const field = value.kind === 'object' ? value.fields.get(zoneField) : undefined;
  return field?.kind === 'string' ? field.value : '';
}

function hidden(value: Value, name: string): number | undefined {
  const field = value.kind === 'object' ? value.fields.get(name) : undefined;
  return field?.kind === 'integer' ? Number(field.value) : undefined;
}
