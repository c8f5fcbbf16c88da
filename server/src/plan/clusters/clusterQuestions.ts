import type { ClusterQuestionKind } from '../../text/clusterWords.en.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { clearText, isClusterData } from './clusterData.ts';
import type { ClusterName } from './clusterName.ts';

/** A fact that was copied and that somebody has to look at. */
export interface ClusterQuestion {
  readonly kind: ClusterQuestionKind;
  readonly file: FileId;
  /** From 0. */
  readonly line: number;
  readonly key: string;
  /** As it was copied; empty where nobody may see it. */
  readonly value: string;
}

const kinds: readonly (readonly [ClusterQuestionKind, RegExp])[] = [
  ['release', /^(?:releaseDomain|wave|approvers|owner|tenant|kubernetesVersion|mirrors|purpose)$/],
  ['storage', /^storageClass(?:Name)?$/i],
  [
    'credential',
    /^(?:caData|caBundle|ca\.crt|certificate-authority-data|certData|keyData|tls\.(?:crt|key)|bearerToken|token|password|username|clientSecret|clientCert|clientKey|clientId|tenantId|account(?:Id)?|roleArn|.*arn|serviceAccountEmail)$/i,
  ],
  ['recipient', /^(?:age|pgp|kms|gcp_kms|azure_keyvault|hc_vault_uris?|recipients?|fp)$/i],
  [
    'place',
    /^(?:region|zones?|.*[zZ]one|.*_zone|availability[-_]?zone|location|datacenter|subnets?|.*subnet(?:Id)?|vpc(?:Id)?|network|topology\.kubernetes\.io\/(?:zone|region))$/,
  ],
  [
    'address',
    /^(?:server|host|hosts|hostnames?|domain|.*[dD]omain|dnsName|url|endpoint|address|ip|.*IP|.*[cC]idr|.*CIDR|externalName|issuer)$/,
  ],
  [
    'size',
    /^(?:replicas|.*[rR]eplicas|replicaCount|storage|cpu|memory|capacity|instanceType|nodeCount|(?:min|max)Size|.*[lL]imit)$/,
  ],
];

/**
 * The facts in lines that were copied from one cluster for another that are probably not true for the new one: addresses,
 * places, classes of storage, recipients of encryption, sizes, what the register says of releases, and lines that still name
 * the old one in some way.
 */
export function questionsIn(
  file: FileId,
  text: string,
  {
    from,
    lines,
    old,
  }: {
    /** Which lines of the text are copied, from 0. */
    readonly lines: readonly number[];
    readonly from: ClusterName;
    /** The name itself. */
    readonly old: string;
  },
): readonly ClusterQuestion[] {
  const all = text.split(/\r?\n/);
  const isHidden = /^(?:\{.*[\s{,])?["']?kind["']?:\s*["']?Secret\b/m.test(text);
  const hasData = isClusterData(text);
  return lines.flatMap((line): readonly ClusterQuestion[] => {
    const said = all[line] ?? '';
    if (/^\s*(?:#|$)/.test(said)) return [];
    if (/ENC\[|^\s*sops:/.test(said)) return [];
    // What is sealed opens under the name that it was sealed for alone.
    if (/^\s*encryptedData:/.test(said))
      return [{ kind: 'secret', file, line, key: 'encryptedData', value: '' }];
    const own = pairsIn(said);
    // A text of JSON is asked for by what it says, and so is what a Secret of a cluster has in base64.
    const inner = own.flatMap(([, value]) => {
      const text = unquoted(value);
      return pairsIn(text.startsWith('{') ? text : ((hasData ? clearText(text) : undefined) ?? ''));
    });
    const pairs = [...own, ...inner];
    const found = pairs.flatMap(([key, value]) => {
      const kind = kinds.find(([, pattern]) => pattern.test(key))?.[0];
      if (kind === undefined || isReference(value)) return [];
      const shown = isHidden ? '' : unquoted(value);
      return [{ kind, file, line, key, value: shown }];
    });
    const isNamed = said.includes(old) && !from.isIn(said) && found.length === 0;
    return isNamed
      ? [{ kind: 'still-named', file, line, key: '', value: isHidden ? '' : said.trim() }]
      : found;
  });
}

/** The keys and values of a line, those of JSON as well. */
function pairsIn(said: string): readonly (readonly [key: string, value: string])[] {
  return [
    ...said.matchAll(
      /(?:^|[\s{,])(?:["']([A-Za-z][\w./-]*)["']:\s*|([A-Za-z][\w./-]*):\s+)("[^"]*"|'[^']*'|\[[^\]]*\]|[^,{}#\s][^,{}#]*)/g,
    ),
  ].map(([, quoted, plain, value = '']) => [quoted ?? plain ?? '', value]);
}

function unquoted(value: string): string {
  return value.trim().replaceAll(/^["']|["']$/g, '');
}

/** What is filled in later is no fact, and neither is the address of a repository of the cluster alone. */
function isReference(value: string): boolean {
  const said = value.trim().replace(/^["']/, '');
  return said === '' || /^(?:\$\{|\{\{|\$\(|ssh:|git@|oci:)|\.git["']?$/.test(said);
}
