import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { sourceIndexOf, type SourceIndex, type OffsetRange } from './sourceIndex.ts';

/** A part of a source file, in UTF-16 offsets. */
export interface OutlinePart {
  readonly kind: 'object' | 'field' | 'item';
  /** `Kind/name` of an object, the key of a field, what an item is called or says. */
  readonly name: string;
  /** From its key or dash to its end. */
  readonly range: OffsetRange;
  /** Where it is named. */
  readonly named: OffsetRange;
  readonly children: readonly OutlinePart[];
}

/** The objects of a file and their fields, of a kustomization file its fields and their entries; two levels deep. */
export function fileOutline(analysis: Analysis, file: FileId): Answer<readonly OutlinePart[]> {
  return analysis.ask((reader) => outlineOf(reader, file));
}

function outlineOf(reader: Reader, file: FileId): readonly OutlinePart[] {
  const index = sourceIndexOf(reader, file);
  if (index === undefined) return [];
  return index.roots.flatMap((root) => {
    const kind = rawText(field(root, 'kind'));
    const name = field(field(root, 'metadata'), 'name');
    const children = partsOf(index, root, 2);
    if (kind === '' || name === undefined) return children;
    const range = index.rangeOf(root.ordinal) ?? nowhere;
    const named = index.rangeOf(name.ordinal) ?? range;
    return [{ kind: 'object', name: `${kind}/${rawText(name)}`, range, named, children }];
  });
}

const nowhere: OffsetRange = { start: 0, end: 0 };

function partsOf(index: SourceIndex, node: ResourceNode, depth: number): readonly OutlinePart[] {
  if (depth === 0) return [];
  const rangeOf = (ordinal: number): OffsetRange => index.rangeOf(ordinal) ?? nowhere;
  if (node.kind === 'map') {
    return node.values.map((value, place) => {
      const named = rangeOf(value.ordinal - 1);
      const { end } = rangeOf(value.ordinal);
      return {
        kind: 'field',
        name: node.keys[place] ?? '',
        named,
        range: trimmed(index, { start: named.start, end: Math.max(end, named.end) }),
        children: partsOf(index, value, depth - 1),
      };
    });
  }
  if (node.kind !== 'sequence') return [];
  return node.items.map((item, place) => {
    const range = trimmed(index, rangeOf(item.ordinal));
    const name = item.kind === 'scalar' ? item.value : labelOf(item);
    const first = name.split('\n')[0] ?? '';
    return {
      kind: 'item',
      name: first === '' ? String(place) : first,
      range,
      named: { start: range.start, end: Math.min(range.end, lineEnd(index, range.start)) },
      children: [],
    };
  });
}

/** What tells an entry from others: its name, its path, or what it is for. */
function labelOf(item: ResourceNode): string {
  const target = field(item, 'target');
  const texts = [
    rawText(field(item, 'name')),
    rawText(field(item, 'path')),
    [rawText(field(target, 'kind')), rawText(field(target, 'name'))]
      .filter((text) => text !== '')
      .join('/'),
  ];
  return texts.find((text) => text !== '') ?? '';
}

/** Without the line breaks at its end. */
function trimmed({ text }: SourceIndex, { start, end }: OffsetRange): OffsetRange {
  return { start, end: start + text.slice(start, end).trimEnd().length };
}

function lineEnd({ text }: SourceIndex, offset: number): number {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
}

/** The ranges around an offset, the innermost first: a value, its entry, what that stands in. */
export function rangesAround(
  analysis: Analysis,
  { file, offset }: { readonly file: FileId; readonly offset: number },
): Answer<readonly OffsetRange[]> {
  return analysis.ask((reader) => {
    const index = sourceIndexOf(reader, file);
    if (index === undefined) return [];
    const found: OffsetRange[] = [];
    const contains = ({ start, end }: OffsetRange): boolean => start <= offset && offset <= end;
    const add = (range: OffsetRange): void => {
      const own = trimmed(index, range);
      const last = found.at(-1);
      const isSame = last?.start === own.start && last.end === own.end;
      if (contains(own) && !isSame) found.push(own);
    };
    const visit = (node: ResourceNode): void => {
      add(index.rangeOf(node.ordinal) ?? nowhere);
      if (node.kind === 'sequence') node.items.forEach(visit);
      if (node.kind !== 'map') return;
      for (const value of node.values) {
        const key = index.rangeOf(value.ordinal - 1) ?? nowhere;
        const own = index.rangeOf(value.ordinal) ?? key;
        const entry = { start: key.start, end: Math.max(own.end, key.end) };
        if (!contains(trimmed(index, entry))) continue;
        add(entry);
        add(key);
        visit(value);
      }
    };
    for (const root of index.roots) visit(root);
    return found.reverse();
  });
}
