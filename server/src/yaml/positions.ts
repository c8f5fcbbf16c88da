import { readConfiguration } from './readConfiguration.ts';
import { readFile } from './readObjects.ts';
import type { ResourceNode } from './resourceNode.ts';

/**
 * Where the nodes of a text stand: for ordinal `n` the UTF-16 offsets `starts[n]` and `ends[n]` in the text as it was given,
 * half-open. A scalar has its quotes or its block indicator with it, an anchor and a tag are not part of it; a node that is
 * not written has an empty range. Nodes that a problem kept from being read have the range of the start of the text.
 */
export interface NodePositions {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Reads the positions of a file of objects, with the ordinals of `readObjects`. */
export function readPositions(text: string): NodePositions {
  const recorder = createRecorder();
  const { ordinalCount } = readFile(text, recorder.record);
  return recorder.finish(ordinalCount, carriageReturns(text));
}

/** Reads the positions of a kustomization file, with the ordinals of `readConfiguration`. */
export function readConfigurationPositions(text: string): NodePositions {
  const recorder = createRecorder();
  const { ordinalCount } = readConfiguration(text, recorder.record);
  return recorder.finish(ordinalCount, []);
}

interface Recorder {
  readonly record: (ordinal: number, start: number, end: number) => void;
  readonly finish: (count: number, dropped: readonly number[]) => NodePositions;
}

function createRecorder(): Recorder {
  const starts: number[] = [];
  const ends: number[] = [];
  return {
    record: (ordinal, start, end) => {
      starts[ordinal] = start;
      ends[ordinal] = end;
    },
    finish: (count, dropped) => ({
      starts: Int32Array.from({ length: count }, (_, n) => restore(starts[n] ?? 0, dropped)),
      ends: Int32Array.from({ length: count }, (_, n) => restore(ends[n] ?? 0, dropped)),
    }),
  };
}

/** Where reading drops a carriage return: offsets in the text without those before. */
function carriageReturns(text: string): readonly number[] {
  const dropped: number[] = [];
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) {
    dropped.push(at - dropped.length);
  }
  return dropped;
}

/** The offset in the original text of an offset in the text without carriage returns. */
function restore(offset: number, dropped: readonly number[]): number {
  let low = 0;
  let high = dropped.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((dropped[middle] ?? 0) < offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return offset + low;
}

/**
 * The innermost node at `offset`, a node's end still counting as in it; `undefined` where there is none. Of two nodes that
 * meet at the offset the one that begins there wins.
 */
export function ordinalAt(positions: NodePositions, offset: number): number | undefined {
  const { starts, ends } = positions;
  let found: number | undefined;
  for (let n = 0; n < starts.length; n += 1) {
    const start = starts[n] ?? 0;
    const end = ends[n] ?? 0;
    if (start <= offset && offset <= end && end > start) {
      found = n;
    }
  }
  return found;
}

/** Keys and indices from the root of a document to a node. */
export type YamlPath = readonly (string | number)[];

/** A node as a place in a file: the document's index and the path in it. A key has the path of its value. */
export interface NodePlace {
  readonly document: number;
  readonly path: YamlPath;
}

/** The place of the node, or key, with this ordinal; `undefined` when the documents have none. */
export function pathOfOrdinal(
  roots: readonly ResourceNode[],
  ordinal: number,
): NodePlace | undefined {
  for (let document = 0; document < roots.length; document += 1) {
    const root = roots[document];
    const path: (string | number)[] = [];
    if (root !== undefined && findOrdinal(root, ordinal, path)) {
      return { document, path };
    }
  }
  return undefined;
}

function findOrdinal(node: ResourceNode, ordinal: number, path: (string | number)[]): boolean {
  if (node.ordinal === ordinal) {
    return true;
  }
  const children = node.kind === 'map' ? node.values : node.kind === 'sequence' ? node.items : [];
  // Ordinals grow in reading order, so the child to look into is the last that begins before.
  for (let i = children.length - 1; i >= 0; i -= 1) {
    const child = children[i];
    if (child === undefined) {
      continue;
    }
    const isMapValue = node.kind === 'map';
    const first = isMapValue ? child.ordinal - 1 : child.ordinal;
    if (first <= ordinal) {
      path.push(node.kind === 'map' ? (node.keys[i] ?? '') : i);
      if ((isMapValue && first === ordinal) || findOrdinal(child, ordinal, path)) {
        return true;
      }
      path.pop();
      return false;
    }
  }
  return false;
}

/** The node at a path, `undefined` when there is none. Of equal keys the first counts. */
export function nodeAtPath(root: ResourceNode, path: YamlPath): ResourceNode | undefined {
  let node: ResourceNode | undefined = root;
  for (const step of path) {
    if (node?.kind === 'alias') {
      node = node.target;
    }
    if (node?.kind === 'map') {
      const index: number = node.keys.indexOf(String(step));
      node = index < 0 ? undefined : node.values[index];
    } else if (node?.kind === 'sequence') {
      node = node.items[Number(step)];
    } else {
      return undefined;
    }
  }
  return node;
}

/** A path as a JSON pointer: `/spec/template/spec/containers/0/image`; `''` is the root. */
export function formatPath(path: YamlPath): string {
  return path
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** The steps of a JSON pointer; all are text, which `nodeAtPath` takes for indices as well. */
export function parsePath(pointer: string): YamlPath {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
