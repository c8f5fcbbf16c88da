import { goFunction } from './functionTable.ts';
import { formatDate } from './functions/dateFormat.ts';
import { textOf } from './functions/arguments.ts';
import { intValue, stringValue, type ObjectValue, type Value } from './value.ts';

/** A field that no template can name. */
const secondsField = ' seconds';

/** A `time.Time` in UTC, from seconds since 1970. Source: Go 1.26 time/time.go, time/format.go. */
export function goTime(seconds: number): ObjectValue {
  const date = new Date(seconds * 1000);
  const number = (value: number): Value => intValue(value);
  return {
    kind: 'object',
    type: 'time.Time',
    fields: new Map<string, Value>([
      [secondsField, number(Math.floor(seconds))],
      ['Unix', intValue(Math.floor(seconds), 'int64')],
      ['UnixNano', intValue(BigInt(Math.floor(seconds)) * 1_000_000_000n, 'int64')],
      ['Year', number(date.getUTCFullYear())],
      ['Day', number(date.getUTCDate())],
      ['Hour', number(date.getUTCHours())],
      ['Minute', number(date.getUTCMinutes())],
      ['Second', number(date.getUTCSeconds())],
      ['YearDay', number(Number(formatDate('002', seconds)))],
      ['Month', stringValue(formatDate('January', seconds))],
      ['Weekday', stringValue(formatDate('Monday', seconds))],
    ]),
    methods: new Map([
      [
        'Format',
        goFunction('string', 'string', ([layout]) =>
          stringValue(formatDate(textOf(layout), seconds)),
        ),
      ],
    ]),
    text: formatDate('2006-01-02 15:04:05 -0700 MST', seconds),
  };
}

/** The seconds since 1970 of a `time.Time`; `undefined` for any other value. */
export function secondsOfTime(value: Value): number | undefined {
  const seconds = value.kind === 'object' ? value.fields.get(secondsField) : undefined;
  return seconds?.kind === 'integer' ? Number(seconds.value) : undefined;
}
