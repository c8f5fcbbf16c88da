import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Draft } from '../analysis/promote.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { failed, ok, type Result } from '../util/result.ts';

/**
 * Writes the texts of a plan, to the byte: all files, or none. Fails with the file that is not what it was when the plan was
 * made, or that cannot be written.
 */
export function writePlan(top: string, texts: Draft['texts']): Result<readonly FileId[], FileId> {
  const files = [...texts].map(([file, { before, after }]) => ({
    file,
    path: join(top, file),
    before: bytesOf(before),
    after: bytesOf(after),
  }));
  const other = files.find(({ path, before }) => !isOnDisk(path, before));
  if (other !== undefined) return failed(other.file);
  const written: typeof files = [];
  for (const one of files) {
    try {
      written.push(one);
      put(one.path, one.after);
    } catch {
      for (const { path, before } of written) restore(path, before);
      return failed(one.file);
    }
  }
  return ok(files.map(({ file }) => file));
}

function bytesOf(text: string | undefined): Buffer | undefined {
  return text === undefined ? undefined : Buffer.from(text, 'utf8');
}

function isOnDisk(path: string, bytes: Buffer | undefined): boolean {
  try {
    const there = readFileSync(path);
    return bytes !== undefined && there.equals(bytes);
  } catch {
    return bytes === undefined;
  }
}

function put(path: string, bytes: Buffer | undefined): void {
  if (bytes === undefined) {
    rmSync(path);
    return;
  }
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

function restore(path: string, bytes: Buffer | undefined): void {
  try {
    put(path, bytes);
  } catch {
    // What could not be written cannot be restored either, and is as it was.
  }
}
