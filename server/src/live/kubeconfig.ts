import { homedir } from 'node:os';
import { join } from 'node:path';
import { filesOf, readIfThere } from './kubeconfigFiles.ts';
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
