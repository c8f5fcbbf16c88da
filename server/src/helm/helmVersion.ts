/** The newest Helm whose rules are known; they hold where nobody tells of another version. */
export const newestHelm = '4.2.3';

/** What differs between the versions of Helm: the rules of 3.19.4, or those of 4.2.3. */
export type HelmRules = 3 | 4;

/** The rules of a version such as `v3.19.4`; those of the newest for what is none. */
export function rulesOfHelm(version: string): HelmRules {
  return /^v?3(?:\.|$)/.test(version) ? 3 : 4;
}

/** How values are held to a schema: Helm changed that with 3.19. */
export type SchemaRules = 'old' | 'new';

/** The rules of schemas of a version such as `v3.18.4`. */
export function schemaRulesOf(version: string): SchemaRules {
  return /^v?3\.(?:\d|1[0-8])(?:\.|$)/.test(version) ? 'old' : 'new';
}

/** The package of Go that values and capabilities are of, which names of types begin with. */
export function packageOfHelm(rules: HelmRules): string {
  return rules === 3 ? 'chartutil' : 'common';
}

/**
 * The minor version of Kubernetes 1 that a Helm is made with, which it takes a cluster for that it knows nothing of.
 * Source: Helm go.mod `k8s.io/client-go` of v3.17.3, v3.18.4, v3.19.4, v4.2.3; Makefile `K8S_MODULES_MINOR_VER`.
 */
export function kubernetesOfHelm(version: string): number {
  const [, major = '', minor = ''] = /^v?([34])\.(\d{1,3})(?:\.|$)/.exec(version) ?? [];
  if (major === '') return rulesOfHelm(version) === 3 ? 34 : newestKubernetes;
  const made = Number(minor) + (major === '3' ? 15 : 34);
  return Math.min(made, newestKubernetes);
}

const newestKubernetes = 36;

/** Who renders charts with a Helm of its own. */
export type HelmShipper = 'argocd' | 'flux';

/**
 * The Helm that a controller ships: of the release whose rules Strata follows where nobody tells its version (Argo CD 3.2,
 * Flux 2.7), else of the release that is told, or of the last one before it that is known.
 *
 * Source: Argo CD hack/tool-versions.sh `helm3_version`, later `HELM_VERSION`, of v3.0.23, v3.1.16, v3.2.12, v3.3.19, v3.4.12,
 * v3.5.7 and v3.6.1; helm-controller go.mod of v1.4.0 and v1.6.0 for Flux 2.7 and 2.9, fluxcd/flux2 issue 5711 for Flux 2.8.
 */
export function helmOf(shipper: HelmShipper, version?: string): string {
  const shipped = ships[shipper];
  const [, major = '', minor = ''] =
    /^v?([0-9]{1,4})\.([0-9]{1,4})(?:[.+-]|$)/.exec(version ?? '') ?? [];
  if (major === '') return shipped.usual;
  const told = Number(major) * 10_000 + Number(minor);
  const known = shipped.releases.findLast(([release]) => release <= told);
  return known?.[1] ?? shipped.releases[0][1];
}

interface Shipped {
  readonly usual: string;
  /** By releases (10,000 times the major version and the minor one), the oldest first. */
  readonly releases: readonly [Release, ...Release[]];
}

type Release = readonly [number, string];

const ships: Readonly<Record<HelmShipper, Shipped>> = {
  argocd: {
    usual: '3.18.4',
    releases: [
      [3_0000, '3.17.1'],
      [3_0001, '3.18.4'],
      [3_0003, '3.19.4'],
      [3_0005, '4.2.1'],
      [3_0006, '4.3.1'],
    ],
  },
  flux: {
    usual: '3.19.0',
    releases: [
      [2_0007, '3.19.0'],
      [2_0008, '4.1.1'],
      [2_0009, '4.2.1'],
    ],
  },
};
