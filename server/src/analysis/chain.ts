import { splitImage } from '../kustomize/transformers/images.ts';
import type { Reader } from '../query/database.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import type { JsonValue } from '../yaml/decode.ts';
import { decodeScalar } from '../yaml/decodeScalar.ts';
import type { FieldOrigin, StepKind } from '../yaml/fieldOrigin.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { indexObjects, nodeByOrdinal, sourceIndexOf } from './sourceIndex.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** One link of a chain of origins: who wrote a field, where, and what it was then. */
export interface ChainLink {
  readonly range: SourceRange;
  readonly step: StepKind;
  /** The kustomization root that asked for the step; for a base file, the root that reads it. */
  readonly root: FileId;
  /** The field after this step, as far as it can be told from what is written; `undefined` for lists and maps. */
  readonly value: JsonValue | undefined;
}

/** The chain of a field, the link that wins first; `value` is what the field is in the end. */
export function chainOf(
  reader: Reader,
  origin: FieldOrigin,
  value: JsonValue | undefined,
): readonly ChainLink[] {
  const origins: FieldOrigin[] = [];
  for (let one: FieldOrigin | undefined = origin; one !== undefined; one = one.previous) {
    origins.push(one);
  }
  const links: ChainLink[] = [];
  let before: JsonValue | undefined;
  for (const one of origins.toReversed()) {
    before = valueAfter(reader, one, before);
    const { kind: step, root = '' } = one.by;
    const link = { range: rangeOfPointer(reader, one.writtenAt), step, root, value: before };
    // A step that comes to a field on two ways writes it once, as far as anybody can see.
    if (!deepEqual(links[0], link)) links.unshift(link);
  }
  const [winner, ...rest] = links;
  return winner === undefined ? [] : [{ ...winner, value }, ...rest];
}

/** What a field is after a step that found `before`. */
function valueAfter(
  reader: Reader,
  { writtenAt, by }: FieldOrigin,
  before: JsonValue | undefined,
): JsonValue | undefined {
  const written = writtenValue(reader, writtenAt);
  switch (by.kind) {
    case 'namePrefix':
      return typeof before === 'string' && typeof written === 'string' ? written + before : written;
    case 'nameSuffix':
      return typeof before === 'string' && typeof written === 'string' ? before + written : written;
    case 'images':
      return typeof before === 'string' ? imageAfter(reader, writtenAt, before) : written;
    case 'generator':
      return typeof written === 'string' && writtenAt.kind !== 'file'
        ? written.slice(written.indexOf('=') + 1)
        : written;
    default:
      return written;
  }
}

/** What stands at a pointer: a scalar's value, a line's text; `undefined` for collections and whole files. */
function writtenValue(reader: Reader, pointer: SourcePointer): JsonValue | undefined {
  const index = sourceIndexOf(reader, pointer.file);
  if (index === undefined) return undefined;
  if (pointer.kind === 'line') return index.text.split('\n')[pointer.line];
  const node = nodeAt(index.roots, pointer);
  if (node?.kind !== 'scalar') return undefined;
  const decoded = decodeScalar(node);
  if (decoded.kind === 'problem') return node.value;
  return decoded.kind === 'null' ? null : decoded.value;
}

function nodeAt(roots: readonly ResourceNode[], pointer: SourcePointer): ResourceNode | undefined {
  if (pointer.kind !== 'node' && pointer.kind !== 'inside') return undefined;
  let node = nodeByOrdinal(roots, pointer.ordinal);
  let inner = pointer.kind === 'inside' ? pointer.inner : undefined;
  while (inner !== undefined && node?.kind === 'scalar') {
    node = nodeByOrdinal(indexObjects(node.value).roots, inner.ordinal);
    inner = inner.inner;
  }
  return node;
}

/** What an entry of `images:` makes of an image. Source: kustomize api v0.21.1 filters/imagetag/updater.go. */
function imageAfter(reader: Reader, pointer: SourcePointer, before: string): string | undefined {
  const index = pointer.kind === 'node' ? sourceIndexOf(reader, pointer.file) : undefined;
  const entry =
    index === undefined || pointer.kind !== 'node'
      ? undefined
      : mapAround(index.roots, pointer.ordinal);
  if (entry === undefined) return undefined;
  const text = (key: string): string => rawText(field(entry, key));
  const [newTag, digest] = [text('newTag'), text('digest')];
  const parts = splitImage(before);
  const kept = newTag === '' && digest === '';
  const tag = kept ? parts.tag + text('tagSuffix') : newTag;
  const sum = kept && text('tagSuffix') === '' ? parts.digest : digest;
  const name = text('newName') === '' ? parts.name : text('newName');
  return `${name}${tag === '' ? '' : `:${tag}`}${sum === '' ? '' : `@${sum}`}`;
}

/** The innermost map that holds an ordinal. */
function mapAround(nodes: readonly ResourceNode[], ordinal: number): ResourceNode | undefined {
  const node = nodes.findLast((one) => one.ordinal <= ordinal);
  switch (node?.kind) {
    case 'map':
      return mapAround(node.values, ordinal) ?? node;
    case 'sequence':
      return mapAround(node.items, ordinal);
    default:
      return undefined;
  }
}
