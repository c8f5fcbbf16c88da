import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import type { FileId } from '../text/sourcePointer.ts';
import { failed, ok, type Result } from '../util/result.ts';

/** Whether the program `sops` can be run. */
export function hasSops(): boolean {
  const names = process.platform === 'win32' ? ['sops.exe'] : ['sops'];
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.some((folder) => names.some((name) => canRun(join(folder, name))));
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Has SOPS encrypt a file in its place, by the creation rules that it finds itself. No value is an argument, and nothing of
 * what it prints is handed on: it may quote the file.
 */
export async function encryptWithSops(
  top: string,
  file: FileId,
  signal: AbortSignal,
): Promise<Result<undefined, undefined>> {
  const path = join(top, file);
  const words = ['--encrypt', '--in-place', `./${basename(path)}`];
  return new Promise((resolve) => {
    const child = spawn('sops', words, { cwd: dirname(path), stdio: 'ignore', signal });
    child.on('error', () => {
      resolve(failed(undefined));
    });
    child.on('close', (code) => {
      resolve(code === 0 ? ok(undefined) : failed(undefined));
    });
  });
}
