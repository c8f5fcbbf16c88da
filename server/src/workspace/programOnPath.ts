import { accessSync, constants, statSync } from 'node:fs';
import process from 'node:process';
import { findProgram } from '../util/findProgram.ts';

/** The absolute path of a program of this machine, never of the folder at hand; `undefined` where PATH has none. */
export function programOnPath(program: string): string | undefined {
  const { platform, env: environment } = process;
  return findProgram(program, { platform, environment, canRun });
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
