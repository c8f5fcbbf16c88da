import type { Reader } from '../query/database.ts';
import type { FileId, InnerPointer, SourcePointer } from '../text/sourcePointer.ts';
import { formatPath, nodeAtPath, parsePath, pathOfOrdinal } from '../yaml/positions.ts';
import { indexObjects, nodeByOrdinal, sourceIndexOf, type SourceIndex } from './sourceIndex.ts';

/**
 * A place in a file as it is kept while the text around it changes, and as a baseline has it: the number of the document and
 * the path in it (`0/spec/source/path`), behind `#` the same in the text of that scalar, `@` and a number for a line of a
 * text that is no YAML, `''` for the file as a whole. Nothing of it comes from a value.
 */
export type KeptPlace = string;

/** How a place is kept. */
export function keptPlace(reader: Reader, at: SourcePointer): KeptPlace {
  switch (at.kind) {
    case 'file':
    case 'offset':
      return '';
    case 'line':
      return `@${at.line}`;
    case 'node':
      return placeIn(sourceIndexOf(reader, at.file), { ordinal: at.ordinal, inner: undefined });
    case 'inside':
      return placeIn(sourceIndexOf(reader, at.file), at);
  }
}

function placeIn(index: SourceIndex | undefined, { ordinal, inner }: InnerPointer): KeptPlace {
  const place = index && pathOfOrdinal(index.roots, ordinal);
  if (index === undefined || place === undefined) return '';
  const outer = `${place.document}${formatPath(place.path).replaceAll('#', '~2')}`;
  const node = nodeByOrdinal(index.roots, ordinal);
  if (inner === undefined || node?.kind !== 'scalar') return outer;
  return `${outer}#${placeIn(indexObjects(node.value), inner)}`;
}

/** Where a kept place is by now; `undefined` where it is gone. */
export function pointerOfKept(
  reader: Reader,
  file: FileId,
  place: KeptPlace,
): SourcePointer | undefined {
  const index = sourceIndexOf(reader, file);
  if (place === '') return { kind: 'file', file };
  if (index === undefined) return undefined;
  if (place.startsWith('@')) return { kind: 'line', file, line: Number(place.slice(1)) };
  const found = innerOf(index, place);
  if (found === undefined) return undefined;
  const { ordinal, inner } = found;
  return inner === undefined
    ? { kind: 'node', file, ordinal }
    : { kind: 'inside', file, ordinal, inner };
}

function innerOf(index: SourceIndex, place: KeptPlace): InnerPointer | undefined {
  const { outer = '', document = '', path = '', inside } = partsOfPlace.exec(place)?.groups ?? {};
  const root = index.roots[Number(document)];
  const node = root && nodeAtPath(root, parsePath(path.replaceAll('~2', '#')));
  if (node === undefined || outer === '') return undefined;
  if (inside === undefined) return { ordinal: node.ordinal, inner: undefined };
  const inner = node.kind === 'scalar' ? innerOf(indexObjects(node.value), inside) : undefined;
  return inner && { ordinal: node.ordinal, inner };
}

const partsOfPlace = /^(?<outer>(?<document>\d+)(?<path>[^#]*))(?:#(?<inside>.*))?$/s;
