import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ChartRequest } from '../analysis/chartRequest.ts';
import { contentOf } from './content.ts';

/** The chart in a folder on disk, links followed: what helm itself reads there. */
export function chartOnDisk(folder: string): ChartRequest['folder'] {
  return {
    list: (path) => {
      try {
        return readdirSync(join(folder, path), { withFileTypes: true }).flatMap((entry) => {
          const { name } = entry;
          const status = entry.isSymbolicLink()
            ? statSync(join(folder, path, name), { throwIfNoEntry: false })
            : entry;
          return status === undefined
            ? []
            : [{ name, kind: status.isDirectory() ? 'folder' : 'file' } as const];
        });
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
