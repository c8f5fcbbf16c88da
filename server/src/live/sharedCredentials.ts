import type { CredentialIdentity, Kubeconfig, KubeContext } from './parseKubeconfig.ts';

/** A cluster with the context that is used for it. */
export interface PlacedContext {
  readonly cluster: string;
  /** The release domain, else the environment; `undefined` where neither is known. */
  readonly domain: string | undefined;
  readonly context: KubeContext;
}

/** One credential that reaches several release domains. */
export interface SharedCredential {
  readonly kind: CredentialIdentity['kind'];
  readonly clusters: readonly { readonly cluster: string; readonly domain: string }[];
}

/** The credentials that are the same across release domains. What they are compared by does not leave this function. */
export function sharedCredentials(
  kubeconfig: Pick<Kubeconfig, 'identityOf'>,
  placed: readonly PlacedContext[],
): readonly SharedCredential[] {
  const known = placed.flatMap(({ cluster, domain, context }) => {
    const identity = kubeconfig.identityOf(context.name);
    return domain === undefined || identity === undefined ? [] : [{ cluster, domain, identity }];
  });
  const groups = Map.groupBy(known, ({ identity }) => `${identity.kind} ${identity.value}`);
  return [...groups.values()].flatMap((group): readonly SharedCredential[] => {
    const [first] = group;
    const domains = new Set(group.map(({ domain }) => domain));
    if (first === undefined || domains.size < 2) return [];
    const clusters = group.map(({ cluster, domain }) => ({ cluster, domain }));
    return [{ kind: first.identity.kind, clusters }];
  });
}
