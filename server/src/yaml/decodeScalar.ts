import { decodeBase64 } from './goBase64.ts';
import { resolveTagged, type MisfitScalar, type ResolvedScalar } from './goScalar.ts';
import { floatToJson } from './goNumber.ts';
import { printedText } from './printedText.ts';
import type { ScalarNode } from './resourceNode.ts';

/** A scalar as kustomize's `MarshalJSON` writes it: a float keeps its own kind, since JSON writes `1e3` as an integer. */
export type DecodedScalar =
  | { readonly kind: 'null' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'integer'; readonly value: number | bigint }
  | { readonly kind: 'float'; readonly value: number }
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'problem'; readonly message: string };

/**
 * Where a scalar stands in the YAML that kustomize writes on its way to a value: `flow` in a collection in brackets, at any
 * depth; `value` where it takes the value without writing.
 */
export type ScalarPlace = 'block' | 'flow' | 'value';

/**
 * The value of a scalar. A number, boolean or null between quotes is a string when its tag says no more than its text does.
 * In flow, go-yaml puts an empty text and one with a colon between quotes, without a tag: null becomes the empty string and
 * a time its text.
 *
 * Source: kyaml v0.21.1 RNode.MarshalJSON; go-yaml v3.0.3 encode.go node, decode.go scalar, emitterc.go
 * yaml_emitter_select_scalar_style; Go's encoding/json.
 */
export function decodeScalar(node: ScalarNode, place: ScalarPlace = 'block'): DecodedScalar {
  const { tag } = node;
  if (place === 'flow' && losesTagInFlow(node)) {
    return decodeText(node, place);
  }
  if (tag === '!!str' || (node.style !== 'plain' && (tag === '' || tag === '!'))) {
    return decodeText(node, place);
  }
  if (tag === '!!binary') {
    return decodeBinary(node);
  }
  const resolved = resolveTagged(node.value, tag === '!' ? '' : tag, 3);
  if (node.style !== 'plain' && quotesWin(node, resolved)) {
    return decodeText(node, place);
  }
  return fromResolved(node, resolved, place);
}

/** Whether go-yaml writes the scalar without its tag and, since it must not be plain in brackets, between quotes. */
function losesTagInFlow({ style, tag, value }: ScalarNode): boolean {
  if (style !== 'plain') {
    return false;
  }
  return value === ''
    ? tag === '' || tag === '!!null'
    : value.includes(':') && (tag === '' || tag === '!!timestamp');
}

/** go-yaml leaves out a tag that the text has anyway, and then the quotes make a string. */
function quotesWin(node: ScalarNode, resolved: ResolvedScalar | MisfitScalar): boolean {
  return resolved.tag !== 'misfit' && resolveTagged(node.value, '', 3).tag === node.tag;
}

function fromResolved(
  node: ScalarNode,
  resolved: ResolvedScalar | MisfitScalar,
  place: ScalarPlace,
): DecodedScalar {
  switch (resolved.tag) {
    case '!!null':
      return { kind: 'null' };
    case '!!bool':
      return { kind: 'boolean', value: resolved.value };
    case '!!int':
      return { kind: 'integer', value: resolved.value };
    case '!!float':
      return Number.isFinite(resolved.value)
        ? { kind: 'float', value: resolved.value }
        : { kind: 'problem', message: `json: unsupported value: ${goFloat(resolved.value)}` };
    case '!!timestamp':
      return resolved.fitsJson
        ? { kind: 'string', value: resolved.text }
        : { kind: 'problem', message: 'Time.MarshalJSON: timezone hour outside of range [0,23]' };
    case '!!merge':
    case '!!str':
      return decodeText(node, place);
    case 'misfit':
      return { kind: 'problem', message: `yaml: ${resolved.message}` };
  }
}

function goFloat(value: number): string {
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
}

/** In flow there are no blocks, which change some texts. */
function decodeText(node: ScalarNode, place: ScalarPlace): DecodedScalar {
  if (place !== 'block') {
    return { kind: 'string', value: node.value };
  }
  const printed = printedText(node);
  return printed.message === undefined
    ? { kind: 'string', value: printed.text }
    : { kind: 'problem', message: `yaml: ${printed.message}` };
}

function decodeBinary(node: ScalarNode): DecodedScalar {
  const printed = printedText(node);
  if (printed.message !== undefined) {
    return { kind: 'problem', message: `yaml: ${printed.message}` };
  }
  const value = decodeBase64(printed.text);
  return value === undefined
    ? { kind: 'problem', message: 'yaml: !!binary value contains invalid base64 data' }
    : { kind: 'string', value };
}

/** A number as JSON text. */
export function numberToJson(value: number | bigint): string {
  return typeof value === 'bigint' ? value.toString() : floatToJson(value);
}
