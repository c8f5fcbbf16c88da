import { spawn } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import type { FileId } from '../text/sourcePointer.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { programOnPath } from './programOnPath.ts';

/** Whether the program `sops` can be run. */
export function hasSops(): boolean {
  return programOnPath('sops') !== undefined;
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
  const sops = programOnPath('sops');
  if (sops === undefined) return failed(undefined);
  return new Promise((resolve) => {
    const child = spawn(sops, words, { cwd: dirname(path), stdio: 'ignore', signal });
    child.on('error', () => {
      resolve(failed(undefined));
    });
    child.on('close', (code) => {
      resolve(code === 0 ? ok(undefined) : failed(undefined));
    });
  });
}
