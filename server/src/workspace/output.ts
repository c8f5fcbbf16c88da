import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { failed, ok, type Result } from '../util/result.ts';

/** The text of a file that a user names; `undefined` where it cannot be read. */
export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Writes a file, and the folders that it needs; a refusal says why the disk does not take it. */
export function writeTextFile(path: string, text: string): Result<undefined, string> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return ok(undefined);
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}

/** Removes a file, if it is there and can be removed: where it cannot, the next write says why. */
export function removeFile(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Said by the write that follows.
  }
}
