import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gitFolder } from './headStamp.ts';

/**
 * The id of the commit that a working tree stands on, as git's own files say it, so that no program runs; `undefined` without
 * a commit, and where git keeps its references in another way.
 */
export function headRevision(top: string): string | undefined {
  try {
    const folder = gitFolder(top);
    const head = readFileSync(join(folder, 'HEAD'), 'utf8').trim();
    const name = /^ref: (.+)$/.exec(head)?.[1];
    return name === undefined ? idIn(head) : revisionOf(folder, name);
  } catch {
    return undefined;
  }
}

function revisionOf(folder: string, name: string): string | undefined {
  const common = read(join(folder, 'commondir'))?.trim();
  const shared = common === undefined ? folder : resolve(folder, common);
  const loose = read(join(folder, name)) ?? read(join(shared, name));
  if (loose !== undefined) return idIn(loose);
  const packed = read(join(shared, 'packed-refs'))?.split('\n') ?? [];
  return idIn(packed.find((line) => line.endsWith(` ${name}`)) ?? '');
}

function idIn(text: string): string | undefined {
  return /^[0-9a-f]{40,64}\b/.exec(text)?.[0];
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
