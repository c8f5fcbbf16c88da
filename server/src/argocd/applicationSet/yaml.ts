import { toJson, type CoercionTarget, type JsonValue } from '../../kustomize/goJson.ts';
import type { KustomizationProblem } from '../../kustomize/kustomizationProblem.ts';
import { writeJson } from '../../template/functions/json.ts';
import { parseJson } from '../../template/functions/parseJson.ts';
import type { Value } from '../../template/value.ts';
import { ok } from '../../util/result.ts';
import { writeCanonical } from '../../yaml/canonical.ts';
import { newScalar } from '../../yaml/nodes.ts';
import { readConfiguration } from '../../yaml/readConfiguration.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { expansionError, within, type Expanded } from './failure.ts';
import { isArray, type Json } from './json.ts';

/**
 * YAML as JSON; numbers and booleans become texts where `target` wants one.
 * Source: sigs.k8s.io/yaml v1.6.0 yaml.go `Unmarshal`.
 */
export function readYaml(text: string, target?: CoercionTarget): Expanded<Json> {
  return within(yamlToJson(text, target), 'error converting YAML to JSON');
}

/** YAML as JSON. Source: sigs.k8s.io/yaml v1.6.0 yaml.go `YAMLToJSON`. */
export function yamlToJson(text: string, target?: CoercionTarget): Expanded<Json> {
  const { root, problems } = readConfiguration(text);
  const [first] = problems;
  if (first !== undefined) {
    return expansionError(first.message);
  }
  if (root === undefined) {
    return ok(null);
  }
  const found: KustomizationProblem[] = [];
  const value = toJson(root, target, {
    version: 2,
    numbers: 'yaml',
    duplicates: 'warn',
    report: (problem) => {
      found.push(problem);
    },
  });
  const bad = found.find(({ severity }) => severity === 'error');
  return bad === undefined ? ok(plainJson(value)) : expansionError(`yaml: ${problemWords(bad)}`);
}

/** What is wrong with a text of YAML: go-yaml shows what it could not use as Go prints it; here is what kind of thing it was. */
export function problemWords({ code }: KustomizationProblem): string {
  switch (code) {
    case 'kustomization.unsupported-key':
      return 'invalid map key';
    case 'kustomization.wrong-merge':
      return 'map merge requires map or sequence of maps as the value';
    case 'kustomization.invalid-base64':
      return '!!binary value contains invalid base64 data';
    default:
      return code.replace('kustomization.', '').replaceAll('-', ' ');
  }
}

/** JSON with places as plain JSON. */
export function plainJson(value: JsonValue): Json {
  switch (value.kind) {
    case 'null':
      return null;
    case 'string':
    case 'boolean':
      return value.value;
    case 'number':
      return Number(value.text);
    case 'list':
      return value.items.map(plainJson);
    case 'map':
      return Object.fromEntries(
        value.entries.map(({ key, value: item }) => [key, plainJson(item)]),
      );
  }
}

/** A value as YAML with a line break at its end. Source: sigs.k8s.io/yaml v1.6.0 yaml.go `Marshal`. */
export function writeYaml(value: Value): Expanded<string> {
  const json = writeJson(value);
  const parsed = json === undefined ? undefined : parseJson(json);
  if (parsed === undefined || 'problem' in parsed) {
    return expansionError('error marshaling into JSON: json: unsupported value');
  }
  const node = nodeOf(parsed.value);
  if (node.kind === 'scalar') {
    return ok(scalarLine(node));
  }
  const written = writeCanonical(node);
  return 'problem' in written ? expansionError(written.problem.message) : ok(written.text);
}

/** The printer prints objects; a scalar is taken out of one. */
function scalarLine(node: ResourceNode): string {
  const written = writeCanonical(mapNode([['a', node]]));
  return 'problem' in written ? '' : written.text.replace(/^a: ?/, '');
}

/** JSON as a tree that can be printed; keys stay in their order. */
export function nodeOf(json: Json): ResourceNode {
  if (json === null) {
    return newScalar('null', '!!null', 'plain', undefined);
  }
  switch (typeof json) {
    case 'string':
      return newScalar(json, '!!str', 'double', undefined);
    case 'boolean':
      return newScalar(String(json), '!!bool', 'plain', undefined);
    case 'number': {
      const text = Object.is(json, -0) ? '-0' : String(json);
      return newScalar(text, /^-?[0-9]+$/.test(text) ? '!!int' : '!!float', 'plain', undefined);
    }
    default:
      return isArray(json)
        ? {
            kind: 'sequence',
            items: json.map(nodeOf),
            tag: '!!seq',
            flow: false,
            ordinal: -1,
            origin: undefined,
          }
        : mapNode(Object.entries(json).map(([key, item]) => [key, nodeOf(item)] as const));
  }
}

function mapNode(entries: readonly (readonly [string, ResourceNode])[]): ResourceNode {
  return {
    kind: 'map',
    keys: entries.map(([key]) => key),
    values: entries.map(([, node]) => node),
    keyTags: undefined,
    tag: '!!map',
    flow: false,
    ordinal: -1,
    origin: undefined,
  };
}
