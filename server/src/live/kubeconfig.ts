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
  const listed = named ?? environment['KUBECONFIG'] ?? '';
  const paths = listed.split(delimiter).filter((path) => path !== '');
  const files = paths.length > 0 ? paths : [join(homedir(), '.kube', 'config')];
  return parseKubeconfig(
    files.flatMap((path) => {
      const text = readIfThere(path);
      return text === undefined ? [] : [{ path, text }];
    }),
  );
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
