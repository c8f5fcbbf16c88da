import { readContent, resolvePath } from '../kustomize/files.ts';
import { kustomizationFileNames } from '../kustomize/load.ts';
import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { readConfiguration } from '../yaml/readConfiguration.ts';
import { readFile } from '../yaml/readObjects.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/** Where the nodes of a text stand. Offsets are UTF-16, ranges half-open. */
export interface SourceIndex {
  readonly text: string;
  /** The roots of its documents, aliases not expanded. */
  readonly roots: readonly ResourceNode[];
  /** The range of a node or a key; `undefined` for an ordinal that the text does not have. */
  readonly rangeOf: (ordinal: number) => OffsetRange | undefined;
  /** The innermost node or key around an offset; `undefined` outside all documents. */
  readonly ordinalAt: (offset: number) => number | undefined;
}

/** A half-open range of UTF-16 offsets. */
export interface OffsetRange {
  readonly start: number;
  readonly end: number;
}

/** How a file is read: a kustomization by go-yaml 2 as one document, everything else by go-yaml 3. */
type Form = 'configuration' | 'objects';

/** The places in a content, by how it is read and its id. */
const sourceIndexQuery: Query<`${Form}:${string}`, SourceIndex> = {
  name: 'sourceIndex',
  droppable: true,
  compute: (key, reader) => {
    const colon = key.indexOf(':');
    const content = readContent(reader, key.slice(colon + 1));
    const text = content?.kind === 'text' ? content.text : '';
    return indexText(text, key.startsWith('configuration') ? 'configuration' : 'objects');
  },
};

/** The places in a file, links followed; `undefined` where there is no such file. A content that is not loaded is a need. */
export function sourceIndexOf(reader: Reader, file: FileId): SourceIndex | undefined {
  const resolved = resolvePath(reader, file);
  if (resolved?.entry.kind !== 'file') return undefined;
  const { content } = resolved.entry;
  if (readContent(reader, content) === undefined) return undefined;
  return reader.get(sourceIndexQuery, `${formOf(resolved.path)}:${content}`);
}

/** The places in a text. */
export function indexText(text: string, form: Form): SourceIndex {
  const starts: number[] = [];
  const ends: number[] = [];
  const toOriginal = offsetMap(text);
  const record = (ordinal: number, start: number, end: number): void => {
    starts[ordinal] = toOriginal(start);
    ends[ordinal] = toOriginal(end);
  };
  const roots = readRoots(text, form, record);
  return {
    text,
    roots,
    rangeOf: (ordinal) => {
      const [start, end] = [starts[ordinal], ends[ordinal]];
      return start === undefined || end === undefined ? undefined : { start, end };
    },
    ordinalAt: (offset) => {
      let found: number | undefined;
      starts.forEach((start, ordinal) => {
        const end = ends[ordinal] ?? start;
        if (start > offset || end < offset) return;
        const best = found === undefined ? Infinity : (ends[found] ?? 0) - (starts[found] ?? 0);
        if (end - start <= best) found = ordinal;
      });
      return found;
    },
  };
}

/** The node with this ordinal below the given ones; `undefined` for a key or an ordinal of another text. */
export function nodeByOrdinal(
  nodes: readonly ResourceNode[],
  ordinal: number,
): ResourceNode | undefined {
  // Ordinals grow in reading order: the node is the last that begins at or before it, or lies in that one.
  const node = nodes.findLast((one) => one.ordinal <= ordinal);
  if (node === undefined || node.ordinal === ordinal) return node;
  switch (node.kind) {
    case 'map':
      return nodeByOrdinal(node.values, ordinal);
    case 'sequence':
      return nodeByOrdinal(node.items, ordinal);
    default:
      return undefined;
  }
}

function formOf(file: FileId): Form {
  const name = file.slice(file.lastIndexOf('/') + 1);
  return kustomizationFileNames.some((one) => one === name) ? 'configuration' : 'objects';
}

function readRoots(
  text: string,
  form: Form,
  record: (ordinal: number, start: number, end: number) => void,
): readonly ResourceNode[] {
  if (form === 'objects') return readFile(text, record).file.documents.map(({ root }) => root);
  const { root } = readConfiguration(text, record);
  return root === undefined ? [] : [root];
}

/** Offsets of the text with `\r\n` as one character, as the reader of objects counts, in the text as it is. */
function offsetMap(text: string): (offset: number) => number {
  if (!text.includes('\r\n')) return (offset) => offset;
  const breaks: number[] = [];
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) {
    breaks.push(at - breaks.length);
  }
  return (offset) => {
    let low = 0;
    let high = breaks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  };
}
