import { decodeBase64 } from '../yaml/goBase64.ts';
import { floatToJson, formatGeneral } from '../yaml/goNumber.ts';
import { resolvePlain, type GoYamlVersion, type ResolvedScalar } from '../yaml/goScalar.ts';
import type { MapNode, ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import { compareBytes } from '../util/compareBytes.ts';
import { singleFloatText } from './goFloatText.ts';
import type { KustomizationProblem } from './kustomizationProblem.ts';

/** A value as it stands between YAML and a Go struct: JSON, with the place that each value was read from. */
export type JsonValue =
  | { readonly kind: 'null'; readonly ordinal: number }
  | { readonly kind: 'string'; readonly value: string; readonly ordinal: number }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly ordinal: number }
  | JsonNumber
  | {
      readonly kind: 'list';
      readonly items: readonly JsonValue[];
      readonly ordinal: number;
      readonly node: ResourceNode;
    }
  | JsonMap;

/** A number: `text` as JSON writes it, `integer` when YAML read it as an integer. */
export interface JsonNumber {
  readonly kind: 'number';
  readonly text: string;
  readonly integer: boolean;
  readonly ordinal: number;
}

/** A map with its entries in the order of the bytes of their keys, in which Go writes and so decodes them. */
export interface JsonMap {
  readonly kind: 'map';
  readonly entries: readonly JsonEntry[];
  readonly ordinal: number;
  readonly node: ResourceNode;
}

/** One entry of a map; `keyOrdinal` is where the key stands. */
export interface JsonEntry {
  readonly key: string;
  readonly keyOrdinal: number;
  readonly value: JsonValue;
}

/**
 * What a value will be decoded into, as far as sigs.k8s.io/yaml looks at it: a number or a boolean that meets a string
 * becomes one. A field of an embedded struct has the *embedded struct* as its target, so that its numbers stay numbers and
 * the decoding fails; that is a fault of the library that kustomize's users see.
 */
export type CoercionTarget =
  | { readonly kind: 'string' }
  | { readonly kind: 'struct'; readonly field: (name: string) => CoercionTarget | undefined }
  | { readonly kind: 'map'; readonly element: CoercionTarget | undefined }
  | { readonly kind: 'slice'; readonly element: CoercionTarget | undefined }
  | { readonly kind: 'other' };

/**
 * How the YAML reaches the struct.
 *
 * `version` is that of the go-yaml whose tags the scalars have.
 * `numbers: 'yaml'` keeps floats as YAML read them; `'json'` is for text that went through JSON once, where `1e3` has become
 * the integer 1000. `duplicates` says what two equal keys of one map are; strict reading refuses those that come by `<<` too. `report` is called for each problem.
 */
export interface JsonOptions {
  readonly version: GoYamlVersion;
  readonly numbers: 'yaml' | 'json';
  readonly duplicates: 'warn' | 'refuse';
  readonly report: (problem: KustomizationProblem) => void;
}

/**
 * Turns a node into JSON as sigs.k8s.io/yaml does: aliases and `<<` are expanded as go-yaml v2 does (a `<<` overrides what
 * stands before it), the last of equal keys wins, keys become strings, numbers and booleans become strings where the target
 * is one. Infinite numbers, `null` and complex keys are reported and cannot be decoded.
 *
 * Source: sigs.k8s.io/yaml v1.5.0 yaml.go (`yamlToJSONTarget`, `convertToJSONableObject`), go.yaml.in/yaml/v2 decode.go.
 */
export function toJson(
  node: ResourceNode,
  target: CoercionTarget | undefined,
  options: JsonOptions,
): JsonValue {
  switch (node.kind) {
    case 'alias':
      return toJson(node.target, target, options);
    case 'scalar':
      return target?.kind === 'string'
        ? scalarToString(node, options)
        : scalarToJson(node, options);
    case 'sequence': {
      const element = target?.kind === 'slice' ? target.element : undefined;
      const items = node.items.map((item) => toJson(item, element, options));
      return { kind: 'list', items, ordinal: node.ordinal, node };
    }
    case 'map':
      return mapToJson(node, target, options);
  }
}

function mapToJson(
  node: MapNode,
  target: CoercionTarget | undefined,
  options: JsonOptions,
): JsonMap {
  const found = new Map<string, { keyOrdinal: number; value: ResourceNode; merged: boolean }>();
  collectEntries(node, found, { ...options, merged: false });
  const entries = [...found].map(([key, entry]) => ({
    key,
    keyOrdinal: entry.keyOrdinal,
    value: toJson(entry.value, entryTarget(key, target), options),
  }));
  entries.sort((a, b) => compareBytes(a.key, b.key));
  return { kind: 'map', entries, ordinal: node.ordinal, node };
}

type FoundEntries = Map<string, { keyOrdinal: number; value: ResourceNode; merged: boolean }>;

function collectEntries(
  node: MapNode,
  found: FoundEntries,
  options: JsonOptions & { readonly merged: boolean },
): void {
  node.keys.forEach((text, index) => {
    const value = node.values[index];
    if (value === undefined) {
      return;
    }
    const tag = node.keyTags?.[index] ?? '!!str';
    const keyOrdinal = value.ordinal < 0 ? -1 : value.ordinal - 1;
    if (tag === '!!merge') {
      mergeEntries(value, found, options);
      return;
    }
    const key = keyText(text, tag, options);
    if (key === undefined) {
      options.report({
        code: 'kustomization.unsupported-key',
        parameters: { key: text },
        ordinal: keyOrdinal,
        severity: 'error',
      });
      return;
    }
    const earlier = found.get(key);
    if (earlier !== undefined) {
      reportDuplicate(key, keyOrdinal, earlier, options);
    }
    found.set(key, { keyOrdinal, value, merged: options.merged });
  });
}

function reportDuplicate(
  key: string,
  ordinal: number,
  earlier: { readonly value: ResourceNode; readonly merged: boolean },
  options: JsonOptions & { readonly merged: boolean },
): void {
  const isMerged = earlier.merged || options.merged;
  const parameters = { key };
  if (options.duplicates === 'refuse') {
    options.report({ code: 'kustomization.duplicate-key', parameters, ordinal, severity: 'error' });
  } else if (!isMerged) {
    const severity = 'warning';
    options.report({ code: 'kustomization.repeated-key', parameters, ordinal, severity });
  }
  // go-yaml reads the value that is lost as well, and fails on a wrong `<<` in it.
  const report = (problem: KustomizationProblem): void => {
    if (problem.code === 'kustomization.wrong-merge') {
      options.report(problem);
    }
  };
  toJson(earlier.value, undefined, { ...options, report });
}

function mergeEntries(value: ResourceNode, found: FoundEntries, options: JsonOptions): void {
  const merged = value.kind === 'alias' ? value.target : value;
  if (merged.kind === 'map') {
    collectEntries(merged, found, { ...options, merged: true });
  } else if (merged.kind === 'sequence' && value.kind !== 'alias') {
    // From the last to the first, as earlier maps take precedence.
    for (const item of merged.items.toReversed()) {
      const map = item.kind === 'alias' ? item.target : item;
      if (map.kind === 'map') {
        collectEntries(map, found, { ...options, merged: true });
      } else {
        options.report({
          code: 'kustomization.wrong-merge',
          parameters: {},
          ordinal: item.ordinal,
          severity: 'error',
        });
      }
    }
  } else {
    options.report({
      code: 'kustomization.wrong-merge',
      parameters: {},
      ordinal: value.ordinal,
      severity: 'error',
    });
  }
}

function entryTarget(key: string, target: CoercionTarget | undefined): CoercionTarget | undefined {
  if (target?.kind === 'struct') {
    return target.field(key);
  }
  return target?.kind === 'map' ? target.element : undefined;
}

function keyText(text: string, tag: string, options: JsonOptions): string | undefined {
  switch (tag) {
    case '!!int':
    case '!!float':
      return numberKey(resolvePlain(text, options.version)) ?? text;
    case '!!bool':
      return isTrue(text, options) ? 'true' : 'false';
    case '!!null':
    case '!!map':
    case '!!seq':
      return undefined;
    default:
      return text;
  }
}

function numberKey(resolved: ResolvedScalar): string | undefined {
  if (resolved.tag === '!!int') {
    return resolved.value.toString();
  }
  if (resolved.tag !== '!!float') {
    return undefined;
  }
  const text = singleFloatText(resolved.value);
  return infiniteKeys.get(text) ?? text;
}

const infiniteKeys: ReadonlyMap<string, string> = new Map([
  ['+Inf', '.inf'],
  ['-Inf', '-.inf'],
  ['NaN', '.nan'],
]);

function scalarToJson(node: ScalarNode, options: JsonOptions): JsonValue {
  const { ordinal, value: text } = node;
  switch (node.tag) {
    case '!!null':
      return { kind: 'null', ordinal };
    case '!!bool':
      return { kind: 'boolean', value: isTrue(text, options), ordinal };
    case '!!int':
    case '!!float':
      return numberToJson(node, options);
    case '!!timestamp': {
      const resolved = resolvePlain(text, 3);
      const printed = options.numbers === 'json' && resolved.tag === '!!timestamp';
      return { kind: 'string', value: printed ? resolved.text : text, ordinal };
    }
    case '!!binary':
      return binaryToJson(text, ordinal, options);
    default:
      return { kind: 'string', value: text, ordinal };
  }
}

function binaryToJson(text: string, ordinal: number, options: JsonOptions): JsonValue {
  const value = decodeBase64(text);
  if (value === undefined) {
    options.report({
      code: 'kustomization.invalid-base64',
      parameters: {},
      ordinal,
      severity: 'error',
    });
  }
  return { kind: 'string', value: value ?? '', ordinal };
}

function numberToJson(node: ScalarNode, options: JsonOptions): JsonValue {
  const resolved = resolvePlain(node.value, options.version);
  if (resolved.tag === '!!int' && node.tag === '!!int') {
    return {
      kind: 'number',
      text: resolved.value.toString(),
      integer: true,
      ordinal: node.ordinal,
    };
  }
  return resolved.tag === '!!int' || resolved.tag === '!!float'
    ? finiteNumber(Number(resolved.value), node.ordinal, options)
    : { kind: 'string', value: node.value, ordinal: node.ordinal };
}

function finiteNumber(value: number, ordinal: number, options: JsonOptions): JsonValue {
  if (!Number.isFinite(value)) {
    options.report({
      code: 'kustomization.unsupported-number',
      parameters: {},
      ordinal,
      severity: 'error',
    });
    return { kind: 'null', ordinal };
  }
  const text = floatToJson(value);
  return {
    kind: 'number',
    text,
    integer: options.numbers === 'json' && isInteger64(text),
    ordinal,
  };
}

function isInteger64(text: string): boolean {
  if (!/^-?[0-9]+$/.test(text)) {
    return false;
  }
  const value = BigInt(text);
  return value >= -(2n ** 63n) && value < 2n ** 64n;
}

function scalarToString(node: ScalarNode, options: JsonOptions): JsonValue {
  if (node.tag === '!!float' && options.numbers === 'yaml') {
    const resolved = resolvePlain(node.value, options.version);
    if (resolved.tag === '!!float') {
      return { kind: 'string', value: singleFloatText(resolved.value), ordinal: node.ordinal };
    }
  }
  const value = scalarToJson(node, options);
  switch (value.kind) {
    case 'number':
      return { kind: 'string', value: numberText(value, 32), ordinal: value.ordinal };
    case 'boolean':
      return { kind: 'string', value: String(value.value), ordinal: value.ordinal };
    default:
      return value;
  }
}

function isTrue(text: string, options: JsonOptions): boolean {
  const resolved = resolvePlain(text, options.version);
  return resolved.tag === '!!bool' && resolved.value;
}

/** Writes a number as Go's `FormatInt` or `FormatFloat(x, 'g', -1, bits)` does. Source: sigs.k8s.io/yaml yaml.go. */
export function numberText(value: JsonNumber, bits: 32 | 64): string {
  if (value.integer) {
    return value.text;
  }
  return bits === 32 ? singleFloatText(Number(value.text)) : formatGeneral(Number(value.text));
}
