import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ChartRequest } from '../analysis/chartRequest.ts';
import { contentOf } from './content.ts';

type Entry = ReturnType<ChartRequest['folder']['list']>[number];

/** The chart in a folder on disk, links followed: what helm itself reads there. */
export function chartOnDisk(folder: string): ChartRequest['folder'] {
  return {
    list: (path) => {
      try {
        return readdirSync(join(folder, path), { withFileTypes: true }).flatMap(
          (entry): readonly Entry[] => {
            const { name } = entry;
            if (!entry.isSymbolicLink())
              return [{ name, kind: entry.isDirectory() ? 'folder' : 'file' }];
            const at = join(folder, path, name);
            const status = statSync(at, { throwIfNoEntry: false });
            if (status === undefined) return [];
            return status.isDirectory()
              ? [{ name, kind: 'folder', target: realpathSync(at) }]
              : [{ name, kind: 'file' }];
          },
        );
      } catch {
        return [];
      }
    },
    read: (path) => {
      try {
        const content = contentOf(readFileSync(join(folder, path)));
        return content.kind === 'tooLarge' ? undefined : content;
      } catch {
        return undefined;
      }
    },
  };
}
