import { createHash } from 'node:crypto';
import { compareBytes } from '../util/compareBytes.ts';
import { floatToJson } from '../yaml/goNumber.ts';
import { field } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { YamlProblem } from '../yaml/yamlProblem.ts';
import { goJsonString } from './goText.ts';
import { jsonTreeOf, toTree } from './jsonRoundTrip.ts';
import { jsonText, type JsonTree } from './jsonTree.ts';

/** Why a resource has no hash that Strata can know. */
export type HashProblem =
  YamlProblem | { readonly code: 'hashOfOtherKind'; readonly resourceKind: string };

/**
 * The ten characters that kustomize puts behind the name of a generated resource.
 *
 * For a ConfigMap they follow from `data` and `binaryData`, for a Secret from `data`, `stringData` and `type`. Go means to take
 * in the name as well, but looks for a field that is called `metadata/name`, so the name does not matter.
 *
 * Any other kind is a problem: Go then hashes its syntax tree with the lines, columns and comments of every node. That can
 * happen where a plugin's output has the annotation `kustomize.config.k8s.io/needs-hash`, or a resource the internal
 * annotation `internal.config.kubernetes.io/needsHashSuffix: enabled`. So is a ConfigMap or a Secret that has no JSON.
 *
 * Source: kustomize api/hasher/hasher.go (v0.21.1).
 */
export function hashResource(node: ResourceNode): string | { readonly problem: HashProblem } {
  const kind = field(node, 'kind');
  const resourceKind = kind?.kind === 'scalar' ? kind.value : '';
  const parts = HASHED.get(resourceKind);
  if (parts === undefined) {
    return { problem: { code: 'hashOfOtherKind', resourceKind } };
  }
  const members = [`"kind":${goJsonString(resourceKind)}`];
  for (const { name, path, mapsOnly } of parts) {
    const value = hashedValue(field(node, path), mapsOnly);
    if (typeof value === 'object') {
      return value;
    }
    if (value !== undefined) {
      members.push(`${goJsonString(name)}:${value}`);
    }
  }
  return encode(`{${members.sort(compareBytes).join(',')}}`);
}

/** A member of the JSON that is hashed, the field that it is read from, and whether only a collection is taken. */
interface HashedPart {
  readonly name: string;
  readonly path: string;
  readonly mapsOnly: boolean;
}

const NAME: HashedPart = { name: 'name', path: 'metadata/name', mapsOnly: false };

const HASHED: ReadonlyMap<string, readonly HashedPart[]> = new Map([
  [
    'ConfigMap',
    [
      NAME,
      { name: 'data', path: 'data', mapsOnly: false },
      { name: 'binaryData', path: 'binaryData', mapsOnly: true },
    ],
  ],
  [
    'Secret',
    [
      NAME,
      { name: 'type', path: 'type', mapsOnly: false },
      { name: 'data', path: 'data', mapsOnly: false },
      { name: 'stringData', path: 'stringData', mapsOnly: true },
    ],
  ],
]);

/** The JSON of a field: a scalar is its text, a missing field is empty text, and a list is null. */
function hashedValue(
  node: ResourceNode | undefined,
  mapsOnly: boolean,
): string | undefined | { readonly problem: HashProblem } {
  if (node === undefined || node.kind === 'scalar') {
    return mapsOnly ? undefined : goJsonString(node?.value ?? '');
  }
  const tree = node.kind === 'map' ? jsonTreeOf(node) : toTree(node);
  if ('problem' in tree) {
    return tree;
  }
  return tree.kind === 'map' ? goJson(tree) : 'null';
}

/** Compact JSON as Go writes it once numbers have become floats, with keys in the order of their bytes. */
function goJson(tree: JsonTree): string {
  switch (tree.kind) {
    case 'scalar':
      return isNumber(tree) ? floatToJson(Number(jsonText(tree))) : jsonText(tree);
    case 'sequence':
      return `[${tree.items.map(goJson).join(',')}]`;
    case 'map': {
      const entries = [...tree.entries].sort(([a], [b]) => compareBytes(a, b));
      return `{${entries.map(([key, value]) => `${goJsonString(key)}:${goJson(value)}`).join(',')}}`;
    }
  }
}

function isNumber(tree: Extract<JsonTree, { readonly kind: 'scalar' }>): boolean {
  return tree.node.tag === '!!int' || tree.node.tag === '!!float';
}

/** The first ten hexadecimal digits of the SHA-256, with digits and letters replaced that might spell bad words. */
function encode(text: string): string {
  const digits = createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 10);
  return digits.replace(/[013ae]/g, (digit) => REPLACED.get(digit) ?? digit);
}

const REPLACED: ReadonlyMap<string, string> = new Map([
  ['0', 'g'],
  ['1', 'h'],
  ['3', 'k'],
  ['a', 'm'],
  ['e', 't'],
]);
