import { compareBytes } from '../../util/compareBytes.ts';
import { markStray, validText } from '../goBytes.ts';
import { failure, goFunction, type CallResult, type TemplateFunction } from '../functionTable.ts';
import {
  boolValue,
  dictValue,
  floatValue,
  listValue,
  nilValue,
  stringValue,
  type Value,
} from '../value.ts';
import { argument, textOf } from './arguments.ts';
import { parseJson, type ParsedJson } from './parseJson.ts';

/** JSON from values and back. Source: sprig v3.3.0 defaults.go; Go 1.26 encoding/json. */
export const jsonFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ['toJson', writer((value) => written(value, 'escaped', '') ?? '')],
  ['mustToJson', strictWriter('escaped', '')],
  ['toPrettyJson', writer((value) => written(value, 'escaped', '  ') ?? '')],
  ['mustToPrettyJson', strictWriter('escaped', '  ')],
  ['toRawJson', strictWriter('raw', '')],
  ['mustToRawJson', strictWriter('raw', '')],
  [
    'fromJson',
    goFunction('string', 'any', ([text]) => {
      const parsed = parseJson(textOf(text));
      return 'problem' in parsed ? nilValue : jsonValue(parsed.value);
    }),
  ],
  [
    'mustFromJson',
    goFunction('string', 'any', ([text]) => {
      const parsed = parseJson(textOf(text));
      return 'problem' in parsed ? failure(parsed.problem) : jsonValue(parsed.value);
    }),
  ],
];

function writer(write: (value: Value) => string): TemplateFunction {
  return goFunction('any', 'string', (values) => stringValue(write(argument(values, 0))));
}

function strictWriter(escapes: Escapes, indent: string): TemplateFunction {
  return goFunction('any', 'string', (values): CallResult => {
    const text = written(argument(values, 0), escapes, indent);
    return text === undefined
      ? failure('json: unsupported value: NaN or infinite')
      : stringValue(text);
  });
}

type Escapes = 'escaped' | 'raw';

/** A value as Go's `json.Marshal` writes it; `undefined` where it has no JSON. */
export function writeJson(value: Value): string | undefined {
  return written(value, 'escaped', '');
}

function written(value: Value, escapes: Escapes, indent: string): string | undefined {
  const writing: Writing = { escapes, indent, bad: false };
  const text = write(writing, value, '\n');
  return writing.bad ? undefined : text;
}

interface Writing {
  readonly escapes: Escapes;
  readonly indent: string;
  bad: boolean;
}

function write(writing: Writing, value: Value, newline: string): string {
  switch (value.kind) {
    case 'nil':
      return 'null';
    case 'bool':
    case 'integer':
      return String(value.value);
    case 'float':
      return jsonFloat(writing, value.value);
    case 'string':
      return jsonString(value.value, writing.escapes);
    case 'object':
      return value.json === undefined
        ? jsonString(value.text, writing.escapes)
        : entriesOf(writing, value.json, newline);
    case 'list':
      if (value.isNil === true) {
        return 'null';
      }
      return wrapped(writing, '[', ']', newline, value.items, (item, inner) =>
        write(writing, item, inner),
      );
    case 'map': {
      const entries = [...value.entries].sort(([left], [right]) => compareBytes(left, right));
      return entriesOf(writing, entries, newline);
    }
  }
}

function entriesOf(
  writing: Writing,
  entries: readonly (readonly [string, Value])[],
  newline: string,
): string {
  return wrapped(writing, '{', '}', newline, entries, ([key, item], inner) => {
    const colon = writing.indent === '' ? ':' : ': ';
    return `${jsonString(key, writing.escapes)}${colon}${write(writing, item, inner)}`;
  });
}

function wrapped<Item>(
  writing: Writing,
  open: string,
  close: string,
  newline: string,
  items: readonly Item[],
  show: (item: Item, newline: string) => string,
): string {
  const inner = newline + writing.indent;
  const parts = items.map((item) => show(item, inner));
  return writing.indent === '' || parts.length === 0
    ? open + parts.join(',') + close
    : `${open}${inner}${parts.join(`,${inner}`)}${newline}${close}`;
}

/** Source: encoding/json/encode.go `floatEncoder`. */
function jsonFloat(writing: Writing, value: number): string {
  if (!Number.isFinite(value)) {
    writing.bad = true;
    return '';
  }
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-6 || size >= 1e21)) {
    return String(value);
  }
  return Object.is(value, -0) ? '-0' : String(value);
}

function jsonString(text: string, escapes: Escapes): string {
  // Go escapes what is no text as it escapes what is unsafe, and writes U+FFFD itself as it is.
  const valid = validText(text);
  const json =
    valid === text
      ? JSON.stringify(text)
      : JSON.stringify(markStray(text)).replaceAll('\\udc00', '\\ufffd');
  const separators = json.replace(/[\u2028\u2029]/g, unicodeEscape);
  return escapes === 'escaped' ? separators.replace(/[<>&]/g, unicodeEscape) : separators;
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** JSON as Go decodes it into anything: all numbers are floats. */
export function jsonValue(json: ParsedJson): Value {
  if (json === null) {
    return nilValue;
  }
  switch (typeof json) {
    case 'boolean':
      return boolValue(json);
    case 'number':
      return floatValue(json);
    case 'string':
      return stringValue(json);
    default:
      return isList(json)
        ? listValue(json.map(jsonValue))
        : dictValue(Object.entries(json).map(([key, item]) => [key, jsonValue(item)] as const));
  }
}

function isList(json: ParsedJson): json is readonly ParsedJson[] {
  return Array.isArray(json);
}
