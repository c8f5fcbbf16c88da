import { parentOf } from '../../kustomize/files.ts';
import { loadTarget } from '../../kustomize/target.ts';
import { directReadersQuery } from '../../layers/namedFiles.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import type { TextEdit } from '../../text/textEdit.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { outerOffset } from '../../yaml/innerOffset.ts';
import { kustomizationPaths } from '../links/kustomizationPaths.ts';
import { indexObjects, nodeByOrdinal, sourceIndexOf, type OffsetRange } from '../sourceIndex.ts';

/** What takes a value out of its file, and what stays empty with it. */
export interface Drop {
  readonly edits: readonly { readonly file: FileId; readonly edit: TextEdit }[];
  /** Files that say nothing any more. */
  readonly deleted: readonly FileId[];
}

/**
 * Takes the value at a place out, with the maps that would be empty: of a patch also with the lists, and with the whole patch
 * where it would say nothing but what it is for. `undefined` where it is written in a way that this cannot keep.
 */
export function dropValue(
  reader: Reader,
  at: SourcePointer,
  from: 'patch' | 'object',
): Drop | undefined {
  const view = viewOf(reader, at);
  const way = view && wayTo(view.root, view.ordinal);
  if (view === undefined || way === undefined) return undefined;
  const highest = from === 'patch' ? highestIdle(way) : highestEmpty(way);
  if (highest === 'all') return dropPatch(reader, at, view);
  const edit = removal(view, way, highest);
  return edit && { edits: [{ file: at.file, edit }], deleted: [] };
}

/** A document, and where its nodes stand in the text of its file: each from its first to behind its last character. */
interface View {
  readonly text: string;
  readonly root: ResourceNode;
  readonly ordinal: number;
  readonly documents: number;
  readonly rangeOf: (ordinal: number) => OffsetRange | undefined;
}

function viewOf(reader: Reader, at: SourcePointer): View | undefined {
  const index = sourceIndexOf(reader, at.file);
  if (index === undefined || (at.kind !== 'node' && at.kind !== 'inside')) return undefined;
  const { text } = index;
  if (at.kind === 'node') {
    if (isKustomizationFile(at.file)) return undefined;
    const root = index.roots.findLast((one) => one.ordinal <= at.ordinal);
    const documents = index.roots.length;
    return root && { text, root, ordinal: at.ordinal, documents, rangeOf: index.rangeOf };
  }
  const outer = index.rangeOf(at.ordinal);
  const node = nodeByOrdinal(index.roots, at.ordinal);
  if (outer === undefined || node?.kind !== 'scalar' || node.style !== 'literal') return undefined;
  const inner = indexObjects(node.value);
  const root = inner.roots.findLast((one) => one.ordinal <= at.inner.ordinal);
  if (root === undefined || at.inner.inner !== undefined) return undefined;
  const written = text.slice(outer.start, outer.end);
  const mapped = (offset: number): number | undefined => {
    const found = outerOffset(written, node, offset);
    return found === undefined ? undefined : outer.start + found;
  };
  return {
    text,
    root,
    ordinal: at.inner.ordinal,
    documents: inner.roots.length,
    rangeOf: (ordinal) => {
      const range = inner.rangeOf(ordinal);
      if (range === undefined) return undefined;
      const [start, end] = [mapped(range.start), mapped(range.end)];
      return start === undefined || end === undefined ? undefined : { start, end };
    },
  };
}

/** One step on the way to a node: the map or list, and which of its values or items comes next. */
interface Step {
  readonly node: ResourceNode;
  readonly place: number;
}

function wayTo(root: ResourceNode, ordinal: number): readonly Step[] | undefined {
  const way: Step[] = [];
  let node = root;
  while (node.ordinal !== ordinal) {
    const children = childrenOf(node);
    const place = children.findLastIndex((one) => one.ordinal <= ordinal);
    const next = children[place];
    if (next === undefined) return undefined;
    way.push({ node, place });
    node = next;
  }
  return way;
}

function childrenOf(node: ResourceNode): readonly ResourceNode[] {
  return node.kind === 'map' ? node.values : node.kind === 'sequence' ? node.items : [];
}

/** The highest step whose entry says nothing more once the value is gone; `all` where the whole document does not. */
function highestIdle(way: readonly Step[]): number | 'all' {
  let highest = way.length - 1;
  while (highest >= 0) {
    const step = way[highest];
    if (step === undefined || saysMore(step, highest === 0)) return Math.max(highest, 0);
    highest -= 1;
  }
  return 'all';
}

/** The highest step whose entry is an empty map once the value is gone; lists and the object itself stay. */
function highestEmpty(way: readonly Step[]): number {
  let highest = way.length - 1;
  const isAlone = (node: ResourceNode | undefined): boolean =>
    node?.kind === 'map' && node.keys.length === 1;
  while (highest > 0 && isAlone(way[highest]?.node) && way[highest - 1]?.node.kind === 'map')
    highest -= 1;
  return highest;
}

/** Whether a map or a list says something beside the entry that goes, and beside what it is for. */
function saysMore({ node, place }: Step, isDocument: boolean): boolean {
  if (node.kind === 'sequence') return node.items.length > 1;
  if (node.kind !== 'map') return false;
  return node.keys.some((key, index) => {
    if (index === place) return false;
    if (!isDocument) return key !== 'name';
    return !/^(?:apiVersion|kind|metadata)$/.test(key) || !isBare(key, node.values[index]);
  });
}

/** Metadata that only says which object is meant. */
function isBare(key: string, value: ResourceNode | undefined): boolean {
  if (key !== 'metadata') return true;
  return value?.kind === 'map' && value.keys.every((one) => /^(?:name|namespace)$/.test(one));
}

/** Takes an entry or an item out of the map or list of a step. */
function removal(view: View, way: readonly Step[], level: number): TextEdit | undefined {
  const step = way[level];
  if (step === undefined) return undefined;
  const { node, place } = step;
  const own = extentOf(view, node, place);
  const [before, after] = [extentOf(view, node, place - 1), extentOf(view, node, place + 1)];
  if (own === undefined) return undefined;
  const isFlow = (node.kind === 'map' || node.kind === 'sequence') && node.flow;
  if (isFlow) {
    if (after !== undefined) return { start: own.start, end: after.start, newText: '' };
    return before && { start: before.end, end: own.end, newText: '' };
  }
  const line = lineStart(view.text, own.start);
  const head = view.text.slice(line, own.start);
  const end = nextLine(view.text, own.end);
  if (node.kind === 'sequence' ? /^\s*-\s*$/.test(head) : head.trim() === '') {
    return { start: line, end, newText: '' };
  }
  // The first entry of an item leaves its dash to the next one.
  return after && { start: own.start, end: after.start, newText: '' };
}

function extentOf(view: View, node: ResourceNode, place: number): OffsetRange | undefined {
  const child = childrenOf(node)[place];
  const value = child && view.rangeOf(child.ordinal);
  if (child === undefined || value === undefined) return undefined;
  const start = node.kind === 'map' ? view.rangeOf(child.ordinal - 1)?.start : value.start;
  if (start === undefined) return undefined;
  return { start, end: start + view.text.slice(start, value.end).trimEnd().length };
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function nextLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end + 1;
}

/** Takes a patch out of the one kustomization that names it. */
function dropPatch(reader: Reader, at: SourcePointer, view: View): Drop | undefined {
  if (view.documents > 1) return undefined;
  const isFile = !isKustomizationFile(at.file);
  const [root, ...more] = isFile
    ? (reader.get(directReadersQuery, '').get(at.file) ?? [])
    : [parentOf(at.file)];
  if (root === undefined || more.length > 0) return undefined;
  const target = loadTarget(reader, root, 'none');
  if (target.kind !== 'target') return undefined;
  const { file } = target.source;
  const [outer] = isFile
    ? kustomizationPaths(target).flatMap(({ path, at: where }) =>
        path === at.file && where.kind === 'node' ? [where.ordinal] : [],
      )
    : at.kind === 'inside'
      ? [at.ordinal]
      : [];
  const edit = outer === undefined ? undefined : dropEntry(reader, file, outer);
  if (edit === undefined) return undefined;
  return { edits: [{ file, edit }], deleted: isFile ? [at.file] : [] };
}

/**
 * Takes the entry of a top-level list that a node or a key of a kustomization file stands in out, and the list with it where it was
 * the only one.
 */
export function dropEntry(reader: Reader, file: FileId, ordinal: number): TextEdit | undefined {
  const index = sourceIndexOf(reader, file);
  const [root] = index?.roots ?? [];
  if (index === undefined || root === undefined) return undefined;
  const isBefore = (one: ResourceNode): boolean => one.ordinal <= ordinal;
  const top = childrenOf(root).findLastIndex(isBefore);
  const list = childrenOf(root)[top];
  if (list?.kind !== 'sequence') return undefined;
  const way = [
    { node: root, place: top },
    { node: list, place: list.items.findLastIndex(isBefore) },
  ];
  const level = list.items.length > 1 ? 1 : 0;
  return removal({ ...index, root, ordinal, documents: 1 }, way, level);
}
