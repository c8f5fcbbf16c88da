import { writeYaml } from '../helm/writeYaml.ts';
import { readResourceText } from '../kustomize/objects.ts';
import type { Resource, ResourceSource } from '../kustomize/resource.ts';
import { goFunction, type FunctionTable } from '../template/functionTable.ts';
import { sprigFunctions } from '../template/functions/sprig.ts';
import { renderGoTemplate } from '../template/goTemplate.ts';
import {
  boolValue,
  dictValue,
  floatValue,
  intValue,
  listValue,
  nilValue,
  stringValue,
  type Value,
} from '../template/value.ts';
import { decodeToJson, type JsonValue } from '../yaml/decode.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/** One set of inputs, as templates see it. */
export type InputSet = Value;

/** The inputs that a node holds, as Go decodes them from JSON; `undefined` where it has none. */
export function inputsOf(node: ResourceNode): InputSet | undefined {
  const decoded = decodeToJson(node);
  return 'value' in decoded ? valueOfJson(decoded.value, floatValue) : undefined;
}

/**
 * The objects that a template makes of one set of inputs; `undefined` where it fails, or asks for what Strata does not do.
 * An object of `spec.resources` is a template in the form in which Go writes it as YAML.
 * Source: controlplaneio-fluxcd/flux-operator internal/builder/resourceset.go `BuildResource`, `newTemplate`.
 */
export function objectsOfTemplate(
  template: ResourceNode | string,
  inputs: InputSet | undefined,
  source: ResourceSource,
): readonly Resource[] | undefined {
  const text = typeof template === 'string' ? template : yamlOf(template);
  const own = text === undefined ? undefined : withBraces(text);
  if (own === undefined) return undefined;
  const functions: FunctionTable = new Map([
    ...sprigFunctions,
    ...['toYaml', 'mustToYaml'].map((name) => [name, toYaml] as const),
    ['inputs', goFunction('', 'any', () => inputs ?? nilValue)],
  ]);
  const rendered = renderGoTemplate(own, nilValue, { functions, missingKey: 'error' });
  if (rendered.kind !== 'text') return undefined;
  const { resources, problems } = readResourceText(rendered.text, source);
  return problems.length > 0 ? undefined : resources;
}

const toYaml = goFunction('any', 'string', ([value = nilValue]) =>
  stringValue(writeYaml(value) ?? ''),
);

/** Source: sigs.k8s.io/yaml `JSONToYAML`, which keeps integers. */
function yamlOf(node: ResourceNode): string | undefined {
  const decoded = decodeToJson(node);
  const numberOf = (one: number): Value =>
    Number.isSafeInteger(one) ? intValue(one) : floatValue(one);
  return 'value' in decoded ? writeYaml(valueOfJson(decoded.value, numberOf)) : undefined;
}

const action = /<<((?:[^"`'>]|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`[^`]*`|>(?!>))*)>>/g;

/** The template with the usual delimiters; `undefined` for one that does not end, or holds them itself. */
function withBraces(text: string): string | undefined {
  let [result, end] = ['', 0];
  for (const match of text.matchAll(action)) {
    const [whole, inner = ''] = match;
    if (inner.includes('}}')) return undefined;
    result += `${literal(text.slice(end, match.index))}{{${inner}}}`;
    end = match.index + whole.length;
  }
  const rest = text.slice(end);
  return /<</.test(rest) ? undefined : result + literal(rest);
}

function literal(text: string): string {
  return text.replaceAll('{{', '{{"{{"}}');
}

/** In inputs all numbers are `float64`. Source: Go encoding/json. */
function valueOfJson(value: JsonValue, numberOf: (one: number) => Value): Value {
  if (value === null) return nilValue;
  if (typeof value === 'string') return stringValue(value);
  if (typeof value === 'boolean') return boolValue(value);
  if (typeof value === 'number' || typeof value === 'bigint') return numberOf(Number(value));
  if (Array.isArray(value)) {
    return listValue(value.map((item: JsonValue) => valueOfJson(item, numberOf)));
  }
  return dictValue(
    Object.entries(value).map(
      ([key, item]: [string, JsonValue]) => [key, valueOfJson(item, numberOf)] as const,
    ),
  );
}
