import { parentOf, resolvedQuery } from '../../kustomize/files.ts';
import { listFolder } from '../../kustomize/folderListing.ts';
import { kustomizationFileNames } from '../../kustomize/load.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { sourceIndexOf, type OffsetRange } from '../sourceIndex.ts';
import { rangeOfLink, type PathLink } from './pathLink.ts';
import { namingFilesQuery, pathsOfFileQuery } from './pathsOfFile.ts';

/** A path of a file with its place, in UTF-16 offsets. */
export interface PlacedLink {
  readonly link: PathLink;
  readonly file: FileId;
  readonly range: OffsetRange;
}

/** The paths of a file with their places, in the order of the text. */
export function placedLinks(reader: Reader, file: FileId): readonly PlacedLink[] {
  const index = sourceIndexOf(reader, file);
  if (index === undefined) return [];
  return reader
    .get(pathsOfFileQuery, file)
    .flatMap((link) => {
      const range = rangeOfLink(index, link);
      return range === undefined ? [] : [{ link, file, range }];
    })
    .sort((a, b) => a.range.start - b.range.start);
}

/** The path at an offset of a file; its end counts as in it. */
export function linkAt(reader: Reader, file: FileId, offset: number): PlacedLink | undefined {
  return placedLinks(reader, file).find(
    ({ range }) => range.start <= offset && offset <= range.end,
  );
}

/**
 * The files that a path stands for: a file itself, of a root its kustomization file, of a chart its Chart.yaml, and of
 * another folder the manifests in it, at most 20. Empty where nothing stands there.
 */
export function filesBehind(reader: Reader, { path }: PathLink): readonly FileId[] {
  const found = path === undefined ? undefined : reader.get(resolvedQuery, path);
  if (found === undefined) return [];
  if (found.kind === 'file') return [found.path];
  const file = startFile(reader, found.path);
  if (file !== undefined) return [file];
  return listFolder(reader, found.path)
    .filter((name) => /\.(?:ya?ml|json)$/i.test(name))
    .slice(0, mostFiles)
    .map((name) => (found.path === '' ? name : `${found.path}/${name}`));
}

const mostFiles = 20;

/** The file that says what a folder is: its kustomization file, or its Chart.yaml. */
export function startFile(reader: Reader, folder: FileId): FileId | undefined {
  return [...kustomizationFileNames, 'Chart.yaml']
    .map((name) => (folder === '' ? name : `${folder}/${name}`))
    .find((path) => reader.get(resolvedQuery, path)?.kind === 'file');
}

/** The paths of the tree that lead to a file, or to the folder that it says what it is. */
export function linksTo(reader: Reader, file: FileId): readonly PlacedLink[] {
  const folder = parentOf(file);
  const isStart = startFile(reader, folder) === file;
  return reader.get(namingFilesQuery, '').flatMap((one) => {
    const leads = reader.get(pathsOfFileQuery, one).some((link) => leadsTo(reader, link, file));
    const toFolder =
      isStart && reader.get(pathsOfFileQuery, one).some((link) => leadsTo(reader, link, folder));
    if (!leads && !toFolder) return [];
    return placedLinks(reader, one).filter(
      ({ link }) => leadsTo(reader, link, file) || (isStart && leadsTo(reader, link, folder)),
    );
  });
}

function leadsTo(reader: Reader, { path, isWhole }: PathLink, to: FileId): boolean {
  if (path === undefined || !isWhole) return false;
  return path === to || reader.get(resolvedQuery, path)?.path === to;
}
