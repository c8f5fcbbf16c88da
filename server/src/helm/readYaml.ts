import {
  anyType,
  boolValue,
  floatValue,
  listValue,
  nilValue,
  stringValue,
  type MapValue,
  type Value,
} from '../template/value.ts';
import { composePart } from '../yaml/composePart.ts';
import { expansionProblem } from '../yaml/expandedSize.ts';
import {
  resolvePlain,
  resolveTagged,
  type GoYamlVersion,
  type MisfitScalar,
  type ResolvedScalar,
} from '../yaml/goScalar.ts';
import { formatGeneral } from '../yaml/goNumber.ts';
import { quickRead } from '../yaml/quickRead.ts';
import type { QuickPart } from '../yaml/quickReader.ts';
import type { MapNode, ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import { failureProblem } from '../yaml/yamlProblem.ts';

/** What a text says, or why it cannot be read, in Go's words. */
export type ReadYaml = { readonly value: Value } | { readonly problem: string };

/** Told each value that was read, with the node that says it. */
export type RecordValue = (value: Value, node: ResourceNode) => void;

/**
 * Reads YAML into a value as Helm does: the first document counts, it goes through JSON, so all numbers are floats and all
 * keys strings, and times are texts.
 *
 * Source: sigs.k8s.io/yaml v1.6.0 yaml.go `Unmarshal`, `convertToJSONableObject`; go-yaml v2.4.2 decode.go.
 */
export function readYaml(text: string, record?: RecordValue): ReadYaml {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  const quick = isUnusual(text) ? undefined : quickRead(text, partFrom(text, start));
  if (quick?.root !== undefined) {
    const reading: Reading = { record, version: 3, problem: undefined, isAmbiguous: false };
    const value = valueOfNode(reading, quick.root);
    if (!reading.isAmbiguous && reading.problem === undefined) {
      return { value };
    }
  }
  const options = {
    start,
    end: text.length,
    version: 2,
    firstOrdinal: 0,
    record: undefined,
  } as const;
  const composed = composePart(text, options);
  if (composed.failure !== undefined) {
    const { message } = failureProblem(text, { start, end: text.length }, composed.failure, 2);
    return conversionProblem(message);
  }
  const { root } = composed;
  if (root === undefined) {
    return { value: nilValue };
  }
  const expansion = composed.hasAliases ? expansionProblem(root) : undefined;
  if (expansion !== undefined) {
    return conversionProblem(expansion.message);
  }
  const reading: Reading = { record, version: 2, problem: undefined, isAmbiguous: false };
  const value = valueOfNode(reading, root);
  return reading.problem === undefined ? { value } : conversionProblem(reading.problem);
}

/** What of the text is read, as far as the quick reader can. */
function partFrom(text: string, start: number): QuickPart {
  return { start, end: text.length, version: 3, firstOrdinal: 0 };
}

/**
 * Some fields of a map at the top of a text, quicker than the whole where the text is plain; what is wrong with the other
 * fields is then not looked for, but for their syntax.
 */
export function readYamlFields(text: string, names: readonly string[]): ReadYaml {
  const quick = isUnusual(text)
    ? undefined
    : quickRead(text, { ...partFrom(text, 0), wanted: names });
  const root = quick?.root;
  if (root?.kind !== 'map') {
    return readYaml(text);
  }
  const reading: Reading = {
    record: undefined,
    version: 3,
    problem: undefined,
    isAmbiguous: false,
  };
  const entries = new Map<string, Value>();
  root.keys.forEach((key, index) => {
    const value = root.values[index];
    if (value !== undefined) entries.set(key, valueOfNode(reading, value));
  });
  return reading.isAmbiguous || reading.problem !== undefined
    ? readYaml(text)
    : { value: { kind: 'map', element: anyType, entries } };
}

function conversionProblem(message: string): ReadYaml {
  return { problem: `error converting YAML to JSON: ${message}` };
}

/** Reads YAML that must be a map or nothing. Source: Go 1.26 encoding/json decode.go, into `map[string]interface{}`. */
export function readYamlMap(
  text: string,
  record?: RecordValue,
): { readonly value: MapValue } | { readonly problem: string } {
  const read = readYaml(text, record);
  if ('problem' in read) {
    return read;
  }
  const { value } = read;
  switch (value.kind) {
    case 'map':
      return { value };
    case 'nil':
      return { value: { kind: 'map', element: anyType, entries: new Map() } };
    default:
      return { problem: unmarshalProblem(value, 'map[string]interface {}') };
  }
}

/** What Go says where JSON has another kind than the type that it is decoded into. */
export function unmarshalProblem(value: Value, type: string): string {
  return `error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonKind(value)} into Go value of type ${type}`;
}

function jsonKind(value: Value): string {
  switch (value.kind) {
    case 'list':
      return 'array';
    case 'map':
      return 'object';
    case 'float':
    case 'integer':
      return 'number';
    case 'bool':
      return 'bool';
    default:
      return 'string';
  }
}

/** Whether a text has what the quick reader does not expect, or what may end its first document. */
function isUnusual(text: string): boolean {
  return (
    unusual.test(text) ||
    endings.some((ending) => text.startsWith(ending) || text.includes(`\n${ending}`))
  );
}

const endings = ['---', '...', '%'];

const unusual =
  // eslint-disable-next-line no-control-regex
  /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\ud800-\udfff]/;

interface Reading {
  readonly record: RecordValue | undefined;
  /** Whose tags the nodes have: the quick reader has those of go-yaml v3, where every plain scalar is without a tag of its own. */
  readonly version: GoYamlVersion;
  problem: string | undefined;
  /** Set where a key says something else to go-yaml v2 unless it stands between quotes, which the node does not tell. */
  isAmbiguous: boolean;
}

function valueOfNode(reading: Reading, node: ResourceNode): Value {
  const value = convert(reading, node);
  reading.record?.(value, node);
  return value;
}

function convert(reading: Reading, node: ResourceNode): Value {
  switch (node.kind) {
    case 'scalar':
      return convertScalar(reading, node);
    case 'sequence':
      return listValue(node.items.map((item) => valueOfNode(reading, item)));
    case 'alias':
      return convert(reading, node.target);
    case 'map': {
      const entries = new Map<string, Value>();
      fillMap(reading, node, entries);
      return { kind: 'map', element: anyType, entries };
    }
  }
}

/** A later entry replaces an earlier one, also one that `<<` brought. Source: go-yaml v2.4.2 decode.go `mapping`. */
function fillMap(reading: Reading, node: MapNode, entries: Map<string, Value>): void {
  node.keys.forEach((text, index) => {
    const value = node.values[index];
    const tag = node.keyTags?.[index] ?? '!!str';
    if (value === undefined) {
      return;
    }
    if (tag === '!!merge' && reading.version === 2) {
      merge(reading, value, entries);
      return;
    }
    if (reading.version === 3 && (tag !== '!!str' || versionTwoWord.test(text))) {
      reading.isAmbiguous = true;
    }
    const key = tag === '!!str' ? text : keyText(reading, text, tag);
    entries.set(key, valueOfNode(reading, value));
  });
}

/** Source: go-yaml v2.4.2 decode.go `merge`: of several maps the first wins. */
function merge(reading: Reading, node: ResourceNode, entries: Map<string, Value>): void {
  const source = node.kind === 'alias' ? node.target : node;
  switch (source.kind) {
    case 'map':
      fillMap(reading, source, entries);
      return;
    case 'sequence':
      for (const item of source.items.toReversed()) {
        const target = item.kind === 'alias' ? item.target : item;
        if (target.kind === 'map') {
          fillMap(reading, target, entries);
        } else {
          reading.problem ??= 'map merge requires map or sequence of maps as the value';
        }
      }
      return;
    default:
      reading.problem ??= 'map merge requires map or sequence of maps as the value';
  }
}

/** Source: sigs.k8s.io/yaml yaml.go `convertToJSONableObject`, keys. */
function keyText(reading: Reading, text: string, tag: string): string {
  const resolved = resolveTagged(text, tag, 2);
  switch (resolved.tag) {
    case '!!int':
    case '!!bool':
      return String(resolved.value);
    case '!!float':
      return Number.isFinite(resolved.value) ? formatGeneral(resolved.value) : text;
    case '!!str':
    case '!!timestamp':
      if (tag !== '!!map' && tag !== '!!seq') {
        return text;
      }
      break;
    case 'misfit':
      reading.problem ??= resolved.message;
      return text;
    default:
      break;
  }
  reading.problem ??= `unsupported map key of type: ${tag}`;
  return text;
}

/** Words that are booleans for go-yaml v2 and texts for v3. */
const versionTwoWord = /^(?:[yYnN]|[yY]es|YES|[nN]o|NO|[oO]n|ON|[oO]ff|OFF)$/;

function convertScalar(reading: Reading, { tag, value, style }: ScalarNode): Value {
  if (style !== 'plain' && (tag === '!!str' || tag === '')) {
    return stringValue(value);
  }
  const resolved = reading.version === 3 ? resolvePlain(value, 2) : resolveTagged(value, tag, 2);
  return fromResolved(reading, value, resolved);
}

function fromResolved(
  reading: Reading,
  text: string,
  resolved: ResolvedScalar | MisfitScalar,
): Value {
  switch (resolved.tag) {
    case '!!null':
      return { kind: 'nil' };
    case '!!bool':
      return boolValue(resolved.value);
    case '!!int':
      return floatValue(Number(resolved.value));
    case '!!float':
      if (!Number.isFinite(resolved.value)) {
        reading.problem ??= 'json: unsupported value';
      }
      return floatValue(resolved.value);
    case 'misfit':
      reading.problem ??= resolved.message;
      return nilValue;
    default:
      return stringValue(text);
  }
}
