import { goFunction, failure, type TemplateFunction } from '../../template/functionTable.ts';
import { argument, textOf } from '../../template/functions/arguments.ts';
import { jsonValue } from '../../template/functions/json.ts';
import { parseJson } from '../../template/functions/parseJson.ts';
import { dictValue, listValue, stringValue, type Value } from '../../template/value.ts';
import { readYaml, readYamlMap, unmarshalProblem } from '../readYaml.ts';
import { readToml } from '../readToml.ts';
import { writeToml } from '../writeToml.ts';
import { writePrettyYaml } from '../writePrettyYaml.ts';
import { writeYaml } from '../writeYaml.ts';

/** Helm's functions on YAML, JSON and TOML. Source: Helm v4.2.3 pkg/engine/funcs.go. */
export const dataFunctions: readonly (readonly [string, TemplateFunction])[] = [
  ['toYaml', writer((value) => trimmed(writeYaml(value) ?? ''))],
  [
    'mustToYaml',
    goFunction('any', 'string', (values) => {
      const text = writeYaml(argument(values, 0));
      return text === undefined
        ? failure('error marshaling into JSON: json: unsupported value')
        : stringValue(trimmed(text));
    }),
  ],
  ['toYamlPretty', writer((value) => trimmed(writePrettyYaml(value)))],
  [
    'fromYaml',
    goFunction('string', 'dict', ([text]) => {
      const read = readYamlMap(textOf(text));
      return 'problem' in read ? errorMap(read.problem) : read.value;
    }),
  ],
  ['fromYamlArray', goFunction('string', 'list', ([text]) => listOrError(readYaml(textOf(text))))],
  [
    'fromJson',
    goFunction('string', 'dict', ([text]) => {
      const parsed = parseJson(textOf(text));
      const value = 'problem' in parsed ? undefined : jsonValue(parsed.value);
      if (value === undefined || value.kind === 'map') {
        return value ?? errorMap('problem' in parsed ? parsed.problem : '');
      }
      return value.kind === 'nil'
        ? dictValue()
        : errorMap(jsonProblem(value, 'map[string]interface {}'));
    }),
  ],
  [
    'fromJsonArray',
    goFunction('string', 'list', ([text]) => {
      const parsed = parseJson(textOf(text));
      return 'problem' in parsed
        ? listValue([stringValue(parsed.problem)])
        : listOrError({ value: jsonValue(parsed.value) });
    }),
  ],
  ['toToml', writer((value) => textOrProblem(writeToml(value)))],
  [
    'mustToToml',
    goFunction('any', 'string', (values) => {
      const written = writeToml(argument(values, 0));
      return 'problem' in written ? failure(written.problem) : stringValue(written.text);
    }),
  ],
  [
    'fromToml',
    goFunction(
      'string',
      'dict',
      ([text]) =>
        readToml(textOf(text)) ?? failure('Strata does not read this TOML', 'unsupported'),
    ),
  ],
];

function writer(write: (value: Value) => string): TemplateFunction {
  return goFunction('any', 'string', (values) => stringValue(write(argument(values, 0))));
}

function trimmed(text: string): string {
  return text.endsWith('\n') ? text.slice(0, -1) : text;
}

function errorMap(problem: string): Value {
  return dictValue([['Error', stringValue(problem)]]);
}

function listOrError(read: { readonly value: Value } | { readonly problem: string }): Value {
  if ('problem' in read) {
    return listValue([stringValue(read.problem)]);
  }
  const { value } = read;
  switch (value.kind) {
    case 'list':
      return value;
    case 'nil':
      return { ...listValue([]), isNil: true };
    default:
      return listValue([stringValue(unmarshalProblem(value, '[]interface {}'))]);
  }
}

function jsonProblem(value: Value, type: string): string {
  return unmarshalProblem(value, type).replace(/^.*JSON: json/, 'json');
}

function textOrProblem(written: { readonly text: string } | { readonly problem: string }): string {
  return 'problem' in written ? written.problem : written.text;
}
