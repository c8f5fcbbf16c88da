import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';

/** The first of the named files that cannot be read: who names one means it. */
export function missingKubeconfig(named: string | undefined): string | undefined {
  return filesOf(named ?? '').find((path) => readIfThere(path) === undefined);
}

/** The files of a list as `$KUBECONFIG` has it. */
export function filesOf(listed: string): readonly string[] {
  return listed.split(delimiter).filter((path) => path !== '');
}

/** The text of a file; `undefined` where it cannot be read. */
export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
