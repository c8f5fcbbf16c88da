import { readFileSync } from 'node:fs';
import type { KubeServer } from '../../server/test/kubeServer.ts';
import { parseCluster } from './parseObjects.ts';

/**
 * A kubeconfig with a context for each of some servers, the first one being the current one: by default as an administrator
 * and in no namespace.
 */
export function kubeconfigOf(
  servers: Readonly<Record<string, KubeServer>>,
  { token = 'admin', namespace }: { readonly token?: string; readonly namespace?: string } = {},
): string {
  const names = Object.keys(servers);
  const clusters = Object.entries(servers).map(([name, server]) => ({
    name,
    cluster: parseCluster(server.kubeconfigFor(token)),
  }));
  return JSON.stringify({
    clusters,
    users: [{ name: 'user', user: { token } }],
    contexts: names.map((name) => ({ name, context: { cluster: name, user: 'user', namespace } })),
    'current-context': names[0],
  });
}

/** The certificate of the authority of a server. */
export function authorityOf(server: KubeServer): string {
  return readFileSync(parseCluster(server.kubeconfigFor('admin'))['certificate-authority'], 'utf8');
}
