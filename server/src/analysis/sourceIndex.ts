import { readContent, resolvePath } from '../kustomize/files.ts';
import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import {
  ordinalAt,
  readConfigurationPositions,
  readPositions,
  type NodePositions,
} from '../yaml/positions.ts';
import { readConfiguration } from '../yaml/readConfiguration.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { isKustomizationFile } from '../layers/roots.ts';

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
    return key.startsWith('configuration') ? indexConfiguration(text) : indexObjects(text);
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

/** The places in a text of objects, as a file or inside of a scalar. */
export function indexObjects(text: string): SourceIndex {
  const roots = readObjects(text).documents.map(({ root }) => root);
  return newIndex(text, roots, readPositions(text));
}

function indexConfiguration(text: string): SourceIndex {
  const { root } = readConfiguration(text);
  return newIndex(text, root === undefined ? [] : [root], readConfigurationPositions(text));
}

function newIndex(
  text: string,
  roots: readonly ResourceNode[],
  positions: NodePositions,
): SourceIndex {
  return {
    text,
    roots,
    rangeOf: (ordinal) => {
      const [start, end] = [positions.starts[ordinal], positions.ends[ordinal]];
      return start === undefined || end === undefined ? undefined : { start, end };
    },
    ordinalAt: (offset) => ordinalAt(positions, offset),
  };
}

/** The node below the given ones with this ordinal; `undefined` for a key or an ordinal of another text. */
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
  return isKustomizationFile(file) ? 'configuration' : 'objects';
}
