import { byteLength, joinStrings, sliceBytes } from '../goBytes.ts';
import {
  failure,
  goFunction,
  maxTextLength,
  type CallResult,
  type TemplateFunction,
} from '../functionTable.ts';
import { quoteGo } from '../goQuote.ts';
import { printValue } from '../printValue.ts';
import { boolValue, nilValue, stringValue, stringsValue, type Value } from '../value.ts';
import { argument, countOf, stringOf, stringsOf, textOf } from './arguments.ts';
import { trimSet, trimSpace } from './trim.ts';

/** Functions on texts. Source: sprig v3.3.0 functions.go, strings.go. */
export const stringFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ['trim', onText(trimSpace)],
  ['upper', onText((text) => mapCase(text, 'upper'))],
  ['lower', onText((text) => mapCase(text, 'lower'))],
  [
    'trunc',
    goFunction('int, string', 'string', ([count, text]) => trunc(countOf(count), textOf(text))),
  ],
  [
    'substr',
    goFunction('int, int, string', 'string', ([start, end, text]) =>
      substr(countOf(start), countOf(end), textOf(text)),
    ),
  ],
  [
    'repeat',
    goFunction('int, string', 'string', ([count, text]) => repeat(countOf(count), textOf(text))),
  ],
  ['trimall', onTwo((set, text) => trimSet(text, set))],
  ['trimAll', onTwo((set, text) => trimSet(text, set))],
  [
    'trimSuffix',
    onTwo((end, text) => (end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text)),
  ],
  [
    'trimPrefix',
    onTwo((start, text) => (text.startsWith(start) ? text.slice(start.length) : text)),
  ],
  ['contains', asks((part, text) => text.includes(part))],
  ['hasPrefix', asks((start, text) => text.startsWith(start))],
  ['hasSuffix', asks((end, text) => text.endsWith(end))],
  [
    'quote',
    goFunction('...any', 'string', (values) =>
      stringValue(joined(values, (value) => quoteGo(stringOf(value)))),
    ),
  ],
  [
    'squote',
    goFunction('...any', 'string', (values) =>
      stringValue(joined(values, (value) => `'${printValue(value)}'`)),
    ),
  ],
  ['cat', goFunction('...any', 'string', (values) => stringValue(joined(values, printValue)))],
  [
    'indent',
    goFunction('int, string', 'string', ([count, text]) =>
      indent(countOf(count), textOf(text), ''),
    ),
  ],
  [
    'nindent',
    goFunction('int, string', 'string', ([count, text]) =>
      indent(countOf(count), textOf(text), '\n'),
    ),
  ],
  [
    'replace',
    goFunction('string, string, string', 'string', ([old, fresh, text]) =>
      replaceAll(textOf(text), textOf(old), textOf(fresh)),
    ),
  ],
  [
    'plural',
    goFunction('string, string, int', 'string', ([one, many, count]) =>
      stringValue(countOf(count) === 1 ? textOf(one) : textOf(many)),
    ),
  ],
  ['toString', goFunction('any', 'string', (values) => stringValue(stringOf(argument(values, 0))))],
  [
    'toStrings',
    goFunction('any', 'strings', (values) => stringsValue(stringsOf(argument(values, 0)))),
  ],
  [
    'join',
    goFunction('string, any', 'string', ([separator, list = nilValue]) =>
      stringValue(joinStrings(stringsOf(list), textOf(separator))),
    ),
  ],
  [
    'split',
    goFunction('string, string', 'map[string]string', ([separator, text]) =>
      numbered(split(textOf(text), textOf(separator))),
    ),
  ],
  [
    'splitn',
    goFunction('string, int, string', 'map[string]string', ([separator, count, text]) =>
      numbered(splitAtMost(textOf(text), textOf(separator), countOf(count))),
    ),
  ],
  [
    'splitList',
    goFunction('string, string', 'strings', ([separator, text]) =>
      stringsValue(split(textOf(text), textOf(separator))),
    ),
  ],
];

function onText(change: (text: string) => string): TemplateFunction {
  return goFunction('string', 'string', ([text]) => stringValue(change(textOf(text))));
}

function onTwo(change: (first: string, second: string) => string): TemplateFunction {
  return goFunction('string, string', 'string', ([first, second]) =>
    stringValue(change(textOf(first), textOf(second))),
  );
}

function asks(test: (first: string, second: string) => boolean): TemplateFunction {
  return goFunction('string, string', 'bool', ([first, second]) =>
    boolValue(test(textOf(first), textOf(second))),
  );
}

function joined(values: readonly Value[], show: (value: Value) => string): string {
  return joinStrings(values.filter((value) => value.kind !== 'nil').map(show), ' ');
}

/** Character by character, as Go does: no character becomes two, and none looks at its neighbors. */
export function mapCase(text: string, direction: 'upper' | 'lower'): string {
  return Array.from(text, (character) => {
    const changed = direction === 'upper' ? character.toUpperCase() : character.toLowerCase();
    return Array.from(changed).length === 1 ? changed : (specialCases.get(character) ?? character);
  }).join('');
}

const specialCases: ReadonlyMap<string, string> = new Map([['\u0130', 'i']]);

function trunc(count: number, text: string): CallResult {
  const length = byteLength(text);
  if (count < 0 && length + count > 0) {
    return stringValue(sliceBytes(text, length + count, length));
  }
  return stringValue(count >= 0 && length > count ? sliceBytes(text, 0, count) : text);
}

function substr(start: number, end: number, text: string): CallResult {
  const length = byteLength(text);
  if (start < 0) {
    return end < 0 || end > length
      ? failure(outOfRange(`:${end}`, end < 0 ? undefined : length))
      : stringValue(sliceBytes(text, 0, end));
  }
  if (end < 0 || end > length) {
    return start > length
      ? failure(outOfRange(`${start}:`, undefined, `${start}:${length}`))
      : stringValue(sliceBytes(text, start, length));
  }
  return start > end
    ? failure(outOfRange('', undefined, `${start}:${end}`))
    : stringValue(sliceBytes(text, start, end));
}

function outOfRange(bounds: string, length: number | undefined, both = bounds): string {
  return `runtime error: slice bounds out of range [${both}]${length === undefined ? '' : ` with length ${length}`}`;
}

function repeat(count: number, text: string): CallResult {
  if (count < 0) {
    return failure('strings: negative Repeat count');
  }
  return count * text.length > maxTextLength
    ? failure('the text is too long', 'limit')
    : stringValue(text.repeat(count));
}

function indent(count: number, text: string, before: string): CallResult {
  if (count < 0) {
    return failure('strings: negative Repeat count');
  }
  const lines = text.split('\n');
  if (count * lines.length > maxTextLength) {
    return failure('the text is too long', 'limit');
  }
  const padding = ' '.repeat(count);
  return stringValue(before + lines.map((line) => padding + line).join('\n'));
}

function replaceAll(text: string, old: string, fresh: string): CallResult {
  if (old !== '') {
    const parts = text.split(old);
    return parts.length * fresh.length > maxTextLength
      ? failure('the text is too long', 'limit')
      : stringValue(joinStrings(parts, fresh));
  }
  return stringValue(fresh + Array.from(text, (character) => character + fresh).join(''));
}

/** Go's `strings.Split`: no separator gives the characters. */
export function split(text: string, separator: string): readonly string[] {
  return separator === '' ? Array.from(text) : text.split(separator);
}

/** Go's `strings.SplitN`. */
function splitAtMost(text: string, separator: string, count: number): readonly string[] {
  if (count === 0) {
    return [];
  }
  const parts = split(text, separator);
  return count < 0 || parts.length <= count
    ? parts
    : [...parts.slice(0, count - 1), parts.slice(count - 1).join(separator)];
}

function numbered(parts: readonly string[]): Value {
  const entries = parts.map((part, index) => [`_${index}`, stringValue(part)] as const);
  return { kind: 'map', element: 'string', entries: new Map(entries) };
}
