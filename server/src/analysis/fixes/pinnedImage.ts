import { contentInput } from '../../kustomize/files.ts';
import { treePathsInput } from '../../layers/treePaths.ts';
import { entryInput } from '../../kustomize/files.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import type { SourcePlace } from '../hover.ts';
import { textOfFile } from '../completion/objectsBelow.ts';
import { imageEntryAt } from '../links/imageUses.ts';
import { sourceIndexOf } from '../sourceIndex.ts';
import type { PracticeChange } from './practiceFixes.ts';

/** The image at a place gets the digest that another file has for its tag; `undefined` where none has, or two differ. */
export function pinnedImage(reader: Reader, place: SourcePlace): PracticeChange | undefined {
  const found = isKustomizationFile(place.file)
    ? entryAt(reader, place)
    : imageAt(textOfFile(reader, place.file) ?? '', place.offset);
  const known = found && digestOf(reader, found.image, place.file);
  if (found === undefined || known === undefined) return undefined;
  const { image, at, before } = found;
  const { digest, file } = known;
  return {
    code: 'pin-image',
    parameters: { image, digest, file },
    edit: { start: at, end: at, newText: before + digest },
    undo: (rendered) => rendered.replaceAll(`${image}@${digest}`, image),
  };
}

interface FoundImage {
  /** With its tag. */
  readonly image: string;
  /** The offset that the digest is written at, and what stands before it. */
  readonly at: number;
  readonly before: string;
}

/** The image of a container on the line of an offset. */
function imageAt(text: string, offset: number): FoundImage | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const line = /^[^\n]*/.exec(text.slice(start))?.[0] ?? '';
  const match =
    /^(?<head>[\s{-]*image["']?:\s+["']?)(?<image>[^\s"'@#,}]+:[\w.-]+)(?=["'\s,}]|$)/.exec(line);
  const { head = '', image = '' } = match?.groups ?? {};
  return image === '' ? undefined : { image, at: start + head.length + image.length, before: '@' };
}

/** An entry of `images:` with a new tag and no digest. */
function entryAt(reader: Reader, { file, offset }: SourcePlace): FoundImage | undefined {
  const entry = imageEntryAt(reader, file, offset);
  const index = sourceIndexOf(reader, file);
  const { name, newName, newTag, digest } = entry?.image ?? {};
  const range = newTag && index?.rangeOf(newTag.ordinal);
  const key = newTag && index?.rangeOf(newTag.ordinal - 1);
  const base = newName?.value ?? name?.value;
  if (digest !== undefined || newTag === undefined || base === undefined) return undefined;
  if (index === undefined || range === undefined || key === undefined) return undefined;
  const line = index.text.lastIndexOf('\n', key.start) + 1;
  const lead = index.text.slice(line, key.start);
  const isBlock = /^[\s-]*$/.test(lead);
  const at = range.start + index.text.slice(range.start, range.end).trimEnd().length;
  const before = isBlock ? `\n${lead.replaceAll('-', ' ')}digest: ` : ', digest: ';
  return { image: `${base}:${newTag.value}`, at, before };
}

/** Images with tag and digest in a content, by name and tag; `undefined` for one that has two digests. */
const pinnedQuery: Query<string, ReadonlyMap<string, string>> = {
  name: 'pinnedImages',
  byContent: true,
  compute: (content, reader) => {
    const value = reader.read(contentInput, content);
    const text = value?.kind === 'text' ? value.text : '';
    return new Map(
      [...text.matchAll(/([\w][\w./:-]*:[\w][\w.-]*)@(sha256:[0-9a-f]{64})\b/g)].map(
        ([, image = '', digest = '']) => [image, digest] as const,
      ),
    );
  },
};

/** The digest that the files that were read have for an image. */
function digestOf(
  reader: Reader,
  image: string,
  own: FileId,
): { readonly digest: string; readonly file: FileId } | undefined {
  const found = new Map<string, FileId>();
  for (const file of reader.read(treePathsInput, '')) {
    const entry = reader.read(entryInput, file);
    if (file === own || entry?.kind !== 'file') continue;
    // What nobody has asked for yet is not read for this.
    if (reader.read(contentInput, entry.content)?.kind !== 'text') continue;
    const digest = reader.get(pinnedQuery, entry.content).get(image);
    if (digest !== undefined && !found.has(digest)) found.set(digest, file);
  }
  const [only, ...others] = found;
  return only === undefined || others.length > 0 ? undefined : { digest: only[0], file: only[1] };
}
