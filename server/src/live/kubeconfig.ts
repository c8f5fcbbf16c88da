import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseKubeconfig, type Kubeconfig } from './parseKubeconfig.ts';

/**
 * Reads the kubeconfig of the user: the files that are named, else those of `$KUBECONFIG`, else `~/.kube/config`. Never
 * anything of a workspace: a kubeconfig is code. Files that are not there are passed over, as kubectl does.
 */
export function readKubeconfig(
  environment: Readonly<Record<string, string | undefined>>,
  named?: string,
): Kubeconfig {
  const paths = filesOf(named ?? environment['KUBECONFIG'] ?? '');
  const files = paths.length > 0 ? paths : [join(homedir(), '.kube', 'config')];
  return parseKubeconfig(
    files.flatMap((path) => {
      const text = readIfThere(path);
      return text === undefined ? [] : [{ path, text }];
    }),
  );
}

/** The first of the named files that cannot be read: who names one means it. */
export function missingKubeconfig(named: string | undefined): string | undefined {
  return filesOf(named ?? '').find((path) => readIfThere(path) === undefined);
}

function filesOf(listed: string): readonly string[] {
  return listed.split(delimiter).filter((path) => path !== '');
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
