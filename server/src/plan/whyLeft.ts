import type { ConfigurationSite } from './versionSites.ts';

/**
 * Why a difference of two stages stays as it is: the scale of a stage, its sizes, its addresses, its identity, its secrets,
 * a word that is the stage's own, or configuration of another kind; `branch` is a name that is moved on, which pins nothing,
 * `other-image` the version of another image, `ahead` a version
 * that is newer in the target, and `automated` one that an automation of Flux writes there. `only-source` and `only-target`
 * are whole objects that the other stage does not have, `source-setting` and `target-setting` what only one of the two
 * layers says; `pin` is a place that says no more than the layers below it, once
 * it has the version.
 */
export type LeftReason =
  | 'scale'
  | 'size'
  | 'address'
  | 'identity'
  | 'secret'
  | 'stage'
  | 'configuration'
  | 'ahead'
  | 'branch'
  | 'other-image'
  | 'automated'
  | 'only-source'
  | 'only-target'
  | 'source-setting'
  | 'target-setting'
  | 'pin';

const rules: readonly (readonly [LeftReason, RegExp])[] = [
  [
    'scale',
    /^(?:replicas|minReplicas|maxReplicas|count|replicaCount|parallelism|minAvailable|maxUnavailable|maxSurge)$/,
  ],
  ['secret', /(?:secret|password|token|credential|apiKey|privateKey)/i],
  [
    'size',
    /^(?:cpu|memory|storage|ephemeral-storage|size|storageSize|requests|limits|quota|heap|capacity|concurrency|.*(?:Memory|Cpu|_MEMORY|_CPU|Size|_SIZE|Limit|_LIMIT))$/,
  ],
  [
    'address',
    /^(?:host|hosts|hostname|hostnames|domain|fqdn|server|endpoint|address|ip|port|url|uri|.*(?:Url|URL|_URL|Host|_HOST|Domain|_DOMAIN|Endpoint|_ENDPOINT))$/,
  ],
  [
    'identity',
    /^(?:name|namespace|newName|cluster|clusterName|region|zone|environment|env|tenant|namePrefix|nameSuffix|.*(?:_CLUSTER|_REGION|_ENVIRONMENT|_ENV))$/,
  ],
];

/** Why a setting that differs stays, told by its key and by the keys around it. */
export function whyLeft({ key, keys }: Pick<ConfigurationSite, 'key' | 'keys'>): LeftReason {
  const near = [key, ...keys.slice(-3).reverse()];
  for (const word of near) {
    const found = rules.find(([, pattern]) => pattern.test(word));
    if (found !== undefined) return found[0];
  }
  return keys.includes('labels') || keys.includes('annotations') ? 'identity' : 'configuration';
}

/** The same of a setting whose value begins with what it is called, as an argument or a literal does: `--replicas=2`. */
export function whyStays(site: Pick<ConfigurationSite, 'key' | 'keys' | 'value'>): LeftReason {
  const [, key = ''] = /^-*([\w.-]+)=/.exec(site.value) ?? [];
  const named = key === '' ? 'configuration' : whyLeft({ key, keys: [] });
  return named === 'configuration' ? whyLeft(site) : named;
}
