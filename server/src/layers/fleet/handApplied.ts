import { isInOrBelow } from '../../kustomize/files.ts';
import { readResourceFile } from '../../kustomize/objects.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { layerOfRootQuery } from '../layers.ts';
import { directReadersQuery } from '../namedFiles.ts';
import { isInChart, mentioningFilesQuery, rootAbove } from './declaring.ts';
import { fleetQuery } from './fleet.ts';
import { projectFiles } from './projectFiles.ts';

/**
 * The objects that somebody applies by hand from some files: all of a file that makes applications and that nothing
 * delivers, and what applications lean on, such as projects and sources, in a file that no root reads or stands around.
 */
export function handApplied(reader: Reader, files: ReadonlySet<FileId>): readonly Resource[] {
  const { entries } = reader.get(fleetQuery, '');
  const own = new Set(entries.flatMap(({ kind, place }) => (kind === 'file' ? [place] : [])));
  return [...files].sort().flatMap((file) => {
    if (own.has(file)) return objectsOf(reader, file);
    return isAlone(reader, file) ? objectsOf(reader, file).filter(isLeanedOn) : [];
  });
}

function objectsOf(reader: Reader, file: FileId): readonly Resource[] {
  return readResourceFile(reader, { kind: 'file', file }, '').resources;
}

/** Whether a file that may hold what applications lean on is a part of nothing that is built or delivered. */
function isAlone(reader: Reader, file: FileId): boolean {
  const mayHold = [projectFiles(reader), reader.get(mentioningFilesQuery, '')];
  if (!mayHold.some((one) => one.includes(file))) return false;
  if (reader.get(directReadersQuery, '').has(file) || isInChart(file, reader)) return false;
  if (rootAbove(file, reader.get(layerOfRootQuery, '')) !== undefined) return false;
  return !reader
    .get(fleetQuery, '')
    .applications.some(({ sources }) =>
      sources.some(
        ({ isHere, path, build }) =>
          isHere && build !== 'files' && path !== undefined && isInOrBelow(file, path),
      ),
    );
}

/** Whether an application leans on an object, or the object is one of Flux: what it is permitted, where its files come from. */
export function isLeanedOn({ id }: Resource): boolean {
  return (
    (id.group === 'argoproj.io' && id.kind === 'AppProject') ||
    id.group.endsWith('.toolkit.fluxcd.io')
  );
}
