import type { Reader } from '../query/database.ts';
import type { FileId, InnerPointer, SourcePointer } from '../text/sourcePointer.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { innerOffset } from '../yaml/innerOffset.ts';
import { field, rawText } from '../yaml/nodes.ts';
import { indexObjects, nodeByOrdinal, sourceIndexOf, type SourceIndex } from './sourceIndex.ts';
import { positionAt } from './sourceRange.ts';

/** What stands at an offset of a source file, in all ways in which a pointer can mean it. */
export interface SourceTarget {
  readonly file: FileId;
  /** The name of the field, where there is one: its key. */
  readonly name: string | undefined;
  readonly pointers: readonly InnerPointer[];
  /** From 0. */
  readonly line: number;
}

/**
 * What stands at an offset; a key means its value, and the name of a field that an operation of a JSON patch sets means the
 * value that it gets. `undefined` where the file is not there.
 */
export function targetAt(reader: Reader, file: FileId, offset: number): SourceTarget | undefined {
  const index = sourceIndexOf(reader, file);
  if (index === undefined) return undefined;
  const { line } = positionAt(index.text, offset);
  const found = pointersAt(index, offset);
  return { file, line, name: found.name, pointers: found.pointers };
}

/** Whether a pointer means the target. */
export function means(pointer: SourcePointer, target: SourceTarget): boolean {
  if (pointer.file !== target.file) return false;
  switch (pointer.kind) {
    case 'node':
    case 'inside': {
      const inner = pointer.kind === 'inside' ? pointer.inner : undefined;
      return target.pointers.some((one) => samePointer(one, { ordinal: pointer.ordinal, inner }));
    }
    case 'line':
      return pointer.line === target.line;
    case 'file':
      return true;
    case 'offset':
      return false;
  }
}

function samePointer(a: InnerPointer, b: InnerPointer): boolean {
  if (a.ordinal !== b.ordinal) return false;
  if (a.inner === undefined || b.inner === undefined) return a.inner === b.inner;
  return samePointer(a.inner, b.inner);
}

interface Found {
  readonly name: string | undefined;
  readonly pointers: readonly InnerPointer[];
}

function pointersAt(index: SourceIndex, offset: number): Found {
  const ordinal = index.ordinalAt(offset);
  if (ordinal === undefined) return { name: undefined, pointers: [] };
  const atNode = nodeByOrdinal(index.roots, ordinal);
  // Only nodes are in the tree: what is not is a key, and its value comes next.
  const own = atNode === undefined ? ordinal + 1 : ordinal;
  const set = setByOperation(index.roots, own);
  if (set !== undefined)
    return { name: set.name, pointers: [{ ordinal: set.ordinal, inner: undefined }] };
  const name = nameOf(index.roots, own);
  const node = nodeByOrdinal(index.roots, own);
  const range = index.rangeOf(own);
  const inside = node?.kind === 'scalar' && range !== undefined && atNode !== undefined;
  const inner = inside
    ? innerOffset(index.text.slice(range.start, range.end), node, offset - range.start)
    : undefined;
  const found =
    node?.kind === 'scalar' && inner !== undefined && mayHoldYaml(node.value)
      ? pointersAt(indexObjects(node.value), inner)
      : { name: undefined, pointers: [] };
  return {
    name: found.name ?? name,
    pointers: [
      { ordinal: own, inner: undefined },
      ...found.pointers.map((one) => ({ ordinal: own, inner: one })),
    ],
  };
}

/** What the operation of a JSON patch sets whose `op`, `path` or `value` a node is: the name of the field, and its value. */
function setByOperation(
  roots: readonly ResourceNode[],
  ordinal: number,
): { readonly name: string; readonly ordinal: number } | undefined {
  const root = roots.findLast((one) => one.ordinal <= ordinal);
  if (root?.kind !== 'sequence') return undefined;
  const operation = root.items.findLast((one) => one.ordinal <= ordinal);
  const [path, value] = [rawText(field(operation, 'path')), field(operation, 'value')];
  const parts = ['op', 'path', 'value'].map((name) => field(operation, name)?.ordinal);
  const isPatch = /^(?:add|replace|test)$/.test(rawText(field(operation, 'op')));
  if (!isPatch || !path.startsWith('/') || !parts.includes(ordinal)) return undefined;
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
  return value === undefined ? undefined : { name, ordinal: value.ordinal };
}

function mayHoldYaml(text: string): boolean {
  return text.includes('\n') || /^\s*[[{]/.test(text);
}

/** The key of the node with this ordinal. */
function nameOf(nodes: readonly ResourceNode[], ordinal: number): string | undefined {
  const node = nodes.findLast((one) => one.ordinal <= ordinal);
  if (node?.kind === 'sequence') return nameOf(node.items, ordinal);
  if (node?.kind !== 'map') return undefined;
  const index = node.values.findLastIndex((value) => value.ordinal <= ordinal);
  const value = node.values[index];
  if (value === undefined) return undefined;
  return nameOf([value], ordinal) ?? node.keys[index];
}
