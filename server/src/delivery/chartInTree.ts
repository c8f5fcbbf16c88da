import type { ChartFolder } from '../helm/loadChart.ts';
import { readyArchive, readyChart, type ReadyChart } from '../helm/renderRelease.ts';
import { contentQuery, joinPath, resolvedQuery } from '../kustomize/files.ts';
import { listFolder } from '../kustomize/folderListing.ts';
import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** The chart in a folder of the tree, links followed; every read is tracked, also of what is not there. */
export function chartInTree(reader: Reader, folder: FileId): ChartFolder {
  const placeOf = (path: string): ReturnType<typeof resolved> =>
    resolved(reader, path === '' ? folder : joinPath(folder, path));
  return {
    list: (path) => {
      const own = placeOf(path);
      const names = own?.kind === 'directory' ? listFolder(reader, own.path) : [];
      return names.flatMap((name) => {
        const found = placeOf(path === '' ? name : `${path}/${name}`);
        return found === undefined
          ? []
          : [{ name, kind: found.kind === 'directory' ? 'folder' : 'file' } as const];
      });
    },
    read: (path) => {
      const found = placeOf(path);
      const content = found?.kind === 'file' ? reader.get(contentQuery, found.path) : undefined;
      return content?.kind === 'tooLarge' ? undefined : content;
    },
  };
}

function resolved(
  reader: Reader,
  path: FileId | undefined,
): { readonly path: FileId; readonly kind: 'file' | 'directory' } | undefined {
  return path === undefined ? undefined : reader.get(resolvedQuery, path);
}

/**
 * The chart in a folder or an archive of the tree, read once for all releases of it: values that change outside of it cost no
 * reading.
 */
export const readyChartQuery: Query<FileId, ReadyChart> = {
  name: 'readyChart',
  compute: (place, reader) => {
    const found = reader.get(resolvedQuery, place);
    if (found?.kind !== 'file') return readyChart(chartInTree(reader, place));
    const content = reader.get(contentQuery, found.path);
    return readyArchive(content?.kind === 'bytes' ? content.bytes : new Uint8Array());
  },
};
