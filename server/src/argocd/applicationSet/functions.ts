import { conversion } from '../../template/functions/dicts.ts';
import { jsonValue } from '../../template/functions/json.ts';
import { sprigFunctions } from '../../template/functions/sprig.ts';
import {
  failure,
  goFunction,
  type CallResult,
  type FunctionTable,
} from '../../template/functionTable.ts';
import { nilValue, stringValue, type Value } from '../../template/value.ts';
import { isArray, isObject, jsonKind, type Json } from './json.ts';
import { sanitizeName, slugifyName } from './names.ts';
import { readYaml, writeYaml } from './yaml.ts';

/**
 * The functions that templates of an ApplicationSet may use.
 * Source: Argo CD 3.2.0 applicationset/utils/utils.go `sprigFuncMap`, template_functions.go.
 */
export const applicationSetFunctions: FunctionTable = new Map([
  ...sprigFunctions,
  [
    'normalize',
    goFunction('string', 'string', ([name]) => stringValue(sanitizeName(textOf(name)))),
  ],
  ['slugify', goFunction('...any', 'string', slugify)],
  ['toYaml', goFunction('any', 'string', ([value = nilValue]) => toYaml(value))],
  [
    'fromYaml',
    goFunction('string', 'dict', ([text]) =>
      fromYaml(textOf(text), 'map[string]interface {}', (json) => isObject(json) || json === null),
    ),
  ],
  [
    'fromYamlArray',
    goFunction('string', 'list', ([text]) =>
      fromYaml(textOf(text), '[]interface {}', (json) => isArray(json) || json === null),
    ),
  ],
]);

function textOf(value: Value | undefined): string {
  return value?.kind === 'string' ? value.value : '';
}

function slugify(values: readonly Value[]): CallResult {
  const name = values.at(-1);
  const [length, smart] = values.slice(0, -1);
  if (length !== undefined && (length.kind !== 'integer' || length.type !== 'int')) {
    return failure(conversion(length, 'int'));
  }
  if (smart !== undefined && smart.kind !== 'bool') {
    return failure(conversion(smart, 'bool'));
  }
  if (name !== undefined && name.kind !== 'string') {
    return failure(conversion(name, 'string'));
  }
  const cuts = smart === undefined || smart.value ? 'atWords' : 'anywhere';
  return stringValue(slugifyName(textOf(name), Number(length?.value ?? 50), cuts));
}

function toYaml(value: Value): CallResult {
  const written = writeYaml(value);
  return written.kind === 'ok'
    ? stringValue(written.value.replace(/\n$/, ''))
    : failure(written.failure.message);
}

function fromYaml(text: string, type: string, fits: (json: Json) => boolean): CallResult {
  const read = readYaml(text);
  if (read.kind === 'failed') {
    return failure(read.failure.message);
  }
  if (!fits(read.value)) {
    return failure(
      `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonKind(read.value)} into Go value of type ${type}`,
    );
  }
  const value = jsonValue(read.value ?? (type.startsWith('[') ? [] : {}));
  return value;
}
