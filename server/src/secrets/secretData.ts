import { decodeData, isPrintable, printableBase64 } from './decodeValue.ts';
import { keyKindOf, wordsOf } from './keyName.ts';
import { isCiphertext, placeholderOf } from './placeholder.ts';
import { findInText } from './textCredentials.ts';
import { accessKey, hasAccessKeySecret } from './tokenPatterns.ts';
import {
  isAddress,
  isNameLike,
  isPasswordHash,
  isPublicByDesign,
  isSetting,
} from './valueShape.ts';
import { holdsDockerPassword } from './dockerConfig.ts';
import type { Hit } from './hit.ts';
import { textHits } from './innerText.ts';

/** One value of a Secret, as the field has it. */
export interface SecretValue {
  readonly key: string;
  readonly text: string;
  readonly form: 'base64' | 'text';
}

/** What sort of Secret the value is in, which weighs some keys more. */
export interface SecretSort {
  readonly type: string;
  /** The value of `argocd.argoproj.io/secret-type`. */
  readonly argocd: string | undefined;
  /** `argocd-secret` and its like, and sealed-secrets' own keys. */
  readonly controller: boolean;
}

/** What is wrong with a value of a Secret in clear; `undefined` where nothing is. */
export type SecretVerdict = Pick<Hit, 'rule' | 'severity'> & { readonly value: string };

/**
 * Judges a value of a Secret: any value counts that is no placeholder, whatever it looks like, but those that a Secret holds
 * beside its secrets. Rules K8S-01 to K8S-06 of the design.
 */
export function judgeSecretValue(
  { key, text, form }: SecretValue,
  sort: SecretSort,
): SecretVerdict | undefined {
  const early = placeholderOf(text);
  if (early === 'default') return weak(text);
  if (early !== undefined) return undefined;
  const decoded = form === 'base64' ? decodeData(text) : undefined;
  const value = (decoded ?? text).trim();
  const placeholder = placeholderOf(value);
  if (placeholder === 'default') return weak(value);
  if (placeholder !== undefined) return undefined;
  if (isFilledLater(value)) return undefined;
  const nested = printableBase64(value);
  if (nested !== undefined && isCiphertext(nested)) return undefined;
  return judgePlain(key, value, sort);
}

function judgePlain(key: string, value: string, sort: SecretSort): SecretVerdict | undefined {
  if (isDockerConfig(key)) {
    return holdsDockerPassword(value)
      ? verdict('secrets.docker-config', 'error', value)
      : undefined;
  }
  if (isPublicBlock(value)) return undefined;
  if (isPasswordHash(value)) return verdict('secrets.password-hash', 'information', value);
  if (sort.argocd !== undefined) return judgeArgocd(key, value);
  const strongest = strongestIn(value);
  if (strongest !== undefined) return verdict(strongest, 'error', value);
  if (isHarmlessKey(key) || isSetting(value) || isAddress(value) || isUrl(value)) return undefined;
  if (filePath.test(value)) return undefined;
  if (isNameLike(value) && namedLast.has(wordsOf(key).at(-1) ?? '')) return undefined;
  if (harmlessValue.test(value) && keyKindOf(key) === undefined) return undefined;
  if (isPublicByDesign(value)) return undefined;
  if (sort.controller && !isSetting(value) && /secret|token|password|tls\.key/i.test(key))
    return verdict('secrets.argocd-credential', 'error', value);
  const strong = /^(?:tls\.key|ssh-privatekey|token|token-secret)$/.test(key);
  const isTyped = /^(?:kubernetes\.io\/(?:tls|ssh-auth|service-account-token)|bootstrap\.)/.test(
    sort.type,
  );
  if (strong && isTyped) return verdict('secrets.secret-data', 'error', value);
  // Settings and scripts without any secret among them may be in a Secret for another reason.
  return verdict('secrets.secret-data', isPlainFile(key, value) ? 'information' : 'warning', value);
}

/** A file of many lines, or of one setting, in which nothing is a secret by its key or by its shape. */
function isPlainFile(key: string, value: string): boolean {
  if (!/\.(?:ya?ml|json|conf|config|cfg|ini|properties|toml|xml|py|sh|js|lua)$/.test(key))
    return false;
  if (!value.includes('\n') && !/^[\w.-]{1,80}\s?=\s?\S{1,200}$/.test(value)) return false;
  return fileHits(key, value).every(({ severity }) => severity === 'hint');
}

/** What the rules for texts say of a value. */
function fileHits(name: string, value: string): readonly Hit[] {
  const text = { name, text: value, rule: 'secrets.secret-data' } as const;
  return textHits({ hits: [], document: 0, isKeyName: () => false }, text);
}

/** Everything, a level of logs, or a place among the classes of Java; a password may be called so. */
const harmlessValue = /^(?:\*|trace|debug|info|warn|warning|error|classpath:[\w./*-]+)$/i;
/** Where a secret is mounted: `/var/run/secrets/token`. */
const filePath = /^(?:\/[a-z][a-z0-9._-]{1,40}){3,12}$/;

/** A URL whose password is a variable, or settings all of whose secrets are. */
function isFilledLater(value: string): boolean {
  if (!/\{\{|\$\{|\$\(|<path:|^\s*#{4,}$/m.test(value)) return false;
  if (strongestIn(value) !== undefined) return false;
  if (/^[\w+:.-]+:\/\/[^\s@/]*(?:\{\{|\$\{|\$\(|<path:)[^\n]*@/.test(value)) return true;
  if (!value.includes('\n') && !/^\s*[{[]/.test(value)) return false;
  return fileHits('', value).length === 0;
}

function verdict(rule: Hit['rule'], severity: Hit['severity'], value: string): SecretVerdict {
  return { rule, severity, value };
}

function weak(value: string): SecretVerdict {
  return verdict('secrets.default-credential', 'hint', value);
}

/** The rule of what stands in a decoded value by its own shape. */
function strongestIn(value: string): Hit['rule'] | undefined {
  for (const text of [value, printableBase64(value)]) {
    if (text === undefined || !isPrintable(text)) continue;
    const found = findInText(text);
    const isHalf = found.every(({ what }) => what === accessKey) && !hasAccessKeySecret(text);
    const rules = isHalf ? [] : found.map(({ rule }) => rule);
    if (rules.includes('secrets.decryption-key')) return 'secrets.decryption-key';
    if (rules.includes('secrets.private-key')) return 'secrets.private-key';
    if (rules.some((rule) => rule !== 'weak-url')) return 'secrets.secret-data';
  }
  return undefined;
}

/** A URL in which no password stands. */
function isUrl(value: string): boolean {
  return /^[a-z][\w+.-]*:\/\/\S+$/i.test(value) && findInText(value).length === 0;
}

/** Certificates and public keys. */
function isPublicBlock(value: string): boolean {
  if (/PRIVATE KEY/.test(value)) return false;
  return (
    /^(?:#[^\n]*\n|\s)*-----BEGIN (?:TRUSTED |X509 |NEW )?(?:CERTIFICATE|PUBLIC KEY|RSA PUBLIC KEY|EC PUBLIC KEY|PGP PUBLIC KEY BLOCK|CERTIFICATE REQUEST|X509 CRL|DH PARAMETERS|SSH2 PUBLIC KEY)/.test(
      value,
    ) ||
    /^(?:#[^\n]*\n|[\w.*[\]:,-]+ )*(?:ssh-(?:rsa|ed25519|dss)|ecdsa-sha2-\w+|sk-\w+@openssh\.com|age1)/.test(
      value,
    )
  );
}

const harmlessLast = new Set(
  'username user login host hostname hosts port url uri endpoint server type name fname lname firstname lastname region email namespace database bucket address domain issuer scope scopes tenant project provider dialect driver enabled path ttl version environment env id insecure kind role mode retention size interval expiration mtime sslmode zone realm timeout schema schemas tableprefix level locations'.split(
    ' ',
  ),
);

/** Last words of keys under which a name stands; anything else there is judged as it is. */
const namedLast = new Set(['origin', 'resolver']);

/** Keys of what stands beside a secret. */
export function isHarmlessKey(key: string): boolean {
  if (/\.(?:crt|cer|pub|csr|asc)$|^ca(?:cert|bundle|[-_.]|$)|known_hosts|^tls\.crt$/i.test(key))
    return !/private/i.test(key);
  const words = wordsOf(key);
  const last = words.at(-1) ?? '';
  if (/^db(?:name|host|user|port|type)?$/.test(last)) return true;
  return harmlessLast.has(last) || /^(?:user|host|data)name$|^database/.test(last);
}

function isDockerConfig(key: string): boolean {
  return key === '.dockerconfigjson' || key === '.dockercfg';
}

/** Source: Argo CD's declarative set-up, repositories and clusters. */
function judgeArgocd(key: string, value: string): SecretVerdict | undefined {
  const isSecret =
    /^(?:password|sshPrivateKey|githubAppPrivateKey|tlsClientCertKey|bearerToken|gcpServiceAccountKey)$/.test(
      key,
    );
  if (isSecret) return verdict('secrets.argocd-credential', 'error', value);
  if (key === 'config') {
    for (const [, text = ''] of value.matchAll(
      /"(?:bearerToken|password|keyData|[A-Z_]*(?:SECRET|TOKEN|PASSWORD)[A-Z_]*)"\s*:\s*"([^"]*)"/g,
    ))
      if (placeholderOf(text) === undefined)
        return verdict('secrets.argocd-credential', 'error', value);
    return undefined;
  }
  const strongest = strongestIn(value);
  return strongest === undefined ? undefined : verdict(strongest, 'error', value);
}
