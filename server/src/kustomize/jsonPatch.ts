import { assertNever } from '../util/assertNever.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { YamlProblem } from '../yaml/yamlProblem.ts';
import type { JsonPatchOperation } from './decodeJsonPatch.ts';
import { escapeHtml } from './goText.ts';
import {
  applyEdit,
  childAt,
  findContainer,
  isContainer,
  type Container,
  type Found,
} from './jsonPatchPath.ts';
import { jsonTreeOf } from './jsonRoundTrip.ts';
import {
  isNullTree,
  jsonText,
  nodeOfTree,
  nullTree,
  problemOfTree,
  withNodes,
  type JsonMap,
  type JsonScalar,
  type JsonTree,
} from './jsonTree.ts';

/** Why an operation does not apply. `wouldCrash` is where json-patch itself panics and takes kustomize with it. */
export interface JsonPatchProblem {
  readonly code:
    | 'unknownOperation'
    | 'pathIsNoText'
    | 'fromIsNoText'
    | 'pathNotFound'
    | 'fromNotFound'
    | 'keyNotFound'
    | 'wrongIndex'
    | 'valueIsNoMapOrList'
    | 'testFailed'
    | 'resultIsNoMap'
    | 'wouldCrash';
}

/**
 * Gives the nodes that an operation writes their origins. `node` is the tree of the value, `replaced` what stood in its place,
 * and `from` tells whether the value stands in the patch or was copied or moved within the document; the answer must have
 * the shape of `node`.
 */
export type AttachOrigin = (
  node: ResourceNode,
  operationIndex: number,
  replaced: ResourceNode | undefined,
  from: ValueSource,
) => ResourceNode;

/** Where the value of an operation stands. */
export type ValueSource = 'patch' | 'document';

/**
 * Applies a JSON patch to a resource as kustomize does: the resource goes through JSON, all operations are applied in order,
 * and the result comes back from JSON. So every node of the answer is as `jsonRoundTrip` leaves it, also where no operation
 * went; a part that is as before is the same node.
 *
 * `operationIndex` is `undefined` for a problem of the resource itself, before or after the operations.
 *
 * Source: kustomize api/filters/patchjson6902/patchjson6902.go (v0.21.1).
 */
export function applyPatchToResource(
  node: ResourceNode,
  operations: readonly JsonPatchOperation[],
  attach: AttachOrigin,
):
  | { readonly node: ResourceNode }
  | {
      readonly problem: JsonPatchProblem | YamlProblem;
      readonly operationIndex: number | undefined;
    } {
  const tree = jsonTreeOf(node);
  if ('problem' in tree) {
    return { problem: tree.problem, operationIndex: undefined };
  }
  const patched = applyJsonPatch(tree, operations, attach);
  if ('problem' in patched) {
    return patched;
  }
  const problem: JsonPatchProblem | YamlProblem | undefined =
    patched.tree.kind === 'map' ? problemOfTree(patched.tree) : { code: 'resultIsNoMap' };
  return problem === undefined
    ? { node: nodeOfTree(patched.tree) }
    : { problem, operationIndex: undefined };
}

/**
 * Applies the operations to a document. The document is not changed; the answer shares all that no operation touched.
 *
 * All of json-patch's ways are kept, among them: what stands before the first `/` of a path is not looked at; `replace` adds
 * a key that is missing; `add` and `replace` without a value write null; `copy` of a missing key writes null; a null that was
 * put there by `copy` equals `{}` for `test`, and numbers and strings are equal only when their JSON text is.
 *
 * Source: json-patch v4.13.0 patch.go `Apply`.
 */
export function applyJsonPatch(
  document: JsonMap,
  operations: readonly JsonPatchOperation[],
  attach: AttachOrigin,
):
  | { readonly tree: Container }
  | { readonly problem: JsonPatchProblem; readonly operationIndex: number } {
  let tree: Container = document;
  for (const [operationIndex, operation] of operations.entries()) {
    const next = applyOperation(tree, operation, (value, replaced, from = 'patch') => {
      const node = replaced === undefined ? undefined : nodeOfTree(replaced);
      return withNodes(value, attach(nodeOfTree(value), operationIndex, node, from));
    });
    if (typeof next === 'string') {
      return { problem: { code: next }, operationIndex };
    }
    tree = next;
  }
  return { tree };
}

type ProblemCode = JsonPatchProblem['code'];

/** Makes a value ready to be written where `replaced` stands. */
type Attach = (value: JsonTree, replaced: JsonTree | undefined, from?: ValueSource) => JsonTree;

function applyOperation(
  tree: Container,
  operation: JsonPatchOperation,
  attach: Attach,
): Container | ProblemCode {
  switch (operation.op) {
    case 'add':
      return add(tree, operation, attach);
    case 'remove':
      return remove(tree, operation);
    case 'replace':
      return replace(tree, operation, attach);
    case 'move':
      return move(tree, operation, attach);
    case 'test':
      return test(tree, operation);
    case 'copy':
      return copy(tree, operation, attach);
    default:
      return 'unknownOperation';
  }
}

function add(
  tree: Container,
  operation: JsonPatchOperation,
  attach: Attach,
): Container | ProblemCode {
  const found = findPath(tree, operation);
  if (typeof found === 'string') {
    return found;
  }
  const value = attach(valueOf(operation), replacedAt(found));
  return applyEdit(found, { kind: 'add', value });
}

/** What a value that is added overwrites: an item of a list makes room. */
function replacedAt({ container, key }: Found): JsonTree | undefined {
  return container.kind === 'map' ? container.entries.get(key) : undefined;
}

function remove(tree: Container, operation: JsonPatchOperation): Container | ProblemCode {
  const found = findPath(tree, operation);
  return typeof found === 'string' ? found : applyEdit(found, { kind: 'remove' });
}

function replace(
  tree: Container,
  operation: JsonPatchOperation,
  attach: Attach,
): Container | ProblemCode {
  if (operation.path === '') {
    return replaceRoot(tree, operation, attach);
  }
  const found = findPath(tree, operation);
  if (typeof found === 'string') {
    return found;
  }
  const replaced = childAt(found.container, found.key);
  if (replaced === 'wrongIndex') {
    return replaced;
  }
  return applyEdit(found, { kind: 'set', value: attach(valueOf(operation), replaced) });
}

function replaceRoot(
  tree: Container,
  { value }: JsonPatchOperation,
  attach: Attach,
): Container | ProblemCode {
  if (value === undefined) {
    return 'wouldCrash';
  }
  if (!isContainer(value)) {
    return 'valueIsNoMapOrList';
  }
  const attached = attach(value, tree);
  return isContainer(attached) ? attached : value;
}

function move(
  tree: Container,
  operation: JsonPatchOperation,
  attach: Attach,
): Container | ProblemCode {
  const from = findFrom(tree, operation);
  if (typeof from === 'string') {
    return from;
  }
  const value = childAt(from.container, from.key);
  if (value === 'wrongIndex') {
    return value;
  }
  if (value === undefined) {
    return 'keyNotFound';
  }
  const without = applyEdit(from, { kind: 'remove' });
  if (typeof without === 'string') {
    return without;
  }
  const to = findPath(without, operation);
  if (typeof to === 'string') {
    return to;
  }
  return applyEdit(to, { kind: 'add', value: attach(value, replacedAt(to), 'document') });
}

function copy(
  tree: Container,
  operation: JsonPatchOperation,
  attach: Attach,
): Container | ProblemCode {
  const from = findFrom(tree, operation);
  if (typeof from === 'string') {
    return from;
  }
  const value = childAt(from.container, from.key);
  if (value === 'wrongIndex') {
    return value;
  }
  const to = findPath(tree, operation);
  if (typeof to === 'string') {
    return to;
  }
  const replaced = replacedAt(to);
  const copied =
    value === undefined
      ? attach(nullTree(placeOf(operation)), replaced)
      : attach(copyOf(value), replaced, 'document');
  return applyEdit(to, { kind: 'add', value: copied });
}

function test(tree: Container, operation: JsonPatchOperation): Container | ProblemCode {
  const { path, value } = operation;
  if (path === '') {
    return value !== undefined && isEqual(tree, value) ? tree : 'testFailed';
  }
  const found = findPath(tree, operation);
  if (typeof found === 'string') {
    return found;
  }
  const held = childAt(found.container, found.key);
  if (held === 'wrongIndex') {
    return held;
  }
  const passes =
    held === undefined || isDocumentNull(held)
      ? value === undefined || isNullTree(value)
      : value !== undefined && isEqual(held, value);
  return passes ? tree : 'testFailed';
}

/** Finds where `path` leads; a path that leads nowhere, or is no text, is a problem. */
function findPath(tree: Container, { path }: JsonPatchOperation): Found | ProblemCode {
  return path === undefined ? 'pathIsNoText' : (findContainer(tree, path) ?? 'pathNotFound');
}

function findFrom(tree: Container, { from }: JsonPatchOperation): Found | ProblemCode {
  return from === undefined ? 'fromIsNoText' : (findContainer(tree, from) ?? 'fromNotFound');
}

/** The value of an operation as json-patch holds it: a null is there but raw, and a missing value is the plain null. */
function valueOf(operation: JsonPatchOperation): JsonTree {
  const { value } = operation;
  if (value === undefined) {
    return nullTree(placeOf(operation));
  }
  return value.kind === 'scalar' && isNullTree(value) ? { ...value, heldNull: 'raw' } : value;
}

function placeOf({ ordinal }: JsonPatchOperation): Parameters<typeof nullTree>[0] {
  return { ordinal, origin: undefined };
}

/** Whether this is a null as documents have it, which json-patch holds as nothing at all. */
function isDocumentNull(tree: JsonTree): boolean {
  return isNullTree(tree) && tree.kind === 'scalar' && tree.heldNull === undefined;
}

/**
 * What is left of a value once json-patch has written it to JSON and read it again: strings are escaped as Go's encoder does,
 * and nulls inside are nulls of a document, while one that is copied itself is a text.
 */
function copyOf(tree: JsonTree): JsonTree {
  if (tree.kind === 'scalar') {
    return isNullTree(tree) && tree.heldNull !== undefined
      ? { ...tree, heldNull: 'text' }
      : escaped(tree);
  }
  return copyInside(tree);
}

function copyInside(tree: JsonTree): JsonTree {
  switch (tree.kind) {
    case 'scalar':
      return escaped({ kind: 'scalar', json: tree.json, node: tree.node });
    case 'sequence':
      return { ...tree, items: tree.items.map(copyInside) };
    case 'map': {
      const entries = [...tree.entries].map(([key, value]) => [key, copyInside(value)] as const);
      return { ...tree, entries: new Map(entries) };
    }
    default:
      return assertNever(tree);
  }
}

function escaped(tree: JsonScalar): JsonScalar {
  return tree.json === undefined ? tree : { ...tree, json: escapeHtml(tree.json) };
}

/**
 * Whether `test` takes the two for the same. Where json-patch crashes, on a null in a list, the answer is no: either way the
 * build fails.
 */
function isEqual(held: JsonTree, value: JsonTree): boolean {
  if (held.kind === 'scalar') {
    return isEqualScalar(held, value);
  }
  if (held.kind === 'map') {
    return value.kind === 'map' && isEqualMap(held.entries, value.entries);
  }
  return (
    value.kind === 'sequence' &&
    held.items.length === value.items.length &&
    held.items.every((item, index) => isEqualItem(item, value.items[index]))
  );
}

function isEqualScalar(held: JsonScalar, value: JsonTree): boolean {
  if (held.heldNull === 'text') {
    return value.kind === 'map' && value.entries.size === 0;
  }
  return value.kind === 'scalar' && jsonText(held) === jsonText(value);
}

function isEqualMap(
  held: ReadonlyMap<string, JsonTree>,
  value: ReadonlyMap<string, JsonTree>,
): boolean {
  if (held.size !== value.size) {
    return false;
  }
  for (const [key, inner] of held) {
    const other = value.get(key);
    if (other === undefined || isDocumentNull(inner) !== isNullTree(other)) {
      return false;
    }
    if (!isDocumentNull(inner) && !isEqual(inner, other)) {
      return false;
    }
  }
  return true;
}

function isEqualItem(held: JsonTree, value: JsonTree | undefined): boolean {
  return value !== undefined && !isDocumentNull(held) && !isNullTree(value) && isEqual(held, value);
}
