import { readConfiguration } from '../yaml/readConfiguration.ts';
import { toJson, type JsonValue } from './goJson.ts';
import {
  booleanTree,
  isNullTree,
  mapTree,
  nullTree,
  numberTree,
  sequenceTree,
  stringTree,
  type JsonMap,
  type JsonTree,
} from './jsonTree.ts';
import type { KustomizationProblem } from './kustomizationProblem.ts';
import { readStrictJson } from './strictJson.ts';

/**
 * One operation as it is written; what is missing or of the wrong type shows when it is applied.
 *
 * `op` is `unknown` where it is no text. `path` and `from` are `undefined` where they are no text. `value` is `undefined`
 * where the key is missing; the ordinals of its nodes, and `ordinal`, that of the operation, count in the text of the patch.
 */
export interface JsonPatchOperation {
  readonly op: string;
  readonly path: string | undefined;
  readonly from: string | undefined;
  readonly value: JsonTree | undefined;
  readonly ordinal: number;
}

/** Why a text is no JSON patch; `ordinal` is that of the item, in the text of the patch. */
export type JsonPatchDecodeProblem =
  | { readonly code: 'empty' }
  | { readonly code: 'noJson' }
  | { readonly code: 'noYaml' }
  | { readonly code: 'noList' }
  | { readonly code: 'operationIsNoMap'; readonly ordinal: number };

/**
 * Reads the operations of a JSON patch: strict JSON where the text begins with `[`, else YAML as sigs.k8s.io/yaml reads it.
 * `operations` is `undefined` for `null` and for YAML without content, which is a patch that kustomize does not apply at
 * all; an empty list it applies.
 *
 * Source: kustomize api/internal/builtins/PatchTransformer.go `jsonPatchFromBytes` (v0.21.1), json-patch v4.13.0
 * `DecodePatch`.
 */
export function decodeJsonPatch(
  text: string,
):
  | { readonly operations: readonly JsonPatchOperation[] | undefined }
  | { readonly problem: JsonPatchDecodeProblem } {
  if (text === '') {
    return { problem: { code: 'empty' } };
  }
  const tree = text.startsWith('[') ? readStrictJson(text) : readYaml(text);
  if (tree === undefined) {
    return { problem: { code: text.startsWith('[') ? 'noJson' : 'noYaml' } };
  }
  if (isNullTree(tree)) {
    return { operations: undefined };
  }
  return tree.kind === 'sequence' ? readOperations(tree.items) : { problem: { code: 'noList' } };
}

function readOperations(
  items: readonly JsonTree[],
):
  | { readonly operations: readonly JsonPatchOperation[] }
  | { readonly problem: JsonPatchDecodeProblem } {
  const operations: JsonPatchOperation[] = [];
  for (const item of items) {
    if (item.kind !== 'map' && !isNullTree(item)) {
      return { problem: { code: 'operationIsNoMap', ordinal: item.node.ordinal } };
    }
    operations.push(readOperation(item));
  }
  return { operations };
}

function readOperation(item: JsonTree): JsonPatchOperation {
  const entries = item.kind === 'map' ? item.entries : new Map<string, JsonTree>();
  return {
    op: textOf(entries.get('op')) ?? 'unknown',
    path: textOf(entries.get('path')),
    from: textOf(entries.get('from')),
    value: entries.get('value'),
    ordinal: item.node.ordinal,
  };
}

function textOf(tree: JsonTree | undefined): string | undefined {
  const isText = tree?.kind === 'scalar' && (tree.json === undefined || tree.json.startsWith('"'));
  return isText ? tree.node.value : undefined;
}

/** `undefined` where the text is no YAML, or says what JSON cannot. */
function readYaml(text: string): JsonTree | undefined {
  const { root, problems } = readConfiguration(text);
  if (problems.length > 0) {
    return undefined;
  }
  if (root === undefined) {
    return nullTree({ ordinal: -1, origin: undefined });
  }
  const refused: KustomizationProblem[] = [];
  const json = toJson(root, undefined, {
    version: 2,
    numbers: 'yaml',
    duplicates: 'warn',
    report: (problem) => {
      refused.push(problem);
    },
  });
  return refused.some(({ severity }) => severity === 'error') ? undefined : treeOf(json);
}

function treeOf(value: JsonValue): JsonTree {
  const place = { ordinal: value.ordinal, origin: undefined };
  switch (value.kind) {
    case 'null':
      return nullTree(place);
    case 'string':
      return stringTree(value.value, place);
    case 'boolean':
      return booleanTree(value.value, place);
    case 'number':
      return numberTree(value.text, place);
    case 'list':
      return sequenceTree(value.items.map(treeOf), place);
    case 'map':
      return entriesTree(value.entries, place);
  }
}

function entriesTree(
  entries: Extract<JsonValue, { readonly kind: 'map' }>['entries'],
  place: Parameters<typeof mapTree>[1],
): JsonMap {
  return mapTree(new Map(entries.map(({ key, value }) => [key, treeOf(value)])), place);
}
