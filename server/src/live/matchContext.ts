import type { KubeContext, Kubeconfig } from './parseKubeconfig.ts';

/** A cluster as the repository knows it. */
export interface KnownCluster {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly server: string | undefined;
}

/**
 * The context of a cluster: the one that the user names for it, else the only one with exactly its address, else the one of
 * its name. An address of the repository is matched and never dialed: what is dialed stands in the kubeconfig.
 */
export function matchContext(
  { contexts }: Kubeconfig,
  { name, aliases, server }: KnownCluster,
  chosen: Readonly<Record<string, string>>,
): KubeContext | undefined {
  const wanted = Object.hasOwn(chosen, name) ? chosen[name] : undefined;
  if (wanted !== undefined) return contexts.find((one) => one.name === wanted);
  const [same, ...more] = contexts.filter(
    (one) => server !== undefined && addressOf(one.server) === addressOf(server),
  );
  if (same !== undefined && more.length === 0) return same;
  const names = [name, ...aliases];
  return (more.length > 0 && same !== undefined ? [same, ...more] : contexts).find((one) =>
    names.includes(one.name),
  );
}

/** The context of the cluster that Argo CD runs on. */
export function hubContext(
  kubeconfig: Kubeconfig,
  clusters: readonly KnownCluster[],
  chosen: Readonly<Record<string, string>>,
): KubeContext | undefined {
  const hub = clusters.find(
    ({ name, server }) => server === 'https://kubernetes.default.svc' || name === 'in-cluster',
  );
  return hub && matchContext(kubeconfig, { ...hub, server: undefined }, chosen);
}

/** Addresses are compared as URLs: a slash at the end and a port that is the usual one do not count. */
function addressOf(text: string): string {
  try {
    const { protocol, host, pathname } = new URL(text);
    return `${protocol}//${host}${pathname.replace(/\/+$/, '')}`;
  } catch {
    return text;
  }
}
