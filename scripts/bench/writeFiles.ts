import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Files } from './syntheticRepository.ts';

/** Writes the files of a synthetic repository below a folder, and returns the folder. */
export function writeFiles(folder: string, files: Files): string {
  for (const [path, text] of files) {
    const place = join(folder, path);
    if (!existsSync(dirname(place))) mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  return folder;
}
